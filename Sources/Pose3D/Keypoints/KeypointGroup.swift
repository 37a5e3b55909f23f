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
