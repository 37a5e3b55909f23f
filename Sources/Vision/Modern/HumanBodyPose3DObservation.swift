public import Foundation
public import simd
internal import Kinematics

/// A body in space: 17 joints, in metres.
public struct HumanBodyPose3DObservation: VisionObservation {
  /// The source of the body's height.
  public enum EstimationTechnique: String, Sendable, Hashable, Codable {
    /// It was measured in a depth map.
    case measured
    /// It isn't known: 1.8 m.
    case reference
  }

  /// The observation's own number.
  public let uuid: UUID
  /// The confidence, 0…1.
  public let confidence: Float
  /// The time of the observation; `nil` for a single image.
  public let timeRange: CMTimeRange?
  /// The request that found it.
  public let originatingRequestDescriptor: RequestDescriptor?
  /// The body's height: measured where a metric depth map was used, else 1.8 m.
  public let bodyHeight: Measurement<UnitLength>
  /// The source of the body's height.
  public let heightEstimationTechnique: EstimationTechnique

  private let cameraFromBody: MatrixNumbers
  private let joints: [JointName: Joint3D]
  private let cameraPositions: [JointName: SIMD3<Float>]
  private let places: [JointName: NormalizedPoint]

  /// The observation of the original API.
  public init(_ observation: VNHumanBodyPose3DObservation) {
    uuid = observation.uuid
    confidence = observation.confidence
    timeRange = observation.frameTime
    originatingRequestDescriptor = .detectHumanBodyPose3DRequest(.revision1)
    bodyHeight = Measurement(value: Double(observation.bodyHeight), unit: .meters)
    heightEstimationTechnique = observation.heightEstimation == .measured ? .measured : .reference
    cameraFromBody = MatrixNumbers(numbers: observation.cameraOriginMatrix.numbers)
    var joints: [JointName: Joint3D] = [:]
    var cameraPositions: [JointName: SIMD3<Float>] = [:]
    var places: [JointName: NormalizedPoint] = [:]
    for name in JointName.allCases {
      let old = VNHumanBodyPose3DObservation.JointName(name.rawValue)
      joints[name] = (try? observation.recognizedPoint(old)).map(Joint3D.init)
      cameraPositions[name] = (try? observation.cameraRelativePosition(old)).map {
        simd_make_float3($0.columns.3)
      }
      places[name] = (try? observation.pointInImage(old)).map {
        NormalizedPoint(normalizedPoint: $0.location)
      }
    }
    (self.joints, self.cameraPositions, self.places) = (joints, cameraPositions, places)
  }

  /// Camera from body: takes a `position` to the camera's axes, x right, y up, z towards the viewer.
  public var cameraOriginMatrix: simd_float4x4 { simd_float4x4(numbers: cameraFromBody.numbers) }

  /// The names of all 17 joints.
  public var availableJointNames: [JointName] { JointName.allCases }

  /// The names of all groups.
  public var availableJointsGroupNames: [JointsGroupName] { JointsGroupName.allCases }

  /// A joint.
  public func joint(for jointName: JointName) -> Joint3D? { joints[jointName] }

  /// The joints of a group, or all of them.
  public func allJoints(in groupName: JointsGroupName? = nil) -> [JointName: Joint3D] {
    guard let groupName else { return joints }
    return joints.filter { groupName.members.contains($0.key) }
  }

  /// The next joint towards the root; the root's is the root itself.
  public func parentJointName(for jointName: JointName) -> JointName {
    joints[jointName].flatMap { JointName(rawValue: $0.parentJoint) } ?? .root
  }

  /// A joint in the camera's axes, with the body's rotation: `cameraOriginMatrix` times `position`.
  public func cameraRelativePosition(for jointName: JointName) -> simd_float4x4 {
    var matrix = cameraOriginMatrix
    matrix.columns.3 = SIMD4(cameraPositions[jointName] ?? .zero, 1)
    return matrix
  }

  /// The position of a joint in the image, from the lower left corner; it may lie outside. The
  /// corner itself for a joint that isn't in front of the camera.
  public func pointInImage(for jointName: JointName) -> NormalizedPoint {
    places[jointName] ?? .zero
  }

  /// The height in words.
  public var description: String {
    "HumanBodyPose3DObservation \(bodyHeight.value) m, \(heightEstimationTechnique.rawValue)"
  }
}

extension HumanBodyPose3DObservation {
  /// The name of a joint; the raw value is that of the original API.
  public enum JointName: String, Sendable, Hashable, Codable, CaseIterable {
    /// The middle of the hips.
    case root = "human_root_3D"
    /// The right hip.
    case rightHip = "human_right_hip_3D"
    /// The right knee.
    case rightKnee = "human_right_knee_3D"
    /// The right ankle.
    case rightAnkle = "human_right_ankle_3D"
    /// The left hip.
    case leftHip = "human_left_hip_3D"
    /// The left knee.
    case leftKnee = "human_left_knee_3D"
    /// The left ankle.
    case leftAnkle = "human_left_ankle_3D"
    /// The middle of the trunk.
    case spine = "human_spine_3D"
    /// The middle of the shoulders.
    case centerShoulder = "human_center_shoulder_3D"
    /// The middle of the head.
    case centerHead = "human_center_head_3D"
    /// The top of the head.
    case topHead = "human_top_head_3D"
    /// The left shoulder.
    case leftShoulder = "human_left_shoulder_3D"
    /// The left elbow.
    case leftElbow = "human_left_elbow_3D"
    /// The left wrist.
    case leftWrist = "human_left_wrist_3D"
    /// The right shoulder.
    case rightShoulder = "human_right_shoulder_3D"
    /// The right elbow.
    case rightElbow = "human_right_elbow_3D"
    /// The right wrist.
    case rightWrist = "human_right_wrist_3D"
  }

  /// The name of a group of joints; the raw value is that of the original API.
  public enum JointsGroupName: String, Sendable, Hashable, Codable, CaseIterable {
    /// Top and middle of the head.
    case head = "human_joint_group_head_3D"
    /// Shoulders, spine, root and hips.
    case torso = "human_joint_group_torso_3D"
    /// Left shoulder, elbow and wrist.
    case leftArm = "human_joint_group_left_arm_3D"
    /// Right shoulder, elbow and wrist.
    case rightArm = "human_joint_group_right_arm_3D"
    /// Left hip, knee and ankle.
    case leftLeg = "human_joint_group_left_leg_3D"
    /// Right hip, knee and ankle.
    case rightLeg = "human_joint_group_right_leg_3D"
  }
}

extension HumanBodyPose3DObservation.JointsGroupName {
  /// The joints of the group.
  var members: [HumanBodyPose3DObservation.JointName] {
    (JointGroup(rawValue: rawValue)?.joints ?? []).compactMap {
      HumanBodyPose3DObservation.JointName(rawValue: $0.visionRawValue)
    }
  }
}

/// The 16 numbers of a matrix, as a list in archives.
private struct MatrixNumbers: Sendable, Hashable, Codable {
  let numbers: [Float]

  init(numbers: [Float]) { self.numbers = numbers }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    numbers = try container.decode([Float].self)
    guard numbers.count == 16 else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(numbers.count) numbers where a matrix has 16")
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(numbers)
  }
}
