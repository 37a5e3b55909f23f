extension MotionMeasures.Value {
  /// Left less right as a fraction of their mean, with the sigma that both have if they err by
  /// themselves; `nil` where the mean isn't above 0.
  ///
  /// Of 2(a − b)/(a + b) the slopes are 4b/(a + b)² and −4a/(a + b)².
  static func asymmetry(of left: Self, and right: Self) -> Self? {
    let sum = left.value + right.value
    guard sum > 0 else { return nil }
    let sigma = left.sigma.flatMap { first in
      right.sigma.map { second in
        let slopes = (4 * right.value * first, 4 * left.value * second)
        return (slopes.0 * slopes.0 + slopes.1 * slopes.1).squareRoot() / (sum * sum)
      }
    }
    return Self(2 * (left.value - right.value) / sum, sigma: sigma)
  }
}
