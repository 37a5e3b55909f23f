internal import PoseGeometry

/// A curve through samples at uneven times: cubics between them, with the slopes of `ParabolaSlope` at
/// the samples (on an even grid: Catmull and Rom's).
struct CubicInterpolation {
  private let times: [Double]
  private let values: [Vector3]
  private let slopes: [Vector3]

  /// A curve through at least two samples at rising times.
  init(times: [Double], values: [Vector3]) {
    (self.times, self.values) = (times, values)
    slopes = ParabolaSlope.slopes(of: values, at: times)
  }

  /// The curve at rising times; before the first and after the last sample it stays where they are.
  func values(at moments: [Double]) -> [Vector3] {
    var interval = 0
    return moments.map { moment in
      while interval + 2 < times.count, times[interval + 1] <= moment { interval += 1 }
      return value(at: moment, after: interval)
    }
  }

  /// Hermite's cubic between two samples.
  private func value(at moment: Double, after k: Int) -> Vector3 {
    let step = times[k + 1] - times[k]
    let s = (moment - times[k]) / step
    if s <= 0 { return values[k] }
    if s >= 1 { return values[k + 1] }
    let (from, to) = (slopes[k] * step, slopes[k + 1] * step)
    let change = values[k + 1] - values[k]
    let square = 3 * change - 2 * from - to
    let cube = from + to - 2 * change
    return values[k] + s * (from + s * (square + s * cube))
  }
}
