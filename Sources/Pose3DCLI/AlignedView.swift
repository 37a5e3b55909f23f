import DepthIO
import Foundation
import Imaging

/// A colour picture, its camera and, where there is one, a depth map of the same view: files that
/// people keep side by side, brought together.
struct AlignedView {
  /// Of the upright picture.
  let camera: Camera
  /// In the picture's view, at any resolution.
  let depth: DepthMap?
  /// Direction of gravity in the camera's frame, as the calibration states it.
  let gravity: SIMD3<Double>?
  /// What the user should know, a sentence each.
  private(set) var warnings: [String] = []

  /// The diagonal field of view that is assumed when nothing is known, in radians.
  private static let assumedFieldOfView = 60 * Double.pi / 180

  /// A depth map with the file it is from.
  struct Depth {
    let path: String
    let map: DepthMap
    /// The calibration in that file, upright as the map is.
    let calibration: CameraFile?
    /// Whether it came out of the picture's own file, turned as the picture is.
    let isEmbedded: Bool
  }

  /// Brings the parts together. The camera is that of the camera file, else the field of view that
  /// was given, else the calibration in the depth file, else the focal length in the picture's EXIF,
  /// else assumed.
  init(
    of file: ColorFile, path: String, depth: Depth?, cameraFile: CameraFile?,
    diagonalFieldOfView: Double?
  ) throws {
    let (width, height) = (file.image.width, file.image.height)
    if Self.hidesItsTurn(file) {
      let companions = [depth.flatMap { $0.isEmbedded ? nil : $0.path }, cameraFile?.path]
        .compactMap { $0 }
      if !companions.isEmpty {
        warnings.append(
          "\(path): stored turned or mirrored (EXIF orientation \(file.orientation.rawValue)) in a "
            + "shape that doesn't show it: \(companions.joined(separator: " and ")) "
            + "\(companions.count == 1 ? "is" : "are") taken to be upright.")
      }
    }
    let given = cameraFile.map { Self.upright($0, with: file) }
    var own = depth?.calibration
    if let depth, !depth.isEmbedded { own = own.map { Self.upright($0, with: file) } }
    if let calibration = own, given == nil, !calibration.color.fits(width: width, height: height) {
      warnings.append(
        "\(calibration.path): its calibration is for \(calibration.color.width)×"
          + "\(calibration.color.height), another shape than \(path), and is not used for it.")
      own = nil
    }
    gravity = (given ?? own)?.gravity
    if let given {
      camera = try given.colorCamera(forWidth: width, height: height)
    } else if let diagonalFieldOfView {
      camera = Camera(
        width: width, height: height, diagonalFieldOfView: diagonalFieldOfView * .pi / 180,
        source: .user)
    } else if let own {
      camera = try own.colorCamera(forWidth: width, height: height)
    } else if let focal = file.focalLengthIn35mmFilm {
      camera = Camera(focalLengthIn35mmFilm: focal, width: width, height: height)
    } else {
      camera = Camera(
        width: width, height: height, diagonalFieldOfView: Self.assumedFieldOfView,
        source: .assumed)
    }
    self.depth = try depth.map {
      try Self.registered($0, to: file, calibration: given ?? own)
    }
  }

  /// The depth map in the picture's view, turned upright with it when it is stored the same way.
  private static func registered(
    _ depth: Depth, to file: ColorFile, calibration: CameraFile?
  ) throws -> DepthMap {
    let (width, height) = (file.image.width, file.image.height)
    if let calibration, calibration.colorFromDepth != nil {
      return try calibration.registered(
        depth.map, toWidth: width, height: height, depthPath: depth.path)
    }
    let map = depth.map
    let isTurned = !depth.isEmbedded && isStoredRaster(map.width, map.height, of: file)
    let upright = isTurned ? map.oriented(file.orientation) : map
    guard let calibration else {
      return try upright.registered(toWidth: width, height: height, path: depth.path)
    }
    return try calibration.registered(
      upright, toWidth: width, height: height, depthPath: depth.path)
  }

  /// A calibration, turned upright with the picture when it describes the picture as stored.
  private static func upright(_ calibration: CameraFile, with file: ColorFile) -> CameraFile {
    isStoredRaster(calibration.color.width, calibration.color.height, of: file)
      ? calibration.oriented(file.orientation) : calibration
  }

  /// Whether a raster of this size has the shape of the picture as it is stored, where that lies on
  /// its side. (A picture stored upside down can't be told by its shape: its companions are taken
  /// to be upright.)
  private static func isStoredRaster(_ width: Int, _ height: Int, of file: ColorFile) -> Bool {
    guard file.storedWidth == file.image.height, file.storedWidth != file.storedHeight else {
      return false
    }
    return (width > height) == (file.storedWidth > file.storedHeight)
  }

  /// Whether the picture was turned or mirrored on reading and has the same shape as before.
  private static func hidesItsTurn(_ file: ColorFile) -> Bool {
    file.orientation != .up && file.storedWidth == file.image.width
  }
}

extension Camera {
  /// Whether the intrinsics can be scaled to a picture of this size: the aspect ratios agree within
  /// 1 %.
  fileprivate func fits(width otherWidth: Int, height otherHeight: Int) -> Bool {
    let ratio =
      Double(width) * Double(otherHeight) / (Double(height) * Double(otherWidth))
    return abs(ratio - 1) <= 0.01
  }
}
