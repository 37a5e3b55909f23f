// Made from simd_float2x2.swift by scripts/simd_twins.py; edit that.

/// A matrix of 2 columns and 2 rows, in double precision.
///
/// It acts on column vectors; `columns` are its columns, `matrix[column, row]` is an element.
public struct simd_double2x2: Sendable, Equatable, CustomDebugStringConvertible {
  /// The columns.
  public var columns: (SIMD2<Double>, SIMD2<Double>)

  /// All zero.
  public init() { columns = (.zero, .zero) }

  /// The columns.
  public init(_ a: SIMD2<Double>, _ b: SIMD2<Double>) {
    columns = (a, b)
  }

  /// The columns, as one value.
  public init(columns: (SIMD2<Double>, SIMD2<Double>)) { self.columns = columns }

  /// The columns; exactly 2 of them.
  public init(_ columns: [SIMD2<Double>]) {
    precondition(columns.count == 2, "\(columns.count) columns for a matrix of 2")
    self.columns = (columns[0], columns[1])
  }

  /// The rows; exactly 2 of them.
  public init(rows: [SIMD2<Double>]) {
    precondition(rows.count == 2, "\(rows.count) rows for a matrix of 2")
    self.init()
    for row in 0..<2 { for column in 0..<2 { self[column, row] = rows[row][column] } }
  }

  /// A number on the diagonal, zero elsewhere.
  public init(_ scalar: Double) { self.init(diagonal: SIMD2(repeating: scalar)) }

  /// The diagonal, zero elsewhere.
  public init(diagonal: SIMD2<Double>) {
    self.init()
    for index in 0..<2 { self[index, index] = diagonal[index] }
  }

  /// A column.
  public subscript(column: Int) -> SIMD2<Double> {
    get {
      switch column {
      case 0: columns.0
      case 1: columns.1
      default: preconditionFailure("a matrix of 2 columns has no column \(column)")
      }
    }
    set {
      switch column {
      case 0: columns.0 = newValue
      case 1: columns.1 = newValue
      default: preconditionFailure("a matrix of 2 columns has no column \(column)")
      }
    }
  }

  /// An element.
  public subscript(column: Int, row: Int) -> Double {
    get { self[column][row] }
    set { self[column][row] = newValue }
  }

  /// The transposed matrix.
  public var transpose: simd_double2x2 {
    var result = simd_double2x2()
    for column in 0..<2 { for row in 0..<2 { result[row, column] = self[column, row] } }
    return result
  }

  /// `simd_double2x2([[…], …])`, column by column.
  public var debugDescription: String {
    let parts = (0..<2).map { column in
      "[" + (0..<2).map { "\(self[column, $0])" }.joined(separator: ", ") + "]"
    }
    return "simd_double2x2([" + parts.joined(separator: ", ") + "])"
  }

  /// Whether all elements are equal.
  public static func == (a: simd_double2x2, b: simd_double2x2) -> Bool {
    a.columns.0 == b.columns.0 && a.columns.1 == b.columns.1
  }
}

extension simd_double2x2 {
  /// A vector through the matrix.
  public static func * (matrix: simd_double2x2, vector: SIMD2<Double>) -> SIMD2<Double> {
    matrix.columns.0 * vector[0] + matrix.columns.1 * vector[1]
  }

  /// The row vector times the matrix.
  public static func * (vector: SIMD2<Double>, matrix: simd_double2x2) -> SIMD2<Double> {
    matrix.transpose * vector
  }

  /// Every element times a number.
  public static func * (scalar: Double, matrix: simd_double2x2) -> simd_double2x2 {
    simd_double2x2(matrix.columns.0 * scalar, matrix.columns.1 * scalar)
  }

  /// Every element times a number.
  public static func * (matrix: simd_double2x2, scalar: Double) -> simd_double2x2 {
    scalar * matrix
  }

  /// Element by element.
  public static func + (a: simd_double2x2, b: simd_double2x2) -> simd_double2x2 {
    simd_double2x2(a.columns.0 + b.columns.0, a.columns.1 + b.columns.1)
  }

  /// Element by element.
  public static func - (a: simd_double2x2, b: simd_double2x2) -> simd_double2x2 {
    simd_double2x2(a.columns.0 - b.columns.0, a.columns.1 - b.columns.1)
  }

  /// Every element with the other sign.
  public static prefix func - (matrix: simd_double2x2) -> simd_double2x2 { -1 * matrix }

  /// Element by element.
  public static func += (a: inout simd_double2x2, b: simd_double2x2) { a = a + b }

  /// Element by element.
  public static func -= (a: inout simd_double2x2, b: simd_double2x2) { a = a - b }

  /// Every element times a number.
  public static func *= (matrix: inout simd_double2x2, scalar: Double) { matrix = scalar * matrix }

  /// First the right one, then the left one.
  public static func * (a: simd_double2x2, b: simd_double2x2) -> simd_double2x2 {
    simd_double2x2(a * b.columns.0, a * b.columns.1)
  }

  /// First the right one, then the left one.
  public static func *= (a: inout simd_double2x2, b: simd_double2x2) { a = a * b }

  /// The determinant.
  public var determinant: Double { self[0, 0] * self[1, 1] - self[1, 0] * self[0, 1] }

  /// The inverse; not a number throughout for a matrix that has none.
  public var inverse: simd_double2x2 {
    let factor = 1 / determinant
    return simd_double2x2(
      SIMD2(self[1, 1], -self[0, 1]) * factor, SIMD2(-self[1, 0], self[0, 0]) * factor)
  }
}

/// The same type under its other names.
public typealias double2x2 = simd_double2x2
/// The same type under its other names.
public typealias matrix_double2x2 = simd_double2x2

/// The identity.
public let matrix_identity_double2x2 = simd_double2x2(1)

/// First the right one, then the left one.
public func simd_mul(_ a: simd_double2x2, _ b: simd_double2x2) -> simd_double2x2 { a * b }

/// First the right one, then the left one.
public func matrix_multiply(_ a: simd_double2x2, _ b: simd_double2x2) -> simd_double2x2 { a * b }

/// The inverse; infinite or not a number for a matrix that has none.
public func simd_inverse(_ matrix: simd_double2x2) -> simd_double2x2 { matrix.inverse }

/// The inverse; infinite or not a number for a matrix that has none.
public func matrix_invert(_ matrix: simd_double2x2) -> simd_double2x2 { matrix.inverse }

/// The determinant.
public func simd_determinant(_ matrix: simd_double2x2) -> Double { matrix.determinant }

/// The determinant.
public func matrix_determinant(_ matrix: simd_double2x2) -> Double { matrix.determinant }

/// The diagonal, zero elsewhere.
public func simd_diagonal_matrix(_ diagonal: SIMD2<Double>) -> simd_double2x2 {
  simd_double2x2(diagonal: diagonal)
}

/// A vector through the matrix.
public func simd_mul(_ matrix: simd_double2x2, _ vector: SIMD2<Double>) -> SIMD2<Double> {
  matrix * vector
}

/// The row vector times the matrix.
public func simd_mul(_ vector: SIMD2<Double>, _ matrix: simd_double2x2) -> SIMD2<Double> {
  vector * matrix
}

/// Every element times a number.
public func simd_mul(_ scalar: Double, _ matrix: simd_double2x2) -> simd_double2x2 {
  scalar * matrix
}

/// A vector through the matrix.
public func matrix_multiply(_ matrix: simd_double2x2, _ vector: SIMD2<Double>) -> SIMD2<Double> {
  matrix * vector
}

/// The transposed matrix.
public func simd_transpose(_ matrix: simd_double2x2) -> simd_double2x2 { matrix.transpose }

/// The transposed matrix.
public func matrix_transpose(_ matrix: simd_double2x2) -> simd_double2x2 { matrix.transpose }

/// Element by element.
public func simd_add(_ a: simd_double2x2, _ b: simd_double2x2) -> simd_double2x2 { a + b }

/// Element by element.
public func simd_sub(_ a: simd_double2x2, _ b: simd_double2x2) -> simd_double2x2 { a - b }

/// A matrix of these columns.
public func simd_matrix(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> simd_double2x2 {
  simd_double2x2(a, b)
}

/// Whether all elements are equal.
public func simd_equal(_ a: simd_double2x2, _ b: simd_double2x2) -> Bool { a == b }

/// Whether no element differs by more than the tolerance.
public func simd_almost_equal_elements(
  _ a: simd_double2x2, _ b: simd_double2x2, _ tolerance: Double
) -> Bool {
  (0..<2).allSatisfy { column in
    (0..<2).allSatisfy { Swift.abs(a[column, $0] - b[column, $0]) <= tolerance }
  }
}
