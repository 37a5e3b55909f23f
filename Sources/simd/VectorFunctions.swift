// Functions of vectors of floating-point numbers, of 2, 3 or 4 and in either precision, under simd's
// names: with the prefix of C, and without it as in Swift.

/// The sum of the products of the numbers.
@inlinable public func simd_dot<Vector: SIMD>(_ a: Vector, _ b: Vector) -> Vector.Scalar
where Vector.Scalar: FloatingPoint { (a * b).sum() }

/// The sum of the products of the numbers.
@inlinable public func dot<Vector: SIMD>(_ a: Vector, _ b: Vector) -> Vector.Scalar
where Vector.Scalar: FloatingPoint { simd_dot(a, b) }

/// The length, squared.
@inlinable public func simd_length_squared<Vector: SIMD>(_ a: Vector) -> Vector.Scalar
where Vector.Scalar: FloatingPoint { (a * a).sum() }

/// The length, squared.
@inlinable public func length_squared<Vector: SIMD>(_ a: Vector) -> Vector.Scalar
where Vector.Scalar: FloatingPoint { simd_length_squared(a) }

/// The length.
@inlinable public func simd_length<Vector: SIMD>(_ a: Vector) -> Vector.Scalar
where Vector.Scalar: FloatingPoint { (a * a).sum().squareRoot() }

/// The length.
@inlinable public func length<Vector: SIMD>(_ a: Vector) -> Vector.Scalar
where Vector.Scalar: FloatingPoint { simd_length(a) }

/// The same direction with the length 1; not a number for a vector without length.
@inlinable public func simd_normalize<Vector: SIMD>(_ a: Vector) -> Vector
where Vector.Scalar: FloatingPoint { a / (a * a).sum().squareRoot() }

/// The same direction with the length 1; not a number for a vector without length.
@inlinable public func normalize<Vector: SIMD>(_ a: Vector) -> Vector
where Vector.Scalar: FloatingPoint { simd_normalize(a) }

/// The distance, squared.
@inlinable public func simd_distance_squared<Vector: SIMD>(_ a: Vector, _ b: Vector)
  -> Vector.Scalar
where Vector.Scalar: FloatingPoint { simd_length_squared(a - b) }

/// The distance, squared.
@inlinable public func distance_squared<Vector: SIMD>(_ a: Vector, _ b: Vector) -> Vector.Scalar
where Vector.Scalar: FloatingPoint { simd_distance_squared(a, b) }

/// The distance.
@inlinable public func simd_distance<Vector: SIMD>(_ a: Vector, _ b: Vector) -> Vector.Scalar
where Vector.Scalar: FloatingPoint { simd_length(a - b) }

/// The distance.
@inlinable public func distance<Vector: SIMD>(_ a: Vector, _ b: Vector) -> Vector.Scalar
where Vector.Scalar: FloatingPoint { simd_distance(a, b) }

/// `a` at 0, `b` at 1, on a line between them.
@inlinable public func simd_mix<Vector: SIMD>(_ a: Vector, _ b: Vector, _ t: Vector) -> Vector
where Vector.Scalar: FloatingPoint { a + (b - a) * t }

/// `a` at 0, `b` at 1, on a line between them.
@inlinable public func simd_mix<Vector: SIMD>(_ a: Vector, _ b: Vector, _ t: Vector.Scalar)
  -> Vector
where Vector.Scalar: FloatingPoint { a + (b - a) * t }

/// `a` at 0, `b` at 1, on a line between them.
@inlinable public func mix<Vector: SIMD>(_ a: Vector, _ b: Vector, t: Vector) -> Vector
where Vector.Scalar: FloatingPoint { simd_mix(a, b, t) }

/// `a` at 0, `b` at 1, on a line between them.
@inlinable public func mix<Vector: SIMD>(_ a: Vector, _ b: Vector, t: Vector.Scalar) -> Vector
where Vector.Scalar: FloatingPoint { simd_mix(a, b, t) }

/// Number by number, the lower one.
@inlinable public func simd_min<Vector: SIMD>(_ a: Vector, _ b: Vector) -> Vector
where Vector.Scalar: FloatingPoint { a.replacing(with: b, where: b .< a) }

/// Number by number, the lower one.
@inlinable public func min<Vector: SIMD>(_ a: Vector, _ b: Vector) -> Vector
where Vector.Scalar: FloatingPoint { simd_min(a, b) }

/// Number by number, the higher one.
@inlinable public func simd_max<Vector: SIMD>(_ a: Vector, _ b: Vector) -> Vector
where Vector.Scalar: FloatingPoint { a.replacing(with: b, where: b .> a) }

/// Number by number, the higher one.
@inlinable public func max<Vector: SIMD>(_ a: Vector, _ b: Vector) -> Vector
where Vector.Scalar: FloatingPoint { simd_max(a, b) }

/// Number by number, within limits.
@inlinable public func simd_clamp<Vector: SIMD>(_ a: Vector, _ low: Vector, _ high: Vector)
  -> Vector
where Vector.Scalar: FloatingPoint { simd_min(simd_max(a, low), high) }

/// Number by number, within limits.
@inlinable public func clamp<Vector: SIMD>(_ a: Vector, min low: Vector, max high: Vector) -> Vector
where Vector.Scalar: FloatingPoint { simd_clamp(a, low, high) }

/// Number by number, within limits.
@inlinable public func clamp<Vector: SIMD>(
  _ a: Vector, min low: Vector.Scalar, max high: Vector.Scalar
) -> Vector where Vector.Scalar: FloatingPoint {
  simd_clamp(a, Vector(repeating: low), Vector(repeating: high))
}

/// A number within limits.
@inlinable public func simd_clamp<Scalar: FloatingPoint>(
  _ a: Scalar, _ low: Scalar, _ high: Scalar
) -> Scalar { Swift.min(Swift.max(a, low), high) }

/// `a` at 0, `b` at 1, on a line between them.
@inlinable public func simd_mix<Scalar: FloatingPoint>(_ a: Scalar, _ b: Scalar, _ t: Scalar)
  -> Scalar
{
  a + (b - a) * t
}

/// Number by number, without the sign.
@inlinable public func simd_abs<Vector: SIMD>(_ a: Vector) -> Vector
where Vector.Scalar: FloatingPoint { a.replacing(with: -a, where: a .< Vector.zero) }

/// Number by number, without the sign.
@inlinable public func abs<Vector: SIMD>(_ a: Vector) -> Vector
where Vector.Scalar: FloatingPoint { simd_abs(a) }

/// Number by number, −1, 0 or 1.
@inlinable public func simd_sign<Vector: SIMD>(_ a: Vector) -> Vector
where Vector.Scalar: FloatingPoint {
  Vector.zero.replacing(with: 1, where: a .> Vector.zero).replacing(
    with: -1, where: a .< Vector.zero)
}

/// Number by number, −1, 0 or 1.
@inlinable public func sign<Vector: SIMD>(_ a: Vector) -> Vector
where Vector.Scalar: FloatingPoint { simd_sign(a) }

/// Number by number, the part behind the point.
@inlinable public func simd_fract<Vector: SIMD>(_ a: Vector) -> Vector
where Vector.Scalar: FloatingPoint { a - a.rounded(.down) }

/// Number by number, the part behind the point.
@inlinable public func fract<Vector: SIMD>(_ a: Vector) -> Vector
where Vector.Scalar: FloatingPoint { simd_fract(a) }

/// Number by number, 0 below the edge and 1 from it on.
@inlinable public func simd_step<Vector: SIMD>(_ edge: Vector, _ a: Vector) -> Vector
where Vector.Scalar: FloatingPoint { Vector(repeating: 1).replacing(with: 0, where: a .< edge) }

/// The vector mirrored at the plane whose normal, of length 1, is `normal`.
@inlinable public func simd_reflect<Vector: SIMD>(_ a: Vector, _ normal: Vector) -> Vector
where Vector.Scalar: FloatingPoint { a - normal * (2 * simd_dot(a, normal)) }

/// The part of `a` along `b`.
@inlinable public func simd_project<Vector: SIMD>(_ a: Vector, _ b: Vector) -> Vector
where Vector.Scalar: FloatingPoint { b * (simd_dot(a, b) / simd_length_squared(b)) }

/// The part of `a` along `b`.
@inlinable public func project<Vector: SIMD>(_ a: Vector, _ b: Vector) -> Vector
where Vector.Scalar: FloatingPoint { simd_project(a, b) }

/// The vector mirrored at the plane whose normal, of length 1, is `n`.
@inlinable public func reflect<Vector: SIMD>(_ a: Vector, n: Vector) -> Vector
where Vector.Scalar: FloatingPoint { simd_reflect(a, n) }

/// The sum of the numbers.
@inlinable public func simd_reduce_add<Vector: SIMD>(_ a: Vector) -> Vector.Scalar
where Vector.Scalar: FloatingPoint { a.sum() }

/// The lowest of the numbers.
@inlinable public func simd_reduce_min<Vector: SIMD>(_ a: Vector) -> Vector.Scalar
where Vector.Scalar: Comparable { a.min() }

/// The highest of the numbers.
@inlinable public func simd_reduce_max<Vector: SIMD>(_ a: Vector) -> Vector.Scalar
where Vector.Scalar: Comparable { a.max() }

/// Whether all numbers are equal.
@inlinable public func simd_equal<Vector: SIMD>(_ a: Vector, _ b: Vector) -> Bool { a == b }

/// Whether no number differs by more than the tolerance.
@inlinable public func simd_almost_equal_elements<Vector: SIMD>(
  _ a: Vector, _ b: Vector, _ tolerance: Vector.Scalar
) -> Bool where Vector.Scalar: FloatingPoint {
  simd_abs(a - b).max() <= tolerance
}

/// The cross product.
@inlinable public func simd_cross<Scalar: FloatingPoint & SIMDScalar>(
  _ a: SIMD3<Scalar>, _ b: SIMD3<Scalar>
) -> SIMD3<Scalar> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

/// The cross product.
@inlinable public func cross<Scalar: FloatingPoint & SIMDScalar>(
  _ a: SIMD3<Scalar>, _ b: SIMD3<Scalar>
) -> SIMD3<Scalar> {
  simd_cross(a, b)
}

/// The cross product of two vectors of the plane: along z.
@inlinable public func simd_cross<Scalar: FloatingPoint & SIMDScalar>(
  _ a: SIMD2<Scalar>, _ b: SIMD2<Scalar>
) -> SIMD3<Scalar> {
  SIMD3(0, 0, a.x * b.y - a.y * b.x)
}

/// The cross product of two vectors of the plane: along z.
@inlinable public func cross<Scalar: FloatingPoint & SIMDScalar>(
  _ a: SIMD2<Scalar>, _ b: SIMD2<Scalar>
) -> SIMD3<Scalar> {
  simd_cross(a, b)
}
