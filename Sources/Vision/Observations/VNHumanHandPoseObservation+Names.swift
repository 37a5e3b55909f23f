extension VNHumanHandPoseObservation {
  /// The name of a joint; `rawValue` is Vision's own.
  public struct JointName: Sendable, Hashable, RawRepresentable {
    /// Vision's own name.
    public let rawValue: VNRecognizedPointKey
    /// A joint from Vision's own name.
    public init(rawValue: VNRecognizedPointKey) { self.rawValue = rawValue }

    init(_ name: String) { rawValue = VNRecognizedPointKey(rawValue: name) }

    /// The wrist.
    public static let wrist = JointName("VNHLKWRI")
    /// The thumb's carpometacarpal joint.
    public static let thumbCMC = JointName("VNHLKTCMC")
    /// The thumb's metacarpophalangeal joint.
    public static let thumbMP = JointName("VNHLKTMP")
    /// The thumb's interphalangeal joint.
    public static let thumbIP = JointName("VNHLKTIP")
    /// The thumb's tip.
    public static let thumbTip = JointName("VNHLKTTIP")
    /// The index finger's metacarpophalangeal joint.
    public static let indexMCP = JointName("VNHLKIMCP")
    /// The index finger's proximal interphalangeal joint.
    public static let indexPIP = JointName("VNHLKIPIP")
    /// The index finger's distal interphalangeal joint.
    public static let indexDIP = JointName("VNHLKIDIP")
    /// The index finger's tip.
    public static let indexTip = JointName("VNHLKITIP")
    /// The middle finger's metacarpophalangeal joint.
    public static let middleMCP = JointName("VNHLKMMCP")
    /// The middle finger's proximal interphalangeal joint.
    public static let middlePIP = JointName("VNHLKMPIP")
    /// The middle finger's distal interphalangeal joint.
    public static let middleDIP = JointName("VNHLKMDIP")
    /// The middle finger's tip.
    public static let middleTip = JointName("VNHLKMTIP")
    /// The ring finger's metacarpophalangeal joint.
    public static let ringMCP = JointName("VNHLKRMCP")
    /// The ring finger's proximal interphalangeal joint.
    public static let ringPIP = JointName("VNHLKRPIP")
    /// The ring finger's distal interphalangeal joint.
    public static let ringDIP = JointName("VNHLKRDIP")
    /// The ring finger's tip.
    public static let ringTip = JointName("VNHLKRTIP")
    /// The little finger's metacarpophalangeal joint.
    public static let littleMCP = JointName("VNHLKPMCP")
    /// The little finger's proximal interphalangeal joint.
    public static let littlePIP = JointName("VNHLKPPIP")
    /// The little finger's distal interphalangeal joint.
    public static let littleDIP = JointName("VNHLKPDIP")
    /// The little finger's tip.
    public static let littleTip = JointName("VNHLKPTIP")
  }

  /// The name of a group of joints; `rawValue` is Vision's own.
  public struct JointsGroupName: Sendable, Hashable, RawRepresentable {
    /// Vision's own name.
    public let rawValue: VNRecognizedPointGroupKey
    /// A group from Vision's own name.
    public init(rawValue: VNRecognizedPointGroupKey) { self.rawValue = rawValue }

    init(_ name: String) { rawValue = VNRecognizedPointGroupKey(rawValue: name) }

    /// The thumb's four.
    public static let thumb = JointsGroupName("VNHLRKT")
    /// The index finger's four.
    public static let indexFinger = JointsGroupName("VNHLRKI")
    /// The middle finger's four.
    public static let middleFinger = JointsGroupName("VNHLRKM")
    /// The ring finger's four.
    public static let ringFinger = JointsGroupName("VNHLRKR")
    /// The little finger's four.
    public static let littleFinger = JointsGroupName("VNHLRKP")
    /// All 21 points.
    public static let all = JointsGroupName("VNIPOAll")
  }
}
