// Made from simd_float4x3.swift by scripts/simd_twins.py; edit that.

/// A matrix of 4 columns and 3 rows, in double precision.
///
/// It acts on column vectors; `columns` are its columns, `matrix[column, row]` is an element.
public struct simd_double4x3: Sendable, Equatable, CustomDebugStringConvertible {
  /// The columns.
  public var columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

  /// All zero.
  public init() { columns = (.zero, .zero, .zero, .zero) }

  /// The columns.
  public init(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>, _ d: SIMD3<Double>) {
    columns = (a, b, c, d)
  }

  /// The columns, as one value.
  public init(columns: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)) {
    self.columns = columns
  }

  /// The columns; exactly 4 of them.
  public init(_ columns: [SIMD3<Double>]) {
    precondition(columns.count == 4, "\(columns.count) columns for a matrix of 4")
    self.columns = (columns[0], columns[1], columns[2], columns[3])
  }

  /// The rows; exactly 3 of them.
  public init(rows: [SIMD4<Double>]) {
    precondition(rows.count == 3, "\(rows.count) rows for a matrix of 3")
    self.init()
    for row in 0..<3 { for column in 0..<4 { self[column, row] = rows[row][column] } }
  }

  /// A number on the diagonal, zero elsewhere.
  public init(_ scalar: Double) { self.init(diagonal: SIMD3(repeating: scalar)) }

  /// The diagonal, zero elsewhere.
  public init(diagonal: SIMD3<Double>) {
    self.init()
    for index in 0..<3 { self[index, index] = diagonal[index] }
  }

  /// A column.
  public subscript(column: Int) -> SIMD3<Double> {
    get {
      switch column {
      case 0: columns.0
      case 1: columns.1
      case 2: columns.2
      case 3: columns.3
      default: preconditionFailure("a matrix of 4 columns has no column \(column)")
      }
    }
    set {
      switch column {
      case 0: columns.0 = newValue
      case 1: columns.1 = newValue
      case 2: columns.2 = newValue
      case 3: columns.3 = newValue
      default: preconditionFailure("a matrix of 4 columns has no column \(column)")
      }
    }
  }

  /// An element.
  public subscript(column: Int, row: Int) -> Double {
    get { self[column][row] }
    set { self[column][row] = newValue }
  }

  /// The transposed matrix.
  public var transpose: simd_double3x4 {
    var result = simd_double3x4()
    for column in 0..<4 { for row in 0..<3 { result[row, column] = self[column, row] } }
    return result
  }

  /// `simd_double4x3([[…], …])`, column by column.
  public var debugDescription: String {
    let parts = (0..<4).map { column in
      "[" + (0..<3).map { "\(self[column, $0])" }.joined(separator: ", ") + "]"
    }
    return "simd_double4x3([" + parts.joined(separator: ", ") + "])"
  }

  /// Whether all elements are equal.
  public static func == (a: simd_double4x3, b: simd_double4x3) -> Bool {
    a.columns.0 == b.columns.0 && a.columns.1 == b.columns.1 && a.columns.2 == b.columns.2
      && a.columns.3 == b.columns.3
  }
}

extension simd_double4x3 {
  /// A vector through the matrix.
  public static func * (matrix: simd_double4x3, vector: SIMD4<Double>) -> SIMD3<Double> {
    // One term at a time: the compiler takes seconds for their sum.
    var product = matrix.columns.0 * vector[0]
    product += matrix.columns.1 * vector[1]
    product += matrix.columns.2 * vector[2]
    product += matrix.columns.3 * vector[3]
    return product
  }

  /// The row vector times the matrix.
  public static func * (vector: SIMD3<Double>, matrix: simd_double4x3) -> SIMD4<Double> {
    matrix.transpose * vector
  }

  /// Every element times a number.
  public static func * (scalar: Double, matrix: simd_double4x3) -> simd_double4x3 {
    simd_double4x3(
      matrix.columns.0 * scalar, matrix.columns.1 * scalar, matrix.columns.2 * scalar,
      matrix.columns.3 * scalar)
  }

  /// Every element times a number.
  public static func * (matrix: simd_double4x3, scalar: Double) -> simd_double4x3 {
    scalar * matrix
  }

  /// Element by element.
  public static func + (a: simd_double4x3, b: simd_double4x3) -> simd_double4x3 {
    simd_double4x3(
      a.columns.0 + b.columns.0, a.columns.1 + b.columns.1, a.columns.2 + b.columns.2,
      a.columns.3 + b.columns.3)
  }

  /// Element by element.
  public static func - (a: simd_double4x3, b: simd_double4x3) -> simd_double4x3 {
    simd_double4x3(
      a.columns.0 - b.columns.0, a.columns.1 - b.columns.1, a.columns.2 - b.columns.2,
      a.columns.3 - b.columns.3)
  }

  /// Every element with the other sign.
  public static prefix func - (matrix: simd_double4x3) -> simd_double4x3 { -1 * matrix }

  /// Element by element.
  public static func += (a: inout simd_double4x3, b: simd_double4x3) { a = a + b }

  /// Element by element.
  public static func -= (a: inout simd_double4x3, b: simd_double4x3) { a = a - b }

  /// Every element times a number.
  public static func *= (matrix: inout simd_double4x3, scalar: Double) { matrix = scalar * matrix }
}

/// The same type under its other names.
public typealias double4x3 = simd_double4x3
/// The same type under its other names.
public typealias matrix_double4x3 = simd_double4x3

/// A vector through the matrix.
public func simd_mul(_ matrix: simd_double4x3, _ vector: SIMD4<Double>) -> SIMD3<Double> {
  matrix * vector
}

/// The row vector times the matrix.
public func simd_mul(_ vector: SIMD3<Double>, _ matrix: simd_double4x3) -> SIMD4<Double> {
  vector * matrix
}

/// Every element times a number.
public func simd_mul(_ scalar: Double, _ matrix: simd_double4x3) -> simd_double4x3 {
  scalar * matrix
}

/// A vector through the matrix.
public func matrix_multiply(_ matrix: simd_double4x3, _ vector: SIMD4<Double>) -> SIMD3<Double> {
  matrix * vector
}

/// The transposed matrix.
public func simd_transpose(_ matrix: simd_double4x3) -> simd_double3x4 { matrix.transpose }

/// The transposed matrix.
public func matrix_transpose(_ matrix: simd_double4x3) -> simd_double3x4 { matrix.transpose }

/// Element by element.
public func simd_add(_ a: simd_double4x3, _ b: simd_double4x3) -> simd_double4x3 { a + b }

/// Element by element.
public func simd_sub(_ a: simd_double4x3, _ b: simd_double4x3) -> simd_double4x3 { a - b }

/// A matrix of these columns.
public func simd_matrix(
  _ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>, _ d: SIMD3<Double>
)
  -> simd_double4x3
{
  simd_double4x3(a, b, c, d)
}

/// Whether all elements are equal.
public func simd_equal(_ a: simd_double4x3, _ b: simd_double4x3) -> Bool { a == b }

/// Whether no element differs by more than the tolerance.
public func simd_almost_equal_elements(
  _ a: simd_double4x3, _ b: simd_double4x3, _ tolerance: Double
) -> Bool {
  (0..<4).allSatisfy { column in
    (0..<3).allSatisfy { Swift.abs(a[column, $0] - b[column, $0]) <= tolerance }
  }
}
