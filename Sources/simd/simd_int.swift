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
