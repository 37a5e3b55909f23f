internal import Foundation
internal import Pose3D

/// The side of a person's hand.
public enum VNChirality: Int, Sendable {
  /// The left one.
  case left = -1
  /// It isn't known.
  case unknown = 0
  /// The right one.
  case right = 1
}

/// A hand in a picture: 21 points.
public final class VNHumanHandPoseObservation: VNRecognizedPointsObservation, @unchecked Sendable {
  /// The detected hand, with all of this package's data about it.
  let pose: HandPose
  /// The side of the person's hand, the picture taken for unmirrored.
  public let chirality: VNChirality

  init(_ pose: HandPose) {
    self.pose = pose
    chirality =
      switch pose.chirality {
      case .left: .left
      case .right: .right
      case nil: .unknown
      }
    let all = HandJoint.allCases.map { VNRecognizedPointKey(rawValue: $0.visionName) }
    super.init(
      points: HandJoint.allCases.map {
        (VNRecognizedPointKey(rawValue: $0.visionName), pose.points[$0])
      },
      size: (pose.imageWidth, pose.imageHeight),
      groups: Finger.allCases.map { finger in
        (
          VNRecognizedPointGroupKey(rawValue: finger.visionName),
          finger.joints.map { VNRecognizedPointKey(rawValue: $0.visionName) }
        )
      } + [(.all, all)],
      confidence: pose.confidence)
  }

  /// The names of all 21 points, whether they are in the picture or not.
  public var availableJointNames: [JointName] { availableKeys.map(JointName.init(rawValue:)) }

  /// The names of all groups.
  public var availableJointsGroupNames: [JointsGroupName] {
    availableGroupKeys.map(JointsGroupName.init(rawValue:))
  }

  /// A point; one outside the picture has the confidence 0. Throws an error of `VNErrorDomain`,
  /// `invalidArgument`, for a name of another request.
  public func recognizedPoint(_ jointName: JointName) throws -> VNRecognizedPoint {
    try recognizedPoint(forKey: jointName.rawValue)
  }

  /// The points of a group; those outside the picture have the confidence 0. Throws an error of
  /// `VNErrorDomain`, `invalidArgument`, for a group of another request.
  public func recognizedPoints(
    _ jointsGroupName: JointsGroupName
  ) throws -> [JointName: VNRecognizedPoint] {
    let points = try recognizedPoints(forGroupKey: jointsGroupName.rawValue)
    return Dictionary(
      uniqueKeysWithValues: points.map { (JointName(rawValue: $0.key), $0.value) })
  }
}
