/// The outcome of a request.
public enum VisionResult: Sendable, CustomStringConvertible {
  /// Bodies in a picture.
  case detectHumanBodyPose(DetectHumanBodyPoseRequest, [HumanBodyPoseObservation])
  /// The most prominent person in space.
  case detectHumanBodyPose3D(DetectHumanBodyPose3DRequest, [HumanBodyPose3DObservation])
  /// Hands in a picture.
  case detectHumanHandPose(DetectHumanHandPoseRequest, [HumanHandPoseObservation])
  /// Rectangles around people.
  case detectHumanRectangles(DetectHumanRectanglesRequest, [HumanObservation])
  /// It failed.
  case error(any VisionRequest, any Error)

  /// The request and how much was found, in words.
  public var description: String {
    switch self {
    case .detectHumanBodyPose(let request, let found): "\(request): \(found.count)"
    case .detectHumanBodyPose3D(let request, let found): "\(request): \(found.count)"
    case .detectHumanHandPose(let request, let found): "\(request): \(found.count)"
    case .detectHumanRectangles(let request, let found): "\(request): \(found.count)"
    case .error(let request, let error): "\(request): \(error)"
    }
  }
}
