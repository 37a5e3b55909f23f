internal import Foundation
internal import PoseGeometry
internal import Kinematics
public import Pose3D
public import simd

/// A body in space: 17 joints, in metres.
public final class VNHumanBodyPose3DObservation: VNRecognizedPoints3DObservation,
  @unchecked Sendable
{
  /// The source of the body's height.
  public enum HeightEstimation: Int, Sendable {
    /// It isn't known: 1.8 m.
    case reference
    /// It was measured in a depth map.
    case measured
  }

  /// The same person with all that this package knows: angles, sigmas, where each joint came from.
  /// Lengths are in metres, axes those of `docs/reference/conventions.md`. Not Apple's.
  public var pose3d: BodyPose { pose }

  /// The names of all 17 joints.
  public var availableJointNames: [JointName] { availableKeys.map(JointName.init(rawValue:)) }

  /// The names of all groups.
  public var availableJointsGroupNames: [JointsGroupName] {
    availableGroupKeys.map(JointsGroupName.init(rawValue:))
  }

  /// A joint. Throws an error of `VNErrorDomain`, `invalidArgument`, for a name of another request.
  public func recognizedPoint(_ jointName: JointName) throws -> VNHumanBodyRecognizedPoint3D {
    try joint(jointName.rawValue)
  }

  /// The joints of a group. Throws an error of `VNErrorDomain`, `invalidArgument`, for a group of
  /// another request.
  public func recognizedPoints(
    _ jointsGroupName: JointsGroupName
  ) throws -> [JointName: VNHumanBodyRecognizedPoint3D] {
    let joints = try group(jointsGroupName.rawValue)
    return Dictionary(
      uniqueKeysWithValues: joints.map { (JointName(rawValue: $0.key), $0.value) })
  }

  /// The position of a joint in the image, in normalised coordinates from the lower left corner; it
  /// may lie outside. Throws an error of `VNErrorDomain`: `invalidArgument` for a name of another
  /// request, `dataUnavailable` for a joint that isn't in front of the camera.
  public func pointInImage(_ jointName: JointName) throws -> VNPoint {
    guard let place = pose3d.pointInImage(try known(jointName)) else {
      throw VisionFailure(
        .dataUnavailable, "\(jointName.rawValue.rawValue) isn't in front of the camera"
      ).cocoaError
    }
    return VNPoint(x: place.x, y: place.y)
  }

  /// The next joint towards the root; `nil` for the root, and for a name of another request.
  public func parentJointName(_ jointName: JointName) -> JointName? {
    jointName.joint?.parent.map { JointName($0.visionRawValue) }
  }

  /// The source of the body's height.
  public var heightEstimation: HeightEstimation {
    pose3d.heightEstimation == .measured ? .measured : .reference
  }

  /// The body's height in metres: measured where a metric depth map was used, else 1.8.
  public var bodyHeight: Float { Float(pose3d.bodyHeight) }

  /// Camera from body: takes a `position` to the camera's axes, x right, y up, z towards the viewer, so
  /// that a person in front of the camera has a negative z. Apple calls it a transform from the hip to
  /// the camera.
  public var cameraOriginMatrix: simd_float4x4 {
    simd_float4x4(RigidTransform.visionCameraFromCamera * pose3d.cameraFromBody)
  }

  /// A joint in the camera's axes, with the body's rotation: `cameraOriginMatrix` times `position`.
  /// Throws an error of `VNErrorDomain`, `invalidArgument`, for a name of another request.
  public func cameraRelativePosition(_ jointName: JointName) throws -> simd_float4x4 {
    let place =
      RigidTransform.visionCameraFromCamera
      * pose3d.cameraRelativePosition(try known(jointName))
    return simd_float4x4(
      RigidTransform(
        rotation: (RigidTransform.visionCameraFromCamera * pose3d.cameraFromBody).rotation,
        translation: place))
  }

  private func known(_ name: JointName) throws -> Kinematics.Joint {
    guard let joint = name.joint else {
      throw VisionFailure(
        .invalidArgument,
        "\"\(name.rawValue.rawValue)\" is no joint of VNHumanBodyPose3DObservation"
      ).cocoaError
    }
    return joint
  }
}

extension VNHumanBodyPose3DObservation.JointName {
  fileprivate var joint: Kinematics.Joint? {
    Kinematics.Joint(visionRawValue: rawValue.rawValue)
  }
}

extension BodyPose {
  /// The joints with Vision's names.
  var recognizedPoints: [VNRecognizedPointKey: VNHumanBodyRecognizedPoint3D] {
    Dictionary(
      uniqueKeysWithValues: Kinematics.Joint.allCases.map { joint in
        let key = VNRecognizedPointKey(rawValue: joint.visionRawValue)
        return (
          key,
          VNHumanBodyRecognizedPoint3D(
            position: simd_float4x4(translation: position(joint)),
            localPosition: simd_float4x4(translation: localPosition(joint)), identifier: key,
            parentJoint: VNHumanBodyPose3DObservation.JointName(
              (joint.parent ?? joint).visionRawValue))
        )
      })
  }
}

extension RigidTransform {
  /// From this package's camera axes (x right, y down, z forward) to Vision's (x right, y up, z back).
  static let visionCameraFromCamera = RigidTransform(
    rotation: Rotation(trusted: Vector3(1, 0, 0), Vector3(0, -1, 0), Vector3(0, 0, -1)),
    translation: .zero)
}

extension simd_float4x4 {
  /// A rigid motion in single precision.
  init(_ transform: RigidTransform) {
    self.init(numbers: transform.columnMajor.map { Float($0) })
  }

  /// A move.
  fileprivate init(translation: Vector3) {
    self.init(RigidTransform(rotation: .identity, translation: translation))
  }
}

extension VNHumanBodyPose3DObservation {
  /// The name of a joint; `rawValue` is Vision's own.
  public struct JointName: Sendable, Hashable, RawRepresentable {
    /// Vision's own name.
    public let rawValue: VNRecognizedPointKey
    /// A joint from Vision's own name.
    public init(rawValue: VNRecognizedPointKey) { self.rawValue = rawValue }

    init(_ name: String) { rawValue = VNRecognizedPointKey(rawValue: name) }

    /// The middle of the hips.
    public static let root = JointName("human_root_3D")
    /// The right hip.
    public static let rightHip = JointName("human_right_hip_3D")
    /// The right knee.
    public static let rightKnee = JointName("human_right_knee_3D")
    /// The right ankle.
    public static let rightAnkle = JointName("human_right_ankle_3D")
    /// The left hip.
    public static let leftHip = JointName("human_left_hip_3D")
    /// The left knee.
    public static let leftKnee = JointName("human_left_knee_3D")
    /// The left ankle.
    public static let leftAnkle = JointName("human_left_ankle_3D")
    /// The middle of the trunk.
    public static let spine = JointName("human_spine_3D")
    /// The middle of the shoulders.
    public static let centerShoulder = JointName("human_center_shoulder_3D")
    /// The middle of the head.
    public static let centerHead = JointName("human_center_head_3D")
    /// The top of the head.
    public static let topHead = JointName("human_top_head_3D")
    /// The left shoulder.
    public static let leftShoulder = JointName("human_left_shoulder_3D")
    /// The left elbow.
    public static let leftElbow = JointName("human_left_elbow_3D")
    /// The left wrist.
    public static let leftWrist = JointName("human_left_wrist_3D")
    /// The right shoulder.
    public static let rightShoulder = JointName("human_right_shoulder_3D")
    /// The right elbow.
    public static let rightElbow = JointName("human_right_elbow_3D")
    /// The right wrist.
    public static let rightWrist = JointName("human_right_wrist_3D")
  }

  /// The name of a group of joints; `rawValue` is Vision's own.
  public struct JointsGroupName: Sendable, Hashable, RawRepresentable {
    /// Vision's own name.
    public let rawValue: VNRecognizedPointGroupKey
    /// A group from Vision's own name.
    public init(rawValue: VNRecognizedPointGroupKey) { self.rawValue = rawValue }

    init(_ name: String) { rawValue = VNRecognizedPointGroupKey(rawValue: name) }

    /// Top and middle of the head.
    public static let head = JointsGroupName("human_joint_group_head_3D")
    /// Shoulders, spine, root and hips.
    public static let torso = JointsGroupName("human_joint_group_torso_3D")
    /// Left shoulder, elbow and wrist.
    public static let leftArm = JointsGroupName("human_joint_group_left_arm_3D")
    /// Right shoulder, elbow and wrist.
    public static let rightArm = JointsGroupName("human_joint_group_right_arm_3D")
    /// Left hip, knee and ankle.
    public static let leftLeg = JointsGroupName("human_joint_group_left_leg_3D")
    /// Right hip, knee and ankle.
    public static let rightLeg = JointsGroupName("human_joint_group_right_leg_3D")
    /// All 17 joints.
    public static let all = JointsGroupName("VNIPOAll")
  }
}
