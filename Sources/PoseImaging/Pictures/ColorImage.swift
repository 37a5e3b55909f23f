/// A colour picture in memory: 8-bit sRGB, three bytes a pixel, rows from top to bottom, upright
/// (an orientation stated in the file has been applied).
public struct ColorImage: Sendable, Equatable {
  /// Width in pixels.
  public let width: Int
  /// Height in pixels.
  public let height: Int
  /// Red, green, blue of every pixel, row by row: `3 * width * height` bytes without padding.
  public let pixels: [UInt8]

  /// A picture from its pixels; their count must be `3 * width * height`.
  public init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(
      width > 0 && height > 0 && pixels.count == 3 * width * height,
      "\(pixels.count) bytes for a \(width)×\(height) RGB picture")
    self.width = width
    self.height = height
    self.pixels = pixels
  }
}

/// Whether two sizes agree in their aspect ratio within 1 %.
package func haveSameAspect(_ a: (width: Int, height: Int), _ b: (width: Int, height: Int)) -> Bool
{
  let ratio = Double(a.width) * Double(b.height) / (Double(a.height) * Double(b.width))
  return abs(ratio - 1) <= 0.01
}
