import ArgumentParser
import Foundation
import PoseAnalysis
import PoseFiles

/// The options for reading a file or folder of joints over time, of every command that reads one.
struct MotionInputArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ReadingOption.frameRate.help("number", "Times in a file aren't used then."))
  var fps: Double?

  @OptionGroup private var wanted: PersonArgument

  var person: Int? { wanted.person }

  @Flag(
    help: ArgumentHelp(
      "Take the joints of a pose3d sequence as they are in the file, and not as measured.",
      visibility: .hidden))
  var asIs = false

  @OptionGroup(title: "FILES OF 3D JOINTS") var skeletons: SkeletonArguments

  @OptionGroup(title: "2D KEYPOINTS") var lifting: LiftingArguments

  func validate() throws {
    try ReadingOption.frameRate.check(fps)
  }

  /// The options of the measurement, with those of motion and exercise.
  func measurement(
    _ motion: MotionArguments, _ targets: TargetArguments? = nil
  ) -> MeasurementOptions {
    MeasurementOptions(
      camera: lifting.camera, vertical: lifting.vertical, body: lifting.body, motion: motion,
      targets: targets)
  }

  /// Reads an input, and shows how far it is where keypoints are lifted.
  func read(_ input: String) throws -> MotionInput {
    var options = MotionInput.Options()
    options.skeletons = skeletons.options
    options.measurement = lifting.measurement
    options.imageSize = lifting.size.map { ($0.width, $0.height) }
    options.keypointLayout = lifting.keypointLayout
    options.frameRate = fps
    options.asIs = asIs
    return try MotionInput.read(input, options, lifting: lifting)
  }
}

extension MotionInput {
  /// Reads the file or folder that was named, and shows how far it is where keypoints are lifted.
  ///
  /// Throws for what can't be read, and for options about 2D keypoints where the joints are in space.
  static func read(
    _ input: String, _ options: Options, lifting: LiftingArguments
  ) throws -> MotionInput {
    var bar: ProgressBar?
    defer { bar?.erase() }
    let read = try MotionInput(contentsOf: input.readablePath, options: options) { done, total in
      if bar == nil { bar = ProgressBar(total: total, on: .standardError) }
      bar?.show(done)
    }
    if read.source.kind == .skeletons, let option = lifting.first {
      throw Failure(
        code: .usage,
        message: "\(input): has joints in space, and \(option) is about 2D keypoints: leave it out")
    }
    return read
  }
}
