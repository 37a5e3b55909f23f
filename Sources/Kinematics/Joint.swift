/// One of the 17 joints of the skeleton, in the order of Apple's header (which is Human3.6M's).
///
/// Left and right are the person's own. `root` is the middle of the hips and `centerShoulder` the
/// middle of the shoulders.
public enum Joint: Int, CaseIterable, Sendable {
  case root = 0
  case rightHip, rightKnee, rightAnkle
  case leftHip, leftKnee, leftAnkle
  case spine, centerShoulder, centerHead, topHead
  case leftShoulder, leftElbow, leftWrist
  case rightShoulder, rightElbow, rightWrist

  /// The name in files and on screen, `leftElbow`.
  public var name: String { Self.names[rawValue] }

  /// The raw value of the same joint in Apple's Vision framework, `human_left_elbow_3D`.
  public var visionRawValue: String { Self.visionRawValues[rawValue] }

  /// The next joint towards the root; `nil` for the root itself.
  public var parent: Joint? { Self.parents[rawValue] }

  /// The same joint on the other side of the body; itself for a joint of the middle.
  public var mirrored: Joint { Self.mirrorImages[rawValue] }

  /// The joint of that name, `nil` when there is none.
  public init?(name: String) {
    guard let index = Self.names.firstIndex(of: name) else { return nil }
    self = Self.allCases[index]
  }

  /// The joint whose Vision raw value this is, `nil` when there is none.
  public init?(visionRawValue: String) {
    guard let index = Self.visionRawValues.firstIndex(of: visionRawValue) else { return nil }
    self = Self.allCases[index]
  }

  private static let parents: [Joint?] = [
    nil, .root, .rightHip, .rightKnee, .root, .leftHip, .leftKnee, .root, .spine,
    .centerShoulder, .centerHead, .centerShoulder, .leftShoulder, .leftElbow,
    .centerShoulder, .rightShoulder, .rightElbow,
  ]

  private static let mirrorImages: [Joint] = [
    .root, .leftHip, .leftKnee, .leftAnkle, .rightHip, .rightKnee, .rightAnkle, .spine,
    .centerShoulder, .centerHead, .topHead, .rightShoulder, .rightElbow, .rightWrist,
    .leftShoulder, .leftElbow, .leftWrist,
  ]

  /// Made once: to spell a case takes longer than to measure an angle.
  private static let names = allCases.map { "\($0)" }

  private static let visionRawValues = [
    "human_root_3D", "human_right_hip_3D", "human_right_knee_3D", "human_right_ankle_3D",
    "human_left_hip_3D", "human_left_knee_3D", "human_left_ankle_3D", "human_spine_3D",
    "human_center_shoulder_3D", "human_center_head_3D", "human_top_head_3D",
    "human_left_shoulder_3D", "human_left_elbow_3D", "human_left_wrist_3D",
    "human_right_shoulder_3D", "human_right_elbow_3D", "human_right_wrist_3D",
  ]
}

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
