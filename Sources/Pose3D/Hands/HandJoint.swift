/// The 21 landmarks of a hand, in MediaPipe's order, under the names of Vision's hand pose. The raw
/// value is the name in our files.
public enum HandJoint: String, CaseIterable, Sendable {
  /// The wrist.
  case wrist
  /// The thumb: carpometacarpal, metacarpophalangeal and interphalangeal joint, tip.
  case thumbCMC, thumbMP, thumbIP, thumbTip
  /// The index finger: metacarpophalangeal, proximal and distal interphalangeal joint, tip.
  case indexMCP, indexPIP, indexDIP, indexTip
  /// The middle finger.
  case middleMCP, middlePIP, middleDIP, middleTip
  /// The ring finger.
  case ringMCP, ringPIP, ringDIP, ringTip
  /// The little finger.
  case littleMCP, littlePIP, littleDIP, littleTip

  /// Vision's raw value, `VNHumanHandPoseObservation.JointName`.
  public var visionName: String {
    switch self {
    case .wrist: "VNHLKWRI"
    case .thumbCMC: "VNHLKTCMC"
    case .thumbMP: "VNHLKTMP"
    case .thumbIP: "VNHLKTIP"
    case .thumbTip: "VNHLKTTIP"
    case .indexMCP: "VNHLKIMCP"
    case .indexPIP: "VNHLKIPIP"
    case .indexDIP: "VNHLKIDIP"
    case .indexTip: "VNHLKITIP"
    case .middleMCP: "VNHLKMMCP"
    case .middlePIP: "VNHLKMPIP"
    case .middleDIP: "VNHLKMDIP"
    case .middleTip: "VNHLKMTIP"
    case .ringMCP: "VNHLKRMCP"
    case .ringPIP: "VNHLKRPIP"
    case .ringDIP: "VNHLKRDIP"
    case .ringTip: "VNHLKRTIP"
    case .littleMCP: "VNHLKPMCP"
    case .littlePIP: "VNHLKPPIP"
    case .littleDIP: "VNHLKPDIP"
    case .littleTip: "VNHLKPTIP"
    }
  }

  /// The finger that it belongs to; `nil` for the wrist.
  public var finger: Finger? {
    Finger.allCases.first { $0.joints.contains(self) }
  }
}

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
