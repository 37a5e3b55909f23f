internal import PoseGeometry
internal import Kinematics

/// The normal equations of one person's problems at successive moments, each tied to the two before it: a band
/// matrix, of which the lower half is kept.
struct TrajectoryEquations {
  /// Unknowns of a moment.
  private static let order = NormalEquations.order

  /// Diagonals below the main one.
  private let width: Int
  /// By columns, each from its diagonal down.
  private var band: [Double]
  /// The gradient; after `solve` the step.
  private var vector: [Double]
  /// Σ of the squares of the residuals as their kernels count them.
  private(set) var cost = 0.0

  private var column: Int { width + 1 }

  /// Equations of so many moments, all zero.
  ///
  /// - Parameter areCoupled: whether residuals tie an unknown to others of the moments after it, or only to itself.
  init(moments count: Int, areCoupled: Bool) {
    width = (areCoupled ? 3 : 2) * Self.order - (areCoupled ? 1 : 0)
    band = Array(repeating: 0, count: count * Self.order * (width + 1))
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
      let place = (first + index) * column
      equations.forEach(inColumn: index) { row, value in band[place + row - index] += value }
      vector[first + index] += equations.slope(of: index)
    }
  }

  /// Adds a residual that depends on one unknown at a moment and the two after it, or on that less another.
  @inline(__always)
  mutating func add(
    _ residual: Double, slopes: SIMD3<Double>, of index: Int, less other: Int? = nil,
    from moment: Int, weight: Double = 1
  ) {
    let w2 = weight * weight
    cost += residual * residual * w2 * (2 - w2)
    for a in 0..<3 where slopes[a] != 0 {
      let row = (moment + a) * Self.order
      addSlope(w2 * slopes[a] * residual, of: index, less: other, row)
      for b in 0..<3 {
        let value = w2 * slopes[a] * slopes[b]
        let later = (moment + b) * Self.order
        if b >= a { add(value, row + index, later + index) }
        guard let other else { continue }
        if b >= a { add(value, row + other, later + other) }
        add(-value, row + index, later + other)
      }
    }
  }

  @inline(__always)
  private mutating func addSlope(_ value: Double, of index: Int, less other: Int?, _ row: Int) {
    vector[row + index] += value
    if let other { vector[row + other] -= value }
  }

  /// Adds to the element of a pair of unknowns.
  @inline(__always)
  private mutating func add(_ value: Double, _ one: Int, _ two: Int) {
    band[min(one, two) * column + abs(one - two)] += value
  }

  /// Adds a residual that depends on the places of joints at moments not more than two apart.
  mutating func add(
    _ residual: Double, slopes: [(moment: Int, joint: Joint, slope: Vector3)], weight: Double
  ) {
    let w2 = weight * weight
    cost += residual * residual * w2 * (2 - w2)
    for one in slopes {
      let first = one.moment * Self.order + 3 * one.joint.rawValue
      for axis in 0..<3 {
        let column = first + axis
        let slope = w2 * one.slope[axis]
        vector[column] += slope * residual
        for two in slopes {
          for (other, value) in [two.slope.x, two.slope.y, two.slope.z].enumerated() {
            let row = two.moment * Self.order + 3 * two.joint.rawValue + other
            if row >= column { add(slope * value, column, row) }
          }
        }
      }
    }
  }

  /// Finds the step by LAPACK's band Cholesky solver; `false` when the equations can't be solved.
  mutating func solve() -> Bool {
    for place in vector.indices {
      vector[place] = -vector[place]
      band[place * column] = band[place * column] * (1 + 1e-9) + 1e-6
    }
    return LinearAlgebra.solveBanded(&band, width: width, &vector)
  }

  /// The step that `solve` found for an unknown of a moment.
  func step(of index: Int, at moment: Int) -> Double { vector[moment * Self.order + index] }
}
