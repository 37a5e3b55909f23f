// simd's vectors: Swift's own under further names.

/// 2 numbers.
public typealias simd_float2 = SIMD2<Float>
/// The same type under its other names.
public typealias vector_float2 = SIMD2<Float>
/// The same type under its other names.
public typealias float2 = SIMD2<Float>
/// 3 numbers.
public typealias simd_float3 = SIMD3<Float>
/// The same type under its other names.
public typealias vector_float3 = SIMD3<Float>
/// The same type under its other names.
public typealias float3 = SIMD3<Float>
/// 4 numbers.
public typealias simd_float4 = SIMD4<Float>
/// The same type under its other names.
public typealias vector_float4 = SIMD4<Float>
/// The same type under its other names.
public typealias float4 = SIMD4<Float>
/// 2 numbers.
public typealias simd_double2 = SIMD2<Double>
/// The same type under its other names.
public typealias vector_double2 = SIMD2<Double>
/// The same type under its other names.
public typealias double2 = SIMD2<Double>
/// 3 numbers.
public typealias simd_double3 = SIMD3<Double>
/// The same type under its other names.
public typealias vector_double3 = SIMD3<Double>
/// The same type under its other names.
public typealias double3 = SIMD3<Double>
/// 4 numbers.
public typealias simd_double4 = SIMD4<Double>
/// The same type under its other names.
public typealias vector_double4 = SIMD4<Double>
/// The same type under its other names.
public typealias double4 = SIMD4<Double>
/// 2 numbers.
public typealias simd_int2 = SIMD2<Int32>
/// 3 numbers.
public typealias simd_int3 = SIMD3<Int32>
/// 4 numbers.
public typealias simd_int4 = SIMD4<Int32>
/// 2 numbers.
public typealias simd_uint2 = SIMD2<UInt32>
/// 3 numbers.
public typealias simd_uint3 = SIMD3<UInt32>
/// 4 numbers.
public typealias simd_uint4 = SIMD4<UInt32>

// MARK: Making vectors

/// The first numbers of a vector; zero behind those that it has.
@inlinable func resized<Vector: SIMD, Result: SIMD>(_ vector: Vector) -> Result
where Vector.Scalar == Result.Scalar, Vector.Scalar: Numeric {
  var result = Result()
  for index in 0..<Swift.min(Vector.scalarCount, Result.scalarCount) {
    result[index] = vector[index]
  }
  return result
}

/// A vector of these numbers.
public func simd_make_float2(_ x: Float, _ y: Float) -> SIMD2<Float> { SIMD2(x, y) }

/// A number in front, zero behind.
public func simd_make_float2(_ x: Float) -> SIMD2<Float> { SIMD2(x, 0) }

/// The first 2 numbers of a vector; zero behind those that it has.
@inlinable public func simd_make_float2<Vector: SIMD>(_ vector: Vector) -> SIMD2<Float>
where Vector.Scalar == Float { resized(vector) }

/// A vector of these numbers.
public func simd_make_float3(_ x: Float, _ y: Float, _ z: Float) -> SIMD3<Float> { SIMD3(x, y, z) }

/// A number in front, zero behind.
public func simd_make_float3(_ x: Float) -> SIMD3<Float> { SIMD3(x, 0, 0) }

/// The first 3 numbers of a vector; zero behind those that it has.
@inlinable public func simd_make_float3<Vector: SIMD>(_ vector: Vector) -> SIMD3<Float>
where Vector.Scalar == Float { resized(vector) }

/// A vector and what comes behind its numbers.
public func simd_make_float3(_ vector: SIMD2<Float>, _ z: Float) -> SIMD3<Float> {
  SIMD3(vector.x, vector.y, z)
}

/// A vector of these numbers.
public func simd_make_float4(_ x: Float, _ y: Float, _ z: Float, _ w: Float) -> SIMD4<Float> {
  SIMD4(x, y, z, w)
}

/// A number in front, zero behind.
public func simd_make_float4(_ x: Float) -> SIMD4<Float> { SIMD4(x, 0, 0, 0) }

/// The first 4 numbers of a vector; zero behind those that it has.
@inlinable public func simd_make_float4<Vector: SIMD>(_ vector: Vector) -> SIMD4<Float>
where Vector.Scalar == Float { resized(vector) }

/// A vector and what comes behind its numbers.
public func simd_make_float4(_ vector: SIMD2<Float>, _ z: Float, _ w: Float) -> SIMD4<Float> {
  SIMD4(vector.x, vector.y, z, w)
}

/// A vector and what comes behind its numbers.
public func simd_make_float4(_ vector: SIMD3<Float>, _ w: Float) -> SIMD4<Float> {
  SIMD4(vector.x, vector.y, vector.z, w)
}

/// A vector of these numbers.
public func simd_make_double2(_ x: Double, _ y: Double) -> SIMD2<Double> { SIMD2(x, y) }

/// A number in front, zero behind.
public func simd_make_double2(_ x: Double) -> SIMD2<Double> { SIMD2(x, 0) }

/// The first 2 numbers of a vector; zero behind those that it has.
@inlinable public func simd_make_double2<Vector: SIMD>(_ vector: Vector) -> SIMD2<Double>
where Vector.Scalar == Double { resized(vector) }

/// A vector of these numbers.
public func simd_make_double3(_ x: Double, _ y: Double, _ z: Double) -> SIMD3<Double> {
  SIMD3(x, y, z)
}

/// A number in front, zero behind.
public func simd_make_double3(_ x: Double) -> SIMD3<Double> { SIMD3(x, 0, 0) }

/// The first 3 numbers of a vector; zero behind those that it has.
@inlinable public func simd_make_double3<Vector: SIMD>(_ vector: Vector) -> SIMD3<Double>
where Vector.Scalar == Double { resized(vector) }

/// A vector and what comes behind its numbers.
public func simd_make_double3(_ vector: SIMD2<Double>, _ z: Double) -> SIMD3<Double> {
  SIMD3(vector.x, vector.y, z)
}

/// A vector of these numbers.
public func simd_make_double4(_ x: Double, _ y: Double, _ z: Double, _ w: Double) -> SIMD4<Double> {
  SIMD4(x, y, z, w)
}

/// A number in front, zero behind.
public func simd_make_double4(_ x: Double) -> SIMD4<Double> { SIMD4(x, 0, 0, 0) }

/// The first 4 numbers of a vector; zero behind those that it has.
@inlinable public func simd_make_double4<Vector: SIMD>(_ vector: Vector) -> SIMD4<Double>
where Vector.Scalar == Double { resized(vector) }

/// A vector and what comes behind its numbers.
public func simd_make_double4(_ vector: SIMD2<Double>, _ z: Double, _ w: Double) -> SIMD4<Double> {
  SIMD4(vector.x, vector.y, z, w)
}

/// A vector and what comes behind its numbers.
public func simd_make_double4(_ vector: SIMD3<Double>, _ w: Double) -> SIMD4<Double> {
  SIMD4(vector.x, vector.y, vector.z, w)
}
