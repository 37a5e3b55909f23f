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

// MARK: Making vectors

/// A vector of these numbers.
public func simd_make_float2(_ x: Float, _ y: Float) -> SIMD2<Float> {
  SIMD2(x, y)
}

/// The same vector.
public func simd_make_float2(_ vector: SIMD2<Float>) -> SIMD2<Float> { vector }

/// The first 2 numbers of a vector.
public func simd_make_float2(_ vector: SIMD3<Float>) -> SIMD2<Float> {
  SIMD2(vector.x, vector.y)
}

/// The first 2 numbers of a vector.
public func simd_make_float2(_ vector: SIMD4<Float>) -> SIMD2<Float> {
  SIMD2(vector.x, vector.y)
}

/// A number in front, zero behind.
public func simd_make_float2(_ x: Float) -> SIMD2<Float> {
  SIMD2(x, 0)
}

/// A vector of these numbers.
public func simd_make_float3(_ x: Float, _ y: Float, _ z: Float) -> SIMD3<Float> {
  SIMD3(x, y, z)
}

/// A vector, zero behind its numbers.
public func simd_make_float3(_ vector: SIMD2<Float>) -> SIMD3<Float> {
  SIMD3(vector.x, vector.y, 0)
}

/// A vector and what comes behind its numbers.
public func simd_make_float3(
  _ vector: SIMD2<Float>, _ z: Float
) -> SIMD3<Float> {
  SIMD3(vector.x, vector.y, z)
}

/// The same vector.
public func simd_make_float3(_ vector: SIMD3<Float>) -> SIMD3<Float> { vector }

/// The first 3 numbers of a vector.
public func simd_make_float3(_ vector: SIMD4<Float>) -> SIMD3<Float> {
  SIMD3(vector.x, vector.y, vector.z)
}

/// A number in front, zero behind.
public func simd_make_float3(_ x: Float) -> SIMD3<Float> {
  SIMD3(x, 0, 0)
}

/// A vector of these numbers.
public func simd_make_float4(_ x: Float, _ y: Float, _ z: Float, _ w: Float) -> SIMD4<Float> {
  SIMD4(x, y, z, w)
}

/// A vector, zero behind its numbers.
public func simd_make_float4(_ vector: SIMD2<Float>) -> SIMD4<Float> {
  SIMD4(vector.x, vector.y, 0, 0)
}

/// A vector and what comes behind its numbers.
public func simd_make_float4(
  _ vector: SIMD2<Float>, _ z: Float, _ w: Float
) -> SIMD4<Float> {
  SIMD4(vector.x, vector.y, z, w)
}

/// A vector, zero behind its numbers.
public func simd_make_float4(_ vector: SIMD3<Float>) -> SIMD4<Float> {
  SIMD4(vector.x, vector.y, vector.z, 0)
}

/// A vector and what comes behind its numbers.
public func simd_make_float4(
  _ vector: SIMD3<Float>, _ w: Float
) -> SIMD4<Float> {
  SIMD4(vector.x, vector.y, vector.z, w)
}

/// The same vector.
public func simd_make_float4(_ vector: SIMD4<Float>) -> SIMD4<Float> { vector }

/// A number in front, zero behind.
public func simd_make_float4(_ x: Float) -> SIMD4<Float> {
  SIMD4(x, 0, 0, 0)
}
