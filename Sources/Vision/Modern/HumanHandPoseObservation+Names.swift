internal import Pose3D

extension HumanHandPoseObservation {
  /// The name of a joint; the raw value is that of the original API.
  public enum JointName: String, Sendable, Hashable, Codable, CaseIterable {
    /// The wrist.
    case wrist = "VNHLKWRI"
    /// The thumb's carpometacarpal joint.
    case thumbCMC = "VNHLKTCMC"
    /// The thumb's metacarpophalangeal joint.
    case thumbMP = "VNHLKTMP"
    /// The thumb's interphalangeal joint.
    case thumbIP = "VNHLKTIP"
    /// The thumb's tip.
    case thumbTip = "VNHLKTTIP"
    /// The index finger's metacarpophalangeal joint.
    case indexMCP = "VNHLKIMCP"
    /// The index finger's proximal interphalangeal joint.
    case indexPIP = "VNHLKIPIP"
    /// The index finger's distal interphalangeal joint.
    case indexDIP = "VNHLKIDIP"
    /// The index finger's tip.
    case indexTip = "VNHLKITIP"
    /// The middle finger's metacarpophalangeal joint.
    case middleMCP = "VNHLKMMCP"
    /// The middle finger's proximal interphalangeal joint.
    case middlePIP = "VNHLKMPIP"
    /// The middle finger's distal interphalangeal joint.
    case middleDIP = "VNHLKMDIP"
    /// The middle finger's tip.
    case middleTip = "VNHLKMTIP"
    /// The ring finger's metacarpophalangeal joint.
    case ringMCP = "VNHLKRMCP"
    /// The ring finger's proximal interphalangeal joint.
    case ringPIP = "VNHLKRPIP"
    /// The ring finger's distal interphalangeal joint.
    case ringDIP = "VNHLKRDIP"
    /// The ring finger's tip.
    case ringTip = "VNHLKRTIP"
    /// The little finger's metacarpophalangeal joint.
    case littleMCP = "VNHLKPMCP"
    /// The little finger's proximal interphalangeal joint.
    case littlePIP = "VNHLKPPIP"
    /// The little finger's distal interphalangeal joint.
    case littleDIP = "VNHLKPDIP"
    /// The little finger's tip.
    case littleTip = "VNHLKPTIP"
  }

  /// The name of a group of joints; the raw value is that of the original API.
  public enum JointsGroupName: String, Sendable, Hashable, Codable, CaseIterable {
    /// The thumb's four.
    case thumb = "VNHLRKT"
    /// The index finger's four.
    case indexFinger = "VNHLRKI"
    /// The middle finger's four.
    case middleFinger = "VNHLRKM"
    /// The ring finger's four.
    case ringFinger = "VNHLRKR"
    /// The little finger's four.
    case littleFinger = "VNHLRKP"
  }
}

extension HumanHandPoseObservation.JointsGroupName {
  /// The joints of the group.
  var members: [HumanHandPoseObservation.JointName] {
    (Finger.allCases.first { $0.visionName == rawValue }?.joints ?? []).compactMap {
      HumanHandPoseObservation.JointName(rawValue: $0.visionName)
    }
  }
}
