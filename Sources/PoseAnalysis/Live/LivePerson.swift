public import Kinematics
public import PoseMotion
public import Pose3D

/// A person in a frame of a live session.
public struct LivePerson: Sendable {
  /// The person's number, unique in the session. A person who is lost and back within a minute
  /// keeps it.
  public let id: Int
  /// The keypoints in the picture, as they were found.
  public let keypoints: Pose2D
  /// The joints in the camera's frame as this frame shows them, before they were smoothed; `nil` where
  /// too little of the person is seen.
  public let measured: BodyEstimate?
  /// The joints, smoothed, with bones of one length; `nil` where `measured` is.
  public internal(set) var pose: BodyPose?
  /// The points of the feet that rest on the ground, as far as the frames before show, left before right; `nil`
  /// without `pose`, and where planted feet don't stand still (`PoseSequence.Options.groundsFeet`).
  public let contacts: [ContactPoint]?
  /// The catalogue's angles of `pose`, with sigmas, in radians; empty without it.
  public internal(set) var angles: [JointAngle] = []
  /// The exercise and its repetitions.
  public internal(set) var exercise = LiveExercise()

  init(
    id: Int, keypoints: Pose2D, measured: BodyEstimate?, pose: BodyPose?,
    contacts: [ContactPoint]?
  ) {
    (self.id, self.keypoints, self.measured, self.pose) = (id, keypoints, measured, pose)
    self.contacts = contacts
  }
}
