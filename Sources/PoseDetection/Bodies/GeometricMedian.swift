extension Array where Element: SIMD, Element.Scalar == Double {
  /// The point with the least sum of distances to these, which one of them that is far off hardly
  /// moves: Weiszfeld's algorithm (Tôhoku Mathematical Journal 43, 1937) from the mean, always the
  /// same number of steps. Of two points it is their middle.
  ///
  /// - Parameter resolution: distances well below it count as this one, so that a point may be the
  ///   median; in the points' unit.
  func geometricMedian(resolution: Double) -> Element {
    guard let first else { preconditionFailure("no points have no median") }
    // Sums of differences, so that equal points give exactly that point.
    var median = first + reduce(Element.zero) { $0 + ($1 - first) } / Double(count)
    guard count > 2 else { return median }
    for _ in 0..<weiszfeldSteps {
      var (step, total) = (Element.zero, 0.0)
      for point in self {
        let offset = point - median
        let weight = 1 / ((offset * offset).sum() + resolution * resolution).squareRoot()
        step += offset * weight
        total += weight
      }
      median += step / total
    }
    return median
  }
}

/// Of three points about 10 pixels apart, 99 in 100 medians are then right to 0.05 pixel, the
/// others, with an angle near 120°, to 0.2.
private let weiszfeldSteps = 100
