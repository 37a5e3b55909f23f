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

/// A rectangle of a picture in normalised coordinates, from the lower left corner.
public struct NormalizedRect: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The rectangle.
  public let cgRect: CGRect

  /// A rectangle from its lower left corner and its extents.
  public init(x: CGFloat, y: CGFloat, width: CGFloat, height: CGFloat) {
    cgRect = CGRect(x: x, y: y, width: width, height: height)
  }

  /// A rectangle.
  public init(normalizedRect: CGRect) { cgRect = normalizedRect }

  /// A rectangle from pixels, from the lower left corner of a picture of this size.
  public init(imageRect: CGRect, in imageSize: CGSize) {
    self.init(
      x: imageRect.minX / imageSize.width, y: imageRect.minY / imageSize.height,
      width: imageRect.width / imageSize.width, height: imageRect.height / imageSize.height)
  }

  /// A rectangle's place in a region, from pixels of the whole picture.
  public init(
    imageRect: CGRect, in imageSize: CGSize, normalizedTo regionOfInterest: NormalizedRect
  ) {
    let (rect, region) = (
      NormalizedRect(imageRect: imageRect, in: imageSize).cgRect, regionOfInterest.cgRect
    )
    self.init(
      x: (rect.minX - region.minX) / region.width, y: (rect.minY - region.minY) / region.height,
      width: rect.width / region.width, height: rect.height / region.height)
  }

  /// All of a picture.
  public static var fullImage: NormalizedRect { NormalizedRect(x: 0, y: 0, width: 1, height: 1) }

  /// The lower left corner.
  public var origin: CGPoint { cgRect.origin }
  /// The extent to the right.
  public var width: CGFloat { cgRect.width }
  /// The extent upwards.
  public var height: CGFloat { cgRect.height }

  /// The rectangle in pixels of a picture of this size.
  public func toImageCoordinates(
    _ imageSize: CGSize, origin: CoordinateOrigin = .lowerLeft
  ) -> CGRect {
    let bottom = origin == .lowerLeft ? cgRect.minY : 1 - cgRect.maxY
    return CGRect(
      x: cgRect.minX * imageSize.width, y: bottom * imageSize.height,
      width: width * imageSize.width, height: height * imageSize.height)
  }

  /// A rectangle of a region in pixels of the whole picture.
  public func toImageCoordinates(
    from regionOfInterest: NormalizedRect, imageSize: CGSize,
    origin: CoordinateOrigin = .lowerLeft
  ) -> CGRect {
    let region = regionOfInterest.cgRect
    return NormalizedRect(
      x: region.minX + cgRect.minX * region.width, y: region.minY + cgRect.minY * region.height,
      width: width * region.width, height: height * region.height
    ).toImageCoordinates(imageSize, origin: origin)
  }

  /// The rectangle with y counted from the other side.
  public func verticallyFlipped() -> NormalizedRect {
    NormalizedRect(x: cgRect.minX, y: 1 - cgRect.maxY, width: width, height: height)
  }

  /// The rectangle in words.
  public var description: String { "(\(cgRect.minX), \(cgRect.minY), \(width), \(height))" }

  /// Hashes the rectangle.
  public func hash(into hasher: inout Hasher) {
    for number in [cgRect.minX, cgRect.minY, width, height] { hasher.combine(number) }
  }
}

/// The origin of an image's coordinates.
public enum CoordinateOrigin: Sendable, Hashable, CaseIterable {
  /// In the lower left corner, y up.
  case lowerLeft
  /// In the upper left corner, y down.
  case upperLeft
}
