import DepthIO
import Documents
import Foundation
import Imaging
import PoseFiles
import Video

/// The camera of a video, and how its depth maps come into the picture's view.
struct VideoView: Sendable {
  /// Of the upright picture.
  let camera: Camera
  /// The direction of gravity in the camera's frame, and who says so; `nil` when nobody does.
  private(set) var gravity: SIMD3<Double>?
  private(set) var gravitySource: SkeletonDocument.GravitySource?
  /// What the user should know, a sentence each.
  private(set) var warnings: [String] = []

  private let calibration: CameraFile?
  private let depthPath: String

  /// The diagonal field of view that is assumed when nothing is known, in radians.
  private static let assumedFieldOfView = 60 * Double.pi / 180

  /// The camera is that of the camera file, else the field of view that was given, else what the
  /// video itself says, else assumed.
  ///
  /// - Parameter depthPath: the name of what holds the depth maps, for sentences.
  init(
    of info: VideoInfo, path: String, depthPath: String, cameraFile: CameraFile?,
    diagonalFieldOfView: Double?
  ) throws {
    self.depthPath = depthPath
    let (width, height) = (info.width, info.height)
    let given = cameraFile.map { file in
      // A calibration of the picture as it is stored, lying on its side.
      let isStored =
        info.orientation.swapsAxes && width != height
        && (file.color.width > file.color.height) != (width > height)
      return isStored ? file.oriented(info.orientation) : file
    }
    calibration = given ?? info.calibration
    if let given {
      camera = try given.colorCamera(forWidth: width, height: height)
    } else if let diagonalFieldOfView {
      camera = Camera(
        width: width, height: height, diagonalFieldOfView: diagonalFieldOfView * .pi / 180,
        source: .user)
    } else if let own = info.calibration {
      camera = try own.colorCamera(forWidth: width, height: height)
    } else {
      camera = Camera(
        width: width, height: height, diagonalFieldOfView: Self.assumedFieldOfView,
        source: .assumed)
      warnings.append(
        "\(path): no camera file and no --fov: a diagonal field of view of 60° is assumed. Angles "
          + "hardly depend on it, distances from the camera do.")
    }
    if let gravity = calibration?.gravity { (self.gravity, gravitySource) = (gravity, .camera) }
  }

  /// A depth map of the video in the picture's view.
  func registered(_ map: DepthMap) throws(FileError) -> DepthMap {
    guard let calibration else {
      return try map.registered(toWidth: camera.width, height: camera.height, path: depthPath)
    }
    return try calibration.registered(
      map, toWidth: camera.width, height: camera.height, depthPath: depthPath)
  }

  /// Looks for the floor in a few depth maps, where nobody says which way is down: the camera is
  /// taken to stand still.
  mutating func findFloor(in maps: [DepthMap]) {
    let verticals = maps.map { Vertical(stated: gravity, depth: $0, camera: camera) }
    let sure = verticals.filter { $0.floor != nil }.min {
      ($0.floor?.tiltSigma ?? 1) < ($1.floor?.tiltSigma ?? 1)
    }
    guard let sure else { return }
    if let warning = sure.warning(
      calibration: calibration?.path ?? depthPath, depth: depthPath)
    {
      warnings.append(warning)
    }
    if gravity == nil { (gravity, gravitySource) = (sure.gravity, sure.source) }
  }
}
