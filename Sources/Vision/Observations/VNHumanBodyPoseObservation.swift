internal import Foundation
internal import Pose3D

/// A body in a picture: 19 points.
public final class VNHumanBodyPoseObservation: VNRecognizedPointsObservation, @unchecked Sendable {
  /// The detected body, with all of this package's data about it.
  let pose: Pose2D

  init(_ pose: Pose2D) {
    self.pose = pose
    super.init(
      points: KeypointLayout.vision.points.compactMap { keypoint in
        keypoint.flatMap { keypoint in
          keypoint.visionName.map { (VNRecognizedPointKey(rawValue: $0), pose.point(keypoint)) }
        }
      },
      size: (pose.imageWidth, pose.imageHeight),
      groups: KeypointGroup.allCases.map { group in
        (
          VNRecognizedPointGroupKey(rawValue: group.visionName),
          group.points.compactMap { $0.visionName.map(VNRecognizedPointKey.init(rawValue:)) }
        )
      },
      confidence: pose.confidence)
  }

  /// The names of all 19 points, whether they were found or not.
  public var availableJointNames: [JointName] { availableKeys.map(JointName.init(rawValue:)) }

  /// The names of all groups.
  public var availableJointsGroupNames: [JointsGroupName] {
    availableGroupKeys.map(JointsGroupName.init(rawValue:))
  }

  /// A point; one that wasn't found has the confidence 0. Throws an error of `VNErrorDomain`,
  /// `invalidArgument`, for a name of another request.
  public func recognizedPoint(_ jointName: JointName) throws -> VNRecognizedPoint {
    try recognizedPoint(forKey: jointName.rawValue)
  }

  /// The points of a group; those that weren't found have the confidence 0. Throws an error of
  /// `VNErrorDomain`, `invalidArgument`, for a group of another request.
  public func recognizedPoints(
    _ jointsGroupName: JointsGroupName
  ) throws -> [JointName: VNRecognizedPoint] {
    let points = try recognizedPoints(forGroupKey: jointsGroupName.rawValue)
    return Dictionary(
      uniqueKeysWithValues: points.map { (JointName(rawValue: $0.key), $0.value) })
  }
}
