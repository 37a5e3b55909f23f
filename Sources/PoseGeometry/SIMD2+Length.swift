extension SIMD2<Double> {
  /// The Euclidean norm.
  @inlinable
  package var length: Double { (self * self).sum().squareRoot() }

  /// The distance of two places.
  @inlinable
  package func distance(to other: SIMD2<Double>) -> Double { (self - other).length }
}
