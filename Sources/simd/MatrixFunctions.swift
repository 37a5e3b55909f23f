// Functions of matrices under simd's names.

/// A vector through the matrix.
@inlinable public func simd_mul<Matrix: SIMDMatrix>(_ matrix: Matrix, _ vector: Matrix.Row)
  -> Matrix.Column
{ matrix * vector }

/// First the right one, then the left one.
@inlinable public func matrix_multiply<Matrix: SIMDSquareMatrix>(_ a: Matrix, _ b: Matrix) -> Matrix
{ a * b }

/// A vector through the matrix.
@inlinable public func matrix_multiply<Matrix: SIMDMatrix>(_ matrix: Matrix, _ vector: Matrix.Row)
  -> Matrix.Column
{ matrix * vector }

/// The row vector times the matrix.
@inlinable public func simd_mul<Matrix: SIMDMatrix>(_ vector: Matrix.Column, _ matrix: Matrix)
  -> Matrix.Row
{ vector * matrix }

/// Every element times a number.
@inlinable public func simd_mul<Matrix: SIMDMatrix>(_ scalar: Matrix.Scalar, _ matrix: Matrix)
  -> Matrix
{ matrix * scalar }

/// Element by element.
@inlinable public func simd_add<Matrix: SIMDMatrix>(_ a: Matrix, _ b: Matrix) -> Matrix { a + b }

/// Element by element.
@inlinable public func simd_sub<Matrix: SIMDMatrix>(_ a: Matrix, _ b: Matrix) -> Matrix { a - b }

/// The transposed matrix.
@inlinable public func simd_transpose<Matrix: SIMDMatrix>(_ matrix: Matrix) -> Matrix.Transpose {
  matrix.transpose
}

/// The transposed matrix.
@inlinable public func matrix_transpose<Matrix: SIMDMatrix>(_ matrix: Matrix) -> Matrix.Transpose {
  matrix.transpose
}

/// The inverse; infinite or not a number for a matrix that has none.
@inlinable public func matrix_invert<Matrix: SIMDSquareMatrix>(_ matrix: Matrix) -> Matrix {
  matrix.inverse
}

/// The determinant.
@inlinable public func simd_determinant<Matrix: SIMDSquareMatrix>(_ matrix: Matrix) -> Matrix.Scalar
{ matrix.determinant }

/// The determinant.
@inlinable public func matrix_determinant<Matrix: SIMDSquareMatrix>(_ matrix: Matrix)
  -> Matrix.Scalar
{ matrix.determinant }

/// Whether all elements are equal.
@inlinable public func simd_equal<Matrix: SIMDMatrix>(_ a: Matrix, _ b: Matrix) -> Bool { a == b }

/// Whether no element differs by more than the tolerance.
@inlinable public func simd_almost_equal_elements<Matrix: SIMDMatrix>(
  _ a: Matrix, _ b: Matrix, _ tolerance: Matrix.Scalar
) -> Bool {
  (0..<Matrix.Row.scalarCount).allSatisfy { column in
    (0..<Matrix.Column.scalarCount).allSatisfy {
      Swift.abs(a[column, $0] - b[column, $0]) <= tolerance
    }
  }
}

// MARK: Making matrices, in each precision: the result alone may tell which.

/// A matrix of these columns.
public func simd_matrix(_ a: SIMD2<Float>, _ b: SIMD2<Float>) -> simd_float2x2 { .init(a, b) }

/// The diagonal, zero elsewhere.
public func simd_diagonal_matrix(_ diagonal: SIMD2<Float>) -> simd_float2x2 {
  .init(diagonal: diagonal)
}

/// A matrix of these columns.
public func simd_matrix(_ a: SIMD3<Float>, _ b: SIMD3<Float>, _ c: SIMD3<Float>) -> simd_float3x3 {
  .init(a, b, c)
}

/// The diagonal, zero elsewhere.
public func simd_diagonal_matrix(_ diagonal: SIMD3<Float>) -> simd_float3x3 {
  .init(diagonal: diagonal)
}

/// A matrix of these columns.
public func simd_matrix(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>) -> simd_float3x4 {
  .init(a, b, c)
}

/// A matrix of these columns.
public func simd_matrix(_ a: SIMD3<Float>, _ b: SIMD3<Float>, _ c: SIMD3<Float>, _ d: SIMD3<Float>)
  -> simd_float4x3
{ .init(a, b, c, d) }

/// A matrix of these columns.
public func simd_matrix(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ d: SIMD4<Float>)
  -> simd_float4x4
{ .init(a, b, c, d) }

/// The diagonal, zero elsewhere.
public func simd_diagonal_matrix(_ diagonal: SIMD4<Float>) -> simd_float4x4 {
  .init(diagonal: diagonal)
}

/// A matrix of these columns.
public func simd_matrix(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> simd_double2x2 { .init(a, b) }

/// The diagonal, zero elsewhere.
public func simd_diagonal_matrix(_ diagonal: SIMD2<Double>) -> simd_double2x2 {
  .init(diagonal: diagonal)
}

/// A matrix of these columns.
public func simd_matrix(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>)
  -> simd_double3x3
{ .init(a, b, c) }

/// The diagonal, zero elsewhere.
public func simd_diagonal_matrix(_ diagonal: SIMD3<Double>) -> simd_double3x3 {
  .init(diagonal: diagonal)
}

/// A matrix of these columns.
public func simd_matrix(_ a: SIMD4<Double>, _ b: SIMD4<Double>, _ c: SIMD4<Double>)
  -> simd_double3x4
{ .init(a, b, c) }

/// A matrix of these columns.
public func simd_matrix(
  _ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>, _ d: SIMD3<Double>
) -> simd_double4x3 { .init(a, b, c, d) }

/// A matrix of these columns.
public func simd_matrix(
  _ a: SIMD4<Double>, _ b: SIMD4<Double>, _ c: SIMD4<Double>, _ d: SIMD4<Double>
) -> simd_double4x4 { .init(a, b, c, d) }

/// The diagonal, zero elsewhere.
public func simd_diagonal_matrix(_ diagonal: SIMD4<Double>) -> simd_double4x4 {
  .init(diagonal: diagonal)
}
