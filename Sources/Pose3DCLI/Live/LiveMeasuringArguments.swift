import PoseAnalysis
import ArgumentParser
import PoseDetection
import Foundation

/// The options for measuring with `pose3d live`, from any source of images.
struct LiveMeasuringArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The exercise whose repetitions are counted; auto, which is the default, recognises it from the "
        + "motion; none counts nothing.", valueName: "exercise"))
  var exercise: ExerciseArgument?

  @Flag(help: "Look for hands, too, and count the fingers that are stretched out.")
  var hands = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many people are followed at a time: one, all, or a number. Each takes the time of one.",
      valueName: "number"))
  var people = PeopleCount.one

  @OptionGroup var detection: EffortArgument

  @OptionGroup var body: HeightArgument

  @Option(
    help: ArgumentHelp(
      "A camera file: pose3d.camera/1, or another program's calibration, for images of this camera in "
        + "this aspect ratio.", valueName: "file"))
  var camera: String?

  /// The earlier name of `--camera`.
  @Option(help: .hidden) var cameraFile: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The picture's diagonal field of view in degrees, when there is no camera file. Without either, 60.",
      valueName: "degrees"))
  var fov: Double?

  @OptionGroup var vertical: VerticalArguments

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Threads of the detector. (default: one, or two with four processors or more)",
      valueName: "number", visibility: .hidden))
  var threads: Int?

  func validate() throws {
    if calibration != nil && fov != nil {
      throw ValidationError("--camera and --fov both set what the camera is: give one of them.")
    }
    if let fov, !(1...170).contains(fov) {
      throw ValidationError("--fov \(fov): a field of view is between 1 and 170 degrees.")
    }
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
    settings.camera.file = calibration.map { FileInput($0.readablePath) }
    settings.camera.diagonalFieldOfView = fov.map { $0 * .pi / 180 }
    settings.camera.gravity = vertical.direction
    settings.bodyHeight = body.height
    settings.exercise = (exercise ?? .auto).choice
    settings.findsHands = hands
    settings.detector.effort = detection.effort ?? .fast
    settings.detector.maximumCount = people.maximum
    settings.detector.threads =
      threads ?? (ProcessInfo.processInfo.activeProcessorCount >= 4 ? 2 : 1)
    return settings
  }
}
