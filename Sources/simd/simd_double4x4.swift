// Made from simd_float4x4.swift by scripts/simd_twins.py; edit that.

/// A matrix of 4 columns and 4 rows, in double precision.
///
/// It acts on column vectors; `columns` are its columns, `matrix[column, row]` is an element.
public struct simd_double4x4: Sendable, Equatable, CustomDebugStringConvertible {
  /// The columns.
  public var columns: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)

  /// All zero.
  public init() { columns = (.zero, .zero, .zero, .zero) }

  /// The columns.
  public init(_ a: SIMD4<Double>, _ b: SIMD4<Double>, _ c: SIMD4<Double>, _ d: SIMD4<Double>) {
    columns = (a, b, c, d)
  }

  /// The columns, as one value.
  public init(columns: (SIMD4<Double>, SIMD4<Double>, SIMD4<Double>, SIMD4<Double>)) {
    self.columns = columns
  }

  /// The columns; exactly 4 of them.
  public init(_ columns: [SIMD4<Double>]) {
    precondition(columns.count == 4, "\(columns.count) columns for a matrix of 4")
    self.columns = (columns[0], columns[1], columns[2], columns[3])
  }

  /// The rows; exactly 4 of them.
  public init(rows: [SIMD4<Double>]) {
    precondition(rows.count == 4, "\(rows.count) rows for a matrix of 4")
    self.init()
    for row in 0..<4 { for column in 0..<4 { self[column, row] = rows[row][column] } }
  }

  /// A number on the diagonal, zero elsewhere.
  public init(_ scalar: Double) { self.init(diagonal: SIMD4(repeating: scalar)) }

  /// The diagonal, zero elsewhere.
  public init(diagonal: SIMD4<Double>) {
    self.init()
    for index in 0..<4 { self[index, index] = diagonal[index] }
  }

  /// A column.
  public subscript(column: Int) -> SIMD4<Double> {
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
  public var transpose: simd_double4x4 {
    var result = simd_double4x4()
    for column in 0..<4 { for row in 0..<4 { result[row, column] = self[column, row] } }
    return result
  }

  /// `simd_double4x4([[…], …])`, column by column.
  public var debugDescription: String {
    let parts = (0..<4).map { column in
      "[" + (0..<4).map { "\(self[column, $0])" }.joined(separator: ", ") + "]"
    }
    return "simd_double4x4([" + parts.joined(separator: ", ") + "])"
  }

  /// Whether all elements are equal.
  public static func == (a: simd_double4x4, b: simd_double4x4) -> Bool {
    a.columns.0 == b.columns.0 && a.columns.1 == b.columns.1 && a.columns.2 == b.columns.2
      && a.columns.3 == b.columns.3
  }
}

extension simd_double4x4 {
  /// A vector through the matrix.
  public static func * (matrix: simd_double4x4, vector: SIMD4<Double>) -> SIMD4<Double> {
    // One term at a time: the compiler takes seconds for their sum.
    var product = matrix.columns.0 * vector[0]
    product += matrix.columns.1 * vector[1]
    product += matrix.columns.2 * vector[2]
    product += matrix.columns.3 * vector[3]
    return product
  }

  /// The row vector times the matrix.
  public static func * (vector: SIMD4<Double>, matrix: simd_double4x4) -> SIMD4<Double> {
    matrix.transpose * vector
  }

  /// Every element times a number.
  public static func * (scalar: Double, matrix: simd_double4x4) -> simd_double4x4 {
    simd_double4x4(
      matrix.columns.0 * scalar, matrix.columns.1 * scalar, matrix.columns.2 * scalar,
      matrix.columns.3 * scalar)
  }

  /// Every element times a number.
  public static func * (matrix: simd_double4x4, scalar: Double) -> simd_double4x4 {
    scalar * matrix
  }

  /// Element by element.
  public static func + (a: simd_double4x4, b: simd_double4x4) -> simd_double4x4 {
    simd_double4x4(
      a.columns.0 + b.columns.0, a.columns.1 + b.columns.1, a.columns.2 + b.columns.2,
      a.columns.3 + b.columns.3)
  }

  /// Element by element.
  public static func - (a: simd_double4x4, b: simd_double4x4) -> simd_double4x4 {
    simd_double4x4(
      a.columns.0 - b.columns.0, a.columns.1 - b.columns.1, a.columns.2 - b.columns.2,
      a.columns.3 - b.columns.3)
  }

  /// Every element with the other sign.
  public static prefix func - (matrix: simd_double4x4) -> simd_double4x4 { -1 * matrix }

  /// Element by element.
  public static func += (a: inout simd_double4x4, b: simd_double4x4) { a = a + b }

  /// Element by element.
  public static func -= (a: inout simd_double4x4, b: simd_double4x4) { a = a - b }

  /// Every element times a number.
  public static func *= (matrix: inout simd_double4x4, scalar: Double) { matrix = scalar * matrix }

  /// First the right one, then the left one.
  public static func * (a: simd_double4x4, b: simd_double4x4) -> simd_double4x4 {
    simd_double4x4(a * b.columns.0, a * b.columns.1, a * b.columns.2, a * b.columns.3)
  }

  /// First the right one, then the left one.
  public static func *= (a: inout simd_double4x4, b: simd_double4x4) { a = a * b }

  /// The determinant.
  public var determinant: Double {
    let (s, c) = minors
    return s[0] * c[5] - s[1] * c[4] + s[2] * c[3] + s[3] * c[2] - s[4] * c[1] + s[5] * c[0]
  }

  /// The inverse; infinite or not a number for a matrix that has none.
  public var inverse: simd_double4x4 {
    let (s, c) = minors
    let m = self
    let factor = 1 / determinant
    func row(_ a: Int, _ signs: SIMD4<Double>, _ f: [Double], _ g: [Double]) -> SIMD4<Double> {
      // The elements of the other three columns with the minors of the opposite half.
      let others = [0, 1, 2, 3].filter { $0 != a }
      func cofactor(_ rows: (Int, Int, Int), _ minors: [Double]) -> Double {
        m[others[0], rows.0] * minors[0] - m[others[1], rows.1] * minors[1]
          + m[others[2], rows.2] * minors[2]
      }
      return signs
        * SIMD4(
          cofactor((1, 1, 1), g), cofactor((0, 0, 0), g), cofactor((3, 3, 3), f),
          cofactor((2, 2, 2), f))
    }
    let even = SIMD4<Double>(1, -1, 1, -1)
    return simd_double4x4(rows: [
      row(0, even, [s[5], s[4], s[3]], [c[5], c[4], c[3]]),
      row(1, -even, [s[5], s[2], s[1]], [c[5], c[2], c[1]]),
      row(2, even, [s[4], s[2], s[0]], [c[4], c[2], c[0]]),
      row(3, -even, [s[3], s[1], s[0]], [c[3], c[1], c[0]]),
    ]) * factor
  }

  /// The 2 × 2 minors of the upper two rows and of the lower two, of the columns 01, 02, 03, 12, 13, 23.
  private var minors: (upper: [Double], lower: [Double]) {
    let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    func minor(_ pair: (Int, Int), _ row: Int) -> Double {
      self[pair.0, row] * self[pair.1, row + 1] - self[pair.1, row] * self[pair.0, row + 1]
    }
    return (pairs.map { minor($0, 0) }, pairs.map { minor($0, 2) })
  }
}

/// The same type under its other names.
public typealias double4x4 = simd_double4x4
/// The same type under its other names.
public typealias matrix_double4x4 = simd_double4x4

/// The identity.
public let matrix_identity_double4x4 = simd_double4x4(1)

/// First the right one, then the left one.
public func simd_mul(_ a: simd_double4x4, _ b: simd_double4x4) -> simd_double4x4 { a * b }

/// First the right one, then the left one.
public func matrix_multiply(_ a: simd_double4x4, _ b: simd_double4x4) -> simd_double4x4 { a * b }

/// The inverse; infinite or not a number for a matrix that has none.
public func simd_inverse(_ matrix: simd_double4x4) -> simd_double4x4 { matrix.inverse }

/// The inverse; infinite or not a number for a matrix that has none.
public func matrix_invert(_ matrix: simd_double4x4) -> simd_double4x4 { matrix.inverse }

/// The determinant.
public func simd_determinant(_ matrix: simd_double4x4) -> Double { matrix.determinant }

/// The determinant.
public func matrix_determinant(_ matrix: simd_double4x4) -> Double { matrix.determinant }

/// The diagonal, zero elsewhere.
public func simd_diagonal_matrix(_ diagonal: SIMD4<Double>) -> simd_double4x4 {
  simd_double4x4(diagonal: diagonal)
}

/// A vector through the matrix.
public func simd_mul(_ matrix: simd_double4x4, _ vector: SIMD4<Double>) -> SIMD4<Double> {
  matrix * vector
}

/// The row vector times the matrix.
public func simd_mul(_ vector: SIMD4<Double>, _ matrix: simd_double4x4) -> SIMD4<Double> {
  vector * matrix
}

/// Every element times a number.
public func simd_mul(_ scalar: Double, _ matrix: simd_double4x4) -> simd_double4x4 {
  scalar * matrix
}

/// A vector through the matrix.
public func matrix_multiply(_ matrix: simd_double4x4, _ vector: SIMD4<Double>) -> SIMD4<Double> {
  matrix * vector
}

/// The transposed matrix.
public func simd_transpose(_ matrix: simd_double4x4) -> simd_double4x4 { matrix.transpose }

/// The transposed matrix.
public func matrix_transpose(_ matrix: simd_double4x4) -> simd_double4x4 { matrix.transpose }

/// Element by element.
public func simd_add(_ a: simd_double4x4, _ b: simd_double4x4) -> simd_double4x4 { a + b }

/// Element by element.
public func simd_sub(_ a: simd_double4x4, _ b: simd_double4x4) -> simd_double4x4 { a - b }

/// A matrix of these columns.
public func simd_matrix(
  _ a: SIMD4<Double>, _ b: SIMD4<Double>, _ c: SIMD4<Double>, _ d: SIMD4<Double>
)
  -> simd_double4x4
{
  simd_double4x4(a, b, c, d)
}

/// Whether all elements are equal.
public func simd_equal(_ a: simd_double4x4, _ b: simd_double4x4) -> Bool { a == b }

/// Whether no element differs by more than the tolerance.
public func simd_almost_equal_elements(
  _ a: simd_double4x4, _ b: simd_double4x4, _ tolerance: Double
) -> Bool {
  (0..<4).allSatisfy { column in
    (0..<4).allSatisfy { Swift.abs(a[column, $0] - b[column, $0]) <= tolerance }
  }
}
