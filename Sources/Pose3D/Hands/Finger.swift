/// The fingers of a hand. The raw value is the name in our files.
public enum Finger: String, CaseIterable, Sendable {
  case thumb, index, middle, ring, little

  /// The finger's joints from the palm to the tip.
  public var joints: [HandJoint] {
    switch self {
    case .thumb: [.thumbCMC, .thumbMP, .thumbIP, .thumbTip]
    case .index: [.indexMCP, .indexPIP, .indexDIP, .indexTip]
    case .middle: [.middleMCP, .middlePIP, .middleDIP, .middleTip]
    case .ring: [.ringMCP, .ringPIP, .ringDIP, .ringTip]
    case .little: [.littleMCP, .littlePIP, .littleDIP, .littleTip]
    }
  }

  /// Vision's raw value of the group of its joints, `VNHumanHandPoseObservation.JointsGroupName`.
  public var visionName: String {
    switch self {
    case .thumb: "VNHLRKT"
    case .index: "VNHLRKI"
    case .middle: "VNHLRKM"
    case .ring: "VNHLRKR"
    case .little: "VNHLRKP"
    }
  }
}
