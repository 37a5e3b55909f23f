public import Foundation
internal import Pose3D

/// The side of a person's hand.
public enum VNChirality: Int, Sendable {
  /// The left one.
  case left = -1
  /// It isn't known.
  case unknown = 0
  /// The right one.
  case right = 1
}

/// A hand in a picture: 21 points.
public final class VNHumanHandPoseObservation: VNRecognizedPointsObservation, @unchecked Sendable {
  /// The side of the person's hand, the picture taken for unmirrored.
  public let chirality: VNChirality

  init(_ pose: HandPose) {
    chirality =
      switch pose.chirality {
      case .left: .left
      case .right: .right
      case nil: .unknown
      }
    let joints = Dictionary(
      uniqueKeysWithValues: HandJoint.allCases.map { ($0.visionName, $0) })
    super.init(
      { joints[$0.rawValue].flatMap { pose.points[$0] } },
      size: (pose.imageWidth, pose.imageHeight), layout: .hand, confidence: pose.confidence)
  }

  /// Whether another one is the same observation with the same points of the same hand.
  public override func isEqual(_ object: Any?) -> Bool {
    super.isEqual(object) && (object as? VNHumanHandPoseObservation)?.chirality == chirality
  }

  /// An observation from an archive; `nil` when a part is missing, or is none of an observation.
  public required init?(coder: NSCoder) {
    let side = coder.part(Int.self, forKey: "chirality")
    guard let chirality = side.flatMap(VNChirality.init(rawValue:)) else { return nil }
    self.chirality = chirality
    super.init(coder: coder, layout: .hand)
  }

  /// Archives the observation.
  public override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(part: chirality.rawValue, forKey: "chirality")
  }

  /// The names of all 21 points, whether they are in the picture or not.
  public var availableJointNames: [JointName] { availableKeys.map(JointName.init(rawValue:)) }

  /// The names of all groups.
  public var availableJointsGroupNames: [JointsGroupName] {
    availableGroupKeys.map(JointsGroupName.init(rawValue:))
  }

  /// A point; one outside the picture has the confidence 0. Throws an error of `VNErrorDomain`,
  /// `invalidArgument`, for a name of another request.
  public func recognizedPoint(_ jointName: JointName) throws -> VNRecognizedPoint {
    try recognizedPoint(forKey: jointName.rawValue)
  }

  /// The points of a group; those outside the picture have the confidence 0. Throws an error of
  /// `VNErrorDomain`, `invalidArgument`, for a group of another request.
  public func recognizedPoints(
    _ jointsGroupName: JointsGroupName
  ) throws -> [JointName: VNRecognizedPoint] {
    let points = try recognizedPoints(forGroupKey: jointsGroupName.rawValue)
    return Dictionary(
      uniqueKeysWithValues: points.map { (JointName(rawValue: $0.key), $0.value) })
  }
}

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
