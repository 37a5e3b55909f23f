internal import Kinematics
internal import PoseGeometry
internal import PoseImaging
internal import PoseSystem

/// A bundle adjustment (Triggs et al. 1999) of cameras by the views of a flat board.
///
/// Unknown are each camera's intrinsics and lens (fx, fy, cx, cy, k1, k2, p1, p2, k3 as in OpenCV), the
/// cameras' poses, and the board's pose in each frame. The latter are eliminated.
struct BoardBundle: Sendable, LeastSquaresProblem {
  /// A camera's intrinsics and pose.
  struct Camera: Sendable, Equatable {
    /// fx, fy, cx, cy in pixels, then k1, k2, p1, p2, k3.
    var lens: [Double]
    /// Into the camera's frame from the world's.
    var pose: RigidTransform
    var isLensFree: Bool
    var isPoseFree: Bool
    /// Whether k3 is one of the unknowns of a free lens; otherwise it keeps its value.
    var hasThirdRadial = true
    /// One standard deviation of a coordinate of a corner, in pixels.
    var sigma = 1.0
  }

  /// The board at one time.
  struct Frame: Sendable, Equatable {
    /// Into the world's frame from the board's.
    var pose: RigidTransform
    var isFree = true
  }

  /// A corner in an image.
  struct Observation: Sendable, Equatable {
    var camera: Int
    var frame: Int
    /// The point on the board, in metres.
    var point: SIMD2<Double>
    var pixel: SIMD2<Double>
    /// One standard deviation of the shift that all corners of its view have in common, in pixels, by the board's
    /// movement.
    var shift = 0.0
  }

  var cameras: [Camera]
  var frames: [Frame]
  /// In the order of the frames.
  private(set) var observations: [Observation]
  /// The curvature of the board: z = a x² + b x y + c y² about its middle, in 1/m. Solved for if `bends`.
  var bend = SIMD3<Double>.zero
  var bends = false
  /// Whether residuals count by Cauchy's kernel, as they do until outliers are gone.
  var isRobust = true
  let middle: SIMD2<Double>

  /// What is assumed of a lens before it is measured: one standard deviation of each coefficient. The
  /// frames of a usual calibration are 10 to 1000 times as exact.
  private static let lensSigmas = [1.0, 1, 0.05, 0.05, 1]
  /// Residuals beyond so many sigmas count less, by Cauchy's kernel, until outliers are gone.
  private static let kernel = 3.0
  /// The numbers of a lens: focal lengths, centre and five of distortion.
  static let lensCount = 9
  /// The index of k3 among them.
  static let thirdRadial = 8
  /// The sigma of a k3 that is held, for the normal equations: it moves nothing.
  private static let heldSigma = 1e-9

  init(
    cameras: [Camera], frames: [Frame], observations: [Observation], middle: SIMD2<Double> = .zero
  ) {
    (self.cameras, self.frames, self.middle) = (cameras, frames, middle)
    self.observations = observations.sorted { ($0.frame, $0.camera) < ($1.frame, $1.camera) }
  }

  // MARK: Unknowns

  /// What is assumed of a camera's lens: the sigma of each coefficient of distortion.
  private static func lensSigmas(of camera: Camera) -> [Double] {
    camera.hasThirdRadial ? lensSigmas : lensSigmas.dropLast() + [heldSigma]
  }

  /// The index of each camera's lens and pose among the reduced unknowns; `nil` for what is held.
  var places: (cameras: [(lens: Int?, pose: Int?)], bend: Int?, count: Int) {
    var next = 0
    func take(_ count: Int, _ isFree: Bool) -> Int? {
      guard isFree else { return nil }
      next += count
      return next - count
    }
    let cameras = cameras.map { camera in
      let lens = take(Self.lensCount, camera.isLensFree)
      return (lens: lens, pose: take(6, camera.isPoseFree))
    }
    let bend = take(3, bends)
    return (cameras, bend, next)
  }

  /// All unknowns, the frames' among them.
  var unknownCount: Int { places.count + 6 * frames.count { $0.isFree } }

  // MARK: Projection

  /// The slopes of both coordinates of a pixel, and of one coordinate by the unknowns that are solved for. It is used
  /// for one observation after another, so that its memory is taken once.
  struct Slopes {
    /// By the lens, the camera's turn and shift, the board's turn and shift, and the bend.
    fileprivate var values = [SIMD2<Double>](repeating: .zero, count: 24)
    /// Of one coordinate by the shared unknowns.
    private(set) var shared: [BlockNormalEquations.Slope] = []
    /// Of the same coordinate by the board's pose; none where it is held.
    private(set) var own: [BlockNormalEquations.Slope] = []

    /// The places of the kinds among `values`, in their order.
    private static let (lens, pose, frame, bend) = (0..<9, 9..<15, 15..<21, 21..<24)

    /// Chooses the coordinate of `shared` and `own`.
    mutating func choose(
      axis: Int, _ place: (lens: Int?, pose: Int?), bend: Int?, isFrameFree: Bool
    ) {
      shared.removeAll(keepingCapacity: true)
      own.removeAll(keepingCapacity: true)
      for (first, range) in [(place.lens, Self.lens), (place.pose, Self.pose), (bend, Self.bend)] {
        guard let first else { continue }
        for index in range {
          shared.append((first + index - range.lowerBound, values[index][axis]))
        }
      }
      guard isFrameFree else { return }
      for index in Self.frame { own.append((index - Self.frame.lowerBound, values[index][axis])) }
    }

    /// Sets three slopes from the gradients of the two coordinates.
    fileprivate mutating func set(_ first: Int, _ a: Vector3, _ b: Vector3) {
      values[first] = SIMD2(a.x, b.x)
      values[first + 1] = SIMD2(a.y, b.y)
      values[first + 2] = SIMD2(a.z, b.z)
    }
  }

  private func place(on point: SIMD2<Double>) -> (place: Vector3, squares: SIMD3<Double>) {
    let p = point - middle
    let squares = SIMD3(p.x * p.x, p.x * p.y, p.y * p.y)
    return (Vector3(point.x, point.y, (squares * bend).sum()), squares)
  }

  /// The pixel of a point less the observed one; `nil` behind the camera.
  func residual(of observation: Observation) -> SIMD2<Double>? {
    let camera = cameras[observation.camera]
    let p = camera.pose * (frames[observation.frame].pose * place(on: observation.point).place)
    guard p.z > 1e-6 else { return nil }
    let pixel = Self.pixel(of: SIMD2(p.x, p.y) / p.z, camera.lens)
    return pixel - observation.pixel
  }

  /// The pixel of a ray x/z, y/z (OpenCV, `calib3d`).
  static func pixel(of ray: SIMD2<Double>, _ l: [Double]) -> SIMD2<Double> {
    let (x, y) = (ray.x, ray.y)
    let r2 = x * x + y * y
    let radial = 1 + r2 * (l[4] + r2 * (l[5] + r2 * l[8]))
    let u = x * radial + 2 * l[6] * x * y + l[7] * (r2 + 2 * x * x)
    let v = y * radial + l[6] * (r2 + 2 * y * y) + 2 * l[7] * x * y
    return SIMD2(l[0] * u + l[2], l[1] * v + l[3])
  }

  /// The pixel of a point less the observed one, with its slopes; `nil` behind the camera.
  func residual(of observation: Observation, slopes: inout Slopes) -> SIMD2<Double>? {
    let camera = cameras[observation.camera]
    let frame = frames[observation.frame].pose
    let (onBoard, squares) = place(on: observation.point)
    let inWorld = frame * onBoard
    let p = camera.pose * inWorld
    guard p.z > 1e-6 else { return nil }
    let l = camera.lens
    let (x, y) = (p.x / p.z, p.y / p.z)
    let r2 = x * x + y * y
    let radial = 1 + r2 * (l[4] + r2 * (l[5] + r2 * l[8]))
    let u = x * radial + 2 * l[6] * x * y + l[7] * (r2 + 2 * x * x)
    let v = y * radial + l[6] * (r2 + 2 * y * y) + 2 * l[7] * x * y
    let residual = SIMD2(l[0] * u + l[2], l[1] * v + l[3]) - observation.pixel
    let away = SIMD2(l[0] * x, l[1] * y)
    slopes.values[0] = SIMD2(u, 0)
    slopes.values[1] = SIMD2(0, v)
    slopes.values[2] = SIMD2(1, 0)
    slopes.values[3] = SIMD2(0, 1)
    slopes.values[4] = away * r2
    slopes.values[5] = away * (r2 * r2)
    slopes.values[6] = SIMD2(l[0] * 2 * x * y, l[1] * (r2 + 2 * y * y))
    slopes.values[7] = SIMD2(l[0] * (r2 + 2 * x * x), l[1] * 2 * x * y)
    slopes.values[8] = away * (r2 * r2 * r2)
    // Half of the radial term's slope by x over x.
    let slope = l[4] + r2 * (2 * l[5] + r2 * 3 * l[8])
    let mixed = 2 * (x * y * slope + l[6] * x + l[7] * y)
    let ux = radial + 2 * x * x * slope + 2 * l[6] * y + 6 * l[7] * x
    let vy = radial + 2 * y * y * slope + 6 * l[6] * y + 2 * l[7] * x
    // The slopes of u and v by the place in the camera's frame.
    let first = Vector3(ux, mixed, -(ux * x + mixed * y)) * (l[0] / p.z)
    let second = Vector3(mixed, vy, -(mixed * x + vy * y)) * (l[1] / p.z)
    // d(p) = w × p + d: the slope by w is p × g.
    slopes.set(9, p.cross(first), p.cross(second))
    slopes.set(12, first, second)
    let back = camera.pose.rotation.inverse
    let (a, b) = (back * first, back * second)
    // The board turns about its own axes: d = R (w × X).
    let own = frame.rotation.inverse
    let (c, d) = (own * a, own * b)
    slopes.set(15, onBoard.cross(c), onBoard.cross(d))
    slopes.set(18, a, b)
    for index in 0..<3 { slopes.values[21 + index] = SIMD2(c.z, d.z) * squares[index] }
    return residual
  }

  // MARK: Normal equations

  /// The weight of a residual in sigmas.
  private func weight(_ r: SIMD2<Double>, _ sigma: Double) -> Double {
    let base = 1 / (sigma * sigma)
    guard isRobust else { return base }
    return base / (1 + (r * r).sum() / (sigma * sigma * Self.kernel * Self.kernel))
  }

  func normalEquations() -> BlockNormalEquations {
    let (places, bendPlace, n) = places
    var equations = BlockNormalEquations(
      sharedCount: n, ownCounts: frames.map { $0.isFree ? 6 : 0 },
      floor: .init(shared: 1e-12, own: 1e-12))
    var slopes = Slopes()
    for observation in observations {
      guard let residual = residual(of: observation, slopes: &slopes) else { continue }
      let weight = weight(residual, cameras[observation.camera].sigma)
      for axis in 0..<2 {
        slopes.choose(
          axis: axis, places[observation.camera], bend: bendPlace,
          isFrameFree: frames[observation.frame].isFree)
        equations.add(
          residual[axis], weight: weight, shared: slopes.shared, group: observation.frame,
          own: slopes.own)
      }
    }
    for (camera, place) in zip(cameras, places) {
      guard let first = place.lens else { continue }
      for (i, sigma) in Self.lensSigmas(of: camera).enumerated() {
        let isHeld = !camera.hasThirdRadial && 4 + i == Self.thirdRadial
        equations.add(
          isHeld ? 0 : camera.lens[4 + i] / sigma, weight: 1, shared: [(first + 4 + i, 1 / sigma)])
      }
    }
    return equations
  }

  /// The sum of the squares in sigmas, or of Cauchy's kernel over them; what is assumed of lenses included.
  var cost: Double {
    var sum = 0.0
    for observation in observations {
      let sigma = cameras[observation.camera].sigma
      guard let r = residual(of: observation) else {
        sum += 1e12
        continue
      }
      let square = (r * r).sum() / (sigma * sigma)
      let c2 = Self.kernel * Self.kernel
      sum += isRobust ? c2 * log(1 + square / c2) : square
    }
    for camera in cameras where camera.isLensFree {
      for (i, sigma) in zip(0..., Self.lensSigmas)
      where camera.hasThirdRadial || 4 + i != Self.thirdRadial {
        sum += camera.lens[4 + i] * camera.lens[4 + i] / (sigma * sigma)
      }
    }
    return sum.isFinite ? sum : .infinity
  }

  mutating func move(by step: BlockNormalEquations.Step) {
    let (places, bendPlace, _) = places
    for (index, place) in places.enumerated() {
      if let first = place.lens {
        for i in 0..<Self.lensCount
        where cameras[index].hasThirdRadial || i != Self.thirdRadial {
          let before = cameras[index].lens[i]
          cameras[index].lens[i] += step.shared[first + i]
          // A focal length doesn't change its sign, or by more than a half.
          if i < 2 {
            cameras[index].lens[i] = min(max(cameras[index].lens[i], before / 2), before * 2)
          }
        }
      }
      if let first = place.pose {
        cameras[index].pose = cameras[index].pose.moved(by: step.shared[first..<first + 6])
      }
    }
    if let first = bendPlace { for i in 0..<3 { bend[i] += step.shared[first + i] } }
    for (index, v) in step.own.enumerated() where !v.isEmpty {
      let pose = frames[index].pose
      frames[index].pose = RigidTransform(
        rotation: pose.rotation * Rotation(rotationVector: Vector3(v[0], v[1], v[2])),
        translation: pose.translation + Vector3(v[3], v[4], v[5]))
    }
  }

  // MARK: Solving

  /// Finds the least cost from where the unknowns are.
  ///
  /// - Returns: whether it was found: `false` where the unknowns aren't determined.
  @discardableResult
  mutating func solve(isRobust: Bool, iterations limit: Int = 80) -> Bool {
    self.isRobust = isRobust
    return minimize(iterations: limit) != nil
  }

  /// Solves robustly, takes out outliers, solves again, and sets each camera's sigma.
  ///
  /// - Returns: the share of observations that were outliers; `nil` where it doesn't converge.
  mutating func settle() -> Double? {
    let before = observations.count
    guard before > 0 else { return nil }
    for _ in 0..<3 {
      guard solve(isRobust: true) else { return nil }
      setRobustSigmas()
    }
    for _ in 0..<2 {
      let limits = cameras.map { 4.5 * $0.sigma }
      let bundle = self
      observations.removeAll { observation in
        guard let r = bundle.residual(of: observation) else { return true }
        return r.length > limits[observation.camera]
      }
      guard solve(isRobust: false) else { return nil }
      setSigmas()
    }
    return Double(before - observations.count) / Double(before)
  }

  private func residuals(of camera: Int) -> [Double] {
    observations.filter { $0.camera == camera }.compactMap { residual(of: $0)?.length }
  }

  /// Sigmas by the median: of a length in two dimensions it is 1.1774 sigmas.
  private mutating func setRobustSigmas() {
    for index in cameras.indices {
      guard let length = residuals(of: index).upperMedian else { continue }
      cameras[index].sigma = max(length / 1.1774, 0.005)
    }
  }

  /// Sigmas by the mean square, the unknowns counted.
  private mutating func setSigmas() {
    let freedom = Double(unknownCount) / Double(max(2 * observations.count, 1))
    guard freedom < 0.9 else { return }
    for index in cameras.indices {
      let lengths = residuals(of: index)
      guard !lengths.isEmpty else { continue }
      let mean = lengths.reduce(0) { $0 + $1 * $1 } / Double(2 * lengths.count)
      cameras[index].sigma = max((mean / (1 - freedom)).squareRoot(), 0.005)
    }
  }

  /// The root mean square of a camera's reprojection errors, in pixels.
  func reprojection(of camera: Int) -> Double {
    let lengths = residuals(of: camera)
    guard !lengths.isEmpty else { return 0 }
    return (lengths.reduce(0) { $0 + $1 * $1 } / Double(lengths.count)).squareRoot()
  }
}
