import PoseSystem

/// A quaternion in single precision; of length 1 it is a rotation.
public struct simd_quatf: SIMDQuaternion {
  /// The matrix of a rotation.
  public typealias Matrix3x3 = simd_float3x3
  /// The matrix of a rotation in homogeneous coordinates.
  public typealias Matrix4x4 = simd_float4x4

  /// The imaginary part x, y, z and the real part w.
  public var vector: SIMD4<Float>

  /// The imaginary part x, y, z and the real part w.
  @inlinable public init(vector: SIMD4<Float>) { self.vector = vector }

  /// The cosine of an angle in radians.
  public static func cosine(_ angle: Float) -> Float { cos(angle) }
  /// The sine of an angle in radians.
  public static func sine(_ angle: Float) -> Float { sin(angle) }
  /// The angle in radians, 0…π, that has this cosine.
  public static func arcCosine(_ cosine: Float) -> Float { acos(cosine) }
  /// The angle in radians, −π…π, from the axis x to a point of the plane.
  public static func arcTangent(_ y: Float, _ x: Float) -> Float { atan2(y, x) }
}

extension simd_float3x3 {
  /// The matrix of a rotation.
  @inlinable public init(_ rotation: simd_quatf) { self = simd_matrix3x3(rotation) }
}

extension simd_float4x4 {
  /// The matrix of a rotation.
  @inlinable public init(_ rotation: simd_quatf) { self = simd_matrix4x4(rotation) }
}

/// A quaternion in double precision; of length 1 it is a rotation.
public struct simd_quatd: SIMDQuaternion {
  /// The matrix of a rotation.
  public typealias Matrix3x3 = simd_double3x3
  /// The matrix of a rotation in homogeneous coordinates.
  public typealias Matrix4x4 = simd_double4x4

  /// The imaginary part x, y, z and the real part w.
  public var vector: SIMD4<Double>

  /// The imaginary part x, y, z and the real part w.
  @inlinable public init(vector: SIMD4<Double>) { self.vector = vector }

  /// The cosine of an angle in radians.
  public static func cosine(_ angle: Double) -> Double { cos(angle) }
  /// The sine of an angle in radians.
  public static func sine(_ angle: Double) -> Double { sin(angle) }
  /// The angle in radians, 0…π, that has this cosine.
  public static func arcCosine(_ cosine: Double) -> Double { acos(cosine) }
  /// The angle in radians, −π…π, from the axis x to a point of the plane.
  public static func arcTangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
}

extension simd_double3x3 {
  /// The matrix of a rotation.
  @inlinable public init(_ rotation: simd_quatd) { self = simd_matrix3x3(rotation) }
}

extension simd_double4x4 {
  /// The matrix of a rotation.
  @inlinable public init(_ rotation: simd_quatd) { self = simd_matrix4x4(rotation) }
}
