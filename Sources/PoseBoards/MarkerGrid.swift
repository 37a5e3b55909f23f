internal import PoseGeometry

/// Markers that lie on one board, whatever its layout: near ones are upright and of one size in each
/// other's frame. Shapes in a room that are taken for markers aren't.
enum MarkerGrid {
  /// Markers of a board, at least: a few shapes may agree by chance; chosen.
  static let minimumCount = 4
  /// The distance of two neighbours, in diagonals of a marker, at most; chosen.
  private static let reach = 4.0
  /// The difference between the steps from the corners of a marker to those of its neighbour, in sides of the
  /// marker, at most; chosen.
  private static let misfit = 0.35

  /// The markers that belong to a group of at least `minimumCount`.
  static func members(of markers: [MarkerDetector.Marker]) -> [MarkerDetector.Marker] {
    var groups = Array(markers.indices)
    func root(_ index: Int) -> Int {
      var index = index
      while groups[index] != index { index = groups[index] }
      return index
    }
    for (index, marker) in markers.enumerated() {
      for other in markers.indices.dropFirst(index + 1)
      where agree(marker, markers[other]) && agree(markers[other], marker) {
        groups[root(other)] = root(index)
      }
    }
    let roots = markers.indices.map(root)
    var numbers: [Int: Set<Int>] = [:]
    for (index, root) in roots.enumerated() {
      numbers[root, default: []].insert(markers[index].number)
    }
    return markers.indices.filter { (numbers[roots[$0]]?.count ?? 0) >= minimumCount }
      .map { markers[$0] }
  }

  /// Whether a marker is beside another one, as wide and as upright, in the other one's frame.
  private static func agree(
    _ marker: MarkerDetector.Marker, _ other: MarkerDetector.Marker
  ) -> Bool {
    guard marker.centre.distance(to: other.centre) < reach * marker.diagonal,
      other.diagonal < 2 * marker.diagonal
    else { return false }
    let square = [SIMD2(0.0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)]
    guard
      let map = PlaneMap(zip(marker.corners, square).map { (plane: $0, image: $1) })
    else { return false }
    let steps = zip(other.corners, square).map { map.applied(to: $0) - $1 }
    let mean = steps.reduce(SIMD2.zero, +) / 4
    return mean.length > 1 && steps.allSatisfy { $0.distance(to: mean) < misfit }
  }
}
