/// An upright rectangle of a picture, in pixels from its top-left corner; what is outside isn't
/// looked at.
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

extension RegionOfInterest {
  /// The columns and rows that it touches in a picture; `nil` when it touches none.
  func pixels(of width: Int, _ height: Int) -> (columns: Range<Int>, rows: Range<Int>)? {
    guard let columns = Self.touched(from: x, extent: self.width, of: width),
      let rows = Self.touched(from: y, extent: self.height, of: height)
    else { return nil }
    return (columns, rows)
  }

  private static func touched(from start: Double, extent: Double, of count: Int) -> Range<Int>? {
    let first = max(start, 0).rounded(.down)
    let end = min(start + extent, Double(count)).rounded(.up)
    // False for whatever isn't a number, too.
    return first < end ? Int(first)..<Int(end) : nil
  }
}
