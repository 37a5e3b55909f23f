/// A part of the body that moves as one. The raw value is its name in files and lists.
public enum BodySegment: String, CaseIterable, Sendable {
  case pelvis, thorax, head
  case leftUpperArm, leftForearm, rightUpperArm, rightForearm
  case leftThigh, leftShank, rightThigh, rightShank
  /// Only where foot points are known; 17 joints have no foot.
  case leftFoot, rightFoot

  /// The joint whose transform carries the segment's frame; `nil` for the feet, which have none.
  public var joint: Joint? {
    switch self {
    case .pelvis: .root
    case .thorax: .spine
    case .head: .centerHead
    case .leftUpperArm: .leftShoulder
    case .leftForearm: .leftElbow
    case .rightUpperArm: .rightShoulder
    case .rightForearm: .rightElbow
    case .leftThigh: .leftHip
    case .leftShank: .leftKnee
    case .rightThigh: .rightHip
    case .rightShank: .rightKnee
    case .leftFoot, .rightFoot: nil
    }
  }

  /// The same segment on the other side of the body; itself for one of the middle.
  public var mirrored: BodySegment {
    switch self {
    case .pelvis, .thorax, .head: self
    case .leftUpperArm: .rightUpperArm
    case .leftForearm: .rightForearm
    case .rightUpperArm: .leftUpperArm
    case .rightForearm: .leftForearm
    case .leftThigh: .rightThigh
    case .leftShank: .rightShank
    case .rightThigh: .leftThigh
    case .rightShank: .leftShank
    case .leftFoot: .rightFoot
    case .rightFoot: .leftFoot
    }
  }
}
