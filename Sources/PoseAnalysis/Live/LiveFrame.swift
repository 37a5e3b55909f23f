public import Kinematics
public import Pose3D
internal import PoseFiles
public import PoseGeometry
public import PoseImaging
public import PoseMotion

/// The results of a live session for a frame.
public struct LiveFrame: Sendable {
  /// The frame's place among those that the session was given, from 0.
  public let index: Int
  /// The time of capture, in seconds, by the session's caller.
  public let time: Double
  /// Whether the images were cut before it: no person is followed across a cut.
  public let startsShot: Bool
  /// The people, the most prominent first.
  public let people: [LivePerson]
  /// The hands; `nil` when they weren't looked for.
  public let hands: [HandPose]?
  /// Advice for a better view of the person, the most important first.
  public let guidance: [LiveGuidance]
  /// The vertical of the people's angles, in the camera's frame: stated or measured, else estimated from people who stood
  /// in the last minute, else that of a level camera.
  public let world: WorldAxes
  let scene: LiveScene

  /// The camera, at the picture's size.
  public var camera: Camera { scene.view.camera }
  /// The direction of gravity (down) in the camera's frame; `nil` when unknown.
  public var gravity: Vector3? { scene.view.vertical.gravity }
  /// The fingers that are stretched out on all hands together; `nil` when hands weren't looked for, and
  /// when it isn't known of one of them.
  public var shownFingers: FingerCount? { hands.flatMap(\.shownFingers) }

  init(
    index: Int, time: Double, startsShot: Bool, scene: LiveScene, world: WorldAxes,
    people: [LivePerson], hands: [HandPose]?, guidance: [LiveGuidance]
  ) {
    (self.index, self.time, self.scene, self.world) = (index, time, scene, world)
    self.startsShot = startsShot
    (self.people, self.hands, self.guidance) = (people, hands, guidance)
  }
}

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
