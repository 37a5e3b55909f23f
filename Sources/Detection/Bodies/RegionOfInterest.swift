/// An upright rectangle of a picture, in pixels from its top-left corner; what is outside isn't looked
/// at.
public struct RegionOfInterest: Sendable, Equatable {
  /// The left and the top edge.
  public var x, y: Double
  /// Extents.
  public var width, height: Double

  /// A rectangle by its top-left corner and its extents, which are positive.
  public init(x: Double, y: Double, width: Double, height: Double) {
    precondition(width > 0 && height > 0, "a region of \(width)×\(height) pixels is empty")
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// A rectangle as Vision gives it: fractions of the picture's size, from its lower-left corner.
  public init(
    normalizedX: Double, normalizedY: Double, normalizedWidth: Double, normalizedHeight: Double,
    imageWidth: Int, imageHeight: Int
  ) {
    let (width, height) = (Double(imageWidth), Double(imageHeight))
    self.init(
      x: normalizedX * width, y: (1 - normalizedY - normalizedHeight) * height,
      width: normalizedWidth * width, height: normalizedHeight * height)
  }
}
