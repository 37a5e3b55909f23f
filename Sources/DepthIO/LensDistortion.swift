/// Brown–Conrady lens distortion with rational radial terms, in OpenCV's order and formula
/// (OpenCV `calib3d`, "Detailed Description": k1 k2 p1 p2 k3 k4 k5 k6).
///
/// Coordinates are those of the normalised picture, x/z and y/z.
public struct LensDistortion: Sendable, Equatable {
  /// k1 k2 p1 p2 k3 k4 k5 k6; those not given are 0.
  public let coefficients: [Double]

  /// A distortion from 4, 5 or 8 coefficients in OpenCV's order; `nil` for another count.
  public init?(coefficients: [Double]) {
    guard [4, 5, 8].contains(coefficients.count) else { return nil }
    self.coefficients = coefficients + Array(repeating: 0, count: 8 - coefficients.count)
  }

  /// Where the lens puts a point that a pinhole camera would put at `point`.
  public func distorted(_ point: SIMD2<Double>) -> SIMD2<Double> {
    let (radial, tangential) = terms(at: point)
    return point * radial + tangential
  }

  /// The inverse of `distorted`, by fixed-point iteration; the point that a pinhole camera would
  /// have seen. Ten steps reach 1e-9 for the lenses of depth cameras and phones.
  public func undistorted(_ point: SIMD2<Double>) -> SIMD2<Double> {
    var ideal = point
    for _ in 0..<20 {
      let (radial, tangential) = terms(at: ideal)
      ideal = (point - tangential) / radial
    }
    return ideal
  }

  private func terms(at point: SIMD2<Double>) -> (radial: Double, tangential: SIMD2<Double>) {
    let k = coefficients
    let (x, y) = (point.x, point.y)
    let r2 = x * x + y * y
    let numerator = 1 + r2 * (k[0] + r2 * (k[1] + r2 * k[4]))
    let denominator = 1 + r2 * (k[5] + r2 * (k[6] + r2 * k[7]))
    let tangential = SIMD2(
      2 * k[2] * x * y + k[3] * (r2 + 2 * x * x),
      k[2] * (r2 + 2 * y * y) + 2 * k[3] * x * y)
    return (numerator / denominator, tangential)
  }
}
