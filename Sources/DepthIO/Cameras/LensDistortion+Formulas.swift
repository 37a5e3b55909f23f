#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension LensDistortion {
  /// Where the lens puts the point that a pinhole camera would put at `ideal`, in normalised
  /// coordinates; `nil` for a point that the lens can't see or whose place the formula doesn't know.
  func distorted(_ ideal: SIMD2<Double>) -> SIMD2<Double>? {
    let radius = ideal.length
    switch model {
    case .brownConrady: return radius <= reach ? brownConrady(ideal) : nil
    case .realSenseModified: return radius <= reach ? modifiedBrownConrady(ideal) : nil
    case .realSenseInverse:
      guard let point = Self.solve(brownConrady, for: ideal), point.length <= reach else {
        return nil
      }
      return point
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
    case .brownConrady, .realSenseModified:
      let formula = model == .brownConrady ? brownConrady : modifiedBrownConrady
      guard let ideal = Self.solve(formula, for: point), ideal.length <= reach else {
        return nowhere
      }
      return ideal
    case .realSenseInverse: return point.length <= reach ? brownConrady(point) : nowhere
    case .fisheye:
      let radius = point.length
      guard radius > 1e-12 else { return point }
      guard radius <= fisheyeRadius(reach) else { return nowhere }
      let angle = fisheyeAngle(radius)
      return angle < 0.999 * .pi / 2 ? point * (tan(angle) / radius) : nowhere
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

  /// The angle from the axis at a radius of the picture, by halving: the radius grows up to `reach`.
  private func fisheyeAngle(_ radius: Double) -> Double {
    var (low, high) = (0.0, reach)
    for _ in 0..<54 {
      let middle = (low + high) / 2
      if fisheyeRadius(middle) < radius { low = middle } else { high = middle }
    }
    return (low + high) / 2
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

  /// The point at which `formula` has a value, by Newton's method from the value itself; `nil` when
  /// that doesn't get to within 1e-10, a ten-millionth of a pixel.
  private static func solve(
    _ formula: (SIMD2<Double>) -> SIMD2<Double>, for value: SIMD2<Double>
  ) -> SIMD2<Double>? {
    let step = 1e-6
    var point = value
    for _ in 0..<25 {
      let here = formula(point)
      let error = here - value
      if error.length < 1e-10 { return point }
      let dx = (formula(point + SIMD2(step, 0)) - here) / step
      let dy = (formula(point + SIMD2(0, step)) - here) / step
      let determinant = dx.x * dy.y - dx.y * dy.x
      var move = SIMD2(dy.y * error.x - dy.x * error.y, dx.x * error.y - dx.y * error.x)
      move /= determinant
      // A step that leaves the neighbourhood, where the formula is steep or flat, is shortened.
      let limit = 0.5 * (1 + point.length)
      guard move.length.isFinite else { return nil }
      point -= move.length > limit ? move * (limit / move.length) : move
    }
    return nil
  }
}

extension SIMD2<Double> {
  var length: Double { (self * self).sum().squareRoot() }
}
