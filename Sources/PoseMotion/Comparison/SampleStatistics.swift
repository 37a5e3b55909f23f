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
  /// The value beyond which a share of the distribution lies, on both sides of 0 together.
  ///
  /// By Hill's approximation (Hill 1970, Student's t-quantiles, Comm. ACM 13, 619–620): within 0.2 %
  /// from 1.8 degrees of freedom on, between 1 and 1.8 up to 13 % too large.
  ///
  /// - Parameters:
  ///   - p: the share, more than 0 and up to 0.1.
  ///   - freedom: the degrees of freedom, at least 1, not necessarily whole; infinity is the normal distribution.
  static func limit(beyond p: Double, freedom: Double) -> Double {
    precondition(freedom >= 1, "degrees of freedom below 1")
    precondition(p > 0 && p <= 0.1, "a share of \(p)")
    let normal = -normalLimit(beyond: p)
    guard freedom < 1e6 else { return -normal }
    let n = freedom
    let largest = 1 / tan(p * .pi / 2)
    if n == 1 { return largest }
    if n == 2 { return (2 / (p * (2 - p)) - 2).squareRoot() }
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
    return min((n * y).squareRoot(), largest)
  }

  /// The same of the normal distribution, by Newton's method on its complementary error function.
  private static func normalLimit(beyond p: Double) -> Double {
    var x = 2.0
    for _ in 0..<20 {
      let step = (erfc(x / 2.0.squareRoot()) - p) / ((2 / Double.pi).squareRoot() * exp(-x * x / 2))
      x += step
      if abs(step) < 1e-14 { break }
    }
    return x
  }
}
