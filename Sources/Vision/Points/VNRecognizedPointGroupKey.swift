/// The name of a group of points.
public struct VNRecognizedPointGroupKey: Sendable, Hashable, RawRepresentable {
  /// Vision's own name.
  public let rawValue: String
  /// A name from Vision's own.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// All points.
  public static let all = VNRecognizedPointGroupKey(rawValue: "VNIPOAll")
  /// All points in space.
  public static let point3DGroupKeyAll = VNRecognizedPointGroupKey(rawValue: "VNIPOAll")
  /// The face of a body, under its name of 2020.
  public static let bodyLandmarkRegionKeyFace = VNRecognizedPointGroupKey(rawValue: "VNBLKFACE")
  /// The torso of a body, under its name of 2020.
  public static let bodyLandmarkRegionKeyTorso = VNRecognizedPointGroupKey(rawValue: "VNBLKTORSO")
  /// The left arm of a body, under its name of 2020.
  public static let bodyLandmarkRegionKeyLeftArm = VNRecognizedPointGroupKey(rawValue: "VNBLKLARM")
  /// The right arm of a body, under its name of 2020.
  public static let bodyLandmarkRegionKeyRightArm = VNRecognizedPointGroupKey(rawValue: "VNBLKRARM")
  /// The left leg of a body, under its name of 2020.
  public static let bodyLandmarkRegionKeyLeftLeg = VNRecognizedPointGroupKey(rawValue: "VNBLKLLEG")
  /// The right leg of a body, under its name of 2020.
  public static let bodyLandmarkRegionKeyRightLeg = VNRecognizedPointGroupKey(rawValue: "VNBLKRLEG")
}

// The fingers of a hand, under their names of 2020.
extension VNRecognizedPointGroupKey {
  /// The thumb.
  public static var handLandmarkRegionKeyThumb: Self {
    VNHumanHandPoseObservation.JointsGroupName.thumb.rawValue
  }
  /// The index finger.
  public static var handLandmarkRegionKeyIndexFinger: Self {
    VNHumanHandPoseObservation.JointsGroupName.indexFinger.rawValue
  }
  /// The middle finger.
  public static var handLandmarkRegionKeyMiddleFinger: Self {
    VNHumanHandPoseObservation.JointsGroupName.middleFinger.rawValue
  }
  /// The ring finger.
  public static var handLandmarkRegionKeyRingFinger: Self {
    VNHumanHandPoseObservation.JointsGroupName.ringFinger.rawValue
  }
  /// The little finger.
  public static var handLandmarkRegionKeyLittleFinger: Self {
    VNHumanHandPoseObservation.JointsGroupName.littleFinger.rawValue
  }
}
