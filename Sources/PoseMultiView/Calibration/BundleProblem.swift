internal import PoseGeometry
internal import Kinematics
internal import PoseSystem

/// A bundle adjustment (Triggs et al. 1999) with constant bone lengths. Least squares over the
/// cameras' observations give the cameras' poses and the points of a moving body.
///
/// Unknown are the cameras' poses, the first one's held; the logarithms of focal lengths that aren't known; the
/// bones' lengths, their sum held, which is the scale; and the points. Every residual counts by Cauchy's kernel,
/// log(1 + r²). The points of each moment are eliminated: what is left is a system of six unknowns a camera.
struct BundleProblem: LeastSquaresProblem {
  /// A camera and what is known of it.
  struct Camera {
    var pose: RigidTransform
    /// Whether the pose is held.
    var isHeld: Bool
    /// Focal length in pixels.
    var focal: Double
    /// The logarithm of the true focal length over `focal`, and its standard deviation beforehand; 0 for a
    /// length that is held.
    var logFocal = 0.0
    var focalSigma = 0.0
    /// The position known beforehand and its sigma along each axis, in metres; `nil` when unknown.
    var place: (position: Vector3, sigma: Double)?

    /// The offset from the position known beforehand, in standard deviations.
    fileprivate var misplacement: Vector3 {
      place.map { (pose.inverse.translation - $0.position) / $0.sigma } ?? .zero
    }
  }

  /// A camera's observation of a point.
  struct Observation {
    var camera: Int
    var point: Int
    var ray: SIMD2<Double>
    /// Pixels, one standard deviation.
    var sigma: Double
  }

  /// A moment: points of the body, and who saw them.
  struct SynchronizedFrame {
    var points: [Vector3]
    /// Points that aren't seen by two cameras are no part of the problem.
    var isKnown: [Bool]
    var observations: [Observation]
  }

  /// Two points of the body that keep their distance.
  struct Bone {
    var a: Int
    var b: Int
    var length: Double
  }

  var cameras: [Camera]
  var moments: [SynchronizedFrame]
  var bones: [Bone]
  /// One standard deviation of a bone's length, in metres.
  var boneSigma: Double
  /// The sum of the bones' lengths, which is held.
  private let size: Double
  /// One standard deviation with which that sum is held, in metres.
  private static let sizeSigma = 1e-4

  init(cameras: [Camera], moments: [SynchronizedFrame], bones: [Bone], boneSigma: Double) {
    (self.cameras, self.moments, self.bones) = (cameras, moments, bones)
    self.boneSigma = boneSigma
    size = bones.reduce(0) { $0 + $1.length }
  }

  // MARK: Unknowns

  /// The index of each camera's six unknowns (turn, then shift, in its own frame), and of its focal
  /// length; `nil` for what is held.
  private var places: [(pose: Int?, focal: Int?)] {
    var next = 0
    func take(_ count: Int) -> Int {
      next += count
      return next - count
    }
    return cameras.map { ($0.isHeld ? nil : take(6), $0.focalSigma > 0 ? take(1) : nil) }
  }

  private var cameraUnknowns: Int {
    cameras.reduce(0) { $0 + ($1.isHeld ? 0 : 6) + ($1.focalSigma > 0 ? 1 : 0) }
  }

  // MARK: Solving

  /// The uncertainty of the unknown cameras, with the cost and the number of iterations.
  struct Solution {
    /// The covariance of each camera's turn and shift, 6 × 6 row by row, for residuals of the given sigmas; `nil` of
    /// one that is held.
    var covariances: [[Double]?]
    /// The variance of the logarithm of each focal length; 0 of one that is held.
    var focalVariances: [Double]
    /// The covariance of each camera's turn, shift and logarithm of the focal length, all cameras together, row by
    /// row; 0 of what is held.
    var joint: [Double]
    var cost: Double
    var iterations: Int
  }

  /// Finds the least cost from where the unknowns are; `nil` when the cameras aren't determined.
  mutating func solve(iterations limit: Int = 60) -> Solution? {
    guard let minimization = minimize(iterations: limit), let covariance = reducedCovariance()
    else { return nil }
    let n = cameraUnknowns + bones.count
    let places = places
    return Solution(
      covariances: places.map { place in
        place.pose.map { first in
          (0..<36).map { covariance[(first + $0 / 6) * n + first + $0 % 6] }
        }
      },
      focalVariances: places.map { $0.focal.map { covariance[$0 * n + $0] } ?? 0 },
      joint: Self.joint(covariance, of: places, unknowns: n),
      cost: minimization.cost, iterations: minimization.iterations)
  }

  /// The rows and columns of a covariance in the order of `Solution.joint`.
  private static func joint(
    _ covariance: [Double], of places: [(pose: Int?, focal: Int?)], unknowns n: Int
  ) -> [Double] {
    let rows = places.flatMap { place in
      (0..<6).map { number in place.pose.map { $0 + number } } + [place.focal]
    }
    return rows.flatMap { row in
      rows.map { column in
        guard let row, let column else { return 0 }
        return covariance[row * n + column]
      }
    }
  }

  /// Σ log(1 + r²) over all residuals, and the squares of what is held or known beforehand.
  var cost: Double {
    var sum = 0.0
    for moment in moments {
      for observation in moment.observations {
        let r = residual(of: observation, at: moment.points[observation.point])
        sum += log(1 + r.x * r.x) + log(1 + r.y * r.y)
      }
      for bone in bones where moment.isKnown[bone.a] && moment.isKnown[bone.b] {
        let r = ((moment.points[bone.a] - moment.points[bone.b]).length - bone.length) / boneSigma
        sum += log(1 + r * r)
      }
    }
    for camera in cameras where !camera.isHeld {
      sum += camera.misplacement.dot(camera.misplacement)
    }
    for camera in cameras where camera.focalSigma > 0 {
      sum += camera.logFocal * camera.logFocal / (camera.focalSigma * camera.focalSigma)
    }
    let excess = (bones.reduce(0) { $0 + $1.length } - size) / Self.sizeSigma
    return sum + excess * excess
  }

  /// A place where rays meet is at least so far before each camera, in metres; chosen.
  static let nearestSeen = 0.2
  /// Points nearer to a camera's plane than this are taken to be at it, in metres.
  private static let nearest = 0.05

  func residual(of observation: Observation, at point: Vector3) -> SIMD2<Double> {
    let camera = cameras[observation.camera]
    let p = camera.pose * point
    let z = max(p.z, Self.nearest)
    let scale = camera.focal / observation.sigma
    return (SIMD2(p.x, p.y) / z * exp(camera.logFocal) - observation.ray) * scale
  }

  mutating func move(by step: BlockNormalEquations.Step) {
    for (index, place) in places.enumerated() {
      if let first = place.pose {
        cameras[index].pose = cameras[index].pose.moved(by: step.shared[first..<first + 6])
      }
      if let focal = place.focal { cameras[index].logFocal += step.shared[focal] }
    }
    for index in bones.indices { bones[index].length += step.shared[cameraUnknowns + index] }
    for index in moments.indices {
      let d = step.own[index]
      for point in moments[index].points.indices {
        moments[index].points[point] += Vector3(
          d[3 * point], d[3 * point + 1], d[3 * point + 2])
      }
    }
  }

  // MARK: Normal equations

  /// A residual and its derivatives with respect to the shared unknowns and its moment's points.
  private struct Slope {
    var residual: Double
    var shared: [BlockNormalEquations.Slope]
    var own: [BlockNormalEquations.Slope]

    /// The weight by Cauchy's kernel.
    var weight: Double { 1 / (1 + residual * residual) }
  }

  private func slopes(
    of observation: Observation, at point: Vector3, _ places: [(pose: Int?, focal: Int?)]
  ) -> [Slope] {
    let camera = cameras[observation.camera]
    let p = camera.pose * point
    let z = max(p.z, Self.nearest)
    let r = residual(of: observation, at: point)
    let scale = camera.focal / observation.sigma * exp(camera.logFocal) / z
    let axes = camera.pose.rotation.inverse
    return (0..<2).map { axis in
      // The slope by the place in the camera's frame.
      let value = axis == 0 ? p.x : p.y
      let g = Vector3(axis == 0 ? scale : 0, axis == 1 ? scale : 0, -scale * value / z)
      var shared: [BlockNormalEquations.Slope] = []
      if let first = places[observation.camera].pose {
        // d(p) = w × p + d: the slope by w is p × g.
        let turn = p.cross(g)
        shared = [
          (first, turn.x), (first + 1, turn.y), (first + 2, turn.z), (first + 3, g.x),
          (first + 4, g.y), (first + 5, g.z),
        ]
      }
      if let focal = places[observation.camera].focal { shared.append((focal, scale * value)) }
      let own = Self.slopes(ofPoint: observation.point, axes * g)
      return Slope(residual: r[axis], shared: shared, own: own)
    }
  }

  private static func slopes(ofPoint point: Int, _ g: Vector3) -> [BlockNormalEquations.Slope] {
    [(3 * point, g.x), (3 * point + 1, g.y), (3 * point + 2, g.z)]
  }

  /// The residual of a bone's length; `nil` where its points coincide.
  private func slope(of bone: Bone, at index: Int, in moment: SynchronizedFrame) -> Slope? {
    let between = moment.points[bone.a] - moment.points[bone.b]
    guard let along = between.normalized else { return nil }
    let g = along / boneSigma
    return Slope(
      residual: (between.length - bone.length) / boneSigma,
      shared: [(cameraUnknowns + index, -1 / boneSigma)],
      own: Self.slopes(ofPoint: bone.a, g) + Self.slopes(ofPoint: bone.b, g * -1))
  }

  func normalEquations() -> BlockNormalEquations {
    let cameraCount = cameraUnknowns
    let places = places
    var equations = BlockNormalEquations(
      sharedCount: cameraCount + bones.count, ownCounts: moments.map { 3 * $0.points.count },
      floor: .init(shared: 1e-9, own: 1e-6))
    for (index, moment) in moments.enumerated() {
      func add(_ slope: Slope) {
        equations.add(
          slope.residual, weight: slope.weight, shared: slope.shared, group: index, own: slope.own)
      }
      for observation in moment.observations {
        slopes(of: observation, at: moment.points[observation.point], places).forEach(add)
      }
      for (place, bone) in bones.enumerated() where moment.isKnown[bone.a] && moment.isKnown[bone.b]
      {
        slope(of: bone, at: place, in: moment).map(add)
      }
    }
    for (index, camera) in cameras.enumerated() {
      guard let first = places[index].pose, let place = camera.place else { continue }
      // A shift of d in the camera's frame moves its centre by −Rᵀd; a turn doesn't.
      let r = camera.pose.rotation * camera.misplacement * -1
      for axis in 0..<3 {
        equations.add(r[axis], weight: 1, shared: [(first + 3 + axis, 1 / place.sigma)])
      }
    }
    for (index, camera) in cameras.enumerated() {
      guard let focal = places[index].focal else { continue }
      let sigma = camera.focalSigma
      equations.add(camera.logFocal / sigma, weight: 1, shared: [(focal, 1 / sigma)])
    }
    let excess = bones.reduce(0) { $0 + $1.length } - size
    equations.add(
      excess / Self.sizeSigma, weight: 1,
      shared: bones.indices.map { (cameraCount + $0, 1 / Self.sizeSigma) })
    return equations
  }

  /// The covariance of cameras, focal lengths and bones, row by row; `nil` where they aren't determined.
  ///
  /// It is the sandwich estimator with each camera's observations of one point as a cluster (Liang and Zeger 1986): what a
  /// detector marks wrong from one side it marks wrong in all frames.
  private func reducedCovariance() -> [Double]? {
    guard let reduction = normalEquations().reduced(damping: 0) else { return nil }
    let n = cameraUnknowns + bones.count
    let places = places
    let pointCount = moments.first?.points.count ?? 0
    let clusters = cameras.count * pointCount
    var scores = [[Double]](repeating: Array(repeating: 0, count: n), count: clusters)
    for (index, moment) in moments.enumerated() {
      for observation in moment.observations {
        let cluster = observation.camera * pointCount + observation.point
        for slope in slopes(of: observation, at: moment.points[observation.point], places) {
          reduction.add(
            slope.weight * slope.residual, shared: slope.shared, group: index, own: slope.own,
            to: &scores[cluster])
        }
      }
    }
    let used = scores.filter { score in score.contains { $0 != 0 } }
    guard used.count > 1 else { return reduction.covariance(scores: []) }
    let factor = (Double(used.count) / Double(used.count - 1)).squareRoot()
    return reduction.covariance(scores: used.map { $0.map { factor * $0 } })
  }
}
