extension VNHumanBodyPose3DObservation {
  /// The name of a joint; `rawValue` is Vision's own.
  public struct JointName: Sendable, Hashable, RawRepresentable {
    /// Vision's own name.
    public let rawValue: VNRecognizedPointKey
    /// A joint from Vision's own name.
    public init(rawValue: VNRecognizedPointKey) { self.rawValue = rawValue }

    init(_ name: String) { rawValue = VNRecognizedPointKey(rawValue: name) }

    /// The middle of the hips.
    public static let root = JointName("human_root_3D")
    /// The right hip.
    public static let rightHip = JointName("human_right_hip_3D")
    /// The right knee.
    public static let rightKnee = JointName("human_right_knee_3D")
    /// The right ankle.
    public static let rightAnkle = JointName("human_right_ankle_3D")
    /// The left hip.
    public static let leftHip = JointName("human_left_hip_3D")
    /// The left knee.
    public static let leftKnee = JointName("human_left_knee_3D")
    /// The left ankle.
    public static let leftAnkle = JointName("human_left_ankle_3D")
    /// The middle of the trunk.
    public static let spine = JointName("human_spine_3D")
    /// The middle of the shoulders.
    public static let centerShoulder = JointName("human_center_shoulder_3D")
    /// The middle of the head.
    public static let centerHead = JointName("human_center_head_3D")
    /// The top of the head.
    public static let topHead = JointName("human_top_head_3D")
    /// The left shoulder.
    public static let leftShoulder = JointName("human_left_shoulder_3D")
    /// The left elbow.
    public static let leftElbow = JointName("human_left_elbow_3D")
    /// The left wrist.
    public static let leftWrist = JointName("human_left_wrist_3D")
    /// The right shoulder.
    public static let rightShoulder = JointName("human_right_shoulder_3D")
    /// The right elbow.
    public static let rightElbow = JointName("human_right_elbow_3D")
    /// The right wrist.
    public static let rightWrist = JointName("human_right_wrist_3D")
  }

  /// The name of a group of joints; `rawValue` is Vision's own.
  public struct JointsGroupName: Sendable, Hashable, RawRepresentable {
    /// Vision's own name.
    public let rawValue: VNRecognizedPointGroupKey
    /// A group from Vision's own name.
    public init(rawValue: VNRecognizedPointGroupKey) { self.rawValue = rawValue }

    init(_ name: String) { rawValue = VNRecognizedPointGroupKey(rawValue: name) }

    /// Top and middle of the head.
    public static let head = JointsGroupName("human_joint_group_head_3D")
    /// Shoulders, spine, root and hips.
    public static let torso = JointsGroupName("human_joint_group_torso_3D")
    /// Left shoulder, elbow and wrist.
    public static let leftArm = JointsGroupName("human_joint_group_left_arm_3D")
    /// Right shoulder, elbow and wrist.
    public static let rightArm = JointsGroupName("human_joint_group_right_arm_3D")
    /// Left hip, knee and ankle.
    public static let leftLeg = JointsGroupName("human_joint_group_left_leg_3D")
    /// Right hip, knee and ankle.
    public static let rightLeg = JointsGroupName("human_joint_group_right_leg_3D")
    /// All 17 joints.
    public static let all = JointsGroupName("VNIPOAll")
  }
}
