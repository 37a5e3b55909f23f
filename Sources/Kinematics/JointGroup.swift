/// A named group of joints, with the raw values of Apple's Vision framework. Hips and shoulders
/// belong to the torso and to their limb.
public enum JointGroup: String, CaseIterable, Sendable {
  case head = "human_joint_group_head_3D"
  case torso = "human_joint_group_torso_3D"
  case leftArm = "human_joint_group_left_arm_3D"
  case rightArm = "human_joint_group_right_arm_3D"
  case leftLeg = "human_joint_group_left_leg_3D"
  case rightLeg = "human_joint_group_right_leg_3D"
  case all = "VNIPOAll"

  /// The joints of the group.
  public var joints: [Joint] {
    switch self {
    case .head: [.topHead, .centerHead]
    case .torso:
      [.leftShoulder, .centerShoulder, .rightShoulder, .spine, .root, .leftHip, .rightHip]
    case .leftArm: [.leftShoulder, .leftElbow, .leftWrist]
    case .rightArm: [.rightShoulder, .rightElbow, .rightWrist]
    case .leftLeg: [.leftHip, .leftKnee, .leftAnkle]
    case .rightLeg: [.rightHip, .rightKnee, .rightAnkle]
    case .all: Joint.allCases
    }
  }
}
