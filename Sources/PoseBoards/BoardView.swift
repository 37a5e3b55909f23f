internal import PoseGeometry

/// What an image shows of a board.
package struct BoardView: Sendable, Equatable {
  /// A point of the board in the image.
  package struct Corner: Sendable, Equatable {
    /// Its index among the board's points.
    package var point: Int
    /// Its place in pixels.
    package var pixel: SIMD2<Double>

    /// A point in an image.
    package init(point: Int, pixel: SIMD2<Double>) { (self.point, self.pixel) = (point, pixel) }
  }

  /// Something that was seen and is not the board.
  package enum Finding: Sendable, Hashable {
    /// Tags whose numbers the board doesn't have.
    case foreignTags([Int])
    /// Tags of the board in places that it doesn't have.
    case otherLayout
    /// Points of the board twice.
    case twoBoards
    /// The board as a mirror shows it.
    case mirrored
    /// A checkerboard of another number of inner corners.
    case otherCheckerboard(columns: Int, rows: Int)
  }

  /// The points, in the order of their indices; none where the board wasn't found.
  package var corners: [Corner]
  /// The median width of the edges at the corners, in pixels; 0 without corners.
  package var edgeWidth: Double
  /// What else was seen.
  package var findings: [Finding]

  /// A view from its parts.
  package init(corners: [Corner], edgeWidth: Double, findings: [Finding] = []) {
    (self.corners, self.edgeWidth, self.findings) = (corners, edgeWidth, findings)
  }
}

/// Finds a board in images. Used from one thread at a time.
package final class BoardFinder {
  /// The board.
  package let board: CalibrationBoard
  private let tags: TagDetector?
  /// Images in which the board was looked for in a mirror: that takes as long as the search itself.
  private var mirroredSearches = 0
  /// The most such images; chosen.
  private static let maximumMirroredSearches = 20

  /// A finder.
  ///
  /// - Throws: `BoardError.noDetector` if the board has tags and AprilTag's library can't be loaded.
  package init(_ board: CalibrationBoard) throws(BoardError) {
    self.board = board
    switch board.pattern {
    case .aprilGrid: tags = try TagDetector()
    case .checkerboard: tags = nil
    }
  }

  /// Finds the board.
  ///
  /// The points of a grid of tags are found one by one; of a checkerboard all inner corners have to be
  /// seen, because a part of it could be any.
  package func view(of image: GrayImage) -> BoardView {
    guard let tags else { return CheckerboardSearch(image, board).view }
    var view = AprilGridSearch(image, board, tags).view
    guard view.corners.isEmpty, view.findings.isEmpty,
      mirroredSearches < Self.maximumMirroredSearches
    else { return view }
    mirroredSearches += 1
    if AprilGridSearch.count(in: image.mirrored, board, tags) >= min(4, board.columns * board.rows)
    {
      view.findings = [.mirrored]
    }
    return view
  }
}
