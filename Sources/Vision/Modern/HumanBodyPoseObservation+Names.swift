internal import Pose3D

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
