internal import Kinematics
internal import PoseGeometry

/// The normal equations of a robust least-squares problem over the 17 joints and the logarithm of
/// stature, built up residual by residual: `matrix` = Σ w² j·jᵀ and `gradient` = Σ w² j·r.
///
/// A residual is put together from its terms and then added; residuals of the offset between two
/// joints, of which most are, come as blocks. This is where the solver spends its time: everything
/// goes through plain memory that is allocated once and never leaves this type.
struct NormalEquations: ~Copyable {
  /// Three coordinates a joint, in the joints' order, and one for the stature.
  static let order = 52
  /// The index of the logarithm of stature.
  static let logStature = 51
  /// No residual depends on more unknowns: the two bones of a pair have four joints.
  private static let maximumTerms = 12

  /// Column-major; only the lower triangle counts.
  private let matrix: UnsafeMutablePointer<Double>
  private let gradient: UnsafeMutablePointer<Double>
  // The damped matrix, then its factor; the gradient's opposite, then the step.
  private let factor: UnsafeMutablePointer<Double>
  private let step: UnsafeMutablePointer<Double>
  // The residual that is being put together.
  private let indices: UnsafeMutablePointer<Int>
  private let slopes: UnsafeMutablePointer<Double>
  private var termCount = 0
  /// Σ of the squares of the residuals, each as its weight's kernel counts it: Huber's, w²(2 − w²)·r².
  private(set) var cost = 0.0

  init() {
    func memory(_ count: Int) -> UnsafeMutablePointer<Double> {
      let first = UnsafeMutablePointer<Double>.allocate(capacity: count)
      first.initialize(repeating: 0, count: count)
      return first
    }
    matrix = memory(Self.order * Self.order)
    gradient = memory(Self.order)
    factor = memory(Self.order * Self.order)
    step = memory(Self.order)
    slopes = memory(Self.maximumTerms)
    indices = .allocate(capacity: Self.maximumTerms)
    indices.initialize(repeating: 0, count: Self.maximumTerms)
  }

  deinit {
    for memory in [matrix, gradient, factor, step, slopes] { memory.deallocate() }
    indices.deallocate()
  }

  /// Takes out all residuals.
  mutating func removeAll() {
    matrix.update(repeating: 0, count: Self.order * Self.order)
    gradient.update(repeating: 0, count: Self.order)
    termCount = 0
    cost = 0
  }

  // MARK: A residual by its terms

  /// The residual changes by `slope` for each unit of the unknown.
  @inline(__always)
  mutating func term(_ index: Int, _ slope: Double) {
    precondition(
      termCount < Self.maximumTerms && index < Self.order, "a residual of too many terms")
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
    cost += residual * residual * w2 * (2 - w2)
    addTerms(residual, squaredWeight: w2)
  }

  /// Ends a residual that is rejected where it is large: `weight` is Geman and McClure's, 1/(1 + q²), and
  /// its cost r²/(1 + q²).
  @inline(__always)
  mutating func add(_ residual: Double, rejectedBy weight: Double) {
    cost += residual * residual * weight
    addTerms(residual, squaredWeight: weight * weight)
  }

  @inline(__always)
  private mutating func addTerms(_ residual: Double, squaredWeight w2: Double) {
    for a in 0..<termCount {
      let (row, slope) = (indices[a], w2 * slopes[a])
      gradient[row] += slope * residual
      for b in 0..<termCount where indices[b] <= row {
        matrix[indices[b] * Self.order + row] += slope * slopes[b]
      }
    }
    termCount = 0
  }

  // MARK: Residuals of an offset

  /// The sums over some residuals that depend on the offset between two joints and on stature
  /// alone.
  struct OffsetBlock {
    /// Σ w² j·jᵀ over the offset's coordinates, by columns.
    fileprivate private(set) var matrix = (Vector3.zero, Vector3.zero, Vector3.zero)
    /// Σ w² j·r.
    fileprivate private(set) var gradient = Vector3.zero
    /// Σ w² j·s, s the slope by the logarithm of stature.
    fileprivate private(set) var cross = Vector3.zero
    /// Σ w² s² and Σ w² s·r.
    fileprivate private(set) var stature = (square: 0.0, gradient: 0.0)
    /// Σ w²(2 − w²)·r².
    fileprivate private(set) var cost = 0.0

    /// Adds a residual that changes by `slope · d` when the offset does by d metres, and by
    /// `statureSlope` for each unit of the logarithm of stature.
    @inline(__always)
    mutating func add(
      _ residual: Double, slope: Vector3, statureSlope: Double, weight: Double = 1
    ) {
      let w2 = weight * weight
      cost += residual * residual * w2 * (2 - w2)
      let weighted = w2 * slope
      matrix.0 += weighted * slope.x
      matrix.1 += weighted * slope.y
      matrix.2 += weighted * slope.z
      gradient += weighted * residual
      cross += weighted * statureSlope
      stature.square += w2 * statureSlope * statureSlope
      stature.gradient += w2 * statureSlope * residual
    }
  }

  /// Adds residuals of the offset of one joint from another.
  mutating func add(_ block: OffsetBlock, of joint: Joint, from origin: Joint) {
    let (joint, origin) = (3 * joint.rawValue, 3 * origin.rawValue)
    addColumn(0, block.matrix.0, joint, origin)
    addColumn(1, block.matrix.1, joint, origin)
    addColumn(2, block.matrix.2, joint, origin)
    let s = Self.logStature
    for axis in 0..<3 {
      matrix[(joint + axis) * Self.order + s] += block.cross[axis]
      matrix[(origin + axis) * Self.order + s] -= block.cross[axis]
      gradient[joint + axis] += block.gradient[axis]
      gradient[origin + axis] -= block.gradient[axis]
    }
    matrix[s * Self.order + s] += block.stature.square
    gradient[s] += block.stature.gradient
    cost += block.cost
  }

  /// Adds a column of an offset's matrix to the two joints' own, and takes it from what they share.
  @inline(__always)
  private func addColumn(_ index: Int, _ values: Vector3, _ joint: Int, _ origin: Int) {
    let own = matrix + (joint + index) * Self.order + joint
    let others = matrix + (origin + index) * Self.order + origin
    let shared = matrix + (min(joint, origin) + index) * Self.order + max(joint, origin)
    for axis in 0..<3 {
      own[axis] += values[axis]
      others[axis] += values[axis]
      shared[axis] -= values[axis]
    }
  }

  // MARK: Solving

  /// Finds the step that solves the damped equations, (A + λ·diag A + 1e-6) · step = −gradient, by
  /// LAPACK's Cholesky solver; `false` when they can't be solved.
  mutating func solve(damping: Double) -> Bool {
    factor.update(from: matrix, count: Self.order * Self.order)
    for index in 0..<Self.order {
      factor[index * (Self.order + 1)] *= 1 + damping
      factor[index * (Self.order + 1)] += 1e-6
      step[index] = -gradient[index]
    }
    return LinearAlgebra.solvePositiveDefinite(factor, step, order: Self.order)
  }

  /// The step that `solve` found for a joint, in metres.
  func step(of joint: Joint) -> Vector3 {
    let first = 3 * joint.rawValue
    return Vector3(step[first], step[first + 1], step[first + 2])
  }

  /// The step that `solve` found for the logarithm of stature.
  var stepOfLogStature: Double { step[Self.logStature] }

  /// The rows at and below the diagonal of a column of the matrix, with their elements.
  @inline(__always)
  func forEach(inColumn column: Int, _ body: (Int, Double) -> Void) {
    for row in column..<Self.order { body(row, matrix[column * Self.order + row]) }
  }

  /// The gradient by an unknown.
  func slope(of index: Int) -> Double { gradient[index] }

  /// The covariance of the unknowns: the inverse of the matrix. Column-major, lower triangle;
  /// `nil` when it is singular.
  func covariance() -> [Double]? {
    var factor = Array(UnsafeBufferPointer(start: matrix, count: Self.order * Self.order))
    for index in 0..<Self.order { factor[index * (Self.order + 1)] += 1e-6 }
    var unused = [Double](repeating: 0, count: Self.order)
    guard LinearAlgebra.solvePositiveDefinite(&factor, &unused) else { return nil }
    return LinearAlgebra.inverse(ofCholeskyFactor: factor, order: Self.order)
  }
}

/// The normal equations of a weighted linear problem over three unknowns: a translation, a plane.
struct ThreeUnknowns {
  /// The matrix's columns, and the right-hand side.
  private var x = SIMD3<Double>.zero
  private var y = SIMD3<Double>.zero
  private var z = SIMD3<Double>.zero
  private var vector = SIMD3<Double>.zero

  /// Adds the weighted equation row · unknowns = value.
  mutating func add(_ row: SIMD3<Double>, _ value: Double, weight: Double) {
    let weighted = weight * row
    x += weighted * row.x
    y += weighted * row.y
    z += weighted * row.z
    vector += weighted * value
  }

  /// The unknowns; one that no equation has is zero. `nil` when there is no solution.
  func solution() -> SIMD3<Double>? {
    var matrix = [x, y, z].flatMap { [$0.x, $0.y, $0.z] }
    for index in 0..<3 { matrix[4 * index] += 1e-9 }
    var vector = [vector.x, vector.y, vector.z]
    guard LinearAlgebra.solvePositiveDefinite(&matrix, &vector) else { return nil }
    return SIMD3(vector[0], vector[1], vector[2])
  }
}
