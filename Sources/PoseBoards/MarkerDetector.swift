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

  private let detector: OpaquePointer
  /// Images of more pixels are searched at half their size first; chosen.
  private static let fullSize = 900_000
  /// Markers in an image, at most; chosen.
  private static let capacity = 2048

  /// A detector.
  ///
  /// - Parameter dictionaries: at most 16.
  /// - Throws: `BoardError.noDetector` if the library can't be loaded.
  init(_ dictionaries: [ArucoDictionary]) throws(BoardError) {
    if let problem = TagDetector.problem { throw .noDetector(reason: problem) }
    let codes = dictionaries.map { one in (0..<one.count).compactMap { one.code(of: $0) } }
    let all = codes.flatMap(\.self)
    let made = all.withUnsafeBufferPointer { buffer -> OpaquePointer? in
      var start = 0
      let families = zip(dictionaries, codes).map { one, own in
        defer { start += own.count }
        return pose3d_marker_family(
          side: Int32(one.side), count: Int32(own.count), corrected: Int32(one.correctedCells),
          codes: buffer.baseAddress.map { $0 + start })
      }
      return pose3d_apriltag_make_of(families, Int32(families.count))
    }
    guard let made else {
      throw .noDetector(reason: "AprilTag's detector can't be made: memory is missing")
    }
    detector = made
  }

  deinit { pose3d_apriltag_free(detector) }

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
    if image.width * image.height > Self.fullSize, let half = image.halved {
      add(
        detected(in: half).map { marker in
          var marker = marker
          marker.corners = marker.corners.map { ($0 + 0.5) * 2 - 0.5 }
          return marker
        })
      if isEnough() { return found }
    }
    add(detected(in: image))
    if !isEnough() { add(detected(in: image.brightened())) }
    return found
  }

  private func detected(in image: GrayImage) -> [Marker] {
    guard let width = Int32(exactly: image.width), let height = Int32(exactly: image.height),
      image.width >= 16, image.height >= 16
    else { return [] }
    var found = [pose3d_apriltag](repeating: pose3d_apriltag(), count: Self.capacity)
    let count = image.pixels.withUnsafeBufferPointer { pixels in
      pose3d_apriltag_detect(
        detector, pixels.baseAddress, width, height, 1, &found, Int32(Self.capacity))
    }
    return found.prefix(max(0, min(Int(count), Self.capacity))).compactMap { marker in
      let c = marker.corners
      // AprilTag counts from the corner of the first pixel.
      let corners = [c.0, c.1, c.2, c.3].map { SIMD2($0.0, $0.1) - 0.5 }
      guard corners.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return nil }
      return Marker(
        number: Int(marker.id), corners: corners, corrected: Int(marker.corrected),
        dictionary: Int(marker.family))
    }
  }
}
