public import Foundation
internal import Pose3D

/// A body in a picture: 19 points.
public struct HumanBodyPoseObservation: VisionObservation, PoseProviding {
  /// The observation's own number.
  public let uuid: UUID
  /// The confidence, 0…1.
  public let confidence: Float
  /// The time of the observation; `nil` for a single image.
  public let timeRange: CMTimeRange?
  /// The request that found it; `nil` for one of the original API.
  public let originatingRequestDescriptor: RequestDescriptor?
  /// The left hand; `nil` when it wasn't found, or wasn't looked for.
  public let leftHand: HumanHandPoseObservation?
  /// The right hand; `nil` when it wasn't found, or wasn't looked for.
  public let rightHand: HumanHandPoseObservation?

  private let joints: [JointName: Joint]

  /// The name of a joint, under the name that `PoseProviding` gives it.
  public typealias PoseJointName = JointName
  /// The name of a group, under the name that `PoseProviding` gives it.
  public typealias PoseJointsGroupName = JointsGroupName

  /// The observation of the original API, without hands.
  public init(_ observation: VNHumanBodyPoseObservation) {
    self.init(observation, hands: [], request: nil)
  }

  init(_ pose: Pose2D, hands: [HandPose], request: RequestDescriptor, at time: CMTimeRange) {
    self.init(VNHumanBodyPoseObservation(pose).at(time), hands: hands, request: request)
  }

  private init(
    _ observation: VNHumanBodyPoseObservation, hands: [HandPose], request: RequestDescriptor?
  ) {
    uuid = observation.uuid
    confidence = observation.confidence
    timeRange = observation.frameTime
    originatingRequestDescriptor = request
    joints = Self.joints(of: observation)
    leftHand = hands.first { $0.chirality == .left }.map {
      HumanHandPoseObservation($0, request: request, at: observation.timeRange)
    }
    rightHand = hands.first { $0.chirality == .right }.map {
      HumanHandPoseObservation($0, request: request, at: observation.timeRange)
    }
  }

  private static func joints(of observation: VNHumanBodyPoseObservation) -> [JointName: Joint] {
    Dictionary(
      uniqueKeysWithValues: observation.points.compactMap { key, point in
        JointName(rawValue: key.rawValue).map { ($0, Joint(point)) }
      })
  }

  /// The names of all joints, whether they were found or not.
  public var availableJointNames: [JointName] { JointName.allCases }

  /// The names of all groups.
  public var availableJointsGroupNames: [JointsGroupName] { JointsGroupName.allCases }

  /// A joint; one that wasn't found has the confidence 0.
  public func joint(for jointName: JointName) -> Joint? { joints[jointName] }

  /// The joints of a group, or all of them; those that weren't found have the confidence 0.
  public func allJoints(in groupName: JointsGroupName? = nil) -> [JointName: Joint] {
    guard let groupName else { return joints }
    return joints.filter { groupName.members.contains($0.key) }
  }

  /// Coordinates and confidences as Core ML takes them (`keypointsMultiArray()` of the original API).
  public var keypoints: MLMultiArray {
    let listed = JointName.allCases.filter { $0.rawValue != "root" }.compactMap { joints[$0] }
    return MLMultiArray(
      shape: [1, 3, listed.count],
      floats: listed.map { Float($0.location.x) } + listed.map { Float($0.location.y) }
        + listed.map(\.confidence))
  }

  /// The number of points in the picture and the confidence in words.
  public var description: String {
    "HumanBodyPoseObservation \(joints.values.count { $0.confidence > 0 }) points, confidence \(confidence)"
  }
}

extension HumanBodyPoseObservation {
  /// The name of a joint; the raw value is that of the original API.
  public enum JointName: String, Sendable, Hashable, Codable, CaseIterable {
    /// The nose.
    case nose = "head_joint"
    /// The left eye.
    case leftEye = "left_eye_joint"
    /// The right eye.
    case rightEye = "right_eye_joint"
    /// The left ear.
    case leftEar = "left_ear_joint"
    /// The right ear.
    case rightEar = "right_ear_joint"
    /// The left shoulder.
    case leftShoulder = "left_shoulder_1_joint"
    /// The right shoulder.
    case rightShoulder = "right_shoulder_1_joint"
    /// The neck: the middle of the shoulders.
    case neck = "neck_1_joint"
    /// The left elbow.
    case leftElbow = "left_forearm_joint"
    /// The right elbow.
    case rightElbow = "right_forearm_joint"
    /// The left wrist.
    case leftWrist = "left_hand_joint"
    /// The right wrist.
    case rightWrist = "right_hand_joint"
    /// The left hip.
    case leftHip = "left_upLeg_joint"
    /// The right hip.
    case rightHip = "right_upLeg_joint"
    /// The root: the middle of the hips.
    case root = "root"
    /// The left knee.
    case leftKnee = "left_leg_joint"
    /// The right knee.
    case rightKnee = "right_leg_joint"
    /// The left ankle.
    case leftAnkle = "left_foot_joint"
    /// The right ankle.
    case rightAnkle = "right_foot_joint"
  }

  /// The name of a group of joints; the raw value is that of the original API.
  public enum JointsGroupName: String, Sendable, Hashable, Codable, CaseIterable {
    /// Nose, eyes and ears.
    case face = "VNBLKFACE"
    /// Neck, shoulders, hips and root.
    case torso = "VNBLKTORSO"
    /// Left shoulder, elbow and wrist.
    case leftArm = "VNBLKLARM"
    /// Right shoulder, elbow and wrist.
    case rightArm = "VNBLKRARM"
    /// Left hip, knee and ankle.
    case leftLeg = "VNBLKLLEG"
    /// Right hip, knee and ankle.
    case rightLeg = "VNBLKRLEG"
  }
}

extension HumanBodyPoseObservation.JointsGroupName {
  /// The joints of the group.
  var members: [HumanBodyPoseObservation.JointName] {
    (KeypointGroup.allCases.first { $0.visionName == rawValue }?.points ?? []).compactMap {
      $0.visionName.flatMap(HumanBodyPoseObservation.JointName.init(rawValue:))
    }
  }
}
