internal import Kinematics

extension HumanBodyPose3DObservation {
  /// The name of a joint; the raw value is that of the original API.
  public enum JointName: String, Sendable, Hashable, Codable, CaseIterable {
    /// The middle of the hips.
    case root = "human_root_3D"
    /// The right hip.
    case rightHip = "human_right_hip_3D"
    /// The right knee.
    case rightKnee = "human_right_knee_3D"
    /// The right ankle.
    case rightAnkle = "human_right_ankle_3D"
    /// The left hip.
    case leftHip = "human_left_hip_3D"
    /// The left knee.
    case leftKnee = "human_left_knee_3D"
    /// The left ankle.
    case leftAnkle = "human_left_ankle_3D"
    /// The middle of the trunk.
    case spine = "human_spine_3D"
    /// The middle of the shoulders.
    case centerShoulder = "human_center_shoulder_3D"
    /// The middle of the head.
    case centerHead = "human_center_head_3D"
    /// The top of the head.
    case topHead = "human_top_head_3D"
    /// The left shoulder.
    case leftShoulder = "human_left_shoulder_3D"
    /// The left elbow.
    case leftElbow = "human_left_elbow_3D"
    /// The left wrist.
    case leftWrist = "human_left_wrist_3D"
    /// The right shoulder.
    case rightShoulder = "human_right_shoulder_3D"
    /// The right elbow.
    case rightElbow = "human_right_elbow_3D"
    /// The right wrist.
    case rightWrist = "human_right_wrist_3D"
  }

  /// The name of a group of joints; the raw value is that of the original API.
  public enum JointsGroupName: String, Sendable, Hashable, Codable, CaseIterable {
    /// Top and middle of the head.
    case head = "human_joint_group_head_3D"
    /// Shoulders, spine, root and hips.
    case torso = "human_joint_group_torso_3D"
    /// Left shoulder, elbow and wrist.
    case leftArm = "human_joint_group_left_arm_3D"
    /// Right shoulder, elbow and wrist.
    case rightArm = "human_joint_group_right_arm_3D"
    /// Left hip, knee and ankle.
    case leftLeg = "human_joint_group_left_leg_3D"
    /// Right hip, knee and ankle.
    case rightLeg = "human_joint_group_right_leg_3D"
  }
}

extension HumanBodyPose3DObservation.JointsGroupName {
  /// The joints of the group.
  var members: [HumanBodyPose3DObservation.JointName] {
    (JointGroup(rawValue: rawValue)?.joints ?? []).compactMap {
      HumanBodyPose3DObservation.JointName(rawValue: $0.visionRawValue)
    }
  }
}
