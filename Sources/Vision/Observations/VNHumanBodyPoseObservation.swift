public import Foundation
internal import Pose3D

/// A body in a picture: 19 points.
public final class VNHumanBodyPoseObservation: VNRecognizedPointsObservation, @unchecked Sendable {
  init(_ pose: Pose2D) {
    let keypoints = Dictionary(uniqueKeysWithValues: PointLayout.bodyKeypoints.map { ($0, $1) })
    super.init(
      { keypoints[$0].flatMap(pose.point) }, size: (pose.imageWidth, pose.imageHeight),
      layout: .body, confidence: pose.confidence)
  }

  /// An observation from an archive; `nil` when a part is missing, or is none of an observation.
  public required init?(coder: NSCoder) { super.init(coder: coder, layout: .body) }

  /// The names of all 19 points, whether they were found or not.
  public var availableJointNames: [JointName] { availableKeys.map(JointName.init(rawValue:)) }

  /// The names of all groups.
  public var availableJointsGroupNames: [JointsGroupName] {
    availableGroupKeys.map(JointsGroupName.init(rawValue:))
  }

  /// A point; one that wasn't found has the confidence 0. Throws an error of `VNErrorDomain`,
  /// `invalidArgument`, for a name of another request.
  public func recognizedPoint(_ jointName: JointName) throws -> VNRecognizedPoint {
    try recognizedPoint(forKey: jointName.rawValue)
  }

  /// The points of a group; those that weren't found have the confidence 0. Throws an error of
  /// `VNErrorDomain`, `invalidArgument`, for a group of another request.
  public func recognizedPoints(
    _ jointsGroupName: JointsGroupName
  ) throws -> [JointName: VNRecognizedPoint] {
    let points = try recognizedPoints(forGroupKey: jointsGroupName.rawValue)
    return Dictionary(
      uniqueKeysWithValues: points.map { (JointName(rawValue: $0.key), $0.value) })
  }
}

extension VNHumanBodyPoseObservation {
  /// The name of a joint; `rawValue` is Vision's own.
  public struct JointName: Sendable, Hashable, RawRepresentable {
    /// Vision's own name.
    public let rawValue: VNRecognizedPointKey
    /// A joint from Vision's own name.
    public init(rawValue: VNRecognizedPointKey) { self.rawValue = rawValue }

    init(_ name: String) { rawValue = VNRecognizedPointKey(rawValue: name) }

    /// The nose.
    public static let nose = JointName("head_joint")
    /// The left eye.
    public static let leftEye = JointName("left_eye_joint")
    /// The right eye.
    public static let rightEye = JointName("right_eye_joint")
    /// The left ear.
    public static let leftEar = JointName("left_ear_joint")
    /// The right ear.
    public static let rightEar = JointName("right_ear_joint")
    /// The left shoulder.
    public static let leftShoulder = JointName("left_shoulder_1_joint")
    /// The right shoulder.
    public static let rightShoulder = JointName("right_shoulder_1_joint")
    /// The neck: the middle of the shoulders.
    public static let neck = JointName("neck_1_joint")
    /// The left elbow.
    public static let leftElbow = JointName("left_forearm_joint")
    /// The right elbow.
    public static let rightElbow = JointName("right_forearm_joint")
    /// The left wrist.
    public static let leftWrist = JointName("left_hand_joint")
    /// The right wrist.
    public static let rightWrist = JointName("right_hand_joint")
    /// The left hip.
    public static let leftHip = JointName("left_upLeg_joint")
    /// The right hip.
    public static let rightHip = JointName("right_upLeg_joint")
    /// The root: the middle of the hips.
    public static let root = JointName("root")
    /// The left knee.
    public static let leftKnee = JointName("left_leg_joint")
    /// The right knee.
    public static let rightKnee = JointName("right_leg_joint")
    /// The left ankle.
    public static let leftAnkle = JointName("left_foot_joint")
    /// The right ankle.
    public static let rightAnkle = JointName("right_foot_joint")
  }

  /// The name of a group of joints; `rawValue` is Vision's own.
  public struct JointsGroupName: Sendable, Hashable, RawRepresentable {
    /// Vision's own name.
    public let rawValue: VNRecognizedPointGroupKey
    /// A group from Vision's own name.
    public init(rawValue: VNRecognizedPointGroupKey) { self.rawValue = rawValue }

    init(_ name: String) { rawValue = VNRecognizedPointGroupKey(rawValue: name) }

    /// Nose, eyes and ears.
    public static let face = JointsGroupName("VNBLKFACE")
    /// Neck, shoulders, hips and root.
    public static let torso = JointsGroupName("VNBLKTORSO")
    /// Left shoulder, elbow and wrist.
    public static let leftArm = JointsGroupName("VNBLKLARM")
    /// Right shoulder, elbow and wrist.
    public static let rightArm = JointsGroupName("VNBLKRARM")
    /// Left hip, knee and ankle.
    public static let leftLeg = JointsGroupName("VNBLKLLEG")
    /// Right hip, knee and ankle.
    public static let rightLeg = JointsGroupName("VNBLKRLEG")
    /// All 19 points.
    public static let all = JointsGroupName("VNIPOAll")
  }
}
