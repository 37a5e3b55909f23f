/// An upright rectangle, in whatever unit its corners have.
struct BoundingBox: Equatable {
  var minimum: SIMD2<Double>
  var maximum: SIMD2<Double>

  /// The rectangle around points; `nil` without any.
  init?(around points: some Sequence<SIMD2<Double>>) {
    var points = points.makeIterator()
    guard let first = points.next() else { return nil }
    (minimum, maximum) = (first, first)
    while let point = points.next() {
      minimum = pointwiseMin(minimum, point)
      maximum = pointwiseMax(maximum, point)
    }
  }

  init(minimum: SIMD2<Double>, maximum: SIMD2<Double>) {
    self.minimum = minimum
    self.maximum = maximum
  }

  var width: Double { maximum.x - minimum.x }
  var height: Double { maximum.y - minimum.y }
  var area: Double { width * height }

  /// The share of their union that two rectangles have in common; 0 when the union is empty.
  func overlap(with other: BoundingBox) -> Double {
    let intersection = intersection(with: other)
    let union = area + other.area - intersection
    return union > 0 ? intersection / union : 0
  }

  /// The share of the smaller of two rectangles that lies in the other; 0 when it is empty.
  func coverage(with other: BoundingBox) -> Double {
    let smaller = min(area, other.area)
    return smaller > 0 ? intersection(with: other) / smaller : 0
  }

  /// The area that two rectangles have in common.
  private func intersection(with other: BoundingBox) -> Double {
    let shared = pointwiseMin(maximum, other.maximum) - pointwiseMax(minimum, other.minimum)
    return max(0, shared.x) * max(0, shared.y)
  }
}
