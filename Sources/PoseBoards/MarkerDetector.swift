internal import CAprilTag
internal import PoseGeometry

/// AprilTag's detector for ArUco markers. Used from one thread at a time.
final class MarkerDetector {
  /// A marker in an image.
  struct Marker: Sendable, Equatable {
    var number: Int
    /// The corners of its black border in pixels: lower left, lower right, upper right, upper left.
    var corners: [SIMD2<Double>]
    /// Cells that were corrected.
    var corrected: Int
    /// The index of its dictionary in the detector.
    var dictionary: Int

    fileprivate init(_ square: SquareDetector.Square) {
      (number, corners) = (square.number, square.corners)
      (corrected, dictionary) = (square.corrected, square.family)
    }

    /// The middle of its corners.
    var centre: SIMD2<Double> { corners.reduce(SIMD2.zero, +) / 4 }
    /// The longer diagonal in pixels.
    var diagonal: Double {
      max(corners[0].distance(to: corners[2]), corners[1].distance(to: corners[3]))
    }

    /// Whether it is at another place than a marker of the same number.
    func isApart(from other: Marker) -> Bool {
      centre.distance(to: other.centre) > 0.5 * max(diagonal, other.diagonal)
    }
  }

  private let detector: SquareDetector
  /// Markers in an image, at most; chosen.
  private static let capacity = 2048

  /// A detector.
  ///
  /// - Parameter dictionaries: at most 16.
  /// - Throws: `BoardError.noDetector` if the library can't be loaded.
  init(_ dictionaries: [ArucoDictionary]) throws(BoardError) {
    let codes = dictionaries.map { one in (0..<one.count).compactMap { one.code(of: $0) } }
    let all = codes.flatMap(\.self)
    detector = try SquareDetector(capacity: Self.capacity) {
      all.withUnsafeBufferPointer { buffer in
        var start = 0
        let families = zip(dictionaries, codes).map { one, own in
          defer { start += own.count }
          return pose3d_marker_family(
            side: Int32(one.side), count: Int32(own.count), corrected: Int32(one.correctedCells),
            codes: buffer.baseAddress.map { $0 + start })
        }
        return pose3d_apriltag_make_of(families, Int32(families.count))
      }
    }
  }

  /// The markers in an image, several of one number where there are.
  ///
  /// If many of the expected ones weren't found, what is black is made narrower by a pixel on each side:
  /// that opens white margins which blur has closed.
  func markers(in image: GrayImage, expected: Int) -> [Marker] {
    var found: [Marker] = []
    func add(_ markers: [Marker]) {
      for marker in markers
      where !found.contains(where: {
        $0.number == marker.number && $0.dictionary == marker.dictionary
          && !$0.isApart(from: marker)
      }) {
        found.append(marker)
      }
    }
    func isEnough() -> Bool { 4 * found.count >= 3 * expected }
    if let half = detector.squaresAtHalfSize(in: image) {
      add(half.map(Marker.init))
      if isEnough() { return found }
    }
    add(detected(in: image))
    if !isEnough() { add(detected(in: image.brightened())) }
    return found
  }

  private func detected(in image: GrayImage) -> [Marker] {
    detector.squares(in: image).map(Marker.init)
  }
}

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
