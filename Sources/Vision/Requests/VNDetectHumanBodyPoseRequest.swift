public import Foundation
internal import Pose3D

/// The first revision of `VNDetectHumanBodyPoseRequest`.
public let VNDetectHumanBodyPoseRequestRevision1 = 1
/// The second revision of `VNDetectHumanBodyPoseRequest`.
public let VNDetectHumanBodyPoseRequestRevision2 = 2

/// Finds bodies in a picture: 19 points of each, the most prominent person first, 16 at most.
public final class VNDetectHumanBodyPoseRequest: VNImageBasedRequest, @unchecked Sendable {
  /// The bodies; `nil` before the request has been performed, and when it failed.
  public var results: [VNHumanBodyPoseObservation]? {
    observations as? [VNHumanBodyPoseObservation]
  }

  /// The revisions that there are.
  public override class var supportedRevisions: IndexSet { [1, 2] }

  /// The names of the 19 points.
  public func supportedJointNames() throws -> [VNHumanBodyPoseObservation.JointName] {
    try Self.supportedJointNames(forRevision: revision)
  }

  /// The names of the groups.
  public func supportedJointsGroupNames() throws -> [VNHumanBodyPoseObservation.JointsGroupName] {
    try Self.supportedJointsGroupNames(forRevision: revision)
  }

  /// The names of the 19 points. Throws `unsupportedRevision` for a revision that there isn't.
  public class func supportedJointNames(
    forRevision revision: Int
  ) throws -> [VNHumanBodyPoseObservation.JointName] {
    try check(revision)
    return KeypointLayout.vision.points.compactMap { keypoint in
      keypoint?.visionName.map { VNHumanBodyPoseObservation.JointName($0) }
    }
  }

  /// The names of the groups. Throws `unsupportedRevision` for a revision that there isn't.
  public class func supportedJointsGroupNames(
    forRevision revision: Int
  ) throws -> [VNHumanBodyPoseObservation.JointsGroupName] {
    try check(revision)
    return KeypointGroup.allCases.map { VNHumanBodyPoseObservation.JointsGroupName($0.visionName) }
  }

  override func found(in source: PictureSource) throws -> [VNObservation] {
    try PoseEngine.shared.people(in: source, regionOfInterest).map(VNHumanBodyPoseObservation.init)
  }
}

extension VNRequest {
  /// Throws `unsupportedRevision` for a revision that there isn't.
  static func check(_ revision: Int) throws {
    guard !supportedRevisions.contains(revision) else { return }
    throw VisionFailure(
      .unsupportedRevision, "\(self) does not support \(self)Revision\(revision)"
    ).cocoaError
  }
}
