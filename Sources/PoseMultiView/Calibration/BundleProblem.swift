internal import PoseGeometry
internal import Kinematics
internal import PoseSystem

/// A bundle adjustment (Triggs et al. 1999) with constant bone lengths. Least squares over the
/// cameras' observations give the cameras' poses and the points of a moving body.
///
/// Unknown are the cameras' poses, the first one's held; the logarithms of focal lengths that aren't known; the
/// bones' lengths, their sum held, which is the scale; and the points. Every residual counts by Cauchy's kernel,
/// log(1 + r²). The points of each moment are eliminated (Schur complement): what is left is a system of six
/// unknowns a camera, solved by Cholesky with Levenberg and Marquardt's damping.
struct BundleProblem {
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
    var cost: Double
    var iterations: Int
  }

  /// Finds the least cost from where the unknowns are; `nil` when the cameras aren't determined.
  mutating func solve(iterations limit: Int = 60) -> Solution? {
    var damping = 1e-3
    var cost = cost
    var count = 0
    while count < limit {
      count += 1
      guard let step = step(damping: damping) else {
        damping *= 10
        guard damping < 1e8 else { return nil }
        continue
      }
      var next = self
      next.move(by: step)
      let nextCost = next.cost
      if nextCost < cost {
        let gain = cost - nextCost
        (self, cost) = (next, nextCost)
        damping = max(damping / 5, 1e-9)
        if gain < 1e-9 * cost { break }
      } else {
        damping *= 6
        if damping > 1e8 { break }
      }
    }
    guard let covariance = reducedCovariance() else { return nil }
    let n = cameraUnknowns + bones.count
    let places = places
    func at(_ i: Int, _ j: Int) -> Double { covariance[min(i, j) * n + max(i, j)] }
    return Solution(
      covariances: places.map { place in
        place.pose.map { first in
          (0..<36).map { at(first + $0 / 6, first + $0 % 6) }
        }
      },
      focalVariances: places.map { $0.focal.map { at($0, $0) } ?? 0 }, cost: cost,
      iterations: count)
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

  /// Points nearer to a camera's plane than this are taken to be at it, in metres.
  private static let nearest = 0.05

  func residual(of observation: Observation, at point: Vector3) -> SIMD2<Double> {
    let camera = cameras[observation.camera]
    let p = camera.pose * point
    let z = max(p.z, Self.nearest)
    let scale = camera.focal / observation.sigma
    return (SIMD2(p.x, p.y) / z * exp(camera.logFocal) - observation.ray) * scale
  }

  private struct Step {
    var reduced: [Double]
    var points: [[Double]]
  }

  private mutating func move(by step: Step) {
    for (index, place) in places.enumerated() {
      if let first = place.pose {
        let v = step.reduced[first..<first + 6].map { $0 }
        let turn = Rotation(rotationVector: Vector3(v[0], v[1], v[2]))
        let pose = cameras[index].pose
        cameras[index].pose = RigidTransform(
          rotation: turn * pose.rotation,
          translation: turn * pose.translation + Vector3(v[3], v[4], v[5]))
      }
      if let focal = place.focal { cameras[index].logFocal += step.reduced[focal] }
    }
    for index in bones.indices { bones[index].length += step.reduced[cameraUnknowns + index] }
    for index in moments.indices {
      let d = step.points[index]
      for point in moments[index].points.indices {
        moments[index].points[point] += Vector3(
          d[3 * point], d[3 * point + 1], d[3 * point + 2])
      }
    }
  }

  // MARK: Normal equations

  /// The normal equations of a moment: its points' block, theirs with the reduced unknowns', and gradients.
  private struct Block {
    var points: [Double]
    var mixed: [Double]
    var gradient: [Double]
  }

  /// Adds a residual with its slopes by reduced unknowns and by coordinates of points.
  private static func add(
    _ residual: Double, _ weight: Double, reduced: [(Int, Double)], points: [(Int, Double)],
    _ block: inout Block, _ matrix: inout [Double], _ gradient: inout [Double], _ n: Int, _ m: Int
  ) {
    for (i, slope) in reduced {
      gradient[i] += weight * slope * residual
      for (j, other) in reduced { matrix[j * n + i] += weight * slope * other }
      for (j, other) in points { block.mixed[j * n + i] += weight * slope * other }
    }
    for (i, slope) in points {
      block.gradient[i] += weight * slope * residual
      for (j, other) in points { block.points[j * m + i] += weight * slope * other }
    }
  }

  /// A residual and its derivatives with respect to the reduced unknowns and the point.
  private struct Slope {
    var residual: Double
    var reduced: [(Int, Double)]
    var point: Vector3
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
      var reduced: [(Int, Double)] = []
      if let first = places[observation.camera].pose {
        // d(p) = w × p + d: the slope by w is p × g.
        let turn = p.cross(g)
        reduced = [
          (first, turn.x), (first + 1, turn.y), (first + 2, turn.z), (first + 3, g.x),
          (first + 4, g.y), (first + 5, g.z),
        ]
      }
      if let focal = places[observation.camera].focal { reduced.append((focal, scale * value)) }
      return Slope(residual: r[axis], reduced: reduced, point: axes * g)
    }
  }

  private func equations(
    _ body: (Int, Block) -> Bool
  ) -> (matrix: [Double], gradient: [Double])? {
    let cameraCount = cameraUnknowns
    let n = cameraCount + bones.count
    let places = places
    var matrix = [Double](repeating: 0, count: n * n)
    var gradient = [Double](repeating: 0, count: n)
    for (index, moment) in moments.enumerated() {
      let m = 3 * moment.points.count
      var block = Block(
        points: Array(repeating: 0, count: m * m), mixed: Array(repeating: 0, count: m * n),
        gradient: Array(repeating: 0, count: m))
      for observation in moment.observations {
        let k = 3 * observation.point
        for slope in slopes(of: observation, at: moment.points[observation.point], places) {
          let (r, g) = (slope.residual, slope.point)
          Self.add(
            r, 1 / (1 + r * r), reduced: slope.reduced,
            points: [(k, g.x), (k + 1, g.y), (k + 2, g.z)], &block, &matrix, &gradient, n, m)
        }
      }
      for (place, bone) in bones.enumerated() where moment.isKnown[bone.a] && moment.isKnown[bone.b]
      {
        let between = moment.points[bone.a] - moment.points[bone.b]
        guard let along = between.normalized else { continue }
        let r = (between.length - bone.length) / boneSigma
        let g = along / boneSigma
        let (i, j) = (3 * bone.a, 3 * bone.b)
        Self.add(
          r, 1 / (1 + r * r), reduced: [(cameraCount + place, -1 / boneSigma)],
          points: [
            (i, g.x), (i + 1, g.y), (i + 2, g.z), (j, -g.x), (j + 1, -g.y), (j + 2, -g.z),
          ], &block, &matrix, &gradient, n, m)
      }
      guard body(index, block) else { return nil }
    }
    for (index, camera) in cameras.enumerated() {
      guard let first = places[index].pose, let place = camera.place else { continue }
      // A shift of d in the camera's frame moves its centre by −Rᵀd; a turn doesn't.
      let r = camera.pose.rotation * camera.misplacement * -1
      for axis in 0..<3 {
        let i = first + 3 + axis
        matrix[i * n + i] += 1 / (place.sigma * place.sigma)
        gradient[i] += r[axis] / place.sigma
      }
    }
    for (index, camera) in cameras.enumerated() {
      guard let focal = places[index].focal else { continue }
      let weight = 1 / (camera.focalSigma * camera.focalSigma)
      matrix[focal * n + focal] += weight
      gradient[focal] += weight * camera.logFocal
    }
    let weight = 1 / (Self.sizeSigma * Self.sizeSigma)
    let excess = bones.reduce(0) { $0 + $1.length } - size
    for i in cameraCount..<n {
      gradient[i] += weight * excess
      for j in cameraCount..<n { matrix[j * n + i] += weight }
    }
    return (matrix, gradient)
  }

  /// The inverse of a moment's own block, whole.
  private static func inverse(_ matrix: [Double], _ m: Int, damping: Double) -> [Double]? {
    var factor = matrix
    for i in 0..<m { factor[i * m + i] = factor[i * m + i] * (1 + damping) + 1e-6 }
    var unused = [Double](repeating: 0, count: m)
    guard LinearAlgebra.solvePositiveDefinite(&factor, &unused),
      var inverse = LinearAlgebra.inverse(ofCholeskyFactor: factor, order: m)
    else { return nil }
    for i in 0..<m { for j in 0..<i { inverse[i * m + j] = inverse[j * m + i] } }
    return inverse
  }

  private func step(damping: Double) -> Step? {
    let n = cameraUnknowns + bones.count
    var complements = [Double](repeating: 0, count: n * n)
    var corrections = [Double](repeating: 0, count: n)
    var eliminated: [(inverse: [Double], block: Block, products: [Double])] = []
    let sums = equations { _, block in
      guard let reduction = Self.eliminate(block, n, damping: damping) else { return false }
      for i in 0..<n {
        corrections[i] += reduction.gradient[i]
        for j in 0..<n { complements[j * n + i] += reduction.matrix[j * n + i] }
      }
      eliminated.append((reduction.inverse, block, reduction.products))
      return true
    }
    guard let sums else { return nil }
    var matrix = sums.matrix
    for i in 0..<n { matrix[i * n + i] = matrix[i * n + i] * (1 + damping) + 1e-9 }
    for i in 0..<n * n { matrix[i] -= complements[i] }
    var reduced = (0..<n).map { corrections[$0] - sums.gradient[$0] }
    guard LinearAlgebra.solvePositiveDefinite(&matrix, &reduced) else { return nil }
    let points = eliminated.map { part -> [Double] in
      let m = part.block.gradient.count
      var step = [Double](repeating: 0, count: m)
      for i in 0..<m {
        var sum = 0.0
        for j in 0..<m { sum -= part.inverse[i * m + j] * part.block.gradient[j] }
        for j in 0..<n { sum -= part.products[i * n + j] * reduced[j] }
        step[i] = sum
      }
      return step
    }
    return Step(reduced: reduced, points: points)
  }

  private static func eliminate(
    _ block: Block, _ n: Int, damping: Double
  ) -> (inverse: [Double], products: [Double], matrix: [Double], gradient: [Double])? {
    let m = block.gradient.count
    guard let inverse = inverse(block.points, m, damping: damping) else { return nil }
    // inverse · mixed, m × n row by row.
    var products = [Double](repeating: 0, count: m * n)
    var matrix = [Double](repeating: 0, count: n * n)
    var gradient = [Double](repeating: 0, count: n)
    inverse.withUnsafeBufferPointer { inverse in
      block.mixed.withUnsafeBufferPointer { mixed in
        products.withUnsafeMutableBufferPointer { products in
          for i in 0..<m {
            for k in 0..<m {
              let factor = inverse[i * m + k]
              for j in 0..<n { products[i * n + j] += factor * mixed[k * n + j] }
            }
          }
          matrix.withUnsafeMutableBufferPointer { matrix in
            for k in 0..<m {
              for i in 0..<n where mixed[k * n + i] != 0 {
                let factor = mixed[k * n + i]
                // Symmetric: by rows is by columns.
                for j in 0..<n { matrix[i * n + j] += factor * products[k * n + j] }
              }
              for j in 0..<n { gradient[j] += products[k * n + j] * block.gradient[k] }
            }
          }
        }
      }
    }
    return (inverse, products, matrix, gradient)
  }

  /// The covariance of cameras, focal lengths and bones, by columns, lower triangle; `nil` where they aren't determined.
  ///
  /// It is the sandwich estimator with each camera's observations of one point as a cluster (Liang and Zeger 1986): what a
  /// detector marks wrong from one side it marks wrong in all frames.
  private func reducedCovariance() -> [Double]? {
    let n = cameraUnknowns + bones.count
    let places = places
    var complements = [Double](repeating: 0, count: n * n)
    let pointCount = moments.first?.points.count ?? 0
    let clusters = cameras.count * pointCount
    var scores = [[Double]](repeating: Array(repeating: 0, count: n), count: clusters)
    let sums = equations { index, block in
      guard let reduction = Self.eliminate(block, n, damping: 0) else { return false }
      for i in 0..<n * n { complements[i] += reduction.matrix[i] }
      let moment = moments[index]
      for observation in moment.observations {
        let cluster = observation.camera * pointCount + observation.point
        for slope in slopes(of: observation, at: moment.points[observation.point], places) {
          let weighted = slope.residual / (1 + slope.residual * slope.residual)
          for (i, value) in slope.reduced { scores[cluster][i] += weighted * value }
          for axis in 0..<3 {
            let factor = weighted * slope.point[axis]
            let row = (3 * observation.point + axis) * n
            for j in 0..<n { scores[cluster][j] -= factor * reduction.products[row + j] }
          }
        }
      }
      return true
    }
    guard let sums else { return nil }
    var matrix = zip(sums.matrix, complements).map { $0 - $1 }
    for i in 0..<n { matrix[i * n + i] += 1e-9 }
    var unused = [Double](repeating: 0, count: n)
    guard LinearAlgebra.solvePositiveDefinite(&matrix, &unused),
      let inverse = LinearAlgebra.inverse(ofCholeskyFactor: matrix, order: n)
    else { return nil }
    let used = scores.filter { score in score.contains { $0 != 0 } }
    guard used.count > 1 else { return inverse }
    let factor = Double(used.count) / Double(used.count - 1)
    func at(_ i: Int, _ j: Int) -> Double { inverse[min(i, j) * n + max(i, j)] }
    var covariance = inverse
    for score in used {
      let step = (0..<n).map { i in (0..<n).reduce(0) { $0 + at(i, $1) * score[$1] } }
      for j in 0..<n {
        for i in j..<n { covariance[j * n + i] += factor * step[i] * step[j] }
      }
    }
    return covariance
  }
}
