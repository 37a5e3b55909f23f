// Made from simd_float3x4.swift by scripts/simd_twins.py; edit that.

/// A matrix of 3 columns and 4 rows, in double precision.
///
/// It acts on column vectors; `columns` are its columns, `matrix[column, row]` is an element.
public struct simd_double3x4: Sendable, Equatable, CustomDebugStringConvertible {
  /// The columns.
  public var columns: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)

  /// All zero.
  public init() { columns = (.zero, .zero, .zero) }

  /// The columns.
  public init(_ a: SIMD4<Double>, _ b: SIMD4<Double>, _ c: SIMD4<Double>) {
    columns = (a, b, c)
  }

  /// The columns, as one value.
  public init(columns: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)) { self.columns = columns }

  /// The columns; exactly 3 of them.
  public init(_ columns: [SIMD4<Double>]) {
    precondition(columns.count == 3, "\(columns.count) columns for a matrix of 3")
    self.columns = (columns[0], columns[1], columns[2])
  }

  /// The rows; exactly 4 of them.
  public init(rows: [SIMD3<Double>]) {
    precondition(rows.count == 4, "\(rows.count) rows for a matrix of 4")
    self.init()
    for row in 0..<4 { for column in 0..<3 { self[column, row] = rows[row][column] } }
  }

  /// A number on the diagonal, zero elsewhere.
  public init(_ scalar: Double) { self.init(diagonal: SIMD3(repeating: scalar)) }

  /// The diagonal, zero elsewhere.
  public init(diagonal: SIMD3<Double>) {
    self.init()
    for index in 0..<3 { self[index, index] = diagonal[index] }
  }

  /// A column.
  public subscript(column: Int) -> SIMD4<Double> {
    get {
      switch column {
      case 0: columns.0
      case 1: columns.1
      case 2: columns.2
      default: preconditionFailure("a matrix of 3 columns has no column \(column)")
      }
    }
    set {
      switch column {
      case 0: columns.0 = newValue
      case 1: columns.1 = newValue
      case 2: columns.2 = newValue
      default: preconditionFailure("a matrix of 3 columns has no column \(column)")
      }
    }
  }

  /// An element.
  public subscript(column: Int, row: Int) -> Double {
    get { self[column][row] }
    set { self[column][row] = newValue }
  }

  /// The transposed matrix.
  public var transpose: simd_double4x3 {
    var result = simd_double4x3()
    for column in 0..<3 { for row in 0..<4 { result[row, column] = self[column, row] } }
    return result
  }

  /// `simd_double3x4([[…], …])`, column by column.
  public var debugDescription: String {
    let parts = (0..<3).map { column in
      "[" + (0..<4).map { "\(self[column, $0])" }.joined(separator: ", ") + "]"
    }
    return "simd_double3x4([" + parts.joined(separator: ", ") + "])"
  }

  /// Whether all elements are equal.
  public static func == (a: simd_double3x4, b: simd_double3x4) -> Bool {
    a.columns.0 == b.columns.0 && a.columns.1 == b.columns.1 && a.columns.2 == b.columns.2
  }
}

extension simd_double3x4 {
  /// A vector through the matrix.
  public static func * (matrix: simd_double3x4, vector: SIMD3<Double>) -> SIMD4<Double> {
    matrix.columns.0 * vector[0] + matrix.columns.1 * vector[1] + matrix.columns.2 * vector[2]
  }

  /// The row vector times the matrix.
  public static func * (vector: SIMD4<Double>, matrix: simd_double3x4) -> SIMD3<Double> {
    matrix.transpose * vector
  }

  /// Every element times a number.
  public static func * (scalar: Double, matrix: simd_double3x4) -> simd_double3x4 {
    simd_double3x4(matrix.columns.0 * scalar, matrix.columns.1 * scalar, matrix.columns.2 * scalar)
  }

  /// Every element times a number.
  public static func * (matrix: simd_double3x4, scalar: Double) -> simd_double3x4 {
    scalar * matrix
  }

  /// Element by element.
  public static func + (a: simd_double3x4, b: simd_double3x4) -> simd_double3x4 {
    simd_double3x4(a.columns.0 + b.columns.0, a.columns.1 + b.columns.1, a.columns.2 + b.columns.2)
  }

  /// Element by element.
  public static func - (a: simd_double3x4, b: simd_double3x4) -> simd_double3x4 {
    simd_double3x4(a.columns.0 - b.columns.0, a.columns.1 - b.columns.1, a.columns.2 - b.columns.2)
  }

  /// Every element with the other sign.
  public static prefix func - (matrix: simd_double3x4) -> simd_double3x4 { -1 * matrix }

  /// Element by element.
  public static func += (a: inout simd_double3x4, b: simd_double3x4) { a = a + b }

  /// Element by element.
  public static func -= (a: inout simd_double3x4, b: simd_double3x4) { a = a - b }

  /// Every element times a number.
  public static func *= (matrix: inout simd_double3x4, scalar: Double) { matrix = scalar * matrix }
}

/// The same type under its other names.
public typealias double3x4 = simd_double3x4
/// The same type under its other names.
public typealias matrix_double3x4 = simd_double3x4

/// A vector through the matrix.
public func simd_mul(_ matrix: simd_double3x4, _ vector: SIMD3<Double>) -> SIMD4<Double> {
  matrix * vector
}

/// The row vector times the matrix.
public func simd_mul(_ vector: SIMD4<Double>, _ matrix: simd_double3x4) -> SIMD3<Double> {
  vector * matrix
}

/// Every element times a number.
public func simd_mul(_ scalar: Double, _ matrix: simd_double3x4) -> simd_double3x4 {
  scalar * matrix
}

/// A vector through the matrix.
public func matrix_multiply(_ matrix: simd_double3x4, _ vector: SIMD3<Double>) -> SIMD4<Double> {
  matrix * vector
}

/// The transposed matrix.
public func simd_transpose(_ matrix: simd_double3x4) -> simd_double4x3 { matrix.transpose }

/// The transposed matrix.
public func matrix_transpose(_ matrix: simd_double3x4) -> simd_double4x3 { matrix.transpose }

/// Element by element.
public func simd_add(_ a: simd_double3x4, _ b: simd_double3x4) -> simd_double3x4 { a + b }

/// Element by element.
public func simd_sub(_ a: simd_double3x4, _ b: simd_double3x4) -> simd_double3x4 { a - b }

/// A matrix of these columns.
public func simd_matrix(_ a: SIMD4<Double>, _ b: SIMD4<Double>, _ c: SIMD4<Double>)
  -> simd_double3x4
{
  simd_double3x4(a, b, c)
}

/// Whether all elements are equal.
public func simd_equal(_ a: simd_double3x4, _ b: simd_double3x4) -> Bool { a == b }

/// Whether no element differs by more than the tolerance.
public func simd_almost_equal_elements(
  _ a: simd_double3x4, _ b: simd_double3x4, _ tolerance: Double
) -> Bool {
  (0..<3).allSatisfy { column in
    (0..<4).allSatisfy { Swift.abs(a[column, $0] - b[column, $0]) <= tolerance }
  }
}
