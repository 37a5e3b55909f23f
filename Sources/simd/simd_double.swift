// Made from simd_float.swift by scripts/simd_twins.py; edit that.

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

// MARK: Making vectors

/// A vector of these numbers.
public func simd_make_double2(_ x: Double, _ y: Double) -> SIMD2<Double> {
  SIMD2(x, y)
}

/// The same vector.
public func simd_make_double2(_ vector: SIMD2<Double>) -> SIMD2<Double> { vector }

/// The first 2 numbers of a vector.
public func simd_make_double2(_ vector: SIMD3<Double>) -> SIMD2<Double> {
  SIMD2(vector.x, vector.y)
}

/// The first 2 numbers of a vector.
public func simd_make_double2(_ vector: SIMD4<Double>) -> SIMD2<Double> {
  SIMD2(vector.x, vector.y)
}

/// A number in front, zero behind.
public func simd_make_double2(_ x: Double) -> SIMD2<Double> {
  SIMD2(x, 0)
}

/// A vector of these numbers.
public func simd_make_double3(_ x: Double, _ y: Double, _ z: Double) -> SIMD3<Double> {
  SIMD3(x, y, z)
}

/// A vector, zero behind its numbers.
public func simd_make_double3(_ vector: SIMD2<Double>) -> SIMD3<Double> {
  SIMD3(vector.x, vector.y, 0)
}

/// A vector and what comes behind its numbers.
public func simd_make_double3(
  _ vector: SIMD2<Double>, _ z: Double
) -> SIMD3<Double> {
  SIMD3(vector.x, vector.y, z)
}

/// The same vector.
public func simd_make_double3(_ vector: SIMD3<Double>) -> SIMD3<Double> { vector }

/// The first 3 numbers of a vector.
public func simd_make_double3(_ vector: SIMD4<Double>) -> SIMD3<Double> {
  SIMD3(vector.x, vector.y, vector.z)
}

/// A number in front, zero behind.
public func simd_make_double3(_ x: Double) -> SIMD3<Double> {
  SIMD3(x, 0, 0)
}

/// A vector of these numbers.
public func simd_make_double4(_ x: Double, _ y: Double, _ z: Double, _ w: Double) -> SIMD4<Double> {
  SIMD4(x, y, z, w)
}

/// A vector, zero behind its numbers.
public func simd_make_double4(_ vector: SIMD2<Double>) -> SIMD4<Double> {
  SIMD4(vector.x, vector.y, 0, 0)
}

/// A vector and what comes behind its numbers.
public func simd_make_double4(
  _ vector: SIMD2<Double>, _ z: Double, _ w: Double
) -> SIMD4<Double> {
  SIMD4(vector.x, vector.y, z, w)
}

/// A vector, zero behind its numbers.
public func simd_make_double4(_ vector: SIMD3<Double>) -> SIMD4<Double> {
  SIMD4(vector.x, vector.y, vector.z, 0)
}

/// A vector and what comes behind its numbers.
public func simd_make_double4(
  _ vector: SIMD3<Double>, _ w: Double
) -> SIMD4<Double> {
  SIMD4(vector.x, vector.y, vector.z, w)
}

/// The same vector.
public func simd_make_double4(_ vector: SIMD4<Double>) -> SIMD4<Double> { vector }

/// A number in front, zero behind.
public func simd_make_double4(_ x: Double) -> SIMD4<Double> {
  SIMD4(x, 0, 0, 0)
}
