internal import CAprilTag
internal import PoseGeometry

/// AprilTag's detector for tags of the family tag36h11. Used from one thread at a time.
final class TagDetector {
  /// A tag in an image.
  struct Tag: Sendable, Equatable {
    var number: Int
    /// The corners of its black border in pixels: lower left, lower right, upper right, upper left.
    var corners: [SIMD2<Double>]
    /// The width of its border as a share of its side.
    var border: Double

    fileprivate init(_ square: SquareDetector.Square) {
      (number, corners) = (square.number, square.corners)
      let cells = Double(square.border)
      border = cells / (2 * cells + Double(pose3d_apriltag_side))
    }
  }

  private let detector: SquareDetector

  /// - Throws: `BoardError.noDetector` if the library can't be loaded.
  init() throws(BoardError) {
    detector = try SquareDetector(capacity: 2 * CalibrationBoard.counts.all) {
      pose3d_apriltag_make()
    }
  }

  /// The tags in an image.
  ///
  /// The squares in the gaps touch the tags' corners, and blur joins them to one shape. What is black is
  /// parted there first; if many of so many expected tags weren't found, it is made narrower everywhere.
  func tags(in image: GrayImage, expected: Int) -> [Tag] {
    var found: [Tag] = []
    func add(_ tags: [Tag]) {
      let known = Set(found.map(\.number))
      found += tags.filter { !known.contains($0.number) }
    }
    if let half = detector.squaresAtHalfSize(in: image, prepared: Self.parted) {
      add(half.map(Tag.init))
      if 4 * found.count >= 3 * expected { return found }
    }
    add(detected(in: Self.parted(image)))
    if 4 * found.count < 3 * expected { add(detected(in: image.brightened())) }
    return found
  }

  /// The image with a bright spot at every saddle, so that black shapes no longer touch by their corners.
  private static func parted(_ image: GrayImage) -> GrayImage {
    let (w, h) = (image.width, image.height)
    var pixels = image.pixels
    for peak in Saddles.peaks(in: image) {
      guard peak.x >= 3, peak.y >= 3, peak.x < w - 3, peak.y < h - 3 else { continue }
      var brightest: UInt8 = 0
      for j in -3...3 {
        for i in -3...3 {
          brightest = max(brightest, image.pixels[(peak.y + j) * w + peak.x + i])
        }
      }
      for j in -1...1 {
        for i in -1...1 { pixels[(peak.y + j) * w + peak.x + i] = brightest }
      }
    }
    return GrayImage(width: w, height: h, pixels: pixels)
  }

  private func detected(in image: GrayImage) -> [Tag] {
    detector.squares(in: image).map(Tag.init)
  }

  /// The cells of a tag inside its border, row by row from the top left: true is white. `nil` for a number
  /// that no tag has.
  static func cells(of tag: Int) throws(BoardError) -> [Bool]? {
    if let problem = SquareDetector.problem { throw .noDetector(reason: problem) }
    var cells = [Bool](repeating: false, count: 36)
    guard let number = Int32(exactly: tag), pose3d_apriltag_cells(number, &cells) else {
      return nil
    }
    return cells
  }
}

/// Finds the points of an AprilGrid in an image.
struct AprilGridSearch {
  let view: BoardView
  /// Tags that count as the board, at least.
  private static let minimumCount = 2

  init(_ image: GrayImage, _ board: CalibrationBoard, _ detector: TagDetector) {
    guard case .aprilGrid(let spacing) = board.pattern else {
      preconditionFailure("the board has no AprilTags")
    }
    let count = board.columns * board.rows
    let found = detector.tags(in: image, expected: count)
    var findings: [BoardView.Finding] = []
    let foreign = Set(found.map(\.number)).filter { $0 >= count }.sorted()
    // One strange number may be a misread tag.
    if foreign.count > 1 { findings.append(.foreignTags(foreign)) }
    let known = Dictionary(grouping: found.filter { $0.number < count }, by: \.number)
    let doubled = known.values.filter { Self.areApart($0) }
    if doubled.count > 1 { findings.append(.twoBoards) }
    let single = known.values.filter { !Self.areApart($0) }.compactMap(\.first)
      .sorted { $0.number < $1.number }
    let points = board.points
    let placed = Self.consistent(single, points)
    if placed.count < max(Self.minimumCount, (single.count + 1) / 2) {
      if single.count >= Self.minimumCount { findings.append(.otherLayout) }
      view = BoardView(corners: [], edgeWidth: 0, findings: findings)
      return
    }
    let border = placed.map(\.border).max() ?? 0.2
    var located: [Int: BoardCorner] = [:]
    for tag in placed {
      let centre = tag.corners.reduce(SIMD2.zero, +) / 4
      for (place, start) in tag.corners.enumerated() {
        let width = Self.width(
          tag.corners[(place + 1) % 4] - start, tag.corners[(place + 3) % 4] - start)
        located[4 * tag.number + place] = Self.corner(
          in: image, near: start, room: width * min(tag.border, spacing), inside: centre,
          reach: 0.7)
      }
    }
    // What could not be read is where the tags that were read have it.
    located.grow(over: points, within: 2.5 * board.size) { point, map, shift in
      let first = 4 * (point / 4)
      let middle = (points[first] + points[first + 2]) / 2
      let sides = [SIMD2(board.size, 0), SIMD2(0, board.size)].map {
        map.applied(to: points[point] + $0) - map.applied(to: points[point])
      }
      return Self.corner(
        in: image, near: map.applied(to: points[point]) + shift,
        room: Self.width(sides[0], sides[1]) * min(border, spacing),
        inside: map.applied(to: middle) + shift, reach: 0.5)
    }
    let corners = located.sorted { $0.key < $1.key }
    let widths = corners.map(\.value.edgeWidth)
    view = BoardView(
      corners: corners.map { .init(point: $0.key, pixel: $0.value.position) },
      edgeWidth: widths.upperMedian ?? 0, findings: findings)
  }

  /// The smaller distance between opposite sides of a parallelogram with two sides.
  private static func width(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
    abs(a.x * b.y - a.y * b.x) / max(a.length, b.length, 1e-9)
  }

  /// The corner of a tag near a place, if the tag's side of it is dark.
  ///
  /// - Parameters:
  ///   - room: the distance to the next edge, in pixels: inside the border on one side, inside the square
  ///     of the gap on the other.
  ///   - inside: a place inside the tag.
  ///   - reach: the distance at which the corner may be found, as a share of `room`.
  private static func corner(
    in image: GrayImage, near start: SIMD2<Double>, room: Double, inside: SIMD2<Double>,
    reach: Double
  ) -> BoardCorner? {
    guard room.isFinite, room > 1, room < 1e6, start.x.isFinite, start.y.isFinite,
      let corner = BoardCorner(in: image, near: start, halfWindow: Int(min(room - 1, 10))),
      corner.position.distance(to: start) < max(1.5, reach * room),
      let ring = CornerRing(
        in: image, at: corner.position, radius: max(1.5, min(0.7 * room, 8))),
      !ring.isBright(toward: inside - corner.position)
    else { return nil }
    return corner
  }

  /// The number of the board's tags in an image.
  static func count(
    in image: GrayImage, _ board: CalibrationBoard, _ detector: TagDetector
  ) -> Int {
    let count = board.columns * board.rows
    return Set(detector.tags(in: image, expected: 0).map(\.number).filter { $0 < count }).count
  }

  /// Whether several tags of one number are in several places: a tag may be found twice in one.
  private static func areApart(_ tags: [TagDetector.Tag]) -> Bool {
    guard let first = tags.first else { return false }
    let side = first.corners[0].distance(to: first.corners[2])
    return tags.dropFirst().contains { $0.corners[0].distance(to: first.corners[0]) > 0.5 * side }
  }

  /// The tags that are where the board has them, by a homography that the others agree on.
  private static func consistent(
    _ tags: [TagDetector.Tag], _ points: [SIMD2<Double>]
  ) -> [TagDetector.Tag] {
    guard tags.count >= minimumCount else { return [] }
    func pairs(_ tags: [TagDetector.Tag]) -> [(plane: SIMD2<Double>, image: SIMD2<Double>)] {
      tags.flatMap { tag in (0..<4).map { (points[4 * tag.number + $0], tag.corners[$0]) } }
    }
    func misfit(_ tag: TagDetector.Tag, _ map: PlaneMap) -> Double {
      let side = tag.corners[0].distance(to: tag.corners[2])
      return (0..<4).map {
        map.applied(to: points[4 * tag.number + $0]).distance(to: tag.corners[$0])
      }.reduce(0, max) / max(side, 1)
    }
    // Of the maps by two tags each, the one on which most agree; of so many tags every few.
    var best: [TagDetector.Tag] = []
    let pace = max(1, tags.count / 12)
    for a in stride(from: 0, to: tags.count, by: pace) {
      for b in [tags.count - 1 - a, (a + tags.count / 2) % tags.count] where b != a {
        guard let map = PlaneMap(pairs([tags[a], tags[b]])) else { continue }
        let agreeing = tags.filter { misfit($0, map) < 0.35 }
        if agreeing.count > best.count { best = agreeing }
      }
    }
    guard best.count >= minimumCount, let map = PlaneMap(pairs(best)) else { return [] }
    return tags.filter { misfit($0, map) < 0.25 }
  }
}

/// The tags of the family tag36h11 (Olson 2011), as AprilTag's library has them.
package enum AprilTags {
  /// The reason why AprilTag's library can't be loaded, as a sentence; `nil` if it can. Loads it.
  package static var problem: String? { SquareDetector.problem }

  /// The cells of a tag inside its border, six rows of six from the top left: true is white. `nil` for a
  /// number that no tag has.
  ///
  /// - Throws: `BoardError.noDetector` if AprilTag's library can't be loaded.
  package static func cells(of tag: Int) throws(BoardError) -> [Bool]? {
    try TagDetector.cells(of: tag)
  }
}
