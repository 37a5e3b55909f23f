extension SIMD2<Double> {
  /// The length of a vector.
  var length: Double { (self * self).sum().squareRoot() }

  /// The distance of two places.
  func distance(to other: SIMD2<Double>) -> Double { (self - other).length }
}
