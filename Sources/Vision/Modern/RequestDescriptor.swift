/// A request and its revision.
public enum RequestDescriptor: Sendable, Hashable, Codable, CustomStringConvertible {
  /// Bodies in a picture.
  case detectHumanBodyPoseRequest(DetectHumanBodyPoseRequest.Revision)
  /// The most prominent person in space.
  case detectHumanBodyPose3DRequest(DetectHumanBodyPose3DRequest.Revision)
  /// Hands in a picture.
  case detectHumanHandPoseRequest(DetectHumanHandPoseRequest.Revision)
  /// Rectangles around people.
  case detectHumanRectanglesRequest(DetectHumanRectanglesRequest.Revision)

  /// The request's name and the revision.
  public var description: String {
    switch self {
    case .detectHumanBodyPoseRequest(let revision): "DetectHumanBodyPoseRequest \(revision)"
    case .detectHumanBodyPose3DRequest(let revision): "DetectHumanBodyPose3DRequest \(revision)"
    case .detectHumanHandPoseRequest(let revision): "DetectHumanHandPoseRequest \(revision)"
    case .detectHumanRectanglesRequest(let revision): "DetectHumanRectanglesRequest \(revision)"
    }
  }
}
