internal import PoseGeometry
internal import Kinematics

/// The turns of pelvis, thorax and head from the rest pose, in the frame of the joints.
struct TrunkFrames {
  let pelvis: Rotation
  let thorax: Rotation
  let head: Rotation

  /// `nil` where hips or trunk have no extent.
  init?(_ joints: PerJoint<Vector3>) {
    guard let frames = SegmentFrames(cameraPositions: joints) else { return nil }
    pelvis = frames.cameraFromBody.rotation
    thorax = pelvis * frames.rootFromJoint[.spine].rotation
    head = pelvis * frames.rootFromJoint[.centerHead].rotation
  }
}
