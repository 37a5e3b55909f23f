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
