internal import PoseGeometry
import PoseSystem

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

extension LensDistortion {
  /// A phone's distortion (`AVCameraCalibrationData.h`).
  ///
  /// At r of the way from `center` to the picture's farthest corner, a point p of the ideal picture is
  /// seen at c + (1 + m)(p − c), where m is read from `magnifications` at r, its values evenly spaced
  /// from 0 to 1. `inverse` leads back in the same way; without it the table is inverted numerically.
  public struct RadialTable: Sendable, Equatable {
    /// The magnifications from the centre to the farthest corner, two or more, each above −1.
    public let magnifications: [Double]
    /// The magnifications back; `nil` when there are none.
    public let inverse: [Double]?
    /// The centre in pixels of the size that the camera is for, 0 being the centre of the top-left
    /// pixel.
    public let center: SIMD2<Double>
    /// The distance from the centre at which the table ends, in pixels; `nil` for that of the image's farthest corner.
    private let reach: Double?

    /// Whether a table can be centred there: farther off than any picture is large it has lost its
    /// decimals.
    package static func isCenter(_ place: SIMD2<Double>) -> Bool {
      max(abs(place.x), abs(place.y)) <= 1e9
    }

    /// A table; `nil` for fewer than two values, for one that isn't finite or not above −1, and for a
    /// centre a thousand million pixels off.
    public init?(_ magnifications: [Double], inverse: [Double]? = nil, center: SIMD2<Double>) {
      let values = magnifications + (inverse ?? [])
      guard magnifications.count >= 2, inverse.map({ $0.count >= 2 }) ?? true,
        values.allSatisfy({ $0.isFinite && $0 > -1 }), Self.isCenter(center)
      else { return nil }
      self.init(checked: magnifications, inverse, center)
    }

    private init(
      checked values: [Double], _ inverse: [Double]?, _ center: SIMD2<Double>,
      reach: Double? = nil
    ) {
      magnifications = values
      self.inverse = inverse
      self.center = center
      self.reach = reach
    }

    /// The same table about the centre's place in a whole image of another size, or turned.
    func with(center: SIMD2<Double>, scale: Double) -> RadialTable {
      RadialTable(checked: magnifications, inverse, center, reach: reach.map { $0 * scale })
    }

    /// The table of a part of an image of a size, whose first pixel is at a place.
    func cropped(from corner: SIMD2<Double>, width: Int, height: Int) -> RadialTable {
      RadialTable(
        checked: magnifications, inverse, center - corner,
        reach: cornerDistance(width: width, height: height))
    }

    /// The distorted position of a point of the ideal image; pixels of an image of this size.
    func distorted(_ ideal: SIMD2<Double>, width: Int, height: Int) -> SIMD2<Double> {
      moved(ideal, by: magnifications, width: width, height: height)
    }

    /// The point of the ideal picture that is seen at a pixel; NaN when the table folds the picture
    /// over and no inverse table is given.
    func undistorted(_ pixel: SIMD2<Double>, width: Int, height: Int) -> SIMD2<Double> {
      if let inverse { return moved(pixel, by: inverse, width: width, height: height) }
      let offset = pixel - center
      let seen = offset.length
      guard seen > 1e-9 else { return pixel }
      // r(1 + m(r)) is sought at `seen`; with sound tables it grows all the way.
      let corner = cornerDistance(width: width, height: height)
      let radius = LensDistortion.solve(for: seen, upTo: 4 * max(seen, corner)) {
        $0 * (1 + Self.magnification(magnifications, at: $0 / corner))
      }
      guard let radius else { return SIMD2(repeating: .nan) }
      return center + offset * (radius / seen)
    }

    private func moved(
      _ point: SIMD2<Double>, by table: [Double], width: Int, height: Int
    ) -> SIMD2<Double> {
      let offset = point - center
      let share = offset.length / cornerDistance(width: width, height: height)
      return center + offset * (1 + Self.magnification(table, at: share))
    }

    /// The distance from the centre to the farthest corner of the picture, which is half a pixel
    /// beyond the centre of its last pixel.
    private func cornerDistance(width: Int, height: Int) -> Double {
      if let reach { return reach }
      let x = max(center.x + 0.5, Double(width) - 0.5 - center.x)
      let y = max(center.y + 0.5, Double(height) - 0.5 - center.y)
      return SIMD2(x, y).length
    }

    /// A table's value between its entries, and its last value beyond the corner.
    private static func magnification(_ table: [Double], at share: Double) -> Double {
      let position = share * Double(table.count - 1)
      guard position < Double(table.count - 1) else { return table[table.count - 1] }
      let index = Int(position)
      return table[index] + (position - Double(index)) * (table[index + 1] - table[index])
    }
  }
}
