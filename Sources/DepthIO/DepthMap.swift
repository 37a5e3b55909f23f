/// A depth map: metres along the optical axis (z, not range), row by row from the top, NaN where
/// nothing was measured.
public struct DepthMap: Sendable {
  /// Width in pixels.
  public let width: Int
  /// Height in pixels.
  public let height: Int
  /// `width * height` depths in metres; NaN where nothing was measured.
  public let metres: [Float]

  /// A map from depths in metres. Zero, negative and infinite values become NaN: all of them are
  /// ways in which devices write "nothing measured".
  public init(width: Int, height: Int, metres: [Float]) {
    precondition(
      width > 0 && height > 0 && metres.count == width * height,
      "\(metres.count) samples for a \(width)×\(height) map")
    self.width = width
    self.height = height
    self.metres = metres.map { $0 > 0 && $0.isFinite ? $0 : .nan }
  }

  /// The depth at a pixel, NaN where nothing was measured.
  public subscript(column: Int, row: Int) -> Float { metres[row * width + column] }
}
