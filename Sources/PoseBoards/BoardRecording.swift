internal import PoseGeometry
package import PoseImaging

/// What a camera saw of a board over time.
package struct BoardRecording: Sendable {
  /// A frame.
  package struct Frame: Sendable, Equatable {
    /// Seconds, or the number of an image in a folder: frames of several cameras belong together by it.
    package var time: Double
    /// What it shows.
    package var view: BoardView

    /// A frame.
    package init(time: Double, view: BoardView) { (self.time, self.view) = (time, view) }
  }

  /// The camera's name.
  package var name: String
  /// The width of its images in pixels.
  package var width: Int
  /// The height of its images in pixels.
  package var height: Int
  /// The frames in their order.
  package var frames: [Frame]
  /// The image or images in which the board is in its place in the world; empty if there is none.
  package var worldViews: [BoardView]
  /// The intrinsics if they are known; `nil` if they are to be found.
  package var camera: Camera?
  /// The width of the sharpest edge in frames without a board, in pixels.
  package var sharpestEdge: Double?

  /// A recording.
  package init(
    name: String, width: Int, height: Int, frames: [Frame], worldViews: [BoardView] = [],
    camera: Camera? = nil, sharpestEdge: Double? = nil
  ) {
    (self.name, self.width, self.height, self.frames) = (name, width, height, frames)
    (self.worldViews, self.camera, self.sharpestEdge) = (worldViews, camera, sharpestEdge)
  }

  /// The recording with the corners of its views numbered by what all views show.
  ///
  /// - Parameter finder: the finder of all recordings, after the last image.
  package func numbered(by finder: BoardFinder) -> BoardRecording {
    var recording = self
    recording.frames = frames.map { Frame(time: $0.time, view: finder.numbered($0.view)) }
    recording.worldViews = worldViews.map(finder.numbered)
    return recording
  }

  /// The reason why a recording has no view of the board, from what its frames show instead.
  func missing(_ board: CalibrationBoard) -> BoardError {
    let views = frames.map(\.view) + worldViews
    func count(_ finding: BoardView.Finding) -> Int {
      views.count { $0.findings.contains(finding) }
    }
    let mirrored = count(.mirrored)
    if mirrored > 0 { return .mirrored(camera: name, frames: mirrored) }
    if let other = Self.otherBoard(views.flatMap(\.findings), board) {
      return .anotherBoard(camera: name, found: other, expected: board.words)
    }
    let doubled = count(.twoBoards)
    if doubled > 0 { return .twoBoards(camera: name, frames: doubled) }
    if let most = views.map(\.corners.count).max(), most > 0 {
      return .tooFewCorners(
        camera: name, found: most, expected: LensCalibration.minimumCorners)
    }
    return .notFound(camera: name, board: board.words, frames: views.count, sharpest: sharpestEdge)
  }

  /// Another board that was seen instead, in words; `nil` where none was.
  private static func otherBoard(
    _ findings: [BoardView.Finding], _ board: CalibrationBoard
  ) -> String? {
    let isCharuco = if case .charuco = board.pattern { true } else { false }
    var tags: Set<Int> = []
    var dictionaries: [String: Int] = [:]
    var sizes: [BoardView.Finding: Int] = [:]
    for finding in findings {
      switch finding {
      case .foreignTags(let numbers): tags.formUnion(numbers)
      case .otherCheckerboard: sizes[finding, default: 0] += 1
      case .otherMarkers(let name): dictionaries[name, default: 0] += 1
      case .otherLayout, .twoBoards, .mirrored: break
      }
    }
    if let low = tags.min(), let high = tags.max() {
      return "\(isCharuco ? "markers" : "tags") with the numbers \(low) to \(high)"
    }
    if findings.contains(.otherLayout) {
      return isCharuco
        ? "the board's markers in other places, as on a board with other squares or larger or smaller markers"
        : "the board's tags in other places, as on a grid with another number of columns"
    }
    if let name = dictionaries.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key {
      return "markers of \(name)"
    }
    let usual = sizes.max { a, b in
      a.value != b.value ? a.value < b.value : "\(a.key)" > "\(b.key)"
    }
    guard case .otherCheckerboard(let columns, let rows)? = usual?.key else { return nil }
    return "a checkerboard of \(columns)×\(rows) inner corners"
  }
}
