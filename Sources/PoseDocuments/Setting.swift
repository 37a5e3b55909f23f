/// A caller's setting about files and their analysis that diagnostics name. The description is a
/// noun for sentences; the command line tool has an option for each.
public enum Setting: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
  /// The file with the camera's calibration.
  case cameraFile
  /// The picture's diagonal field of view.
  case fieldOfView
  /// The unit of a depth map's integers.
  case depthUnit
  /// The person's height.
  case bodyHeight
  /// The number of people to find.
  case people
  /// Frames a second.
  case frameRate
  /// The smoothing of positions.
  case smoothing
  /// The direction of gravity.
  case gravity
  /// The effort spent on a person's keypoints.
  case effort

  /// The setting as a noun.
  public var description: String {
    switch self {
    case .cameraFile: "camera file"
    case .fieldOfView: "field of view"
    case .depthUnit: "depth unit"
    case .bodyHeight: "body height"
    case .people: "number of people"
    case .frameRate: "frame rate"
    case .smoothing: "smoothing"
    case .gravity: "gravity"
    case .effort: "effort"
    }
  }
}
