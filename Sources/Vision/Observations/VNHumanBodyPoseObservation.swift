public import Foundation
internal import Pose3D

/// A body in a picture: 19 points.
public final class VNHumanBodyPoseObservation: VNRecognizedPointsObservation, @unchecked Sendable {
  init(_ pose: Pose2D) {
    let keypoints = Dictionary(uniqueKeysWithValues: PointLayout.bodyKeypoints.map { ($0, $1) })
    super.init(
      { keypoints[$0].flatMap(pose.point) }, size: (pose.imageWidth, pose.imageHeight),
      layout: .body, confidence: pose.confidence)
  }

  /// An observation from an archive; `nil` when a part is missing, or is none of an observation.
  public required init?(coder: NSCoder) { super.init(coder: coder, layout: .body) }

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
