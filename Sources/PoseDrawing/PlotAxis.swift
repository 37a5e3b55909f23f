/// An axis of a plot: which values lie where on the canvas, and the round ones among them.
struct PlotAxis: Sendable {
  /// The values at both ends.
  let range: ClosedRange<Double>
  /// Round values within the range, rising, an even step apart.
  let ticks: [Double]
  /// The number of decimals that tell them apart.
  let decimals: Int
  /// The places of the ends on the canvas; falling for an axis that points up.
  private(set) var start = 0.0
  private(set) var end = 1.0

  /// Steps of 1, 2 or 5 times a power of ten, the smallest that make at most `most` of them.
  ///
  /// - Parameter isRounded: whether the ends move outwards to the next step.
  init(covering values: ClosedRange<Double>, most: Int, isRounded: Bool) {
    let length = values.upperBound - values.lowerBound
    precondition(length > 0 && length.isFinite && most > 0, "no axis from \(values)")
    for exponent in -9...15 {
      for digit in [1.0, 2, 5] {
        // Powers of ten are exact; their inverses are not.
        let (factor, divisor) = (digit * Self.power(exponent), Self.power(-exponent))
        let place = { (value: Double) in value * divisor / factor }
        let (low, high) = (place(values.lowerBound), place(values.upperBound))
        let (first, last) =
          isRounded
          ? (low.rounded(.down), high.rounded(.up)) : (low.rounded(.up), high.rounded(.down))
        guard isRounded ? last - first <= Double(most) : high - low <= Double(most) else {
          continue
        }
        ticks =
          first <= last
          ? stride(from: first, through: last, by: 1).map { $0 * factor / divisor } : []
        decimals = max(0, -exponent)
        range = isRounded ? first * factor / divisor...last * factor / divisor : values
        return
      }
    }
    (range, ticks, decimals) = (values, [], 0)
  }

  /// The same axis between two places on the canvas.
  func placed(from start: Double, to end: Double) -> Self {
    var axis = self
    (axis.start, axis.end) = (start, end)
    return axis
  }

  /// The place of a value on the canvas.
  func place(of value: Double) -> Double {
    start + (value - range.lowerBound) / (range.upperBound - range.lowerBound) * (end - start)
  }

  /// The labels of the ticks.
  var labels: [String] { ticks.map { DrawnText.fixed($0, decimals: decimals) } }

  /// Ten to a power, 1 for a negative one.
  private static func power(_ exponent: Int) -> Double {
    (0..<max(exponent, 0)).reduce(1.0) { value, _ in value * 10 }
  }
}
