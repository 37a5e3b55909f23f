internal import PoseGeometry

/// Finds the inner corners of a ChArUco board in an image.
///
/// The markers number the corners and lead to them. The corners of the squares themselves are located
/// between pixels: four sectors meet there, which blur doesn't move.
struct CharucoSearch {
  let view: BoardView
  /// The markers by which the layout with a black lower left square fits better than the other one;
  /// negative if it fits worse, and 0 where both fit alike.
  let legacyLead: Int

  /// Markers that count as the board, at least; chosen.
  private static let minimumCount = 2
  /// Markers whose homography leads to a corner; chosen: near ones, because lenses bend the board.
  private static let nearCount = 4
  /// The distance from a corner to the middle of a marker that touches its square, in squares, at most;
  /// from the geometry: √½, and some room.
  private static let adjacentDistance = 0.8
  /// The distance from a corner to the nearest known one, in squares, at most; chosen.
  private static let knownDistance = 1.6
  /// The distance at which a corner may be found from where markers lead, as a share of the room around
  /// it; chosen.
  private static let markerReach = 0.7
  /// The same, from where other corners lead; chosen.
  private static let cornerReach = 0.5
  /// The radius of the window around a corner in pixels, at most; chosen.
  private static let maximumWindow = 10.0

  init(_ image: GrayImage, _ board: CalibrationBoard, _ detector: MarkerDetector) {
    let layouts = CharucoLayout.all(of: board)
    guard let count = layouts.first?.markers.count else {
      preconditionFailure("the board has no ArUco markers")
    }
    let found = detector.markers(in: image, expected: count)
    let known = found.filter { $0.number < count }
    var findings: [BoardView.Finding] = []
    let sets = layouts.map { CharucoSet(known, $0) }
    let most = sets.map(\.markers.count).max() ?? 0
    legacyLead = sets.count == 2 ? sets[1].markers.count - sets[0].markers.count : 0
    let best = sets.filter { $0.markers.count == most }
    guard most >= Self.minimumCount, let set = best.first else {
      if let foreign = Self.foreign(found, count) { findings.append(foreign) }
      if !MarkerGrid.members(of: known).isEmpty { findings.append(.otherLayout) }
      view = BoardView(corners: [], edgeWidth: 0, findings: findings)
      return
    }
    if let foreign = Self.foreign(found, count) { findings.append(foreign) }
    let rest = known.filter { one in
      !set.markers.contains { $0.number == one.number && !$0.isApart(from: one) }
    }
    let second = CharucoSet(rest, set.layout).markers.count
    if second > Self.minimumCount { findings.append(.twoBoards) }
    if 2 * (most + second) < MarkerGrid.members(of: known).count {
      findings.append(.otherLayout)
      view = BoardView(corners: [], edgeWidth: 0, findings: findings)
      return
    }
    let located = best.map { Self.corners(in: image, board, $0) }
    let widths = located[0].map(\.value.edgeWidth)
    let corners = located.map { found in
      found.sorted { $0.key < $1.key }.map {
        BoardView.Corner(point: $0.key, pixel: $0.value.position)
      }
    }
    view = BoardView(
      corners: corners[0], edgeWidth: widths.upperMedian ?? 0,
      findings: findings, legacyCorners: corners.count > 1 ? corners[1] : nil)
  }

  /// The dictionary whose markers an image shows, of so many markers at least that it is no misreading;
  /// `nil` if there is none.
  ///
  /// - Parameter detector: a detector of the dictionaries `ArucoDictionary.largest`.
  static func dictionary(in image: GrayImage, _ detector: MarkerDetector) -> ArucoDictionary? {
    let found = detector.markers(in: image, expected: 0)
    let groups = Dictionary(grouping: found, by: \.dictionary).mapValues {
      MarkerGrid.members(of: $0)
    }
    let most = groups.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
    guard let most, !most.value.isEmpty else { return nil }
    // A tenth of the numbers may be misread.
    let numbers = most.value.map(\.number).sorted()
    return ArucoDictionary.largest[most.key].smallest(with: numbers[(9 * numbers.count - 1) / 10])
  }

  /// Markers on a board whose numbers the specified board doesn't have, if there are several.
  private static func foreign(
    _ markers: [MarkerDetector.Marker], _ count: Int
  ) -> BoardView.Finding? {
    let numbers = Set(MarkerGrid.members(of: markers).map(\.number).filter { $0 >= count })
    return numbers.count >= minimumCount ? .foreignTags(numbers.sorted()) : nil
  }

  // MARK: Corners

  private static func corners(
    in image: GrayImage, _ board: CalibrationBoard, _ set: CharucoSet
  ) -> [Int: BoardCorner] {
    let points = board.points
    var located: [Int: BoardCorner] = [:]
    for point in points.indices {
      let place = points[point]
      let near = set.nearest(nearCount, to: place)
      guard let first = near.first,
        set.middle(of: first).distance(to: place) < adjacentDistance * board.size,
        let map = set.map(of: near)
      else { continue }
      located[point] = corner(
        in: image, board, set.layout, point, by: map, shift: .zero, reach: markerReach)
    }
    // Markers that could not be read: the corners beside them lead on.
    located.grow(over: points, within: knownDistance * board.size) { point, map, shift in
      corner(in: image, board, set.layout, point, by: map, shift: shift, reach: cornerReach)
    }
    return located
  }

  /// The corner of four squares where a map of the board leads, if the squares with markers are bright
  /// there and the other two dark.
  ///
  /// - Parameters:
  ///   - image: the image.
  ///   - board: the board.
  ///   - layout: its squares.
  ///   - point: the corner's index.
  ///   - map: a map from the board to pixels that holds near the corner.
  ///   - shift: the map's error there, in pixels.
  ///   - reach: the distance at which the corner may be found, as a share of the room around it.
  private static func corner(
    in image: GrayImage, _ board: CalibrationBoard, _ layout: CharucoLayout, _ point: Int,
    by map: PlaneMap, shift: SIMD2<Double>, reach: Double
  ) -> BoardCorner? {
    let place = board.points[point]
    let (column, row) = (point % (board.columns - 1), point / (board.columns - 1))
    let guess = map.applied(to: place) + shift
    guard guess.x.isFinite, guess.y.isFinite else { return nil }
    // Towards the two squares with markers.
    let sign: Double = layout.isBlack(column: column, row: row) ? 1 : -1
    let bright = [SIMD2(sign, 1), SIMD2(-sign, -1)]
    let margin = (board.size - layout.markerSide) / 2
    func pixel(_ offset: SIMD2<Double>) -> SIMD2<Double> {
      map.applied(to: place + offset) + shift - guess
    }
    // The nearest edge of a marker, and half the way to the next corner.
    var room =
      [SIMD2(1.0, 0), SIMD2(0, 1.0), SIMD2(-1.0, 0), SIMD2(0, -1.0)].map {
        pixel($0 * board.size / 2).length
      }.min() ?? 0
    for direction in bright {
      for step in 0...4 {
        let along = Double(step) / 4 * layout.markerSide
        room = min(
          room, pixel(direction * SIMD2(margin + along, margin)).length,
          pixel(direction * SIMD2(margin, margin + along)).length)
      }
    }
    guard room.isFinite, room > 1, room < 1e6,
      let corner = BoardCorner(
        in: image, near: guess, halfWindow: Int(min(room - 1, maximumWindow))),
      corner.position.distance(to: guess) < max(1.5, reach * room),
      let ring = CornerRing(
        in: image, at: corner.position, radius: max(1.5, min(0.7 * room, 8))),
      bright.allSatisfy({ ring.isBright(toward: pixel($0 * board.size / 4)) }),
      bright.allSatisfy({
        !ring.isBright(toward: pixel($0 * SIMD2(-1, 1) * board.size / 4))
      })
    else { return nil }
    return corner
  }
}

/// The markers of an image that are where a layout has them.
struct CharucoSet {
  let layout: CharucoLayout
  /// The markers, of each number one, in the order of their numbers.
  private(set) var markers: [MarkerDetector.Marker] = []

  /// The distance of a marker's corners from where others lead, as a share of its diagonal, at most;
  /// chosen, as for AprilTags.
  private static let misfit = (first: 0.35, near: 0.25)
  /// Markers that are the start of a search, at most; chosen.
  private static let maximumSeeds = 60

  /// The largest set of markers that agree.
  init(_ found: [MarkerDetector.Marker], _ layout: CharucoLayout) {
    self.layout = layout
    guard found.count > 1 else { return }
    // Of the maps by a marker and one near it, the one on which most agree.
    var best: [MarkerDetector.Marker] = []
    let pace = max(1, (found.count + Self.maximumSeeds - 1) / Self.maximumSeeds)
    for a in stride(from: 0, to: found.count, by: pace) {
      let order = found.indices.filter { $0 != a && found[$0].number != found[a].number }
        .map { (found[$0].centre.distance(to: found[a].centre), $0) }.sorted { $0 < $1 }
      for (_, b) in order.prefix(3) {
        guard let map = map(of: [found[a], found[b]]) else { continue }
        let agreeing = found.filter { misfit(of: $0, by: map) < Self.misfit.first }
        if Set(agreeing.map(\.number)).count > Set(best.map(\.number)).count { best = agreeing }
      }
    }
    markers = single(best)
    guard markers.count > 1 else {
      markers = []
      return
    }
    grow(by: found)
  }

  /// Adds markers that fit those near them, and removes others, until nothing changes: a lens bends the
  /// board, so that one map doesn't hold everywhere.
  private mutating func grow(by found: [MarkerDetector.Marker]) {
    for _ in 0..<10 {
      let before = markers
      let fitting = found.filter { one in
        // A single other one leads astray: then the marker itself counts, too.
        let others = nearest(5, to: middle(of: one)).filter { $0.number != one.number }
        guard let map = map(of: others.count > 1 ? others : markers) else { return false }
        return misfit(of: one, by: map) < Self.misfit.near
      }
      markers = single(fitting)
      if markers.count < 2 {
        markers = []
        return
      }
      if markers.count <= before.count { return }
    }
  }

  /// Of each number the marker that was found first: it is one marker, found twice.
  private func single(_ markers: [MarkerDetector.Marker]) -> [MarkerDetector.Marker] {
    Dictionary(markers.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
      .values.sorted { $0.number < $1.number }
  }

  /// The middle of a marker on the board, in metres.
  func middle(of marker: MarkerDetector.Marker) -> SIMD2<Double> {
    layout.markers[marker.number].reduce(SIMD2.zero, +) / 4
  }

  /// The markers nearest to a place on the board, the nearest first.
  func nearest(_ count: Int, to place: SIMD2<Double>) -> [MarkerDetector.Marker] {
    markers.map { (middle(of: $0).distance(to: place), $0) }
      .sorted { ($0.0, $0.1.number) < ($1.0, $1.1.number) }.prefix(count).map(\.1)
  }

  /// The homography from the board to pixels by markers; `nil` where they give none.
  func map(of markers: [MarkerDetector.Marker]) -> PlaneMap? {
    PlaneMap(
      markers.flatMap { marker in
        zip(layout.markers[marker.number], marker.corners).map { (plane: $0, image: $1) }
      })
  }

  private func misfit(of marker: MarkerDetector.Marker, by map: PlaneMap) -> Double {
    let errors = zip(layout.markers[marker.number], marker.corners).map {
      map.applied(to: $0).distance(to: $1)
    }
    guard errors.allSatisfy(\.isFinite) else { return .infinity }
    return (errors.max() ?? .infinity) / max(marker.diagonal, 1)
  }
}
