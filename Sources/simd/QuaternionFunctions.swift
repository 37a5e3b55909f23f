// Functions of quaternions under simd's names.

/// A vector turned by a rotation.
@inlinable public func simd_act<Quaternion: SIMDQuaternion>(
  _ rotation: Quaternion, _ vector: SIMD3<Quaternion.Scalar>
) -> SIMD3<Quaternion.Scalar> { rotation.act(vector) }

/// The angle of a rotation in radians.
@inlinable public func simd_angle<Quaternion: SIMDQuaternion>(_ rotation: Quaternion)
  -> Quaternion.Scalar
{ rotation.angle }

/// The axis of a rotation.
@inlinable public func simd_axis<Quaternion: SIMDQuaternion>(_ rotation: Quaternion) -> SIMD3<
  Quaternion.Scalar
> { rotation.axis }

/// The length.
@inlinable public func simd_length<Quaternion: SIMDQuaternion>(_ a: Quaternion) -> Quaternion.Scalar
{ a.length }

/// The same direction with the length 1.
@inlinable public func simd_normalize<Quaternion: SIMDQuaternion>(_ a: Quaternion) -> Quaternion {
  a.normalized
}

/// The imaginary part with the other sign.
@inlinable public func simd_conjugate<Quaternion: SIMDQuaternion>(_ a: Quaternion) -> Quaternion {
  a.conjugate
}

/// The sum of the products of the parts.
@inlinable public func simd_dot<Quaternion: SIMDQuaternion>(_ a: Quaternion, _ b: Quaternion)
  -> Quaternion.Scalar
{ simd_dot(a.vector, b.vector) }

/// The matrix of a rotation.
@inlinable public func simd_matrix3x3<Quaternion: SIMDQuaternion>(
  _ rotation: Quaternion
) -> Quaternion.Matrix3x3 {
  Quaternion.Matrix3x3(
    resized(rotation.act(SIMD3(1, 0, 0))), resized(rotation.act(SIMD3(0, 1, 0))),
    resized(rotation.act(SIMD3(0, 0, 1))))
}

/// The matrix of a rotation.
@inlinable public func simd_matrix4x4<Quaternion: SIMDQuaternion>(
  _ rotation: Quaternion
) -> Quaternion.Matrix4x4 {
  let upperLeft = simd_matrix3x3(rotation)
  var matrix = Quaternion.Matrix4x4(1)
  for column in 0..<3 { matrix[column] = resized(upperLeft[column]) }
  return matrix
}

/// The rotation a share of the shorter way from one to another (Shoemake 1985).
@inlinable public func simd_slerp<Quaternion: SIMDQuaternion>(
  _ a: Quaternion, _ b: Quaternion, _ share: Quaternion.Scalar
) -> Quaternion {
  let cosine = simd_dot(a, b)
  let end = cosine < 0 ? -b : b
  let angle = Quaternion.arcCosine(Swift.min(Swift.abs(cosine), 1))
  guard angle > 1e-4 else { return (a * (1 - share) + end * share).normalized }
  let start = a * Quaternion.sine((1 - share) * angle)
  return (start + end * Quaternion.sine(share * angle)) * (1 / Quaternion.sine(angle))
}

// MARK: Making quaternions, in each precision: the result alone may tell which.

/// The rotation by an angle in radians about an axis of length 1, right-handed.
public func simd_quaternion(_ angle: Float, _ axis: SIMD3<Float>) -> simd_quatf {
  .init(angle: angle, axis: axis)
}

/// The rotation by the smallest angle that takes one direction to another, both of length 1.
public func simd_quaternion(_ from: SIMD3<Float>, _ to: SIMD3<Float>) -> simd_quatf {
  .init(from: from, to: to)
}

/// The parts one by one, the real one last.
public func simd_quaternion(_ ix: Float, _ iy: Float, _ iz: Float, _ r: Float) -> simd_quatf {
  .init(ix: ix, iy: iy, iz: iz, r: r)
}

/// The rotation of a matrix whose columns are orthonormal and right-handed.
public func simd_quaternion(_ matrix: simd_float3x3) -> simd_quatf { .init(matrix) }

/// The rotation in the upper left of a matrix.
public func simd_quaternion(_ matrix: simd_float4x4) -> simd_quatf { .init(matrix) }

/// The rotation by an angle in radians about an axis of length 1, right-handed.
public func simd_quaternion(_ angle: Double, _ axis: SIMD3<Double>) -> simd_quatd {
  .init(angle: angle, axis: axis)
}

/// The rotation by the smallest angle that takes one direction to another, both of length 1.
public func simd_quaternion(_ from: SIMD3<Double>, _ to: SIMD3<Double>) -> simd_quatd {
  .init(from: from, to: to)
}

/// The parts one by one, the real one last.
public func simd_quaternion(_ ix: Double, _ iy: Double, _ iz: Double, _ r: Double) -> simd_quatd {
  .init(ix: ix, iy: iy, iz: iz, r: r)
}

/// The rotation of a matrix whose columns are orthonormal and right-handed.
public func simd_quaternion(_ matrix: simd_double3x3) -> simd_quatd { .init(matrix) }

/// The rotation in the upper left of a matrix.
public func simd_quaternion(_ matrix: simd_double4x4) -> simd_quatd { .init(matrix) }
