// simd's matrices. `simd_float3x4` has 3 columns of 4 rows.

// MARK: Single precision

/// A matrix of 2 columns and 2 rows, in single precision.
public struct simd_float2x2: SIMDTwoColumnMatrix, SIMDSquareMatrix {
  /// A column.
  public typealias Column = SIMD2<Float>

  /// The columns.
  public var columns: (Column, Column)

  /// The columns, as one value.
  @inlinable public init(columns: (Column, Column)) { self.columns = columns }
}

/// The same type under its other names.
public typealias float2x2 = simd_float2x2
/// The same type under its other names.
public typealias matrix_float2x2 = simd_float2x2

/// The identity.
public let matrix_identity_float2x2 = simd_float2x2(1)

/// A matrix of 3 columns and 3 rows, in single precision.
public struct simd_float3x3: SIMDThreeColumnMatrix, SIMDSquareMatrix {
  /// A column.
  public typealias Column = SIMD3<Float>

  /// The columns.
  public var columns: (Column, Column, Column)

  /// The columns, as one value.
  @inlinable public init(columns: (Column, Column, Column)) { self.columns = columns }
}

/// The same type under its other names.
public typealias float3x3 = simd_float3x3
/// The same type under its other names.
public typealias matrix_float3x3 = simd_float3x3

/// The identity.
public let matrix_identity_float3x3 = simd_float3x3(1)

/// A matrix of 3 columns and 4 rows, in single precision.
public struct simd_float3x4: SIMDThreeColumnMatrix {
  /// A column.
  public typealias Column = SIMD4<Float>
  /// A row.
  public typealias Row = SIMD3<Float>
  /// The diagonal.
  public typealias Diagonal = Row
  /// The type of the transposed matrix.
  public typealias Transpose = simd_float4x3

  /// The columns.
  public var columns: (Column, Column, Column)

  /// The columns, as one value.
  @inlinable public init(columns: (Column, Column, Column)) { self.columns = columns }
}

/// The same type under its other names.
public typealias float3x4 = simd_float3x4
/// The same type under its other names.
public typealias matrix_float3x4 = simd_float3x4

/// A matrix of 4 columns and 3 rows, in single precision.
public struct simd_float4x3: SIMDFourColumnMatrix {
  /// A column.
  public typealias Column = SIMD3<Float>
  /// A row.
  public typealias Row = SIMD4<Float>
  /// The type of the transposed matrix.
  public typealias Transpose = simd_float3x4

  /// The columns.
  public var columns: (Column, Column, Column, Column)

  /// The columns, as one value.
  @inlinable public init(columns: (Column, Column, Column, Column)) { self.columns = columns }
}

/// The same type under its other names.
public typealias float4x3 = simd_float4x3
/// The same type under its other names.
public typealias matrix_float4x3 = simd_float4x3

/// A matrix of 4 columns and 4 rows, in single precision.
public struct simd_float4x4: SIMDFourColumnMatrix, SIMDSquareMatrix {
  /// A column.
  public typealias Column = SIMD4<Float>

  /// The columns.
  public var columns: (Column, Column, Column, Column)

  /// The columns, as one value.
  @inlinable public init(columns: (Column, Column, Column, Column)) { self.columns = columns }
}

/// The same type under its other names.
public typealias float4x4 = simd_float4x4
/// The same type under its other names.
public typealias matrix_float4x4 = simd_float4x4

/// The identity.
public let matrix_identity_float4x4 = simd_float4x4(1)

// MARK: Double precision

/// A matrix of 2 columns and 2 rows, in double precision.
public struct simd_double2x2: SIMDTwoColumnMatrix, SIMDSquareMatrix {
  /// A column.
  public typealias Column = SIMD2<Double>

  /// The columns.
  public var columns: (Column, Column)

  /// The columns, as one value.
  @inlinable public init(columns: (Column, Column)) { self.columns = columns }
}

/// The same type under its other names.
public typealias double2x2 = simd_double2x2
/// The same type under its other names.
public typealias matrix_double2x2 = simd_double2x2

/// The identity.
public let matrix_identity_double2x2 = simd_double2x2(1)

/// A matrix of 3 columns and 3 rows, in double precision.
public struct simd_double3x3: SIMDThreeColumnMatrix, SIMDSquareMatrix {
  /// A column.
  public typealias Column = SIMD3<Double>

  /// The columns.
  public var columns: (Column, Column, Column)

  /// The columns, as one value.
  @inlinable public init(columns: (Column, Column, Column)) { self.columns = columns }
}

/// The same type under its other names.
public typealias double3x3 = simd_double3x3
/// The same type under its other names.
public typealias matrix_double3x3 = simd_double3x3

/// The identity.
public let matrix_identity_double3x3 = simd_double3x3(1)

/// A matrix of 3 columns and 4 rows, in double precision.
public struct simd_double3x4: SIMDThreeColumnMatrix {
  /// A column.
  public typealias Column = SIMD4<Double>
  /// A row.
  public typealias Row = SIMD3<Double>
  /// The diagonal.
  public typealias Diagonal = Row
  /// The type of the transposed matrix.
  public typealias Transpose = simd_double4x3

  /// The columns.
  public var columns: (Column, Column, Column)

  /// The columns, as one value.
  @inlinable public init(columns: (Column, Column, Column)) { self.columns = columns }
}

/// The same type under its other names.
public typealias double3x4 = simd_double3x4
/// The same type under its other names.
public typealias matrix_double3x4 = simd_double3x4

/// A matrix of 4 columns and 3 rows, in double precision.
public struct simd_double4x3: SIMDFourColumnMatrix {
  /// A column.
  public typealias Column = SIMD3<Double>
  /// A row.
  public typealias Row = SIMD4<Double>
  /// The type of the transposed matrix.
  public typealias Transpose = simd_double3x4

  /// The columns.
  public var columns: (Column, Column, Column, Column)

  /// The columns, as one value.
  @inlinable public init(columns: (Column, Column, Column, Column)) { self.columns = columns }
}

/// The same type under its other names.
public typealias double4x3 = simd_double4x3
/// The same type under its other names.
public typealias matrix_double4x3 = simd_double4x3

/// A matrix of 4 columns and 4 rows, in double precision.
public struct simd_double4x4: SIMDFourColumnMatrix, SIMDSquareMatrix {
  /// A column.
  public typealias Column = SIMD4<Double>

  /// The columns.
  public var columns: (Column, Column, Column, Column)

  /// The columns, as one value.
  @inlinable public init(columns: (Column, Column, Column, Column)) { self.columns = columns }
}

/// The same type under its other names.
public typealias double4x4 = simd_double4x4
/// The same type under its other names.
public typealias matrix_double4x4 = simd_double4x4

/// The identity.
public let matrix_identity_double4x4 = simd_double4x4(1)
