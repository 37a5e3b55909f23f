internal import Kinematics

/// The normal equations of a robust least-squares problem over the 17 joints and the logarithm of
/// stature, built up residual by residual: `matrix` = Σ w² j·jᵀ and `gradient` = Σ w² j·r.
///
/// A residual is put together from its terms and then added; this is where the solver spends its
/// time, so the sums go through plain memory that never leaves this type.
struct NormalEquations: ~Copyable {
  /// Three coordinates a joint, in the joints' order, and one for the stature.
  static let order = 52
  /// The index of the logarithm of stature.
  static let logStature = 51
  /// No residual depends on more unknowns: the two bones of a pair have four joints.
  private static let mostTerms = 12

  /// Column-major; only the lower triangle is filled.
  private let matrix: UnsafeMutablePointer<Double>
  private let gradient: UnsafeMutablePointer<Double>
  // The residual that is being put together.
  private let indices: UnsafeMutablePointer<Int>
  private let slopes: UnsafeMutablePointer<Double>
  private var termCount = 0

  init() {
    matrix = .allocate(capacity: Self.order * Self.order)
    gradient = .allocate(capacity: Self.order)
    indices = .allocate(capacity: Self.mostTerms)
    slopes = .allocate(capacity: Self.mostTerms)
    matrix.initialize(repeating: 0, count: Self.order * Self.order)
    gradient.initialize(repeating: 0, count: Self.order)
  }

  deinit {
    matrix.deallocate()
    gradient.deallocate()
    indices.deallocate()
    slopes.deallocate()
  }

  /// The residual changes by `slope` for each unit of the unknown.
  @inline(__always)
  mutating func term(_ index: Int, _ slope: Double) {
    precondition(termCount < Self.mostTerms && index < Self.order, "a residual of too many terms")
    indices[termCount] = index
    slopes[termCount] = slope
    termCount += 1
  }

  /// The residual changes by `slope · d` when the joint moves by d metres.
  @inline(__always)
  mutating func term(_ joint: Joint, _ slope: Vector3) {
    let first = 3 * joint.rawValue
    term(first, slope.x)
    term(first + 1, slope.y)
    term(first + 2, slope.z)
  }

  /// Ends the residual whose terms were given: its value, and the weight of both value and slopes.
  @inline(__always)
  mutating func add(_ residual: Double, weight: Double = 1) {
    let w2 = weight * weight
    for a in 0..<termCount {
      let (row, slope) = (indices[a], w2 * slopes[a])
      gradient[row] += slope * residual
      for b in 0..<termCount where indices[b] <= row {
        matrix[indices[b] * Self.order + row] += slope * slopes[b]
      }
    }
    termCount = 0
  }

  /// The step that solves the damped equations, (A + λ·diag A + 1e-6) · step = −gradient, by
  /// LAPACK's Cholesky solver; `nil` when they can't be solved.
  func step(damping: Double) -> [Double]? {
    var damped = self.damped(by: damping)
    var step = (0..<Self.order).map { -gradient[$0] }
    return LinearAlgebra.solvePositiveDefinite(&damped, &step) ? step : nil
  }

  /// The covariance of the unknowns: the inverse of the matrix. Column-major, lower triangle;
  /// `nil` when it is singular.
  func covariance() -> [Double]? {
    var factor = damped(by: 0)
    var unused = [Double](repeating: 0, count: Self.order)
    guard LinearAlgebra.solvePositiveDefinite(&factor, &unused) else { return nil }
    return LinearAlgebra.inverse(ofCholeskyFactor: factor, order: Self.order)
  }

  private func damped(by damping: Double) -> [Double] {
    var copy = Array(UnsafeBufferPointer(start: matrix, count: Self.order * Self.order))
    for index in 0..<Self.order {
      copy[index * Self.order + index] *= 1 + damping
      copy[index * Self.order + index] += 1e-6
    }
    return copy
  }
}
