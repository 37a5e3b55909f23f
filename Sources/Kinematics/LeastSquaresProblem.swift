/// A problem of nonlinear least squares, minimized by the method of Levenberg and Marquardt.
package protocol LeastSquaresProblem {
  /// The sum that is to be least, at the present unknowns. Robust losses are part of it.
  var cost: Double { get }

  /// The normal equations at the present unknowns, residuals weighted by their losses.
  func normalEquations() -> BlockNormalEquations

  /// Adds a step to the unknowns.
  mutating func move(by step: BlockNormalEquations.Step)
}

/// The course of a minimization.
package struct Minimization {
  /// The least cost.
  package var cost: Double
  /// Steps that were tried.
  package var iterations: Int
}

/// The constants of the minimization.
private enum LevenbergMarquardt {
  /// The damping at the start, the least, and that at which no step is found; chosen.
  static let damping = (first: 1e-3, least: 1e-12, most: 1e8)
  /// The damping is divided by this after a step that gains, and multiplied by that after one that doesn't; chosen.
  static let factors = (gain: 5.0, loss: 6.0)
  /// The minimization ends at a gain of less than this share of the cost; chosen.
  static let leastGain = 1e-9
}

extension LeastSquaresProblem {
  /// Goes on from the present unknowns to the least cost; `nil` where they aren't determined.
  package mutating func minimize(iterations limit: Int) -> Minimization? {
    var damping = LevenbergMarquardt.damping.first
    var result = Minimization(cost: cost, iterations: 0)
    var isDetermined = false
    while result.iterations < limit {
      let equations = normalEquations()
      var gain: Double?
      while gain == nil, result.iterations < limit, damping < LevenbergMarquardt.damping.most {
        result.iterations += 1
        if let step = equations.step(damping: damping) {
          isDetermined = true
          var next = self
          next.move(by: step)
          let cost = next.cost
          if cost < result.cost {
            gain = result.cost - cost
            (self, result.cost) = (next, cost)
            damping = max(
              damping / LevenbergMarquardt.factors.gain, LevenbergMarquardt.damping.least)
            continue
          }
        }
        damping *= LevenbergMarquardt.factors.loss
      }
      guard let gain, gain > LevenbergMarquardt.leastGain * result.cost else { break }
    }
    return isDetermined && result.cost.isFinite ? result : nil
  }
}

/// Weights by which large residuals count less in a least-squares problem (iteratively reweighted least squares).
package enum RobustLoss {
  /// The root of Huber's weight (1964), which multiplies residual and slopes: 1 up to a limit, then falling so that the
  /// cost grows linearly.
  @inlinable package static func huber(_ residual: Double, _ limit: Double) -> Double {
    let size = abs(residual)
    return size <= limit ? 1 : (limit / size).squareRoot()
  }

  /// The weight 1/(1 + q²) of a residual of q widths. Its square is the weight of Geman and McClure's loss
  /// q²/(1 + q²), by which a far residual counts for nothing; itself it is that of Cauchy's log(1 + q²).
  @inlinable package static func rejection(squared q2: Double) -> Double { 1 / (1 + q2) }
}
