#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

internal import Geometry

extension LensDistortion {
  /// Where the lens puts the point that a pinhole camera would put at `ideal`, in normalised
  /// coordinates; `nil` for a point that the lens can't see or whose place the formula doesn't know.
  func distorted(_ ideal: SIMD2<Double>) -> SIMD2<Double>? {
    let radius = ideal.length
    switch model {
    case .brownConrady: return radius <= reach ? brownConrady(ideal) : nil
    case .realSenseModified: return radius <= reach ? modifiedBrownConrady(ideal) : nil
    case .realSenseInverse:
      return brownConradyInverse(ideal)
    case .fisheye:
      let angle = atan(radius)
      guard angle <= reach else { return nil }
      return radius > 1e-12 ? ideal * (fisheyeRadius(angle) / radius) : ideal
    case .radialTable: return ideal
    }
  }

  /// The inverse of `distorted`; NaN where no ideal point is seen.
  func undistorted(_ point: SIMD2<Double>) -> SIMD2<Double> {
    let nowhere = SIMD2(repeating: Double.nan)
    switch model {
    case .brownConrady: return brownConradyInverse(point) ?? nowhere
    case .realSenseModified: return modifiedBrownConradyInverse(point) ?? nowhere
    case .realSenseInverse: return point.length <= reach ? brownConrady(point) : nowhere
    case .fisheye:
      let radius = point.length
      guard radius > 1e-12 else { return point }
      guard radius <= fisheyeRadius(reach),
        let angle = Self.solve(for: radius, upTo: reach, fisheyeRadius), angle < 0.999 * .pi / 2
      else { return nowhere }
      return point * (tan(angle) / radius)
    case .radialTable: return point
    }
  }

  // MARK: The formulas

  private func brownConrady(_ point: SIMD2<Double>) -> SIMD2<Double> {
    let r2 = (point * point).sum()
    return point * radial(r2) + tangential(point, r2)
  }

  private func modifiedBrownConrady(_ point: SIMD2<Double>) -> SIMD2<Double> {
    let r2 = (point * point).sum()
    let scaled = point * radial(r2)
    // librealsense takes the scaled x and y but the radius of the point itself.
    return scaled + tangential(scaled, r2)
  }

  private func radial(_ r2: Double) -> Double { Self.radial(polynomial, r2) }

  private static func radial(_ k: SIMD8<Double>, _ r2: Double) -> Double {
    let numerator = 1 + r2 * (k[0] + r2 * (k[1] + r2 * k[4]))
    let denominator = 1 + r2 * (k[5] + r2 * (k[6] + r2 * k[7]))
    return numerator / denominator
  }

  private func tangential(_ point: SIMD2<Double>, _ r2: Double) -> SIMD2<Double> {
    let (x, y, p1, p2) = (point.x, point.y, polynomial[2], polynomial[3])
    return SIMD2(
      2 * p1 * x * y + p2 * (r2 + 2 * x * x), p1 * (r2 + 2 * y * y) + 2 * p2 * x * y)
  }

  private func fisheyeRadius(_ angle: Double) -> Double { Self.fisheyeRadius(polynomial, angle) }

  private static func fisheyeRadius(_ k: SIMD8<Double>, _ angle: Double) -> Double {
    let a2 = angle * angle
    return angle * (1 + a2 * (k[0] + a2 * (k[1] + a2 * (k[2] + a2 * k[3]))))
  }

  // MARK: Range and inversion

  /// The first radius at which the formula stops growing; beyond it the picture would fold back.
  /// Ten times the focal length is farther out than any lens sees.
  static func reach(of model: Model, _ polynomial: SIMD8<Double>) -> Double {
    let isFisheye = model == .fisheye
    let end = isFisheye ? Double.pi / 2 : 10
    let steps = 2000
    var before = 0.0
    for step in 1...steps {
      let radius = end * Double(step) / Double(steps)
      let next =
        isFisheye
        ? fisheyeRadius(polynomial, radius) : radius * radial(polynomial, radius * radius)
      guard next > before else { return end * Double(step - 1) / Double(steps) }
      before = next
    }
    return end
  }

  /// The point that `brownConrady` takes to a value, by Newton's method; `nil` when that doesn't
  /// converge or leaves the range.
  private func brownConradyInverse(_ value: SIMD2<Double>) -> SIMD2<Double>? {
    let k = polynomial
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

  /// The inverse of `modifiedBrownConrady`, likewise; its slopes are differences.
  private func modifiedBrownConradyInverse(_ value: SIMD2<Double>) -> SIMD2<Double>? {
    let step = 1e-6
    return solve(for: value) { point in
      let here = modifiedBrownConrady(point)
      return (
        here, (modifiedBrownConrady(point + SIMD2(step, 0)) - here) / step,
        (modifiedBrownConrady(point + SIMD2(0, step)) - here) / step
      )
    }
  }

  /// The point at which a formula has a value. The formula gives its value and its slopes over x and
  /// over y.
  @inline(__always)
  private func solve(
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

  /// Where a function that grows from 0 has a value, by Newton's method with halving where that
  /// leaves the bounds; `nil` when it doesn't get there.
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
