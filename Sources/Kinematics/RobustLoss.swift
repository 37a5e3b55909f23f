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
