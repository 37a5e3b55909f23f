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
