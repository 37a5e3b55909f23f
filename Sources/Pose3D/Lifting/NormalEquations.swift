internal import Kinematics

/// The normal equations of a robust least-squares problem over the 17 joints and the logarithm of
/// stature, built up residual by residual: `matrix` = Σ w² j·jᵀ and `gradient` = Σ w² j·r.
struct NormalEquations {
  /// Three coordinates a joint, in the joints' order, and one for the stature.
  static let order = 3 * Joint.allCases.count + 1
  /// The index of the logarithm of stature.
  static let logStature = order - 1

  /// Column-major; only the lower triangle is filled.
  private(set) var matrix = [Double](repeating: 0, count: order * order)
  private(set) var gradient = [Double](repeating: 0, count: order)

  // The residual that is being put together.
  private var indices = [Int](repeating: 0, count: 16)
  private var slopes = [Double](repeating: 0, count: 16)
  private var termCount = 0

  /// The residual changes by `slope` for each unit of the unknown.
  mutating func term(_ index: Int, _ slope: Double) {
    indices[termCount] = index
    slopes[termCount] = slope
    termCount += 1
  }

  /// The residual changes by `slope · d` when the joint moves by d metres.
  mutating func term(_ joint: Joint, _ slope: Vector3) {
    let first = 3 * joint.rawValue
    term(first, slope.x)
    term(first + 1, slope.y)
    term(first + 2, slope.z)
  }

  /// Ends the residual whose terms were given: its value, and the weight of both value and slopes.
  mutating func add(_ residual: Double, weight: Double = 1) {
    let w2 = weight * weight
    matrix.withUnsafeMutableBufferPointer { matrix in
      for a in 0..<termCount {
        let (row, slope) = (indices[a], w2 * slopes[a])
        gradient[row] += slope * residual
        for b in 0..<termCount where indices[b] <= row {
          matrix[indices[b] * Self.order + row] += slope * slopes[b]
        }
      }
    }
    termCount = 0
  }

  /// The step that solves the damped equations, (A + λ·diag A + 1e-6) · step = −gradient, by
  /// LAPACK's Cholesky solver; `nil` when they can't be solved.
  func step(damping: Double) -> [Double]? {
    var damped = matrix
    for index in 0..<Self.order {
      damped[index * Self.order + index] *= 1 + damping
      damped[index * Self.order + index] += 1e-6
    }
    var step = gradient.map { -$0 }
    return LinearAlgebra.solvePositiveDefinite(&damped, &step) ? step : nil
  }

  /// The covariance of the unknowns: the inverse of the matrix. Column-major, lower triangle;
  /// `nil` when it is singular.
  func covariance() -> [Double]? {
    var factor = matrix
    for index in 0..<Self.order { factor[index * Self.order + index] += 1e-6 }
    var ignored = gradient
    guard LinearAlgebra.solvePositiveDefinite(&factor, &ignored) else { return nil }
    return LinearAlgebra.inverse(ofCholeskyFactor: factor, order: Self.order)
  }
}
