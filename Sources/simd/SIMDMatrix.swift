/// A matrix of floating-point numbers. It acts on column vectors. Not Apple's: what simd's matrices share.
///
/// `matrix[column]` is a column, `matrix[column, row]` an element.
public protocol SIMDMatrix: SIMDArithmetic {
  /// A column: one element per row.
  associatedtype Column: SIMD where Column.Scalar == Scalar
  /// A row: one element per column.
  associatedtype Row: SIMD where Row.Scalar == Scalar
  /// The diagonal: as long as the shorter of a column and a row.
  associatedtype Diagonal: SIMD = Column where Diagonal.Scalar == Scalar
  /// The type of the transposed matrix.
  associatedtype Transpose: SIMDMatrix = Self
  where Transpose.Column == Row, Transpose.Row == Column

  /// All zero.
  init()

  /// A column.
  subscript(column: Int) -> Column { get set }
}

extension SIMDMatrix {
  /// The columns; exactly as many as the matrix has.
  @inlinable public init(_ columns: [Column]) {
    let count = Row.scalarCount
    precondition(columns.count == count, "\(columns.count) columns for a matrix of \(count)")
    self.init()
    for column in 0..<count { self[column] = columns[column] }
  }

  /// The rows; exactly as many as the matrix has.
  @inlinable public init(rows: [Row]) {
    let count = Column.scalarCount
    precondition(rows.count == count, "\(rows.count) rows for a matrix of \(count)")
    self.init()
    for row in 0..<count {
      for column in 0..<Row.scalarCount { self[column, row] = rows[row][column] }
    }
  }

  /// A number on the diagonal, zero elsewhere.
  @inlinable public init(_ scalar: Scalar) { self.init(diagonal: Diagonal(repeating: scalar)) }

  /// The diagonal, zero elsewhere.
  @inlinable public init(diagonal: Diagonal) {
    self.init()
    for index in 0..<Diagonal.scalarCount { self[index, index] = diagonal[index] }
  }

  /// An element.
  @inlinable public subscript(column: Int, row: Int) -> Scalar {
    get { self[column][row] }
    set { self[column][row] = newValue }
  }

  /// The transposed matrix.
  @inlinable public var transpose: Transpose {
    var result = Transpose()
    for column in 0..<Row.scalarCount {
      for row in 0..<Column.scalarCount { result[row, column] = self[column, row] }
    }
    return result
  }

  /// `simd_float2x2([[…], …])`, with the type's own name, column by column.
  public var debugDescription: String {
    let columns = (0..<Row.scalarCount).map { column in
      "[" + (0..<Column.scalarCount).map { "\(self[column, $0])" }.joined(separator: ", ") + "]"
    }
    return "\(Self.self)([" + columns.joined(separator: ", ") + "])"
  }

  /// Whether all elements are equal.
  @inlinable public static func == (a: Self, b: Self) -> Bool {
    for column in 0..<Row.scalarCount where a[column] != b[column] { return false }
    return true
  }
}

// MARK: Operators

extension SIMDMatrix {
  /// A vector through the matrix.
  @inlinable public static func * (matrix: Self, vector: Row) -> Column {
    var product = matrix[0] * vector[0]
    for column in 1..<Row.scalarCount { product += matrix[column] * vector[column] }
    return product
  }

  /// The row vector times the matrix.
  @inlinable public static func * (vector: Column, matrix: Self) -> Row {
    matrix.transpose * vector
  }

  /// Element by element.
  @inlinable public static func += (a: inout Self, b: Self) {
    for column in 0..<Row.scalarCount { a[column] += b[column] }
  }

  /// Element by element.
  @inlinable public static func -= (a: inout Self, b: Self) {
    for column in 0..<Row.scalarCount { a[column] -= b[column] }
  }

  /// Every element times a number.
  @inlinable public static func *= (matrix: inout Self, scalar: Scalar) {
    for column in 0..<Row.scalarCount { matrix[column] *= scalar }
  }

  /// Every element with the other sign.
  @inlinable public static prefix func - (matrix: Self) -> Self { matrix * -1 }
}
