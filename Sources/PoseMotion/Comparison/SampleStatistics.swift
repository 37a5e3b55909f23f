internal import Foundation

extension [Double] {
  /// The mean of at least one value.
  var mean: Double { reduce(0, +) / Double(count) }

  /// The standard deviation of at least two values, by `count − 1`.
  var standardDeviation: Double {
    let mean = mean
    return (reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count - 1)).squareRoot()
  }

  /// The root mean square of sigmas; `nil` if there are none, or one is unknown.
  static func rootMeanSquare(_ sigmas: [Double?]) -> Double? {
    let known = sigmas.compactMap { $0 }
    guard known.count == sigmas.count, !known.isEmpty else { return nil }
    return (known.reduce(0) { $0 + $1 * $1 } / Double(known.count)).squareRoot()
  }
}

/// Student's distribution.
enum StudentT {
  /// The value that 95 % of the distribution lie within, on both sides of 0.
  ///
  /// By Hill's approximation (Hill 1970, Student's t-quantiles, Comm. ACM 13, 619–620): within 0.2 %
  /// from 1.8 degrees of freedom on, between 1 and 1.8 up to 5 % too large.
  ///
  /// - Parameter freedom: the degrees of freedom, at least 1, not necessarily whole; infinity is the
  ///   normal distribution.
  static func limit95(freedom: Double) -> Double {
    precondition(freedom >= 1, "degrees of freedom below 1")
    let normal = -1.959963984540054
    guard freedom < 1e6 else { return -normal }
    let (n, p) = (freedom, 0.05)
    if n == 1 { return 12.706204736174698 }
    if n == 2 { return 4.302652729696142 }
    let a = 1 / (n - 0.5)
    let b = 48 / (a * a)
    var c = ((20_700 * a / b - 98) * a - 16) * a + 96.36
    let d = ((94.5 / (b + c) - 3) / b + 1) * (a * Double.pi / 2).squareRoot() * n
    var y = pow(d * p, 2 / n)
    if y > 0.05 + a {
      let x = normal
      y = x * x
      if n < 5 { c += 0.3 * (n - 4.5) * (x + 0.6) }
      c += (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b
      y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x
      y = a * y * y
      y = y > 0.002 ? exp(y) - 1 : 0.5 * y * y + y
    } else {
      let inner = 1 / (((n + 6) / (n * y) - 0.089 * d - 0.822) * (n + 2) * 3) + 0.5 / (n + 4)
      y = (inner * y - 1) * (n + 1) / (n + 2) + 1 / y
    }
    // Just above 1 the approximation is beyond the limit of 1.
    return min((n * y).squareRoot(), 12.706204736174698)
  }
}
