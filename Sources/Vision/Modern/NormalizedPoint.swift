public import Foundation

/// A point of a picture in normalised coordinates: x to the right and y up from the lower left corner,
/// 0…1 within the picture.
public struct NormalizedPoint: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The coordinates.
  public let cgPoint: CGPoint

  /// A point from its coordinates.
  public init(x: CGFloat, y: CGFloat) { cgPoint = CGPoint(x: x, y: y) }

  /// A point from its coordinates.
  public init(normalizedPoint: CGPoint) { cgPoint = normalizedPoint }

  /// A point from pixels, from the lower left corner of a picture of this size.
  public init(imagePoint: CGPoint, in imageSize: CGSize) {
    self.init(x: imagePoint.x / imageSize.width, y: imagePoint.y / imageSize.height)
  }

  /// A point's place in a region, from pixels of the whole picture.
  public init(
    imagePoint: CGPoint, in imageSize: CGSize, normalizedTo regionOfInterest: NormalizedRect
  ) {
    let (point, region) = (
      NormalizedPoint(imagePoint: imagePoint, in: imageSize), regionOfInterest.cgRect
    )
    self.init(x: (point.x - region.minX) / region.width, y: (point.y - region.minY) / region.height)
  }

  /// The lower left corner.
  public static var zero: NormalizedPoint { NormalizedPoint(x: 0, y: 0) }

  /// To the right.
  public var x: CGFloat { cgPoint.x }
  /// Up.
  public var y: CGFloat { cgPoint.y }

  /// The point in pixels of a picture of this size.
  public func toImageCoordinates(
    _ imageSize: CGSize, origin: CoordinateOrigin = .lowerLeft
  ) -> CGPoint {
    CGPoint(
      x: x * imageSize.width, y: (origin == .lowerLeft ? y : 1 - y) * imageSize.height)
  }

  /// A point of a region in pixels of the whole picture.
  public func toImageCoordinates(
    from regionOfInterest: NormalizedRect, imageSize: CGSize,
    origin: CoordinateOrigin = .lowerLeft
  ) -> CGPoint {
    let region = regionOfInterest.cgRect
    return NormalizedPoint(
      x: region.minX + x * region.width, y: region.minY + y * region.height
    ).toImageCoordinates(imageSize, origin: origin)
  }

  /// The point with y counted from the other side.
  public func verticallyFlipped() -> NormalizedPoint { NormalizedPoint(x: x, y: 1 - y) }

  /// The coordinates in words.
  public var description: String { "(\(x), \(y))" }

  /// Hashes the coordinates.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(x)
    hasher.combine(y)
  }
}
