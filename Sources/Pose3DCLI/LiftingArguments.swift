import ArgumentParser
import DepthIO
import Documents
import Foundation
import Pose3D

/// What may be told of a video that is there only as 2D keypoints, so that they can be lifted.
struct LiftingArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "For 2D keypoints: a camera file, pose3d.camera/1 or another program's calibration.",
      valueName: "file"))
  var camera: String?

  @Option(
    help: ArgumentHelp(
      "For 2D keypoints: the camera that is meant, in a camera file of several (Pose2Sim).",
      valueName: "name"))
  var cameraName: String?

  @Option(
    help: ArgumentHelp(
      "For 2D keypoints: the picture's diagonal field of view in degrees, when there is no camera "
        + "file. Without either: 60.", valueName: "degrees"))
  var fov: Double?

  @Option(
    help: ArgumentHelp(
      "For 2D keypoints: the pictures' size where the file doesn't say it, as 1920x1080.",
      valueName: "size"))
  var size: PictureSize?

  @Option(
    help: ArgumentHelp(
      "For 2D keypoints: the person's height, when known.", valueName: "metres"))
  var height: Double?

  @Option(
    help: ArgumentHelp(
      "For 2D keypoints: the file's layout, where its number of points fits several.",
      valueName: "layout"))
  var keypointLayout: KeypointLayout?

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
    if let height, !(0.4...2.8).contains(height) {
      throw ValidationError(
        "--height \(height): a body's height is given in metres, between 0.4 and 2.8.")
    }
  }

  /// The first of the options that was given; `nil` when none was.
  var first: String? {
    let options: [(String, Bool)] = [
      ("--camera", camera != nil), ("--fov", fov != nil), ("--size", size != nil),
      ("--height", height != nil), ("--keypoint-layout", keypointLayout != nil),
    ]
    return options.first(where: \.1)?.0
  }

  /// The calibration in the camera file; `nil` when none is named.
  func calibration() throws(FileError) -> CameraFile? {
    guard let camera else { return nil }
    var options = CameraReadingOptions(colorSize: size.map { ($0.width, $0.height) })
    options.cameraName = cameraName
    return try CameraFile(contentsOf: camera, options: options)
  }
}
