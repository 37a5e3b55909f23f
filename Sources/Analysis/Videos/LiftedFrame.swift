internal import Motion
internal import Pose3D

/// What a frame of a video shows, in 3D, and what became of its depth map.
struct LiftedFrame: Sendable {
  /// The people.
  let frame: PoseRecording.Frame
  /// People whose keypoints were too few to lift.
  let tooLittleSeen: Int
  /// People with whose keypoints no skeleton agrees.
  let unsolved: Int
  /// What became of the depth map for each person.
  let depthUses: [BodyPose.DepthUse]
}
