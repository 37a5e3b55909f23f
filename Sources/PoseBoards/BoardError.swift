internal import PoseDocuments

/// The reason why cameras can't be calibrated by a board. The description is a sentence for people.
package enum BoardError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A specification names no board.
  case badSpecification(String, reason: String)
  /// AprilTag's library can't be loaded.
  case noDetector(reason: String)
  /// A board doesn't fit on a sheet.
  case tooLarge(board: String, width: Double, height: Double, paper: String)
  /// No frame of a camera shows the board.
  case notFound(camera: String, board: String, frames: Int, sharpest: Double?)
  /// The camera shows the board as a mirror does.
  case mirrored(camera: String, frames: Int)
  /// The camera shows another board.
  case anotherBoard(camera: String, found: String, expected: String)
  /// Two boards are seen at once.
  case twoBoards(camera: String, frames: Int)
  /// The board is found in blurred frames only: the width of its edges in pixels.
  case blurred(camera: String, frames: Int, edge: Double, limit: Double)
  /// No frame shows enough of the board: its corners in the best one.
  case tooFewCorners(camera: String, found: Int, expected: Int)
  /// Too few frames show the board.
  case tooFewViews(camera: String, found: Int, expected: Int)
  /// The board is at nearly the same angle in all frames: the widest angle between two, in radians.
  case parallelViews(camera: String, angle: Double, expected: Double)
  /// No lens explains what the frames show: the reprojection error in pixels.
  case noLens(camera: String, error: Double?)
  /// A camera sees the board in no frame in which another one does.
  case nothingInCommon(camera: String)
  /// The views of several cameras contradict each other: the reprojection error in pixels.
  case contradiction(camera: String, error: Double)
  /// Two cameras are in one place, where nothing can be triangulated.
  case onePlace(camera: String, other: String)
  /// No image of the board in its place shows it: what the first camera's show instead.
  case worldNotSeen(reason: String)
  /// A board that looks the same after half a turn can't place cameras.
  case noDirection(board: String)
  /// The images of one camera have different sizes.
  case sizesDiffer(camera: String, first: String, other: String)

  /// The error with the expected input and the next step.
  package var description: String {
    switch self {
    case .badSpecification(let text, let reason):
      "\"\(text)\" is not a board: \(reason); aprilgrid:6x6:35mm:0.3, charuco:5x7:40mm:30mm:DICT_5X5_100, "
        + "checkerboard:5x4:35mm or a YAML file of Kalibr was expected"
    case .noDetector(let reason): reason
    case .tooLarge(let board, let width, let height, let paper):
      "\(board) measures \(Self.number(width * 1000, 0)) × \(Self.number(height * 1000, 0)) mm with its margin and "
        + "doesn't fit on \(paper): choose larger paper, or smaller tags or squares"
    case .notFound(let camera, let board, let frames, let sharpest):
      "camera \(camera): none of the frames (\(frames)) shows \(board)"
        + (sharpest.map {
          $0 > 6
            ? "; their sharpest edge is \(Self.number($0, 0)) pixels wide, so they are blurred" : ""
        } ?? "")
        + ": check the specification, the light and the focus, and hold the board so that it fills a third of "
        + "the image"
    case .mirrored(let camera, let frames):
      "camera \(camera): the board is mirrored in \(frames) frames: give the recording as the camera made it, "
        + "without a selfie camera's mirroring"
    case .anotherBoard(let camera, let found, let expected):
      "camera \(camera) shows \(found); \(expected) was expected: check the specification against the printed board"
    case .twoBoards(let camera, let frames):
      "camera \(camera): \(frames) frames show the board twice: leave only one copy in the scene"
    case .blurred(let camera, let frames, let edge, let limit):
      "camera \(camera): the board is blurred in all of \(frames) frames, its edges are \(Self.number(edge, 1)) "
        + "pixels wide; at most \(Self.number(limit, 1)) were expected: hold the board still, and use more light or a "
        + "shorter exposure"
    case .tooFewCorners(let camera, let found, let expected):
      "camera \(camera): no frame shows more than \(found) of the board's corners; at least \(expected) were "
        + "expected: hold the board nearer, more of it in the image, and use more light"
    case .tooFewViews(let camera, let found, let expected):
      "camera \(camera): \(found) sharp frames show enough of the board; at least \(expected) were expected: film it "
        + "for half a minute at different angles and distances"
    case .parallelViews(let camera, let angle, let expected):
      "camera \(camera): the board is turned by at most \(Self.degrees(angle))° between frames; at least "
        + "\(Self.degrees(expected))° were expected, because views from one angle don't give the focal length: tilt the "
        + "board to each side"
    case .noLens(let camera, let error):
      "camera \(camera): no lens explains the frames"
        + (error.map { " (the board's points are \(Self.number($0, 1)) pixels off)" } ?? "")
        + ": check that the board is the specified one and flat, and that the zoom didn't change"
    case .nothingInCommon(let camera):
      "camera \(camera) doesn't see the board at the same time as another camera: show it to two cameras at a "
        + "time, or give an image of the board on the floor or the wall for each camera"
    case .contradiction(let camera, let error):
      "camera \(camera) contradicts the others, its points are \(Self.number(error, 1)) pixels off: check that the "
        + "recordings start at the same time and that no camera moved"
    case .onePlace(let camera, let other):
      "cameras \(other) and \(camera) are in one place, from where nothing can be triangulated: check that their "
        + "recordings are of two cameras, and set these apart"
    case .worldNotSeen(let reason):
      "no camera sees the board on the floor or the wall: \(reason); a tag has to be 25 pixels high, a square of a "
        + "ChArUco board 20, so use a larger board or move it nearer"
    case .noDirection(let board):
      "\(board) looks the same after half a turn, so that cameras on both sides can't be placed: use one with an odd "
        + "and an even number of inner corners, an AprilGrid or a ChArUco board"
    case .sizesDiffer(let camera, let first, let other):
      "camera \(camera): one image has \(first) pixels and another \(other): give images of one size"
    }
  }

  static func degrees(_ angle: Double) -> String { number(angle * 180 / .pi, 0) }

  /// A number with so many decimals.
  static func number(_ value: Double, _ decimals: Int) -> String {
    let scale = decimals > 0 ? 10.0 : 1
    let rounded = (value * scale).rounded() / scale
    return decimals > 0 ? "\(rounded)" : rounded.wholeWords
  }
}
