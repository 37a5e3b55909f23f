internal import PoseGeometry

extension DepthReadings {
  /// The deviation of the readings from one plane, in units of their distance; `nil` when there are
  /// too few. It is the 80th percentile of the distances along the optical axis over the median
  /// depth.
  ///
  /// The plane is the one from which the sum of the distances is least, found by reweighting: on
  /// the rays of a camera a plane's 1/z is linear in x/z and y/z.
  var planarityResidual: Double? {
    let around = crossRays.indices.filter { Self.middleCircle.contains($0 % Self.steps.count) }
    let points = zip(
      rays + around.map { crossRays[$0] }, depths + around.map { crossDepths[$0] }
    ).compactMap { ray, depth in depth.map { (ray: ray, inverse: 1 / $0) } }
    guard points.count >= Self.minimumForPlane, let typical = points.map(\.inverse).median else {
      return nil
    }
    let rows = points.map { (SIMD3($0.ray.x, $0.ray.y, 1), $0.inverse / typical) }
    var misses = rows.map { abs($0.1 - 1) }
    for _ in 0..<8 {
      var equations = ThreeUnknowns()
      for ((row, value), miss) in zip(rows, misses) {
        equations.add(row, value, weight: 1 / (miss + 1e-3))
      }
      guard let plane = equations.solution() else { return nil }
      misses = rows.map { row, value in abs(value - row.dot(plane)) }
    }
    return misses.sorted()[misses.count * 4 / 5]
  }

  /// Fewer readings than this fit a plane too easily.
  private static let minimumForPlane = 12
}
