internal import Foundation
internal import Kinematics

/// The only revision of `VNDetectHumanBodyPose3DRequest`.
public let VNDetectHumanBodyPose3DRequestRevision1 = 1

/// Measures the most prominent person in an image in space: all 17 joints, or none. Depth improves
/// it, that of the image's own file or of the handler; a metric depth map also makes the height a
/// measured one.
public final class VNDetectHumanBodyPose3DRequest: VNStatefulRequest, @unchecked Sendable {
  /// The person, or an empty array; `nil` before the request has been performed, and if it failed.
  public var results: [VNHumanBodyPose3DObservation]? {
    observations as? [VNHumanBodyPose3DObservation]
  }

  /// The names of the 17 joints.
  public func supportedJointNames() throws -> [VNHumanBodyPose3DObservation.JointName] {
    try Self.check(revision)
    return Kinematics.Joint.allCases.map { .init($0.visionRawValue) }
  }

  /// The names of the groups.
  public func supportedJointsGroupNames() throws -> [VNHumanBodyPose3DObservation.JointsGroupName] {
    try Self.check(revision)
    return JointGroup.allCases.map { .init($0.rawValue) }
  }

  override func found(in source: PictureSource) throws -> [VNObservation] {
    try PoseEngine.shared.body(in: source, regionOfInterest).map {
      [VNHumanBodyPose3DObservation($0)]
    } ?? []
  }
}
