public import Foundation
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

  /// Whether another one is the same joint, with the same transforms.
  public override func isEqual(_ object: Any?) -> Bool {
    guard super.isEqual(object), let other = object as? VNHumanBodyRecognizedPoint3D else {
      return false
    }
    return localPosition == other.localPosition && parentJoint == other.parentJoint
  }

  /// A joint from an archive; `nil` when a part is missing, or is none of a joint.
  public required init?(coder: NSCoder) {
    guard let localPosition = coder.matrix(forKey: "localPosition"),
      let parent = coder.part(String.self, forKey: "parentJoint")
    else { return nil }
    self.localPosition = localPosition
    parentJoint = VNHumanBodyPose3DObservation.JointName(parent)
    super.init(coder: coder)
  }

  /// Archives the joint.
  public override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(matrix: localPosition, forKey: "localPosition")
    coder.encode(part: parentJoint.rawValue.rawValue, forKey: "parentJoint")
  }
}
