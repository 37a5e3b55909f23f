import DepthIO
import Documents
import Foundation
import Imaging

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

  /// The camera file's calibration, else the depth file's, as it is for `map`.
  private let calibration: CameraFile?
  private let color: ColorImage?
  private let bytes: [UInt8]
  private let options: ReadingOptions

  /// Reads the files that the user named.
  init(
    file path: String, color colorPath: String?, camera cameraPath: String?,
    diagonalFieldOfView: Double?, reading: ReadingArguments
  ) throws {
    self.path = path
    index = reading.frame
    isUnitGiven = reading.depthScale != nil
    var options = try reading.options(fallback: nil)
    let picture = try colorPath.map { try ColorFile(contentsOf: $0, options: options) }
    let cameraBytes = try reading.cameraBytes(cameraPath)
    let colorSize = picture.map { (width: $0.storedWidth, height: $0.storedHeight) }
    // Only for the unit: the size of the depth map is known when it has been read. Until then some
    // camera files make no sense.
    let early = Result { () throws(FileError) in
      try reading.calibration(cameraBytes, colorSize: colorSize)
    }
    options.unitOfIntegers = try? early.get()?.depthUnit
    self.options = options
    // Once: a pipe can't be read again for the picture inside.
    bytes = try FileBytes.read(path == "-" ? "/dev/stdin" : path)
    do {
      file = try DepthFile(bytes: bytes, name: path, options: options)
    } catch {
      // The camera file would have said the unit.
      if error.code == .unitMissing { _ = try early.get() }
      throw error
    }
    let depthSize = (width: file.storedWidth, height: file.storedHeight)
    let calibration = try reading.calibration(
      cameraBytes, colorSize: colorSize ?? depthSize, depthSize: depthSize)
    warnings = file.warnings(path: path)
    let own = try reading.withConfidence(file.map, options)
    let known = calibration ?? file.camera
    if let picture, let colorPath {
      let view = try AlignedView(
        of: picture, path: colorPath,
        depth: .init(path: path, map: own, calibration: file.camera, isEmbedded: false),
        cameraFile: calibration, diagonalFieldOfView: diagonalFieldOfView)
      map = view.depth ?? own
      camera =
        view.camera.source == .assumed
        ? nil : view.camera.scaled(toWidth: map.width, height: map.height)
      color = picture.image
      isMoved = known?.colorFromDepth != nil
      gravity = view.gravity
      warnings += view.warnings
    } else {
      map = own
      if let diagonalFieldOfView {
        camera = Camera(
          width: own.width, height: own.height,
          diagonalFieldOfView: diagonalFieldOfView * .pi / 180, source: .user)
      } else {
        camera = try known?.depthCamera(forWidth: own.width, height: own.height)
      }
      color = nil
      isMoved = false
      gravity = known?.colorFromDepth == nil ? known?.gravity : nil
    }
    self.calibration = isMoved ? known?.forRegisteredDepth : known
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

  /// The calibration for the map as it is shown and written: in millimetres as a PNG, in metres
  /// otherwise. Throws when there is none.
  func knownCalibration(writtenAs type: DepthFileType?) throws(Failure) -> CameraFile {
    guard let calibration else {
      throw Failure(
        code: .usage,
        message: "\(path): --write-camera writes the calibration, and the file has none: give "
          + "--camera")
    }
    guard let type else { return calibration }
    return calibration.with(depthUnit: map.isMetric ? type.unit : .relative)
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
