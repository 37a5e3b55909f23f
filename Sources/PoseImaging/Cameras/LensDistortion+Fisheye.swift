import PoseSystem
internal import PoseGeometry

extension LensDistortion {
  /// Kannala–Brandt's polynomial of the angle from the axis, θ(1 + k1θ² + k2θ⁴ + k3θ⁶ + k4θ⁸) (OpenCV
  /// `fisheye`, "Detailed Description"; RealSense's "Kannala Brandt4").
  public struct Fisheye: Sendable, Equatable {
    private let k: SIMD4<Double>
    /// Up to which angle the formula grows with the angle: beyond it lies no picture.
    private let reach: Double

    /// k1 k2 k3 k4.
    public var coefficients: [Double] { k.indices.map { k[$0] } }

    /// The polynomial of four coefficients; `nil` for another count, and when one isn't finite.
    public init?(_ coefficients: [Double]) {
      guard coefficients.count == 4, coefficients.allSatisfy(\.isFinite) else { return nil }
      let k = SIMD4(coefficients)
      self.k = k
      reach = LensDistortion.reach(upTo: .pi / 2) { Self.radius(k, $0) }
    }

    /// The distorted position of the point that a pinhole camera would put at `ideal`, in
    /// normalised coordinates; `nil` for a point outside its circle.
    func distorted(_ ideal: SIMD2<Double>) -> SIMD2<Double>? {
      let radius = ideal.length
      let angle = atan(radius)
      guard angle <= reach else { return nil }
      return radius > 1e-12 ? ideal * (Self.radius(k, angle) / radius) : ideal
    }

    /// The inverse of `distorted`; `nil` where no ideal point is seen.
    func undistorted(_ point: SIMD2<Double>) -> SIMD2<Double>? {
      let radius = point.length
      guard radius > 1e-12 else { return point }
      guard radius <= Self.radius(k, reach),
        let angle = LensDistortion.solve(for: radius, upTo: reach, { Self.radius(k, $0) }),
        angle < 0.999 * .pi / 2
      else { return nil }
      return point * (tan(angle) / radius)
    }

    private static func radius(_ k: SIMD4<Double>, _ angle: Double) -> Double {
      let a2 = angle * angle
      return angle * (1 + a2 * (k[0] + a2 * (k[1] + a2 * (k[2] + a2 * k[3]))))
    }
  }
}
