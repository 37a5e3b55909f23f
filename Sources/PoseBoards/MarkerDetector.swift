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
