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
