internal import Foundation
public import simd

/// A joint of a body in space. `position` is relative to the root, in the body's axes: x to the person's
/// left, y up the trunk, z to the front.
public final class VNHumanBodyRecognizedPoint3D: VNRecognizedPoint3D, @unchecked Sendable {
  /// `position` less the parent's: the bone that leads here, in the body's axes; no extent for the root.
  public let localPosition: simd_float4x4
  /// The next joint towards the root; the root's is the root itself.
  public let parentJoint: VNHumanBodyPose3DObservation.JointName

  init(
    position: simd_float4x4, localPosition: simd_float4x4, identifier: VNRecognizedPointKey,
    parentJoint: VNHumanBodyPose3DObservation.JointName
  ) {
    self.localPosition = localPosition
    self.parentJoint = parentJoint
    super.init(position: position, identifier: identifier)
  }
}
