import PoseAnalysis
import ArgumentParser

/// The options of every command that asks for a camera.
struct CameraArguments: ParsableArguments {
  @Option(
    help: MeasurementOption.camera.help(
      "file",
      "docs/reference/camera-files.md lists them. Without it: the calibration in the image's, video's or "
        + "depth map's own file, where there is one."))
  var camera: String?

  @Option(
    help: MeasurementOption.cameraName.help("name", isHidden: true))
  var cameraName: String?

  @Option(
    parsing: .unconditional,
    help: MeasurementOption.fieldOfView.help(
      "degrees", "Without either: what the files have, EXIF, else 60."))
  var fov: Double?

  func validate() throws {
    if camera != nil && fov != nil {
      throw ValidationError("--camera and --fov both say what the camera is: give one of them.")
    }
    if cameraName != nil && camera == nil {
      throw ValidationError("--camera-name is about a camera file: give one with --camera.")
    }
    try MeasurementOption.fieldOfView.check(fov)
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
