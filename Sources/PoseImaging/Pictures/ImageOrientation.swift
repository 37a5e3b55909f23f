/// The rotation and mirroring of a stored raster: EXIF's orientation tag, under the names that
/// Apple's `CGImagePropertyOrientation` gives its values. The comments name the sides of the raster
/// at which the scene's top and left are (EXIF 2.32, tag 0x0112).
public enum ImageOrientation: Int, CaseIterable, Sendable {
  /// Top row first, left column first: upright as stored.
  case up = 1
  /// Mirrored left to right.
  case upMirrored = 2
  /// Turned by 180°.
  case down = 3
  /// Mirrored top to bottom.
  case downMirrored = 4
  /// Transposed: rows are the upright picture's columns.
  case leftMirrored = 5
  /// To be turned by 90° clockwise, as an upright phone stores it.
  case right = 6
  /// Transposed about the other diagonal.
  case rightMirrored = 7
  /// To be turned by 90° counterclockwise.
  case left = 8

  /// Whether the upright picture is as wide as the stored one is high.
  public var swapsAxes: Bool { rawValue >= 5 }

  /// The orientation that leads back: of a raster stored upright, the one that undoes this one.
  package var inverse: ImageOrientation {
    switch self {
    case .right: .left
    case .left: .right
    case .up, .upMirrored, .down, .downMirrored, .leftMirrored, .rightMirrored: self
    }
  }

  /// The direction in the upright image's camera frame for one in the stored raster's (x right, y
  /// down, z forward): an orthogonal map in x and y, a mirroring for the mirrored ones.
  public func upright(_ direction: SIMD3<Double>) -> SIMD3<Double> {
    let turned = swapsAxes ? SIMD3(direction.y, direction.x, direction.z) : direction
    return turned * SIMD3(flips.x ? -1 : 1, flips.y ? -1 : 1, 1)
  }

  /// The axes of the upright picture that run against the raster's, after the axes were swapped.
  package var flips: (x: Bool, y: Bool) {
    switch self {
    case .up, .leftMirrored: (false, false)
    case .upMirrored, .right: (true, false)
    case .down, .rightMirrored: (true, true)
    case .downMirrored, .left: (false, true)
    }
  }

  /// The upright picture of a stored one with interleaved channels: its size and its samples.
  package func upright<Sample>(
    _ stored: [Sample], width: Int, height: Int, channels: Int
  ) -> (width: Int, height: Int, samples: [Sample]) {
    guard self != .up else { return (width, height, stored) }
    let (newWidth, newHeight) = swapsAxes ? (height, width) : (width, height)
    let flips = flips
    var samples: [Sample] = []
    samples.reserveCapacity(stored.count)
    for y in 0..<newHeight {
      let row = flips.y ? newHeight - 1 - y : y
      for x in 0..<newWidth {
        let column = flips.x ? newWidth - 1 - x : x
        let start = channels * (swapsAxes ? column * width + row : row * width + column)
        for channel in 0..<channels { samples.append(stored[start + channel]) }
      }
    }
    return (newWidth, newHeight, samples)
  }
}
