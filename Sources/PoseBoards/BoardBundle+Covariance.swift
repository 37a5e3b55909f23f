internal import Kinematics
internal import PoseSystem

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
    var settled = self
    settled.isRobust = false
    guard let reduction = settled.normalEquations().reduced(damping: 0),
      let whole = reduction.covariance(scores: viewScores(reduction))
    else { return nil }
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

  /// The gradients of the shared unknowns by errors that all corners of a view have in common, for each view
  /// and each of their six forms: a shift, and stretches along x and y of a unit on average, of either
  /// coordinate.
  private func viewScores(_ reduction: BlockNormalEquations.Reduction) -> [[Double]] {
    let (places, bendPlace, n) = places
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
      var forms = [[Double]](repeating: Array(repeating: 0, count: n), count: 6)
      let sigma = cameras[first.camera].sigma
      let stretch = Self.viewSigma / (sigma * sigma)
      let shift = hypot(Self.viewSigma, first.shift) / (sigma * sigma)
      let isFree = frames[first.frame].isFree
      for observation in view {
        guard let projected = projection(of: observation) else { continue }
        let offset = (observation.pixel - middle) / spread
        for axis in 0..<2 {
          let shared = projected.shared(places[first.camera], bend: bendPlace, axis: axis)
          let own = isFree ? Projection.slopes(projected.frame, axis) : []
          for (place, size) in [1, offset.x, offset.y].enumerated() {
            reduction.add(
              (place == 0 ? shift : stretch) * size, shared: shared, group: first.frame, own: own,
              to: &forms[3 * axis + place])
          }
        }
      }
      scores += forms
    }
    return scores
  }
}
