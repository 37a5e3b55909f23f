package import PoseGeometry

/// The normal equations of a robust least-squares problem of few unknowns, built up residual by residual:
/// `matrix` = Σ w² j·jᵀ and `gradient` = Σ w² j·r.
///
/// A residual is put together from its terms and then added; residuals of the offset between two
/// points, of which a body has most, come as blocks. Solvers spend their time here: everything
/// goes through plain memory that is allocated once and never leaves this type.
package struct DenseNormalEquations: ~Copyable {
  /// The number of unknowns.
  package let order: Int
  /// What is added to each diagonal element, so that unknowns without residuals stay where they are.
  private let floor: Double
  /// No residual depends on more unknowns: the two bones of a pair have four points.
  @usableFromInline static let maximumTerms = 12

  /// Column-major; only the lower triangle counts.
  @usableFromInline let matrix: UnsafeMutablePointer<Double>
  @usableFromInline let gradient: UnsafeMutablePointer<Double>
  // The damped matrix, then its factor; the gradient's opposite, then the step.
  private let factor: UnsafeMutablePointer<Double>
  private let step: UnsafeMutablePointer<Double>
  // The residual that is being put together.
  @usableFromInline let indices: UnsafeMutablePointer<Int>
  @usableFromInline let slopes: UnsafeMutablePointer<Double>
  @usableFromInline var termCount = 0
  /// Σ of the squares of the residuals, each as its weight's kernel counts it: Huber's, w²(2 − w²)·r².
  package var cost: Double { sum }
  @usableFromInline var sum = 0.0

  /// Equations without residuals.
  package init(order: Int, floor: Double) {
    (self.order, self.floor) = (order, floor)
    func memory(_ count: Int) -> UnsafeMutablePointer<Double> {
      let first = UnsafeMutablePointer<Double>.allocate(capacity: count)
      first.initialize(repeating: 0, count: count)
      return first
    }
    matrix = memory(order * order)
    gradient = memory(order)
    factor = memory(order * order)
    step = memory(order)
    slopes = memory(Self.maximumTerms)
    indices = .allocate(capacity: Self.maximumTerms)
    indices.initialize(repeating: 0, count: Self.maximumTerms)
  }

  deinit {
    for memory in [matrix, gradient, factor, step, slopes] { memory.deallocate() }
    indices.deallocate()
  }

  /// Takes out all residuals.
  package mutating func removeAll() {
    matrix.update(repeating: 0, count: order * order)
    gradient.update(repeating: 0, count: order)
    termCount = 0
    sum = 0
  }

  // MARK: A residual by its terms

  /// The residual changes by `slope` for each unit of the unknown.
  @inlinable @inline(__always)
  package mutating func term(_ index: Int, _ slope: Double) {
    precondition(termCount < Self.maximumTerms && index < order, "a residual of too many terms")
    indices[termCount] = index
    slopes[termCount] = slope
    termCount += 1
  }

  /// The residual changes by `slope · d` when three unknowns, of which the first is given, move by d.
  @inlinable @inline(__always)
  package mutating func term(from first: Int, _ slope: Vector3) {
    term(first, slope.x)
    term(first + 1, slope.y)
    term(first + 2, slope.z)
  }

  /// Ends the residual whose terms were given: its value, and the weight of both value and slopes.
  @inlinable @inline(__always)
  package mutating func add(_ residual: Double, weight: Double = 1) {
    let w2 = weight * weight
    sum += residual * residual * w2 * (2 - w2)
    addTerms(residual, squaredWeight: w2)
  }

  /// Ends a residual that is rejected where it is large: `weight` is 1/(1 + q²), and its cost Geman and
  /// McClure's r²/(1 + q²).
  @inlinable @inline(__always)
  package mutating func add(_ residual: Double, rejectedBy weight: Double) {
    sum += residual * residual * weight
    addTerms(residual, squaredWeight: weight * weight)
  }

  /// Ends a residual whose square counts by a weight.
  @inlinable @inline(__always)
  package mutating func add(_ residual: Double, squaredWeight: Double) {
    sum += residual * residual * squaredWeight
    addTerms(residual, squaredWeight: squaredWeight)
  }

  @inlinable @inline(__always)
  mutating func addTerms(_ residual: Double, squaredWeight w2: Double) {
    for a in 0..<termCount {
      let (row, slope) = (indices[a], w2 * slopes[a])
      gradient[row] += slope * residual
      for b in 0..<termCount where indices[b] <= row {
        matrix[indices[b] * order + row] += slope * slopes[b]
      }
    }
    termCount = 0
  }

  // MARK: Residuals of an offset

  /// The sums over some residuals that depend on the offset between two points and on one other unknown
  /// alone, the scale.
  package struct OffsetBlock {
    /// Σ w² j·jᵀ over the offset's coordinates, by columns.
    @usableFromInline var matrix = (Vector3.zero, Vector3.zero, Vector3.zero)
    /// Σ w² j·r.
    @usableFromInline var gradient = Vector3.zero
    /// Σ w² j·s, s the slope by the scale.
    @usableFromInline var cross = Vector3.zero
    /// Σ w² s² and Σ w² s·r.
    @usableFromInline var scale = (square: 0.0, gradient: 0.0)
    /// Σ w²(2 − w²)·r².
    @usableFromInline var cost = 0.0

    /// A block without residuals.
    @inlinable package init() {}

    /// Adds a residual that changes by `slope · d` when the offset does by d, and by `scaleSlope` for each
    /// unit of the scale.
    @inlinable @inline(__always)
    package mutating func add(
      _ residual: Double, slope: Vector3, scaleSlope: Double, weight: Double = 1
    ) {
      let w2 = weight * weight
      cost += residual * residual * w2 * (2 - w2)
      let weighted = w2 * slope
      matrix.0 += weighted * slope.x
      matrix.1 += weighted * slope.y
      matrix.2 += weighted * slope.z
      gradient += weighted * residual
      cross += weighted * scaleSlope
      scale.square += w2 * scaleSlope * scaleSlope
      scale.gradient += w2 * scaleSlope * residual
    }
  }

  /// Adds residuals of the offset of one point from another, each given by its first unknown. The scale comes
  /// after both.
  package mutating func add(
    _ block: OffsetBlock, of point: Int, from origin: Int, scale: Int
  ) {
    addColumn(0, block.matrix.0, point, origin)
    addColumn(1, block.matrix.1, point, origin)
    addColumn(2, block.matrix.2, point, origin)
    for axis in 0..<3 {
      matrix[(point + axis) * order + scale] += block.cross[axis]
      matrix[(origin + axis) * order + scale] -= block.cross[axis]
      gradient[point + axis] += block.gradient[axis]
      gradient[origin + axis] -= block.gradient[axis]
    }
    matrix[scale * order + scale] += block.scale.square
    gradient[scale] += block.scale.gradient
    sum += block.cost
  }

  /// Adds a column of an offset's matrix to the two points' own, and takes it from what they share.
  @inline(__always)
  private func addColumn(_ index: Int, _ values: Vector3, _ point: Int, _ origin: Int) {
    let own = matrix + (point + index) * order + point
    let others = matrix + (origin + index) * order + origin
    let shared = matrix + (min(point, origin) + index) * order + max(point, origin)
    for axis in 0..<3 {
      own[axis] += values[axis]
      others[axis] += values[axis]
      shared[axis] -= values[axis]
    }
  }

  // MARK: Solving

  /// Finds the step that solves the damped equations, (A + λ·diag A + floor) · step = −gradient, by
  /// LAPACK's Cholesky solver; `false` when they can't be solved.
  package mutating func solve(damping: Double = 0) -> Bool {
    factor.update(from: matrix, count: order * order)
    for index in 0..<order {
      factor[index * (order + 1)] *= 1 + damping
      factor[index * (order + 1)] += floor
      step[index] = -gradient[index]
    }
    return LinearAlgebra.solvePositiveDefinite(factor, step, order: order)
  }

  /// The step of an unknown that `solve` found.
  package func step(of index: Int) -> Double { step[index] }

  /// The step that `solve` found of three unknowns, of which the first is given.
  package func step(from first: Int) -> Vector3 {
    Vector3(step[first], step[first + 1], step[first + 2])
  }

  /// The rows at and below the diagonal of a column of the matrix, with their elements.
  @inline(__always)
  func forEach(inColumn column: Int, _ body: (Int, Double) -> Void) {
    for row in column..<order { body(row, matrix[column * order + row]) }
  }

  /// The gradient by an unknown.
  func slope(of index: Int) -> Double { gradient[index] }

  /// The covariance of the unknowns: the inverse of the matrix. Column-major, lower triangle;
  /// `nil` when it is singular.
  package func covariance() -> [Double]? {
    var factor = Array(UnsafeBufferPointer(start: matrix, count: order * order))
    for index in 0..<order { factor[index * (order + 1)] += floor }
    var unused = [Double](repeating: 0, count: order)
    guard LinearAlgebra.solvePositiveDefinite(&factor, &unused) else { return nil }
    return LinearAlgebra.inverse(ofCholeskyFactor: factor, order: order)
  }
}
