internal import Kinematics

extension BoardBundle {
  /// The uncertainty of the unknowns.
  struct Covariance: Sendable {
    /// Of fx, fy, cx, cy, k1, k2, p1, p2, k3: 9 × 9 row by row; `nil` for a lens that is held.
    var lenses: [[Double]?]
    /// Of a camera's turn and shift in its own frame, 6 × 6 row by row; `nil` for a pose that is held.
    var poses: [[Double]?]
    /// Of the bend's three numbers; `nil` where it is held.
    var bend: [Double]?
  }

  /// What all corners of a view are off by together, in pixels, one standard deviation: a shift and an
  /// affine stretch along each axis. Edges beside the corners cause it, the same in all frames of one place;
  /// it was chosen by rendered boards (docs/research/calibration.md).
  private static let viewSigma = 0.005

  /// The covariance of the unknowns for residuals of the cameras' sigmas, and for errors that a view's
  /// corners have in common; `nil` where they aren't determined.
  func covariance() -> Covariance? {
    let (places, bendPlace, n) = places
    let equations = equations(isRobust: false)
    guard n > 0, var system = reduced(equations, damping: 0) else { return nil }
    var unused = [Double](repeating: 0, count: n)
    guard LinearAlgebra.solvePositiveDefinite(&system.matrix, &unused),
      var inverse = LinearAlgebra.inverse(ofCholeskyFactor: system.matrix, order: n)
    else { return nil }
    for i in 0..<n { for j in 0..<i { inverse[i * n + j] = inverse[j * n + i] } }
    var whole = inverse
    for score in viewScores(equations, system.inverses) {
      let step = (0..<n).map { i in (0..<n).reduce(0) { $0 + inverse[i * n + $1] * score[$1] } }
      for i in 0..<n {
        for j in 0..<n {
          whole[i * n + j] += Self.viewSigma * Self.viewSigma * step[i] * step[j]
        }
      }
    }
    guard (0..<n).allSatisfy({ whole[$0 * n + $0] > 0 && whole[$0 * n + $0].isFinite }) else {
      return nil
    }
    func part(_ first: Int?, _ count: Int) -> [Double]? {
      first.map { first in
        (0..<count * count).map {
          let (i, j) = (first + $0 / count, first + $0 % count)
          return whole[i * n + j]
        }
      }
    }
    return Covariance(
      lenses: places.map { part($0.lens, Self.lensCount) }, poses: places.map { part($0.pose, 6) },
      bend: part(bendPlace, 3))
  }

  /// The gradients of the reduced unknowns that a common error of one pixel gives, for each view and each of
  /// its six forms: a shift, and stretches along x and y of a unit on average, of either coordinate.
  private func viewScores(_ equations: Equations, _ inverses: [[Double]?]) -> [[Double]] {
    let n = equations.gradient.count
    let (places, bendPlace, _) = places
    var scores: [[Double]] = []
    var start = 0
    while start < observations.count {
      let first = observations[start]
      var end = start
      while end < observations.count, observations[end].frame == first.frame,
        observations[end].camera == first.camera
      {
        end += 1
      }
      let view = observations[start..<end]
      start = end
      let total = view.reduce(SIMD2<Double>.zero) { $0 + $1.pixel }
      let middle = total / Double(view.count)
      let square = view.reduce(0.0) { sum, observation in
        let offset: SIMD2<Double> = observation.pixel - middle
        return sum + (offset * offset).sum()
      }
      let spread = max((square / Double(2 * view.count)).squareRoot(), 1e-6)
      var reduced = [[Double]](repeating: Array(repeating: 0, count: n), count: 6)
      var own = [[Double]](repeating: Array(repeating: 0, count: 6), count: 6)
      let sigma = cameras[first.camera].sigma
      let weight = 1 / (sigma * sigma)
      let place = places[first.camera]
      for observation in view {
        guard let projected = projection(of: observation) else { continue }
        let offset = (observation.pixel - middle) / spread
        let forms = [1, offset.x, offset.y]
        for form in 0..<6 {
          let factor = weight * forms[form % 3]
          let axis = form / 3
          func add(_ slopes: [SIMD2<Double>], at first: Int?) {
            guard let first else { return }
            for (i, slope) in slopes.enumerated() {
              reduced[form][first + i] += factor * slope[axis]
            }
          }
          add(projected.lens, at: place.lens)
          add(projected.pose, at: place.pose)
          add(projected.bend, at: bendPlace)
          for (i, slope) in projected.frame.enumerated() { own[form][i] += factor * slope[axis] }
        }
      }
      if let block = equations.blocks[first.frame], let inverse = inverses[first.frame] {
        for form in 0..<6 {
          let moved = (0..<6).map { i in
            (0..<6).reduce(0) { $0 + inverse[6 * i + $1] * own[form][$1] }
          }
          for row in 0..<n {
            for i in 0..<6 { reduced[form][row] -= block.mixed[6 * row + i] * moved[i] }
          }
        }
      }
      scores += reduced
    }
    return scores
  }
}
