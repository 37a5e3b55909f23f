package import PoseDocuments
internal import PoseGeometry

/// A flat board whose points have known places: a grid of AprilTags, a ChArUco board or a checkerboard.
///
/// The board's frame: metres, x along the rows to the right, y along the columns upwards, z out of the
/// board towards its viewer. The origin is the lower left corner of tag 0, or the lower left inner corner.
/// A ChArUco board is upright where its markers are, with marker 0 at the upper left.
package struct CalibrationBoard: Sendable, Equatable {
  /// The kind of board.
  package enum Pattern: Sendable, Equatable {
    /// Tags of the family tag36h11, numbered from 0 at the lower left row by row, with black squares in
    /// the gaps' crossings. The gap between two tags is `spacing` times a tag's side.
    case aprilGrid(spacing: Double)
    /// Squares, black and white in turn, with an ArUco marker in each white one: OpenCV's `CharucoBoard`.
    /// The side of a marker is `marker` times a square's.
    case charuco(marker: Double, dictionary: ArucoDictionary)
    /// Squares, black and white in turn.
    case checkerboard
  }

  /// The kind of board.
  package let pattern: Pattern
  /// Tags, inner corners of a checkerboard, or squares of a ChArUco board along a row.
  package let columns: Int
  /// The same along a column.
  package let rows: Int
  /// The side of a tag's black border or of a square, in metres.
  package let size: Double

  /// The numbers that a board may have.
  static let counts = (tags: 1...30, corners: 3...40, all: 587, squares: 3...41)
  /// Sides of tags and squares, in metres.
  static let sizes = 0.001...5.0
  /// Gaps between tags, as shares of their side.
  static let spacings = 0.05...2.0
  /// Sides of a ChArUco board's markers, as shares of a square's.
  static let markers = 0.3...0.9

  /// A board; `nil` for numbers that no board has: fewer than 3×3 inner corners or more than 587 tags, a
  /// size beyond 1 mm to 5 m, a spacing beyond 0.05 to 2. A ChArUco board has at least 3×3 squares and
  /// 8 inner corners, at most 41×41 squares and its dictionary's number of markers, which measure 0.3 to
  /// 0.9 squares.
  package init?(_ pattern: Pattern, columns: Int, rows: Int, size: Double) {
    guard Self.sizes.contains(size) else { return nil }
    switch pattern {
    case .aprilGrid(let spacing):
      guard Self.spacings.contains(spacing), Self.counts.tags.contains(columns),
        Self.counts.tags.contains(rows), columns * rows <= Self.counts.all
      else { return nil }
    case .charuco(let marker, let dictionary):
      guard Self.markers.contains(marker), Self.counts.squares.contains(columns),
        Self.counts.squares.contains(rows),
        (columns - 1) * (rows - 1) >= LensCalibration.minimumCorners,
        Self.markerCount(columns, rows) <= dictionary.count
      else { return nil }
    case .checkerboard:
      guard Self.counts.corners.contains(columns), Self.counts.corners.contains(rows) else {
        return nil
      }
    }
    (self.pattern, self.columns, self.rows, self.size) = (pattern, columns, rows, size)
  }

  /// The number of markers of a ChArUco board, whichever square is black: half of the squares, rounded down.
  static func markerCount(_ columns: Int, _ rows: Int) -> Int { columns * rows / 2 }

  /// Kalibr's usual grid of 6×6 tags for a sheet on which a tag has a side in metres.
  package static func kalibr(size: Double = 0.025) -> CalibrationBoard? {
    CalibrationBoard(.aprilGrid(spacing: 0.3), columns: 6, rows: 6, size: size)
  }

  /// The places of the points on the board, in metres: of each tag the lower left, lower right, upper
  /// right and upper left corner, or the inner corners row by row from the lower left. Those of a ChArUco
  /// board are counted from the upper left, as OpenCV does.
  package var points: [SIMD2<Double>] {
    switch pattern {
    case .aprilGrid(let spacing):
      let pitch = size * (1 + spacing)
      return (0..<columns * rows).flatMap { tag in
        let origin = SIMD2(Double(tag % columns), Double(tag / columns)) * pitch
        return [SIMD2(0.0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)].map { origin + $0 * size }
      }
    case .charuco:
      return (0..<(columns - 1) * (rows - 1)).map { point in
        let (row, column) = point.quotientAndRemainder(dividingBy: columns - 1)
        return SIMD2(Double(column), Double(rows - 2 - row)) * size
      }
    case .checkerboard:
      return (0..<columns * rows).map {
        SIMD2(Double($0 % columns), Double($0 / columns)) * size
      }
    }
  }

  /// The extent of the points, in metres.
  package var extent: SIMD2<Double> {
    let last = SIMD2(Double(columns - 1), Double(rows - 1))
    switch pattern {
    case .aprilGrid(let spacing): return last * (size * (1 + spacing)) + size
    case .charuco: return (last - 1) * size
    case .checkerboard: return last * size
    }
  }

  /// Whether half a turn makes another picture of it. Of checkerboards that is so if one number of corners
  /// is odd and the other even.
  package var hasDirection: Bool {
    switch pattern {
    case .aprilGrid, .charuco: true
    case .checkerboard: (columns + rows) % 2 == 1
    }
  }

  /// A board by Kalibr's description of a target: YAML with `target_type` aprilgrid or checkerboard.
  ///
  /// - Throws: `FileError`: `invalidValue` for another type, a missing number, and rectangles.
  package init(kalibr text: String, name: String) throws(FileError) {
    self = try FileError.explaining(name) {
      let document = DocumentNode(try YAMLTree.value(of: text))
      func number(_ key: String) throws(DocumentNode.Problem) -> Double {
        guard let node = document[key] else {
          throw DocumentNode.Problem("\"\(key)\" is missing: Kalibr's targets of this type have it")
        }
        return try node.number()
      }
      func count(_ key: String) throws(DocumentNode.Problem) -> Int {
        guard let count = try number(key).nearestInteger(in: 1...1000) else {
          throw DocumentNode.Problem("\"\(key)\" is not a number of tags or corners")
        }
        return count
      }
      let kind = document["target_type"]?.string
      var board: CalibrationBoard?
      switch kind {
      case "aprilgrid":
        board = CalibrationBoard(
          .aprilGrid(spacing: try number("tagSpacing")), columns: try count("tagCols"),
          rows: try count("tagRows"), size: try number("tagSize"))
      case "checkerboard":
        let (row, column) = (try number("rowSpacingMeters"), try number("colSpacingMeters"))
        guard abs(row - column) <= 1e-6 else {
          throw DocumentNode.Problem("the fields are rectangles; squares were expected")
        }
        board = CalibrationBoard(
          .checkerboard, columns: try count("targetCols"), rows: try count("targetRows"), size: row)
      default:
        throw DocumentNode.Problem(
          "\"target_type\" is \(kind.map { "\"\($0)\"" } ?? "missing"); aprilgrid or checkerboard was "
            + "expected, as in Kalibr's targets")
      }
      guard let board else {
        throw DocumentNode.Problem(Self.limits(of: kind ?? ""))
      }
      return board
    }
  }
}

extension CalibrationBoard {
  /// The board as a specification: `aprilgrid:6x6:35mm:0.3`, `charuco:5x7:40mm:30mm:DICT_5X5_100` or
  /// `checkerboard:5x4:35mm`.
  package var specification: String {
    let length = Self.millimetres(size)
    return switch pattern {
    case .aprilGrid(let spacing):
      "aprilgrid:\(columns)x\(rows):\(length):\(Self.words(spacing))"
    case .charuco(let marker, let dictionary):
      "charuco:\(columns)x\(rows):\(length):\(Self.millimetres(marker * size)):\(dictionary.name)"
    case .checkerboard: "checkerboard:\(columns)x\(rows):\(length)"
    }
  }

  /// The board in a few words.
  package var words: String {
    switch pattern {
    case .aprilGrid: "an AprilGrid of \(columns)×\(rows) tags"
    case .charuco(_, let dictionary):
      "a ChArUco board of \(columns)×\(rows) squares with \(dictionary.name)"
    case .checkerboard: "a checkerboard of \(columns)×\(rows) inner corners"
    }
  }

  private static func millimetres(_ length: Double) -> String { "\(words(length * 1000))mm" }

  /// A number with at most four decimals and none that are 0.
  static func words(_ value: Double) -> String {
    let rounded = (value * 10_000).rounded() / 10_000
    return rounded.nearestInteger(in: -1_000_000...1_000_000).flatMap {
      Double($0) == rounded ? "\($0)" : nil
    } ?? "\(rounded)"
  }

  /// A board by its specification: the kind, the numbers along a row and a column, a length with its unit
  /// (mm, cm, m). An AprilGrid adds the spacing (default: 0.3), a ChArUco board the side of a marker and
  /// the dictionary (default: `ArucoDictionary.usual`).
  ///
  /// - Throws: `BoardError.badSpecification` with the part that is wrong.
  package init(specification text: String) throws(BoardError) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    func wrong(_ reason: String) -> BoardError { .badSpecification(text, reason: reason) }
    let allowed = ["aprilgrid": 3...4, "charuco": 4...5, "checkerboard": 3...3]
    guard let kind = parts.first?.lowercased(), let counts = allowed[kind] else {
      throw wrong("it begins with aprilgrid:, charuco: or checkerboard:")
    }
    guard counts.contains(parts.count) else {
      throw wrong("it has \(parts.count) parts")
    }
    let numbers = parts[1].lowercased().split(separator: "x").map { Int($0) }
    guard numbers.count == 2, let columns = numbers[0], let rows = numbers[1] else {
      throw wrong("\"\(parts[1])\" is not a number of columns and rows such as 6x6")
    }
    guard let size = Self.length(parts[2]) else {
      throw wrong("\"\(parts[2])\" is not a length with a unit such as 35mm")
    }
    let pattern: Pattern
    switch kind {
    case "aprilgrid":
      guard let spacing = parts.count == 4 ? Double(parts[3]) : 0.3 else {
        throw wrong("\"\(parts[3])\" is not a spacing such as 0.3")
      }
      pattern = .aprilGrid(spacing: spacing)
    case "charuco":
      guard let side = Self.length(parts[3]) else {
        throw wrong("\"\(parts[3])\" is not a length with a unit such as 30mm")
      }
      let name = parts.count == 5 ? parts[4] : ArucoDictionary.usual.name
      guard let dictionary = ArucoDictionary(named: name) else {
        throw wrong("\"\(name)\" is not a dictionary of OpenCV such as DICT_5X5_100")
      }
      // 36 of 40 mm are 0.9, not a little more.
      let marker = (side / size * 1e9).rounded() / 1e9
      guard !Self.sizes.contains(size) || Self.markers.contains(marker) else {
        throw wrong(
          "its squares have \(parts[2]) and its markers \(parts[3]), but markers have 0.3 to 0.9 of a square's side"
        )
      }
      if Self.counts.squares.contains(columns), Self.counts.squares.contains(rows) {
        let count = Self.markerCount(columns, rows)
        guard count <= dictionary.count else {
          throw wrong("it has \(count) markers, and \(dictionary.name) only \(dictionary.count)")
        }
      }
      pattern = .charuco(marker: marker, dictionary: dictionary)
    default: pattern = .checkerboard
    }
    guard let board = CalibrationBoard(pattern, columns: columns, rows: rows, size: size) else {
      throw wrong(Self.limits(of: kind))
    }
    self = board
  }

  /// The numbers that a kind of board may have, in words.
  static func limits(of kind: String) -> String {
    switch kind {
    case "aprilgrid":
      "a grid has 1 to 30 columns and rows and at most 587 tags, of 1 mm to 5 m, with a spacing from 0.05 to 2"
    case "charuco":
      "a ChArUco board has 3 to 41 squares along each side, of 1 mm to 5 m, and at least 8 inner corners"
    default:
      "a checkerboard has 3 to 40 inner corners along each side, and squares of 1 mm to 5 m"
    }
  }

  private static func length(_ text: String) -> Double? {
    for (unit, metres) in [("mm", 0.001), ("cm", 0.01), ("m", 1)] where text.hasSuffix(unit) {
      return Double(text.dropLast(unit.count)).map { $0 * metres }
    }
    return nil
  }
}
