internal import Kinematics

/// The normal equations of one person's problems at successive moments, each tied to the two before it: a band
/// matrix, of which the lower half is kept.
struct TrajectoryEquations {
  /// Unknowns of a moment.
  private static let order = NormalEquations.order
  /// Diagonals below the main one.
  private static let width = 2 * order
  private static let column = width + 1

  private let count: Int
  /// By columns, each from its diagonal down.
  private var band: [Double]
  /// The gradient; after `solve` the step.
  private var vector: [Double]
  /// Σ of the squares of the residuals as their kernels count them.
  private(set) var cost = 0.0

  /// Equations of so many moments, all zero.
  init(moments count: Int) {
    self.count = count
    band = Array(repeating: 0, count: count * Self.order * Self.column)
    vector = Array(repeating: 0, count: count * Self.order)
  }

  /// Takes out all residuals.
  mutating func removeAll() {
    band.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    vector.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    cost = 0
  }

  /// Adds what is known of a moment by itself.
  mutating func add(_ equations: borrowing NormalEquations, at moment: Int) {
    let first = moment * Self.order
    cost += equations.cost
    for index in 0..<Self.order {
      let place = (first + index) * Self.column
      equations.forEach(inColumn: index) { row, value in band[place + row - index] += value }
      vector[first + index] += equations.slope(of: index)
    }
  }

  /// Adds a residual that depends on one unknown at a moment and the two after it.
  @inline(__always)
  mutating func add(
    _ residual: Double, slopes: SIMD3<Double>, of index: Int, from moment: Int, weight: Double = 1
  ) {
    let w2 = weight * weight
    cost += residual * residual * w2 * (2 - w2)
    for a in 0..<3 where slopes[a] != 0 {
      let place = (moment + a) * Self.order + index
      vector[place] += w2 * slopes[a] * residual
      for b in a..<3 {
        band[place * Self.column + (b - a) * Self.order] += w2 * slopes[a] * slopes[b]
      }
    }
  }

  /// Finds the step by LAPACK's band Cholesky solver; `false` when the equations can't be solved.
  mutating func solve() -> Bool {
    for place in vector.indices {
      vector[place] = -vector[place]
      band[place * Self.column] = band[place * Self.column] * (1 + 1e-9) + 1e-6
    }
    return LinearAlgebra.solveBanded(&band, width: Self.width, &vector)
  }

  /// What `solve` found for an unknown of a moment.
  func step(of index: Int, at moment: Int) -> Double { vector[moment * Self.order + index] }
}
