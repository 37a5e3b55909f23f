public import PoseGeometry
public import PoseImaging
public import Pose3D
internal import Kinematics
internal import PoseSystem

/// Follows the rotation of a camera by what stands still before it: each image is registered to the
/// first one, people left out.
///
/// The model is a rotation about the optical centre, with a gain and an offset of the brightness. It is
/// found by the inverse compositional algorithm (Baker and Matthews 2004) from coarse to fine. Pixels of
/// high gradient count, each by Tukey's biweight: what moves in the background is an outlier. A shift of
/// the camera is seen as a rotation, as far as the background's distance makes it one.
public struct BackgroundTracker: Sendable {
  /// The rotation of a camera against the first image.
  public struct Rotation: Sendable, Equatable {
    /// Rotation vector in radians, in the camera's axes: it turns directions of the first image's
    /// camera frame into those of this image's.
    public var vector: Vector3
    /// The share of the pixels that fit.
    public var inlierShare: Double

    /// A rotation.
    public init(vector: Vector3, inlierShare: Double = 1) {
      (self.vector, self.inlierShare) = (vector, inlierShare)
    }
  }

  private let camera: Camera
  private var reference: Reference?
  private var last = PoseGeometry.Rotation.identity
  /// The median of the residuals of images that were registered, in grey levels; `nil` before the
  /// first one.
  private var usualResidual: Double?

  /// Images are reduced to about this many pixels along their longer side; chosen: a hundredth of a
  /// degree is a twentieth of a pixel then.
  private static let longerSide = 320
  /// Levels of the pyramid, each half as large as the one below; the last has about 40 pixels.
  private static let levels = 4
  /// The smallest share of pixels that fit, the smallest number, and of 16 parts of the image how many have
  /// some, at least; chosen. A single thing before a bare wall may be a person who isn't found.
  private static let minimum = (share: 0.4, count: 60, coverage: 6)
  /// The weight of an image's residual in the usual one; chosen.
  private static let memory = 0.05
  /// The largest median residual as a share of the background's own contrast: that of two images which have
  /// nothing in common is about 1.4. A chosen value.
  private static let largestResidual = 0.5
  /// Residuals above this multiple of the usual one begin a search over the whole range.
  private static let worse = 1.5
  /// The range of that search on the coarsest level, in pixels: about 15° of a field of view of 60°.
  private static let reach = 10

  /// A tracker without an image.
  ///
  /// - Parameter camera: at the size of the images.
  public init(camera: Camera) { self.camera = camera }

  /// The rotation of the camera at an image against the first one.
  ///
  /// - Parameters:
  ///   - image: of the camera's size.
  ///   - people: whose surroundings don't count.
  /// - Returns: `nil` where too little of the background is seen or fits.
  public mutating func add(_ image: ColorImage, people: [Pose2D]) -> Rotation? {
    add(image, covered: people.compactMap(CoveredPart.init(boxOf:)))
  }

  /// The same with the parts of the image that don't count.
  private mutating func add(_ image: ColorImage, covered: [CoveredPart]) -> Rotation? {
    precondition(
      image.width == camera.width && image.height == camera.height, "an image of the camera's size")
    let factor = Self.factor(of: image)
    let pyramid = Self.pyramid(image, factor: factor)
    guard let reference else {
      let first = Reference(pyramid, camera, factor: factor, covered: covered)
      guard first.levels[0].points.count >= Self.minimum.count,
        first.coverage(camera) >= Self.minimum.coverage
      else { return nil }
      reference = first
      return Rotation(vector: .zero)
    }
    var found = reference.registered(pyramid, from: last, levels: [2, 1, 0], covered: covered)
    if found.map({ $0.residual > Self.worse * (usualResidual ?? 0) }) ?? true {
      let start = reference.search(pyramid[Self.levels - 1], covered: covered, reach: Self.reach)
      let other = reference.registered(
        pyramid, from: start, levels: [3, 2, 1, 0], covered: covered)
      if let other, other.residual < found?.residual ?? .infinity { found = other }
    }
    guard let found, found.share >= Self.minimum.share,
      found.residual < Self.largestResidual * found.contrast
    else { return nil }
    last = found.rotation
    let before = usualResidual ?? found.residual
    usualResidual = before + Self.memory * (min(found.residual, 2 * before) - before)
    return Rotation(vector: found.rotation.rotationVector, inlierShare: found.share)
  }

  // MARK: One of several references

  /// An image, reduced for registering.
  struct View: Sendable {
    fileprivate let pyramid: [Plane]
    let factor: Int
    let covered: [CoveredPart]

    /// The reduced image: grey levels row by row.
    var grey: (width: Int, values: [Float]) { (pyramid[0].width, pyramid[0].values) }

    /// - Parameter covered: the parts that don't count.
    init(_ image: ColorImage, covered: [CoveredPart]) {
      factor = BackgroundTracker.factor(of: image)
      pyramid = BackgroundTracker.pyramid(image, factor: factor)
      self.covered = covered
    }
  }

  /// A tracker whose first image is a view; `nil` where that has too little background.
  init?(camera: Camera, first view: View) {
    self.camera = camera
    let first = Reference(view.pyramid, camera, factor: view.factor, covered: view.covered)
    guard first.levels[0].points.count >= Self.minimum.count,
      first.coverage(camera) >= Self.minimum.coverage
    else { return nil }
    reference = first
  }

  /// A rotation that is expected, and one standard deviation of it about any axis in radians.
  typealias Expectation = (rotation: PoseGeometry.Rotation, sigma: Double)

  /// The rotation from the first image's camera frame into that of a view; `nil` where too little fits.
  ///
  /// - Parameter isFar: whether the view may be farther from what is expected than a few pixels.
  /// - Returns: the rotation, its variance about the axis about which the background shows the least in square radians,
  ///   the logarithm of the image's scale, and the median of the residuals as a share of the background's contrast.
  func rotation(
    of view: View, near expected: Expectation, isFar: Bool
  ) -> (rotation: PoseGeometry.Rotation, variance: Double, zoom: Double, residual: Double)? {
    guard
      let found = reference?.registered(
        view.pyramid, from: expected.rotation, levels: isFar ? [3, 2, 1, 0] : [2, 1, 0],
        covered: view.covered, prior: expected),
      found.share >= Self.minimum.share, found.residual < Self.largestResidual * found.contrast
    else { return nil }
    return (found.rotation, found.variance, found.zoom, found.residual / found.contrast)
  }

  // MARK: Pyramid

  private static func factor(of image: ColorImage) -> Int {
    max(
      1, Int((Double(max(image.width, image.height)) / Double(longerSide)).rounded()))
  }

  /// A grey image.
  fileprivate struct Plane: Sendable {
    var width: Int
    var height: Int
    var values: [Float]

    /// The value between four pixels, bilinear; `nil` outside.
    @inline(__always)
    func value(at place: SIMD2<Double>) -> Float? {
      guard place.x >= 0, place.y >= 0, place.x < Double(width - 1), place.y < Double(height - 1)
      else { return nil }
      let (x, y) = (Int(place.x), Int(place.y))
      let (fx, fy) = (Float(place.x - Double(x)), Float(place.y - Double(y)))
      let index = y * width + x
      let upper = values[index] + fx * (values[index + 1] - values[index])
      let lower =
        values[index + width] + fx * (values[index + width + 1] - values[index + width])
      return upper + fy * (lower - upper)
    }
  }

  private static func pyramid(_ image: ColorImage, factor: Int) -> [Plane] {
    var planes = [reduced(image, factor: factor)]
    while planes.count < levels, let last = planes.last { planes.append(halved(last)) }
    return planes
  }

  /// The means of squares of pixels.
  private static func reduced(_ image: ColorImage, factor: Int) -> Plane {
    let (width, height) = (image.width / factor, image.height / factor)
    var values = [Float](repeating: 0, count: width * height)
    let scale = 1 / Float(4 * factor * factor)
    image.pixels.withUnsafeBufferPointer { pixels in
      for y in 0..<height {
        for x in 0..<width {
          var sum = 0
          for row in y * factor..<(y + 1) * factor {
            var place = 3 * (row * image.width + x * factor)
            for _ in 0..<factor {
              sum += Int(pixels[place]) + 2 * Int(pixels[place + 1]) + Int(pixels[place + 2])
              place += 3
            }
          }
          values[y * width + x] = Float(sum) * scale
        }
      }
    }
    return Plane(width: width, height: height, values: values)
  }

  private static func halved(_ plane: Plane) -> Plane {
    let (width, height) = (plane.width / 2, plane.height / 2)
    var values = [Float](repeating: 0, count: width * height)
    for y in 0..<height {
      for x in 0..<width {
        let place = 2 * y * plane.width + 2 * x
        values[y * width + x] =
          (plane.values[place] + plane.values[place + 1] + plane.values[place + plane.width]
            + plane.values[place + plane.width + 1]) / 4
      }
    }
    return Plane(width: width, height: height, values: values)
  }
}

/// The first image, prepared for registration.
private struct Reference: Sendable {
  /// A pixel that others are registered to.
  struct Point: Sendable {
    /// The direction in the camera's frame.
    var ray: Vector3
    /// The grey value.
    var value: Double
    /// The derivatives of the value by a rotation vector of the camera.
    var slope: Vector3
    /// The derivative of the value by the logarithm of the image's scale.
    var zoomSlope: Double
  }

  /// The pixels of one level of the pyramid, with the number of the image's pixels in one of its.
  struct Level: Sendable {
    var factor: Double
    var points: [Point]
  }

  let camera: Camera
  let levels: [Level]

  /// The squares in which at most two pixels count, in pixels of each level.
  private static let cells = [8, 4, 2, 1]
  /// The smallest gradient of a pixel that counts, in grey levels per pixel.
  private static let minimumGradient: Float = 1.5

  init(_ pyramid: [BackgroundTracker.Plane], _ camera: Camera, factor: Int, covered: [CoveredPart])
  {
    self.camera = camera
    levels = pyramid.enumerated().map { index, plane in
      let scale = Double(factor << index)
      return Level(
        factor: scale,
        points: Self.points(plane, camera, scale, cell: Self.cells[index], covered: covered))
    }
  }

  /// The number of the 4 × 4 parts of the image that contain at least three pixels.
  func coverage(_ camera: Camera) -> Int {
    var counts = [Int](repeating: 0, count: 16)
    for point in levels[0].points {
      guard let pixel = camera.pixel(of: point.ray) else { continue }
      let column = min(max(Int(4 * pixel.x / Double(camera.width)), 0), 3)
      let row = min(max(Int(4 * pixel.y / Double(camera.height)), 0), 3)
      counts[4 * row + column] += 1
    }
    return counts.count { $0 >= 3 }
  }

  private static func points(
    _ plane: BackgroundTracker.Plane, _ camera: Camera, _ scale: Double, cell: Int,
    covered: [CoveredPart]
  ) -> [Point] {
    var points: [Point] = []
    for top in stride(from: 1, to: plane.height - 1, by: cell) {
      for left in stride(from: 1, to: plane.width - 1, by: cell) {
        var best: [(square: Float, x: Int, y: Int)] = []
        for y in top..<min(top + cell, plane.height - 1) {
          for x in left..<min(left + cell, plane.width - 1) {
            let (gx, gy) = gradient(plane, x, y)
            let square = gx * gx + gy * gy
            guard square > minimumGradient * minimumGradient else { continue }
            best.append((square, x, y))
          }
        }
        // The two of the highest gradient, the upper left one of equal ones.
        best.sort { ($1.square, $0.y, $0.x) < ($0.square, $1.y, $1.x) }
        for (_, x, y) in best.prefix(2) {
          if let point = point(plane, camera, scale, x, y, covered) { points.append(point) }
        }
      }
    }
    return points
  }

  private static func gradient(
    _ plane: BackgroundTracker.Plane, _ x: Int, _ y: Int
  ) -> (Float, Float) {
    let place = y * plane.width + x
    return (
      (plane.values[place + 1] - plane.values[place - 1]) / 2,
      (plane.values[place + plane.width] - plane.values[place - plane.width]) / 2
    )
  }

  /// A step of rotation for derivatives, in radians.
  private static let step = 1e-4

  private static func point(
    _ plane: BackgroundTracker.Plane, _ camera: Camera, _ scale: Double, _ x: Int, _ y: Int,
    _ covered: [CoveredPart]
  ) -> Point? {
    let pixel = SIMD2(Double(x), Double(y)) * scale + (scale - 1) / 2
    guard !covered.contains(where: { $0.contains(pixel) }) else { return nil }
    let ideal = camera.normalized(pixel)
    guard ideal.x.isFinite, ideal.y.isFinite else { return nil }
    let ray = Vector3(ideal.x, ideal.y, 1)
    let (gx, gy) = gradient(plane, x, y)
    var slope = Vector3.zero
    for axis in 0..<3 {
      var turn = Vector3.zero
      turn[axis] = step
      guard let ahead = camera.pixel(of: ray + turn.cross(ray)),
        let back = camera.pixel(of: ray - turn.cross(ray))
      else { return nil }
      let change = (ahead - back) / (2 * step * scale)
      slope[axis] = Double(gx) * change.x + Double(gy) * change.y
    }
    guard let outer = camera.pixel(of: Vector3(ray.x * (1 + step), ray.y * (1 + step), 1)),
      let inner = camera.pixel(of: Vector3(ray.x * (1 - step), ray.y * (1 - step), 1))
    else { return nil }
    let change = (outer - inner) / (2 * step * scale)
    return Point(
      ray: ray, value: Double(plane.values[y * plane.width + x]), slope: slope,
      zoomSlope: Double(gx) * change.x + Double(gy) * change.y)
  }

  // MARK: Registering

  /// A rotation that was found.
  struct Registered {
    var rotation: PoseGeometry.Rotation
    /// The logarithm of the image's scale.
    var zoom = 0.0
    /// The median of the residuals' absolute values, in grey levels.
    var residual: Double
    /// The same of the pixels' own differences from their mean.
    var contrast: Double
    /// The share of pixels that fit.
    var share: Double
    /// The variance about the axis about which the background shows the least, in square radians.
    var variance = 0.0
  }

  /// Registers an image on some levels, the coarsest first; `nil` where too few pixels are seen.
  func registered(
    _ pyramid: [BackgroundTracker.Plane], from start: PoseGeometry.Rotation, levels: [Int],
    covered: [CoveredPart], prior: BackgroundTracker.Expectation? = nil
  ) -> Registered? {
    var found = Registered(rotation: start, residual: .infinity, contrast: 0, share: 0)
    for level in levels {
      for _ in 0..<Self.iterations {
        guard
          let next = improved(
            found.rotation, zoom: found.zoom, pyramid[level], self.levels[level], covered,
            prior: prior)
        else { return nil }
        let step = (next.rotation * found.rotation.inverse).rotationVector.length
        found = next
        if step < (prior == nil ? Self.smallestStep : Self.smallestExpectedStep) { break }
      }
    }
    return found
  }

  /// Gain and offset of the brightness, and the pixels' residuals.
  private struct Compared {
    var points: [Point] = []
    var values: [Double] = []
  }

  private func compared(
    _ rotation: PoseGeometry.Rotation, zoom: Double = 0, _ plane: BackgroundTracker.Plane,
    _ level: Level, _ covered: [CoveredPart]
  ) -> Compared {
    var compared = Compared()
    let scale = Vector3(exp(zoom), exp(zoom), 1)
    for point in level.points {
      guard let pixel = camera.pixel(of: rotation * (scale * point.ray)),
        !covered.contains(where: { $0.contains(pixel) })
      else { continue }
      let place = (pixel - (level.factor - 1) / 2) / level.factor
      guard let value = plane.value(at: place) else { continue }
      compared.points.append(point)
      compared.values.append(Double(value))
    }
    return compared
  }

  /// The tuning constant of Tukey's biweight, in standard deviations (95 % efficiency).
  private static let tukey = 4.685
  /// The least scale of residuals, in grey levels: rounding and compression.
  private static let minimumScale = 0.7
  /// The fewest pixels.
  private static let fewest = 60
  /// Iterations on each level, at most; a step below `smallestStep` radians ends them.
  private static let (iterations, smallestStep) = (8, 2e-6)
  /// The same near what is expected: a thousandth of a degree.
  private static let smallestExpectedStep = 2e-5

  /// So many pixels are one observation, against what is expected; chosen.
  private static let correlation = 15.0
  /// One standard deviation beforehand of the logarithm of the image's scale; chosen.
  private static let zoomSigma = 0.02

  /// One step of Gauss and Newton.
  private func improved(
    _ rotation: PoseGeometry.Rotation, zoom: Double, _ plane: BackgroundTracker.Plane,
    _ level: Level, _ covered: [CoveredPart], prior: BackgroundTracker.Expectation?
  ) -> Registered? {
    let seen = compared(rotation, zoom: zoom, plane, level, covered)
    guard seen.points.count >= Self.fewest else { return nil }
    // The offset of brightness by the median; the gain is among the unknowns.
    let differences = zip(seen.values, seen.points).map { $0 - $1.value }
    guard let offset = differences.median,
      let spread = differences.map({ abs($0 - offset) }).median
    else { return nil }
    let scale = max(1.4826 * spread, Self.minimumScale)
    let mean = seen.points.reduce(0) { $0 + $1.value } / Double(seen.points.count)
    // Near what is expected the scale is an unknown, too.
    let order = prior == nil ? 5 : 6
    var matrix = [Double](repeating: 0, count: order * order)
    var side = [Double](repeating: 0, count: order)
    var inliers = 0
    for (point, difference) in zip(seen.points, differences) {
      let residual = difference - offset
      let share = residual / (Self.tukey * scale)
      guard abs(share) < 1 else { continue }
      inliers += 1
      let weight = (1 - share * share) * (1 - share * share)
      let columns = [
        point.slope.x, point.slope.y, point.slope.z, (point.value - mean) / 100, 1.0,
        point.zoomSlope,
      ]
      for i in 0..<order {
        side[i] += weight * columns[i] * residual
        for j in i..<order { matrix[i * order + j] += weight * columns[i] * columns[j] }
      }
    }
    // What the texture doesn't determine stays.
    for i in 0..<3 { matrix[i * (order + 1)] += 1e-3 * Double(inliers) }
    if let prior {
      // Pixels beside each other err together.
      let weight = Self.correlation * scale * scale / (prior.sigma * prior.sigma)
      let missing = (rotation.inverse * prior.rotation).rotationVector
      for i in 0..<3 {
        matrix[i * (order + 1)] += weight
        side[i] -= weight * missing[i]
      }
      let zoomWeight = Self.correlation * scale * scale / (Self.zoomSigma * Self.zoomSigma)
      matrix[5 * (order + 1)] += zoomWeight
      side[5] += zoomWeight * zoom
    }
    guard LinearAlgebra.solvePositiveDefinite(&matrix, &side) else { return nil }
    // value(W(p; R)) − reference ≈ −slope · δ, if R still lacks δ.
    let step = Vector3(side[0], side[1], side[2])
    var variance = 0.0
    if prior != nil {
      guard let inverse = LinearAlgebra.inverse(ofCholeskyFactor: matrix, order: order) else {
        return nil
      }
      let largest = (0..<3).map { inverse[$0 * (order + 1)] }.max() ?? 0
      variance = Self.correlation * scale * scale * largest
    }
    return Registered(
      rotation: rotation * PoseGeometry.Rotation(rotationVector: -step),
      zoom: prior == nil ? 0 : zoom - side[5], residual: spread,
      contrast: seen.points.map { abs($0.value - mean) }.median ?? 0,
      share: Double(inliers) / Double(seen.points.count), variance: variance)
  }

  /// The best rotation without roll among whole pixels of the coarsest level.
  func search(
    _ plane: BackgroundTracker.Plane, covered: [CoveredPart], reach: Int
  ) -> PoseGeometry.Rotation {
    guard let level = levels.last else { return .identity }
    let angle = level.factor / (camera.fx * camera.fy).squareRoot()
    var best = (cost: Double.infinity, rotation: PoseGeometry.Rotation.identity)
    for x in -reach...reach {
      for y in -reach...reach {
        let rotation = PoseGeometry.Rotation(
          rotationVector: Vector3(Double(y) * angle, Double(x) * angle, 0))
        let seen = compared(rotation, plane, level, covered)
        guard seen.points.count >= Self.fewest else { continue }
        let differences = zip(seen.values, seen.points).map { $0 - $1.value }
        let offset = differences.median ?? 0
        let cost = differences.map { abs($0 - offset) }.median ?? .infinity
        if cost < best.cost { best = (cost, rotation) }
      }
    }
    return best.rotation
  }
}
