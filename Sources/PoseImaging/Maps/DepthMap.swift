/// A depth map: metres along the optical axis (z, not range), row by row from the top, NaN where
/// nothing was measured.
public struct DepthMap: Sendable {
  /// Width in pixels.
  public let width: Int
  /// Height in pixels.
  public let height: Int
  /// `width * height` depths in metres; NaN where nothing was measured.
  public let metres: [Float]
  /// The camera's confidence in each of them; `nil` when it states none.
  public let confidence: [DepthConfidence]?
  /// The source of the unit.
  public let scale: DepthScale

  /// Whether the unit is known. Otherwise the numbers are metres times an unknown factor: they show
  /// shapes, not sizes.
  public var isMetric: Bool { scale != .unknown }

  /// A map from depths in metres. Zero, negative and infinite values become NaN: all of them are
  /// ways in which devices write "nothing measured".
  public init(
    width: Int, height: Int, metres: [Float], confidence: [DepthConfidence]? = nil,
    scale: DepthScale = .caller
  ) {
    precondition(
      width > 0 && height > 0 && metres.count == width * height,
      "\(metres.count) samples for a \(width)×\(height) map")
    precondition(
      confidence == nil || confidence?.count == metres.count,
      "\(confidence?.count ?? 0) confidences for a \(width)×\(height) map")
    self.width = width
    self.height = height
    self.confidence = confidence
    self.scale = scale
    self.metres = Self.withoutEmptiness(metres)
  }

  /// A map from depths of which none is zero, negative or infinite.
  init(
    width: Int, height: Int, positive metres: [Float], confidence: [DepthConfidence]?,
    scale: DepthScale
  ) {
    self.width = width
    self.height = height
    self.metres = metres
    self.confidence = confidence
    self.scale = scale
  }

  /// The depth at a pixel, NaN where nothing was measured.
  public subscript(column: Int, row: Int) -> Float { metres[row * width + column] }

  /// The map with every depth multiplied by a positive factor.
  public func scaled(by factor: Double) -> DepthMap {
    precondition(factor > 0 && factor.isFinite, "depths can't be multiplied by \(factor)")
    return DepthMap(
      width: width, height: height, metres: metres.map { $0 * Float(factor) },
      confidence: confidence, scale: scale)
  }

  /// The depths with NaN for everything that is none. Most maps hold nothing of the kind and are
  /// taken as they are: comparing is four times as fast as copying.
  private static func withoutEmptiness(_ metres: [Float]) -> [Float] {
    var others: UInt32 = 0
    for depth in metres { others |= (depth <= 0 ? 1 : 0) | (depth == .infinity ? 1 : 0) }
    guard others != 0 else { return metres }
    return metres.map { $0 > 0 && $0.isFinite ? $0 : .nan }
  }
}
