import PoseAnalysis
import ArgumentParser

/// The options of every command that asks for a camera.
struct CameraArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A camera file: pose3d.camera/1, or another program's calibration "
        + "(docs/reference/camera-files.md lists them). Without it: the calibration in the picture's, "
        + "video's or depth map's own file, where there is one.", valueName: "file"))
  var camera: String?

  @Option(
    help: ArgumentHelp(
      "The camera that is meant, in a camera file of several (Pose2Sim, Qualisys).",
      valueName: "name", visibility: .hidden))
  var cameraName: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The picture's diagonal field of view in degrees, when there is no camera file. Without either: "
        + "what the files say, EXIF, else 60.", valueName: "degrees"))
  var fov: Double?

  func validate() throws {
    if camera != nil && fov != nil {
      throw ValidationError("--camera and --fov both say what the camera is: give one of them.")
    }
    if cameraName != nil && camera == nil {
      throw ValidationError("--camera-name is about a camera file: give one with --camera.")
    }
    if let fov, !(1...170).contains(fov) {
      throw ValidationError("--fov \(fov): a field of view is between 1 and 170 degrees.")
    }
  }

  /// The settings of the camera.
  var choice: CameraChoice {
    var choice = CameraChoice()
    choice.file = camera.map { FileInput($0.readablePath) }
    choice.name = cameraName
    choice.diagonalFieldOfView = fov.map { $0 * .pi / 180 }
    return choice
  }

  /// The first of the options that was given; `nil` when none was.
  var first: String? { camera != nil ? "--camera" : fov != nil ? "--fov" : nil }
}
