internal import PoseGeometry

extension LensDistortion {
  /// Brown–Conrady's polynomial with rational radial terms (OpenCV `calib3d`, "Detailed
  /// Description").
  public struct BrownConrady: Sendable, Equatable {
    /// k1 k2 p1 p2 k3 k4 k5 k6; 0 for those that were not given.
    let k: SIMD8<Double>
    /// Up to which radius the formula grows with the radius: beyond it lies no picture.
    let reach: Double

    /// The eight coefficients, k1 k2 p1 p2 k3 k4 k5 k6; those that were not given are 0.
    public var coefficients: [Double] { k.indices.map { k[$0] } }

    /// The polynomial of 4, 5 or 8 coefficients in OpenCV's order; `nil` for another count, and when
    /// one isn't finite.
    public init?(_ coefficients: [Double]) {
      guard [4, 5, 8].contains(coefficients.count), coefficients.allSatisfy(\.isFinite) else {
        return nil
      }
      var k = SIMD8<Double>.zero
      for (index, value) in coefficients.enumerated() { k[index] = value }
      self.init(k)
    }

    private init(_ k: SIMD8<Double>) {
      self.k = k
      // Ten times the focal length is farther out than any lens sees.
      reach = LensDistortion.reach(upTo: 10) { $0 * Self.radial(k, $0 * $0) }
    }

    /// The lens of the upright picture. The tangential terms are `2(d·x)x + |x|²d` with d = (p2, p1),
    /// which turns and mirrors as a direction does.
    func oriented(_ orientation: ImageOrientation) -> BrownConrady {
      let direction = orientation.upright(SIMD3(k[3], k[2], 0))
      var turned = k
      (turned[3], turned[2]) = (direction.x, direction.y)
      return BrownConrady(turned)
    }

    /// The distorted position of the point that a pinhole camera would put at `ideal`, in
    /// normalised coordinates; `nil` beyond the reach.
    func distorted(_ ideal: SIMD2<Double>) -> SIMD2<Double>? {
      ideal.length <= reach ? value(at: ideal) : nil
    }

    /// The formula itself.
    func value(at point: SIMD2<Double>) -> SIMD2<Double> {
      let r2 = (point * point).sum()
      return point * radial(r2) + tangential(point, r2)
    }

    func radial(_ r2: Double) -> Double { Self.radial(k, r2) }

    private static func radial(_ k: SIMD8<Double>, _ r2: Double) -> Double {
      let numerator = 1 + r2 * (k[0] + r2 * (k[1] + r2 * k[4]))
      let denominator = 1 + r2 * (k[5] + r2 * (k[6] + r2 * k[7]))
      return numerator / denominator
    }

    func tangential(_ point: SIMD2<Double>, _ r2: Double) -> SIMD2<Double> {
      let (x, y, p1, p2) = (point.x, point.y, k[2], k[3])
      return SIMD2(
        2 * p1 * x * y + p2 * (r2 + 2 * x * x), p1 * (r2 + 2 * y * y) + 2 * p2 * x * y)
    }

    /// The point that the formula takes to a value, by Newton's method; `nil` when that doesn't
    /// converge or leaves the range.
    func undistorted(_ value: SIMD2<Double>) -> SIMD2<Double>? {
      let k = self.k
      return solve(for: value) { point in
        let (x, y) = (point.x, point.y)
        let r2 = x * x + y * y
        let numerator = 1 + r2 * (k[0] + r2 * (k[1] + r2 * k[4]))
        let denominator = 1 + r2 * (k[5] + r2 * (k[6] + r2 * k[7]))
        let radial = numerator / denominator
        // Half of the radial term's slope over x is this times x.
        let slope =
          (k[0] + r2 * (2 * k[1] + r2 * 3 * k[4])
            - radial * (k[5] + r2 * (2 * k[6] + r2 * 3 * k[7]))) / denominator
        let mixed = 2 * (x * y * slope + k[2] * x + k[3] * y)
        return (
          point * radial + tangential(point, r2),
          SIMD2(radial + 2 * x * x * slope + 2 * k[2] * y + 6 * k[3] * x, mixed),
          SIMD2(mixed, radial + 2 * y * y * slope + 6 * k[2] * y + 2 * k[3] * x)
        )
      }
    }

    /// The point at which a formula has a value. The formula gives its value and its slopes over x
    /// and over y.
    @inline(__always)
    func solve(
      for value: SIMD2<Double>,
      _ formula: (SIMD2<Double>) -> (value: SIMD2<Double>, dx: SIMD2<Double>, dy: SIMD2<Double>)
    ) -> SIMD2<Double>? {
      var point = value
      for _ in 0..<25 {
        let (here, dx, dy) = formula(point)
        let error = here - value
        let determinant = dx.x * dy.y - dx.y * dy.x
        var move = SIMD2(dy.y * error.x - dy.x * error.y, dx.x * error.y - dx.y * error.x)
        move /= determinant
        let squared = (move * move).sum()
        guard squared.isFinite else { return nil }
        // A step that leaves the neighbourhood, where the formula is steep or flat, is shortened.
        let limit = 0.25 * (1 + (point * point).sum())
        point -= squared > limit ? move * (limit / squared).squareRoot() : move
        // The next step would be as long as this one squared.
        if squared < 1e-12 { return (point * point).sum() <= reach * reach ? point : nil }
      }
      return nil
    }
  }

  /// The first place at which a function that starts at 0 stops growing, in two thousand steps: beyond
  /// it a lens would fold the picture back. `end` when it grows all the way.
  static func reach(upTo end: Double, _ function: (Double) -> Double) -> Double {
    let steps = 2000
    var before = 0.0
    for step in 1...steps {
      let next = function(end * Double(step) / Double(steps))
      guard next > before else { return end * Double(step - 1) / Double(steps) }
      before = next
    }
    return end
  }

  /// The argument at which a function that grows from 0 has a value, by Newton's method with
  /// halving where that leaves the bounds; `nil` if it doesn't converge.
  @inline(__always)
  static func solve(
    for value: Double, upTo end: Double, _ function: (Double) -> Double
  ) -> Double? {
    var (low, high) = (0.0, end)
    var place = min(value, end)
    let step = 1e-7 * end
    for _ in 0..<60 {
      let error = function(place) - value
      if abs(error) < 1e-12 * (1 + value) { return place }
      if error < 0 { low = place } else { high = place }
      let slope = (function(place + step) - value - error) / step
      let next = place - error / slope
      place = next > low && next < high ? next : (low + high) / 2
    }
    return nil
  }
}
