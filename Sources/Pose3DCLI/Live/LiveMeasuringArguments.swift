import PoseAnalysis
import ArgumentParser
import PoseDetection
import PoseMotion
import PoseWorkers
import Foundation

/// The options for measuring with `pose3d live`, from any source of images.
struct LiveMeasuringArguments: ParsableArguments {
  @OptionGroup var counted: ExerciseOption

  @Flag(help: "Look for hands, too, and count the fingers that are stretched out.")
  var hands = false

  @OptionGroup var detection: DetectionArguments

  @OptionGroup var points: KeypointLayoutArgument

  @OptionGroup var body: HeightArgument

  @Option(
    help: MeasurementOption.camera.help(
      "file", "It is for images of this camera in this aspect ratio."))
  var camera: String?

  /// The earlier name of `--camera`.
  @Option(help: .hidden) var cameraFile: String?

  @Option(
    parsing: .unconditional,
    help: MeasurementOption.fieldOfView.help("degrees", "\(FieldOfView.note) Without either, 60."))
  var fov: FieldOfView?

  @OptionGroup var vertical: VerticalArguments

  @Flag(help: MeasurementOption.grounding.refusalHelp) var noGrounding = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Threads of the detector. (default: one, or two with four processors or more)",
      valueName: "number", visibility: .hidden))
  var threads: Int?

  func validate() throws {
    try points.check(against: detection.model)
    if calibration != nil && fov != nil {
      throw ValidationError("--camera and --fov both set what the camera is: give one of them.")
    }
    try MeasurementOption.fieldOfView.check(fov?.degrees)
    if let threads, !(1...64).contains(threads) {
      throw ValidationError(
        "--threads \(threads): a number of threads between 1 and 64 was expected.")
    }
  }

  /// The calibration, by whatever name it was given.
  private var calibration: String? {
    (camera ?? cameraFile).flatMap { LiveSourceArguments.isSource($0) ? nil : $0 }
  }

  /// Warns of names of options that will go.
  func warnOfFormerNames() {
    if cameraFile != nil { Terminal.warn("--camera-file is called --camera now.") }
  }

  /// The settings of a session.
  func settings() throws -> LiveSession.Settings {
    var settings = LiveSession.Settings()
    var detection = try self.detection.options(layout: points.keypointLayout)
    detection.threads = threads ?? (Processors.count >= 4 ? 2 : 1)
    settings.measurement.detection = detection
    settings.measurement.camera.file = calibration.map { FileInput($0.readablePath) }
    settings.measurement.camera.diagonalFieldOfView = fov?.radians
    settings.measurement.camera.gravity = vertical.direction
    settings.measurement.bodyHeight = body.height
    settings.measurement.motion.groundsFeet = !noGrounding
    settings.measurement.exercise = (counted.exercise ?? .auto).choice
    settings.findsHands = hands
    return settings
  }
}
