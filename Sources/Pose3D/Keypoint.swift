/// A named point of the 2D layouts that are read here: the joints of the skeleton, the face, hands
/// and feet. The raw value is the name in a keypoint file. Left and right are the person's own.
public enum Keypoint: String, CaseIterable, Sendable {
  // The 17 joints of the skeleton.
  case root, rightHip, rightKnee, rightAnkle, leftHip, leftKnee, leftAnkle
  case spine, centerShoulder, centerHead, topHead
  case leftShoulder, leftElbow, leftWrist, rightShoulder, rightElbow, rightWrist
  // The face.
  case nose, leftEye, rightEye, leftEar, rightEar
  case leftEyeInner, leftEyeOuter, rightEyeInner, rightEyeOuter, mouthLeft, mouthRight
  // Neck of layouts that have one of their own (BODY_25, HALPE): the middle of the shoulders.
  case neck
  // Hands and feet. `leftToe` is the big toe, MediaPipe's foot index.
  case leftPinky, rightPinky, leftIndex, rightIndex, leftThumb, rightThumb
  case leftToe, rightToe, leftSmallToe, rightSmallToe, leftHeel, rightHeel
}

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

/// The groups of Vision's 2D body pose. The raw value is the name of Vision's Swift constant.
///
/// Source: `VNHumanBodyPoseObservation.JointsGroupName`.
public enum KeypointGroup: String, CaseIterable, Sendable {
  case face, torso, leftArm, rightArm, leftLeg, rightLeg
  /// All 19 points.
  case all

  /// The group's points, in the order of `KeypointLayout.vision`. Shoulders and hips belong to the
  /// torso and to a limb.
  public var points: [Keypoint] {
    switch self {
    case .face: [.nose, .leftEye, .rightEye, .leftEar, .rightEar]
    case .torso: [.leftShoulder, .rightShoulder, .neck, .leftHip, .rightHip, .root]
    case .leftArm: [.leftShoulder, .leftElbow, .leftWrist]
    case .rightArm: [.rightShoulder, .rightElbow, .rightWrist]
    case .leftLeg: [.leftHip, .leftKnee, .leftAnkle]
    case .rightLeg: [.rightHip, .rightKnee, .rightAnkle]
    case .all: KeypointLayout.vision.points.compactMap { $0 }
    }
  }

  /// Vision's raw value.
  public var visionName: String {
    switch self {
    case .face: "VNBLKFACE"
    case .torso: "VNBLKTORSO"
    case .leftArm: "VNBLKLARM"
    case .rightArm: "VNBLKRARM"
    case .leftLeg: "VNBLKLLEG"
    case .rightLeg: "VNBLKRLEG"
    case .all: "VNIPOAll"
    }
  }
}
