internal import PoseGeometry

extension [Int: BoardCorner] {
  /// Corners from which a map of the board is made, at least.
  private static var minimumCount: Int { 6 }
  /// Known corners near another one, whose errors lead to it.
  private static var nearCount: Int { 4 }
  /// The times at which what was found leads on.
  private static var rounds: Int { 3 }

  /// Adds corners to which the known ones lead: a homography of these, and what it is off by near them.
  ///
  /// - Parameters:
  ///   - points: the places of all corners on the board, in metres.
  ///   - distance: the distance of a corner from the nearest known one, at most, in metres.
  ///   - locate: finds a corner by its index, the map from the board to pixels, and the map's error there in pixels.
  mutating func grow(
    over points: [SIMD2<Double>], within distance: Double,
    _ locate: (_ point: Int, _ map: PlaneMap, _ shift: SIMD2<Double>) -> BoardCorner?
  ) {
    for _ in 0..<Self.rounds {
      let known = sorted { $0.key < $1.key }
      guard known.count >= Self.minimumCount,
        let map = PlaneMap(known.map { (plane: points[$0.key], image: $0.value.position) })
      else { return }
      let errors = known.map { $0.value.position - map.applied(to: points[$0.key]) }
      for point in points.indices where self[point] == nil {
        let near = known.indices.map { (points[known[$0].key].distance(to: points[point]), $0) }
          .sorted { $0 < $1 }.prefix(Self.nearCount)
        guard let nearest = near.first, nearest.0 < distance else { continue }
        let shift = near.reduce(SIMD2.zero) { $0 + errors[$1.1] } / Double(near.count)
        self[point] = locate(point, map, shift)
      }
      if count == known.count { return }
    }
  }
}
