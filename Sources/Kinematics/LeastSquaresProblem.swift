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

extension LeastSquaresProblem {
  /// Goes on from the present unknowns to the least cost; `nil` where they aren't determined.
  ///
  /// The damping starts at 0.001, becomes a fifth after a step that gains, and six times as much after one that
  /// doesn't. It ends at a gain of a billionth of the cost. Chosen.
  package mutating func minimize(iterations limit: Int) -> Minimization? {
    var damping = 1e-3
    var result = Minimization(cost: cost, iterations: 0)
    var isDetermined = false
    while result.iterations < limit {
      let equations = normalEquations()
      var gain: Double?
      while gain == nil, result.iterations < limit, damping < 1e8 {
        result.iterations += 1
        if let step = equations.step(damping: damping) {
          isDetermined = true
          var next = self
          next.move(by: step)
          let cost = next.cost
          if cost < result.cost {
            gain = result.cost - cost
            (self, result.cost) = (next, cost)
            damping = max(damping / 5, 1e-12)
            continue
          }
        }
        damping *= 6
      }
      guard let gain, gain > 1e-9 * result.cost else { break }
    }
    return isDetermined && result.cost.isFinite ? result : nil
  }
}
