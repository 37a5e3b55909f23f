extension Keypoint {
  /// Vision's raw value of the point, `VNHumanBodyPoseObservation.JointName`; `nil` for a point
  /// that is none of the 19 of its 2D body pose.
  public var visionName: String? { Self.visionNames[self] }

  /// The point with a raw value of Vision's; `nil` when there is none.
  public init?(visionName: String) {
    guard let keypoint = Self.visionNames.first(where: { $0.value == visionName })?.key else {
      return nil
    }
    self = keypoint
  }

  private static let visionNames: [Keypoint: String] = [
    .nose: "head_joint", .leftEye: "left_eye_joint", .rightEye: "right_eye_joint",
    .leftEar: "left_ear_joint", .rightEar: "right_ear_joint",
    .leftShoulder: "left_shoulder_1_joint", .rightShoulder: "right_shoulder_1_joint",
    .neck: "neck_1_joint", .leftElbow: "left_forearm_joint", .rightElbow: "right_forearm_joint",
    .leftWrist: "left_hand_joint", .rightWrist: "right_hand_joint", .leftHip: "left_upLeg_joint",
    .rightHip: "right_upLeg_joint", .root: "root", .leftKnee: "left_leg_joint",
    .rightKnee: "right_leg_joint", .leftAnkle: "left_foot_joint",
    .rightAnkle: "right_foot_joint",
  ]
}
