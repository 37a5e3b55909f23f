internal import PoseGeometry
internal import PoseSystem

/// Finds the inner corners of a checkerboard in an image.
///
/// Places of a saddle of brightness whose ring shows four sectors are candidates. From one of them the
/// grid grows: to the candidate nearest to where the steps so far lead, if its sectors have changed sides.
struct CheckerboardSearch {
  let view: BoardView

  /// The longest side at which the search begins, in pixels.
  private static let firstSide = 1100

  init(_ image: GrayImage, _ board: CalibrationBoard) {
    var findings: [BoardView.Finding] = []
    for level in Self.levels(of: image) {
      var grids = Grids(level.image)
      var boards: [BoardView] = []
      while let grid = grids.next() {
        guard let labelled = grid.labelled(as: board) else {
          if grid.isWhole { findings.append(grid.finding) }
          continue
        }
        if let found = Self.refined(labelled, in: image, level.scale, board) {
          boards.append(found)
        }
      }
      guard var found = boards.first else { continue }
      if boards.count > 1 { found.findings = [.twoBoards] }
      view = found
      return
    }
    view = BoardView(
      corners: [], edgeWidth: 0, findings: Array(Set(findings)).sorted(by: Self.larger))
  }

  /// The largest checkerboard in an image that is searched for another kind of board: `otherCheckerboard`; `nil`
  /// without one of at least 4×3 inner corners.
  static func largest(in image: GrayImage) -> BoardView.Finding? {
    var findings: [BoardView.Finding] = []
    for level in levels(of: image) where findings.isEmpty {
      var grids = Grids(level.image)
      while let grid = grids.next() {
        if grid.isWhole, grid.members.count >= 12 { findings.append(grid.finding) }
      }
    }
    return findings.min(by: larger)
  }

  /// The image and smaller ones, each with the size of its pixels: the one of usual size first, then finer ones, then
  /// coarser ones.
  private static func levels(of image: GrayImage) -> [(image: GrayImage, scale: Double)] {
    var levels: [(image: GrayImage, scale: Double)] = [(image, 1)]
    while let last = levels.last, max(last.image.width, last.image.height) > 300,
      let half = last.image.halved, levels.count < 4
    {
      levels.append((half, last.scale * 2))
    }
    let usual =
      levels.firstIndex { max($0.image.width, $0.image.height) <= firstSide }
      ?? levels.count - 1
    return levels[...usual].reversed() + levels[(usual + 1)...]
  }

  private static func larger(_ a: BoardView.Finding, _ b: BoardView.Finding) -> Bool {
    guard case .otherCheckerboard(let c, let r) = a, case .otherCheckerboard(let d, let s) = b
    else {
      return false
    }
    return (c * r, c) > (d * s, d)
  }

  /// The corners in the whole image, between pixels; `nil` where a tenth of them is lost.
  private static func refined(
    _ labelled: [Int: SIMD2<Double>], in image: GrayImage, _ scale: Double,
    _ board: CalibrationBoard
  ) -> BoardView? {
    let starts = labelled.mapValues { ($0 + 0.5) * scale - 0.5 }
    var corners: [BoardView.Corner] = []
    var widths: [Double] = []
    for (point, start) in starts.sorted(by: { $0.key < $1.key }) {
      let (column, row) = (point % board.columns, point / board.columns)
      let beside = [
        column > 0 ? point - 1 : nil, column < board.columns - 1 ? point + 1 : nil,
        row > 0 ? point - board.columns : nil, row < board.rows - 1 ? point + board.columns : nil,
      ].compactMap { $0.flatMap { starts[$0] }?.distance(to: start) }
      let room = 0.4 * (beside.min() ?? 0)
      guard room.isFinite, room >= 1.5,
        let corner = BoardCorner(in: image, near: start, halfWindow: Int(min(room, 12))),
        corner.position.distance(to: start) < max(2.5 * scale, 0.5 * room)
      else { continue }
      corners.append(.init(point: point, pixel: corner.position))
      widths.append(corner.edgeWidth)
    }
    guard 10 * corners.count >= 9 * starts.count, let width = widths.upperMedian else { return nil }
    return BoardView(corners: corners, edgeWidth: width)
  }
}

// MARK: Candidates

/// A place that may be an inner corner.
private struct Candidate {
  var place: SIMD2<Double>
  var strength: Float
  var ring: CornerRing
}

/// The grids of corners in an image, one after the other, those that grew from the strongest corner first.
private struct Grids {
  private let candidates: [Candidate]
  private var isUsed: [Bool]
  private var seed = 0
  /// Candidates at most: of more the strongest count.
  private static let maximumCount = 3000
  /// The radius in pixels of the ring on which a corner has four changes of brightness; chosen.
  private static let ringRadius = 4.5

  init(_ image: GrayImage) {
    candidates = Self.candidates(in: image)
    isUsed = Array(repeating: false, count: candidates.count)
  }

  /// The next grid of at least 3×3 corners; `nil` after the last one.
  mutating func next() -> Grid? {
    while seed < candidates.count {
      defer { seed += 1 }
      guard !isUsed[seed], let grid = Grid(from: seed, candidates, isUsed) else { continue }
      for index in grid.members { isUsed[index] = true }
      return grid
    }
    return nil
  }

  private static func candidates(in image: GrayImage) -> [Candidate] {
    var candidates: [Candidate] = []
    for peak in Saddles.peaks(in: image).prefix(maximumCount) {
      let start = SIMD2(Double(peak.x), Double(peak.y))
      guard let corner = BoardCorner(in: image, near: start, halfWindow: 3),
        corner.position.distance(to: start) < 3,
        let ring = CornerRing(in: image, at: corner.position, radius: ringRadius),
        !candidates.contains(where: { $0.place.distance(to: corner.position) < 2 })
      else { continue }
      candidates.append(
        Candidate(place: corner.position, strength: peak.strength, ring: ring))
    }
    return candidates
  }
}

// MARK: Growing

/// Corners of a grid by column and row; the image shows its columns and rows turned as it happens.
private struct Grid {
  private struct Cell: Hashable {
    var column: Int
    var row: Int
  }

  private var cells: [Cell: Int] = [:]
  private let candidates: [Candidate]
  private var low = Cell(column: 0, row: 0)
  private var high = Cell(column: 0, row: 0)

  var members: [Int] { Array(cells.values) }
  var columns: Int { high.column - low.column + 1 }
  var rows: Int { high.row - low.row + 1 }
  /// The grid as another board than the one that is looked for; the longer side is the columns'.
  var finding: BoardView.Finding {
    .otherCheckerboard(columns: max(columns, rows), rows: min(columns, rows))
  }
  /// Whether no corner of the rectangle is missing.
  var isWhole: Bool { cells.count == columns * rows }

  /// Grows a grid from a candidate; `nil` where it has fewer than 3×3 corners.
  init?(from seed: Int, _ candidates: [Candidate], _ isUsed: [Bool]) {
    self.candidates = candidates
    let first = candidates[seed]
    let (a, b) = first.ring.directions
    let (along, across) = (SIMD2(cos(a), sin(a)), SIMD2(cos(b), sin(b)))
    cells[Cell(column: 0, row: 0)] = seed
    var taken: Set<Int> = [seed]
    // The nearest in each of the four directions begins the grid.
    let starts: [(Cell, SIMD2<Double>)] = [
      (Cell(column: 1, row: 0), along), (Cell(column: -1, row: 0), -along),
      (Cell(column: 0, row: 1), across), (Cell(column: 0, row: -1), -across),
    ]
    for (cell, direction) in starts {
      guard
        let index = Self.nearest(
          from: first.place, toward: direction, candidates, isUsed, taken),
        isOther(seed, index, along: along, across: across)
      else { continue }
      cells[cell] = index
      taken.insert(index)
      widen(by: cell)
    }
    guard columns > 1, rows > 1 else { return nil }
    grow(isUsed, &taken)
    guard columns >= 3, rows >= 3, cells.count >= 9 else { return nil }
  }

  private mutating func widen(by cell: Cell) {
    low = Cell(column: min(low.column, cell.column), row: min(low.row, cell.row))
    high = Cell(column: max(high.column, cell.column), row: max(high.row, cell.row))
  }

  private static func nearest(
    from place: SIMD2<Double>, toward direction: SIMD2<Double>, _ candidates: [Candidate],
    _ isUsed: [Bool], _ taken: Set<Int>
  ) -> Int? {
    var best: (distance: Double, index: Int)?
    for (index, other) in candidates.enumerated() where !isUsed[index] && !taken.contains(index) {
      let offset = other.place - place
      let distance = offset.length
      guard distance > 4, distance < best?.distance ?? .infinity,
        (offset * direction).sum() > 0.94 * distance
      else { continue }
      best = (distance, index)
    }
    return best?.index
  }

  /// Whether the sectors of two corners have changed sides, as those of neighbours have.
  private func isOther(
    _ a: Int, _ b: Int, along: SIMD2<Double>, across: SIMD2<Double>
  ) -> Bool {
    let diagonals = [along + across, -along - across]
    let others = [along - across, across - along]
    func bright(_ index: Int) -> Bool {
      let ring = candidates[index].ring
      return diagonals.count { ring.isBright(toward: $0) }
        > others.count { ring.isBright(toward: $0) }
    }
    return bright(a) != bright(b)
  }

  private func place(_ column: Int, _ row: Int) -> SIMD2<Double>? {
    cells[Cell(column: column, row: row)].map { candidates[$0].place }
  }

  /// Adds corners where the steps beside a place lead, until none is found.
  private mutating func grow(_ isUsed: [Bool], _ taken: inout Set<Int>) {
    var isGrowing = true
    while isGrowing, cells.count <= 41 * 41 {
      isGrowing = false
      for row in (low.row - 1)...(high.row + 1) {
        for column in (low.column - 1)...(high.column + 1) {
          let cell = Cell(column: column, row: row)
          guard cells[cell] == nil, let found = candidate(for: cell, isUsed, taken) else {
            continue
          }
          cells[cell] = found
          taken.insert(found)
          widen(by: cell)
          isGrowing = true
        }
      }
    }
  }

  private func candidate(for cell: Cell, _ isUsed: [Bool], _ taken: Set<Int>) -> Int? {
    let (c, r) = (cell.column, cell.row)
    var guesses: [SIMD2<Double>] = []
    var steps: [Double] = []
    var beside: Int?
    // A parallelogram of three known corners, or two steps in a line.
    for (i, j) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
      if let a = place(c + i, r), let b = place(c, r + j), let both = place(c + i, r + j) {
        guesses.append(a + b - both)
        steps.append(min((a - both).length, (b - both).length))
        beside = cells[Cell(column: c + i, row: r)]
      }
    }
    for (i, j) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
      if let a = place(c + i, r + j), let b = place(c + 2 * i, r + 2 * j) {
        guesses.append(2 * a - b)
        steps.append((a - b).length)
        beside = cells[Cell(column: c + i, row: r + j)]
      }
    }
    guard !guesses.isEmpty, let beside, let step = steps.min() else { return nil }
    let guess = guesses.reduce(SIMD2.zero, +) / Double(guesses.count)
    var best: (distance: Double, index: Int)?
    for (index, other) in candidates.enumerated() where !isUsed[index] && !taken.contains(index) {
      let distance = other.place.distance(to: guess)
      guard distance < 0.35 * step, distance < best?.distance ?? .infinity else { continue }
      best = (distance, index)
    }
    guard let best, let axes = axes(near: cell),
      isOther(beside, best.index, along: axes.along, across: axes.across)
    else { return nil }
    return best.index
  }

  /// The directions of the columns' and the rows' steps near a cell.
  private func axes(near cell: Cell) -> (along: SIMD2<Double>, across: SIMD2<Double>)? {
    var (along, across) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    for row in (cell.row - 2)...(cell.row + 2) {
      for column in (cell.column - 2)...(cell.column + 2) {
        guard let here = place(column, row) else { continue }
        if let next = place(column + 1, row) { along += next - here }
        if let next = place(column, row + 1) { across += next - here }
      }
    }
    guard along.length > 0, across.length > 0 else { return nil }
    return (along / along.length, across / across.length)
  }

  // MARK: Labels

  /// The places by the board's indices; `nil` where the grid isn't the board.
  func labelled(as board: CalibrationBoard) -> [Int: SIMD2<Double>]? {
    let (w, h) = (columns, rows)
    let isUpright = w == board.columns && h == board.rows
    let isTurned = w == board.rows && h == board.columns
    guard isUpright || isTurned, 10 * cells.count >= 9 * w * h,
      let axes = axes(
        near: Cell(column: (low.column + high.column) / 2, row: (low.row + high.row) / 2))
    else { return nil }
    // Seen from the front, rows count upwards and columns to the right; pixels count downwards.
    let isRightHanded = axes.along.x * axes.across.y - axes.along.y * axes.across.x < 0
    var found: [(column: Int, row: Int, index: Int)] = cells.map { cell, index in
      let (column, row) = (cell.column - low.column, cell.row - low.row)
      guard isUpright else { return (row, isRightHanded ? w - 1 - column : column, index) }
      return (isRightHanded ? column : w - 1 - column, row, index)
    }
    found.sort { ($0.row, $0.column) < ($1.row, $1.column) }
    if isTurnedAround(found, board) {
      found = found.map { (board.columns - 1 - $0.column, board.rows - 1 - $0.row, $0.index) }
    }
    var places: [Int: SIMD2<Double>] = [:]
    for corner in found {
      places[corner.row * board.columns + corner.column] = candidates[corner.index].place
    }
    return places
  }

  /// Whether the labels have to be turned by half a turn: of a board with a direction the square beyond
  /// its first corner is black; of another one the rows lead to the right.
  private func isTurnedAround(
    _ found: [(column: Int, row: Int, index: Int)], _ board: CalibrationBoard
  ) -> Bool {
    let places = Dictionary(
      found.map { ($0.row * board.columns + $0.column, candidates[$0.index].place) },
      uniquingKeysWith: { first, _ in first })
    guard board.hasDirection else {
      var along = SIMD2<Double>.zero
      for (point, here) in places where point % board.columns < board.columns - 1 {
        if let next = places[point + 1] { along += next - here }
      }
      return along.x < -abs(along.y) || abs(along.x) <= abs(along.y) && along.y < 0
    }
    var votes = 0
    for corner in found {
      let point = corner.row * board.columns + corner.column
      guard let here = places[point] else { continue }
      let right =
        corner.column < board.columns - 1
        ? places[point + 1].map { $0 - here } : places[point - 1].map { here - $0 }
      let up =
        corner.row < board.rows - 1
        ? places[point + board.columns].map { $0 - here }
        : places[point - board.columns].map { here - $0 }
      guard let right, let up else { continue }
      let direction = right / max(right.length, 1e-9) + up / max(up.length, 1e-9)
      let isBright = candidates[corner.index].ring.isBright(toward: -direction)
      let isBlackExpected = (corner.column + corner.row) % 2 == 0
      votes += isBright == isBlackExpected ? 1 : -1
    }
    return votes > 0
  }
}
