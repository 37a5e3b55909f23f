internal import PoseGeometry

extension LensDistortion {
  /// The five coefficients, k1 k2 p1 p2 k3, of RealSense's own variants of Brown–Conrady.
  public struct RealSense: Sendable, Equatable {
    private let plain: BrownConrady

    /// k1 k2 p1 p2 k3.
    public var coefficients: [Double] { Array(plain.coefficients.prefix(Self.count)) }

    private static let count = 5

    /// The variant of five coefficients; `nil` for another count, and when one isn't finite.
    public init?(_ coefficients: [Double]) {
      guard coefficients.count == Self.count, let plain = BrownConrady(coefficients) else {
        return nil
      }
      self.init(plain)
    }

    private init(_ plain: BrownConrady) { self.plain = plain }

    /// The lens of the upright picture.
    func oriented(_ orientation: ImageOrientation) -> RealSense {
      RealSense(plain.oriented(orientation))
    }

    // MARK: Modified

    /// The distorted point of an ideal one by "Modified Brown Conrady"; `nil` beyond the reach.
    func modified(_ ideal: SIMD2<Double>) -> SIMD2<Double>? {
      ideal.length <= plain.reach ? value(at: ideal) : nil
    }

    /// The inverse of `modified`, by Newton's method, its slopes being differences; `nil` when that
    /// doesn't converge or leaves the range.
    func modifiedInverse(_ value: SIMD2<Double>) -> SIMD2<Double>? {
      let step = 1e-6
      return plain.solve(for: value) { point in
        let here = self.value(at: point)
        return (
          here, (self.value(at: point + SIMD2(step, 0)) - here) / step,
          (self.value(at: point + SIMD2(0, step)) - here) / step
        )
      }
    }

    private func value(at point: SIMD2<Double>) -> SIMD2<Double> {
      let r2 = (point * point).sum()
      let scaled = point * plain.radial(r2)
      // librealsense takes the scaled x and y but the radius of the point itself.
      return scaled + plain.tangential(scaled, r2)
    }

    // MARK: Inverse

    /// The distorted point of an ideal one by "Inverse Brown Conrady"; `nil` without convergence.
    func inverse(_ ideal: SIMD2<Double>) -> SIMD2<Double>? { plain.undistorted(ideal) }

    /// The ideal point that "Inverse Brown Conrady" puts at `point`; `nil` beyond the reach, which is
    /// the distorted point's here.
    func inverseInverse(_ point: SIMD2<Double>) -> SIMD2<Double>? { plain.distorted(point) }
  }
}
