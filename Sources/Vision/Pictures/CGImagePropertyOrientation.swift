internal import PoseImaging

/// The rotation and mirroring of an image's raster: EXIF's values (Image I/O). The names give the
/// position of the raster's top row and left column in the scene.
public enum CGImagePropertyOrientation: UInt32, Sendable, CaseIterable {
  /// Upright as stored.
  case up = 1
  /// Mirrored left to right.
  case upMirrored = 2
  /// Turned by 180°.
  case down = 3
  /// Mirrored top to bottom.
  case downMirrored = 4
  /// Transposed.
  case leftMirrored = 5
  /// To be turned by 90° clockwise, as an upright phone stores it.
  case right = 6
  /// Transposed about the other diagonal.
  case rightMirrored = 7
  /// To be turned by 90° counterclockwise.
  case left = 8
}

extension ImageOrientation {
  init(_ orientation: CGImagePropertyOrientation) {
    guard let same = ImageOrientation(rawValue: Int(orientation.rawValue)) else {
      preconditionFailure("both have EXIF's eight values")
    }
    self = same
  }
}

extension ColorImage {
  /// The upright picture of this raster.
  func upright(_ orientation: ImageOrientation) -> ColorImage {
    guard orientation != .up else { return self }
    let turned = orientation.upright(pixels, width: width, height: height, channels: 3)
    return ColorImage(width: turned.width, height: turned.height, pixels: turned.samples)
  }
}
