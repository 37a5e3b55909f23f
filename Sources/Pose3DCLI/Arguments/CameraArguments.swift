import ArgumentParser
import PoseAnalysis

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
      "degrees", "\(FieldOfView.note) Without either: what the files have, EXIF, else 60."))
  var fov: FieldOfView?

  func validate() throws {
    if camera != nil && fov != nil {
      throw ValidationError("--camera and --fov both say what the camera is: give one of them.")
    }
    if cameraName != nil && camera == nil {
      throw ValidationError("--camera-name is about a camera file: give one with --camera.")
    }
    try MeasurementOption.fieldOfView.check(fov?.degrees)
  }

  /// The settings of the camera.
  var choice: CameraChoice {
    var choice = CameraChoice()
    choice.file = camera.map { FileInput($0.readablePath) }
    choice.name = cameraName
    choice.diagonalFieldOfView = fov?.radians
    return choice
  }

  /// The first of the options that was given; `nil` when none was.
  var first: String? { camera != nil ? "--camera" : fov != nil ? "--fov" : nil }
}

/// The options for the direction of gravity, of every command that measures people in pictures.
struct VerticalArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: MeasurementOption.gravity.help(
      "x,y,z", "It goes before the camera file's and the floor's.", isHidden: true))
  var gravity: String?

  @Flag(
    help: "The camera is level: neither tilted up or down nor turned. The same as --gravity 0,1,0.")
  var level = false

  func validate() throws {
    if level && gravity != nil {
      throw ValidationError("--level and --gravity both say which way is down: give one of them.")
    }
    if let gravity, stated == nil {
      throw ValidationError(
        "--gravity \(gravity): three numbers were expected, x,y,z, not all of them 0, such as 0,1,0."
      )
    }
  }

  /// The direction; `nil` when none of the options was given.
  var direction: SIMD3<Double>? { level ? CameraChoice.levelGravity : stated }

  /// The direction of --gravity; `nil` for one without a direction.
  private var stated: SIMD3<Double>? {
    let words = (gravity ?? "").split(separator: ",", omittingEmptySubsequences: false)
    let numbers = words.compactMap { Double($0) }
    return words.count == numbers.count ? CameraChoice.gravity(numbers) : nil
  }

  /// The first of the options that was given; `nil` when none was.
  var first: String? { level ? "--level" : gravity != nil ? "--gravity" : nil }
}
