internal import Foundation
internal import Pose3D
internal import Synchronization

/// The only revision of `VNDetectHumanHandPoseRequest`.
public let VNDetectHumanHandPoseRequestRevision1 = 1

/// Finds hands in a picture: 21 points of each.
public final class VNDetectHumanHandPoseRequest: VNImageBasedRequest, @unchecked Sendable {
  private let count = Mutex(2)

  /// The maximum number of hands that are returned (default: 2). Less than 1 is refused when the
  /// request is performed.
  public var maximumHandCount: Int {
    get { count.withLock { $0 } }
    set { count.withLock { $0 = newValue } }
  }

  /// The hands; `nil` before the request has been performed, and when it failed.
  public var results: [VNHumanHandPoseObservation]? {
    observations as? [VNHumanHandPoseObservation]
  }

  /// The names of the 21 points.
  public func supportedJointNames() throws -> [VNHumanHandPoseObservation.JointName] {
    try Self.supportedJointNames(forRevision: revision)
  }

  /// The names of the groups.
  public func supportedJointsGroupNames() throws -> [VNHumanHandPoseObservation.JointsGroupName] {
    try Self.supportedJointsGroupNames(forRevision: revision)
  }

  /// The names of the 21 points. Throws `unsupportedRevision` for a revision that there isn't.
  public class func supportedJointNames(
    forRevision revision: Int
  ) throws -> [VNHumanHandPoseObservation.JointName] {
    try check(revision)
    return HandJoint.allCases.map { .init($0.visionName) }
  }

  /// The names of the groups. Throws `unsupportedRevision` for a revision that there isn't.
  public class func supportedJointsGroupNames(
    forRevision revision: Int
  ) throws -> [VNHumanHandPoseObservation.JointsGroupName] {
    try check(revision)
    return Finger.allCases.map { .init($0.visionName) } + [.all]
  }

  override func found(in source: PictureSource) throws -> [VNObservation] {
    let maximumCount = maximumHandCount
    guard maximumCount > 0 else {
      throw VisionFailure(
        .invalidArgument, "maximumHandCount is \(maximumCount): at least 1 was expected")
    }
    return try PoseEngine.shared.hands(in: source, regionOfInterest, maximumCount: maximumCount)
      .map(VNHumanHandPoseObservation.init)
  }
}
