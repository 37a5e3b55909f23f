import DepthIO
import Foundation
import Pose3D

/// A depth map read from a file, with its camera, its colour picture where there is one, and what
/// can be said about it.
struct DepthFrame {
  let path: String
  let file: DepthFile
  /// The map that is shown and written: the file's, in the colour picture's view when one was given.
  let map: DepthMap
  /// Of `map`; `nil` when nobody says anything about it.
  let camera: Camera?
  /// Whether `map` was moved from the depth camera's view into the picture's.
  let isMoved: Bool
  /// The frame of a recording that was read.
  let index: Int
  /// Whether the user said the unit, and not a camera file.
  let isUnitGiven: Bool
  /// The floor, where one is seen and the unit is known.
  let floor: Floor?
  /// Direction of gravity in the camera's frame, as the calibration states it.
  let gravity: SIMD3<Double>?
  /// What the user should know, a sentence each.
  private(set) var warnings: [String]

  /// The camera file's calibration, else the depth file's.
  private let calibration: CameraFile?
  private let color: ColorImage?
  private let bytes: [UInt8]
  private let options: ReadingOptions

  /// Reads the files that the user named.
  init(
    file path: String, color colorPath: String?, camera cameraPath: String?,
    reading: ReadingArguments
  ) throws {
    self.path = path
    index = reading.frame
    isUnitGiven = reading.depthScale != nil
    var options = try reading.options(fallback: nil)
    let picture = try colorPath.map { try ColorFile(contentsOf: $0, options: options) }
    var size = picture.map { (width: $0.storedWidth, height: $0.storedHeight) }
    do {
      // Only for the unit: the size of the depth map is known when it has been read.
      options.unitOfIntegers = try reading.calibration(cameraPath, colorSize: size)?.depthUnit
    } catch let error as DepthIOError where error.code == .unsuitable && size == nil {
      // Files without a size of their own are read below, with the map's.
    }
    self.options = options
    // Once: a pipe can't be read again for the picture inside.
    bytes = try FileBytes.read(path)
    let file = try DepthFile(bytes: bytes, name: path, options: options)
    self.file = file
    let depthSize = (width: file.storedWidth, height: file.storedHeight)
    if size == nil { size = depthSize }
    let calibration = try reading.calibration(
      cameraPath, colorSize: size, depthSize: depthSize)
    warnings = file.warnings(path: path)
    self.calibration = calibration ?? file.camera
    let own = try reading.withConfidence(file.map, options)
    if let picture, let colorPath {
      let view = try AlignedView(
        of: picture, path: colorPath,
        depth: .init(path: path, map: own, calibration: file.camera, isEmbedded: false),
        cameraFile: calibration, diagonalFieldOfView: nil)
      map = view.depth ?? own
      camera = view.camera.scaled(toWidth: map.width, height: map.height)
      color = picture.image
      isMoved = calibration?.colorFromDepth != nil
      gravity = view.gravity
      warnings += view.warnings
    } else {
      map = own
      let source = calibration ?? file.camera
      camera = try source?.depthCamera(forWidth: own.width, height: own.height)
      color = nil
      isMoved = false
      gravity = source?.colorFromDepth == nil ? source?.gravity : nil
    }
    let shown = map
    floor = camera.flatMap { shown.isMetric ? Floor(in: shown, camera: $0) : nil }
  }

  /// The picture in the same file as the depth map, where there is one.
  private var pictureInside: ColorImage? {
    guard let format = FileFormat(bytes), [.jpeg, .heic, .exr, .zip].contains(format) else {
      return nil
    }
    return try? ColorFile(bytes: bytes, name: path, options: options).image
  }

  /// The calibration; throws when there is none.
  var knownCalibration: CameraFile {
    get throws(Failure) {
      guard let calibration else {
        throw Failure(
          code: .usage,
          message: "\(path): --write-camera writes the calibration, and the file has none: give "
            + "--camera")
      }
      return calibration
    }
  }

  /// The map as points in the camera's frame, coloured where there is a picture.
  func pointCloud() throws(Failure) -> PointCloud {
    guard let camera else {
      throw Failure(
        code: .usage,
        message:
          "\(path): a point cloud needs the camera's intrinsics, and the file has none: give "
          + "--camera")
    }
    return PointCloud(map, camera: camera, image: color ?? pictureInside)
  }
}
