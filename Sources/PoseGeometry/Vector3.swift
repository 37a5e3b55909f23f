/// A point or a direction in space, in metres unless another unit is stated.
public typealias Vector3 = SIMD3<Double>

extension SIMD3<Double> {
  /// The scalar product.
  @inlinable
  public func dot(_ other: Self) -> Double { x * other.x + y * other.y + z * other.z }

  /// The vector product, right-handed.
  @inlinable
  public func cross(_ other: Self) -> Self {
    Self(
      y * other.z - z * other.y,
      z * other.x - x * other.z,
      x * other.y - y * other.x)
  }

  /// The Euclidean norm.
  @inlinable
  public var length: Double { dot(self).squareRoot() }

  /// The vector of length 1 in this direction. `nil` if this one is shorter than 1e-12, so that its
  /// direction is rounding noise, or so long that its length is not finite.
  @inlinable
  public var normalized: Self? {
    let length = length
    return length > 1e-12 && length < .infinity ? self / length : nil
  }
}

extension SIMD2<Double> {
  /// The Euclidean norm.
  @inlinable
  package var length: Double { (self * self).sum().squareRoot() }

  /// The distance of two places.
  @inlinable
  package func distance(to other: SIMD2<Double>) -> Double { (self - other).length }
}
