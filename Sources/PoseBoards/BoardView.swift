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
    /// ArUco markers of another dictionary, or an AprilGrid's, by its name.
    case otherMarkers(String)
    /// A checkerboard of another number of inner corners.
    case otherCheckerboard(columns: Int, rows: Int)
  }

  /// The points, in the order of their indices; none where the board wasn't found.
  package var corners: [Corner]
  /// The median width of the edges at the corners, in pixels; 0 without corners.
  package var edgeWidth: Double
  /// What else was seen.
  package var findings: [Finding]
  /// The points if the board's lower left square is black, where a part of a ChArUco board fits both of
  /// OpenCV's layouts and `corners` are those of the other one. `nil` where the view has one numbering.
  package var legacyCorners: [Corner]?

  /// A view from its parts.
  package init(
    corners: [Corner], edgeWidth: Double, findings: [Finding] = [],
    legacyCorners: [Corner]? = nil
  ) {
    (self.corners, self.edgeWidth, self.findings) = (corners, edgeWidth, findings)
    self.legacyCorners = legacyCorners
  }
}

/// Finds a board in images. Used from one thread at a time.
package final class BoardFinder {
  /// The board.
  package let board: CalibrationBoard
  private let tags: TagDetector?
  private let markers: MarkerDetector?
  /// A detector of all markers; made where the board isn't found.
  private var allMarkers: MarkerDetector?
  /// A detector of an AprilGrid's tags; made where another board isn't found.
  private var otherTags: TagDetector?
  /// Whether black and white are swapped on the board, as some programs print it; `nil` until it is found.
  private var isInverted: Bool?
  /// The markers of all views by which a black lower left square fits better than a black upper left one.
  private var legacyLead = 0
  /// The images of the current recording without the board.
  private var emptyImages = 0
  /// A mirrored or another board is looked for in so many of the first images without the board, and then in
  /// one of so many: each takes as long as the search itself. Chosen.
  private static let (firstSearches, laterSearches) = (20, 10)

  private static let aprilGrid = "an AprilGrid (tag36h11)"

  /// A finder.
  ///
  /// - Throws: `BoardError.noDetector` if the board has tags and AprilTag's library can't be loaded.
  package init(_ board: CalibrationBoard) throws(BoardError) {
    self.board = board
    switch board.pattern {
    case .aprilGrid: (tags, markers) = (try TagDetector(), nil)
    case .charuco(_, let dictionary): (tags, markers) = (nil, try MarkerDetector([dictionary]))
    case .checkerboard: (tags, markers) = (nil, nil)
    }
  }

  /// Begins with the images of another recording.
  package func beginRecording() { emptyImages = 0 }

  /// Whether a mirrored or another board is looked for in an image that doesn't show the board.
  private func isSearchedAgain() -> Bool {
    emptyImages += 1
    return emptyImages <= Self.firstSearches || emptyImages % Self.laterSearches == 0
  }

  /// Finds the board.
  ///
  /// The points of a grid of tags or of a ChArUco board are found one by one; of a checkerboard all inner
  /// corners have to be seen, because a part of it could be any.
  package func view(of image: GrayImage) -> BoardView {
    if let markers { return view(of: image, markers) }
    guard let tags else {
      var view = CheckerboardSearch(image, board).view
      if view.corners.isEmpty, view.findings.isEmpty, isSearchedAgain(), showsAprilGrid(image) {
        view.findings = [.otherMarkers(Self.aprilGrid)]
      }
      return view
    }
    var view = AprilGridSearch(image, board, tags).view
    guard view.corners.isEmpty, view.findings.isEmpty, isSearchedAgain() else { return view }
    if AprilGridSearch.count(in: image.mirrored, board, tags) >= min(4, board.columns * board.rows)
    {
      view.findings = [.mirrored]
    } else if let found = otherDictionary(in: image) {
      view.findings = [.otherMarkers(found.name)]
    } else if let found = CheckerboardSearch.largest(in: image) {
      view.findings = [found]
    }
    return view
  }

  /// A view with its corners numbered by the layout that the finder's other views show; by that of OpenCV 4.6
  /// and later where none shows it. To be called when all images were searched.
  package func numbered(_ view: BoardView) -> BoardView {
    var numbered = view
    numbered.legacyCorners = nil
    if legacyLead > 0, let corners = view.legacyCorners { numbered.corners = corners }
    return numbered
  }

  private func view(of image: GrayImage, _ markers: MarkerDetector) -> BoardView {
    var search = CharucoSearch(isInverted == true ? image.inverted : image, board, markers)
    if isInverted == nil {
      if search.view.corners.count < LensCalibration.minimumCorners {
        let inverted = CharucoSearch(image.inverted, board, markers)
        if inverted.view.corners.count >= LensCalibration.minimumCorners {
          (search, isInverted) = (inverted, true)
        }
      } else {
        isInverted = false
      }
    }
    var view = search.view
    legacyLead += search.legacyLead
    guard view.corners.isEmpty, isSearchedAgain() else { return view }
    // Some mirrored markers are other ones: their layout shows that they aren't.
    let mirrored = CharucoSearch(image.mirrored, board, markers).view
    if mirrored.corners.count >= LensCalibration.minimumCorners {
      view.findings = [.mirrored]
      return view
    }
    guard case .charuco(_, let dictionary) = board.pattern else { return view }
    if let found = otherDictionary(in: image) {
      // Some markers of one dictionary are taken for those of another one.
      if view.findings.isEmpty && found != dictionary || !found.hasMarkers(of: dictionary) {
        view.findings = [.otherMarkers(found.name)]
      }
    } else if view.findings.isEmpty, showsAprilGrid(image) {
      view.findings = [.otherMarkers(Self.aprilGrid)]
    } else if view.findings.isEmpty,
      case .otherCheckerboard(let columns, let rows)? = CheckerboardSearch.largest(in: image),
      columns >= max(board.columns, board.rows) || rows >= min(board.columns, board.rows)
    {
      // A smaller one may be a part of the board, whose markers are too small to be read.
      view.findings = [.otherCheckerboard(columns: columns, rows: rows)]
    }
    return view
  }

  /// The dictionary of the ArUco markers in an image; `nil` if there are none.
  private func otherDictionary(in image: GrayImage) -> ArucoDictionary? {
    if allMarkers == nil { allMarkers = try? MarkerDetector(ArucoDictionary.largest) }
    return allMarkers.flatMap { CharucoSearch.dictionary(in: image, $0) }
  }

  /// Whether an image shows tags of an AprilGrid.
  private func showsAprilGrid(_ image: GrayImage) -> Bool {
    if otherTags == nil { otherTags = try? TagDetector() }
    return (otherTags?.tags(in: image, expected: 0).count ?? 0) >= MarkerGrid.minimumCount
  }
}
