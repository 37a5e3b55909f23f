public import PoseGeometry
public import PoseImaging
public import Kinematics

/// The people in a video, or in a file of 3D joints, frame by frame as they were measured.
public struct PoseRecording: Sendable {
  /// The people at one moment.
  public struct Frame: Sendable, Equatable {
    /// The frame's number in the file.
    public var index: Int
    /// Seconds; later than that of the frame before.
    public var time: Double
    /// The people in the frame; may be empty.
    public var people: [PoseObservation]
    /// Whether the video was cut before it: the image before is of another shot.
    public var startsShot: Bool

    /// A frame.
    public init(index: Int, time: Double, people: [PoseObservation], startsShot: Bool = false) {
      (self.index, self.time, self.people) = (index, time, people)
      self.startsShot = startsShot
    }
  }

  /// The frames in the order of their times.
  public var frames: [Frame]
  /// The camera, where the joints are in its frame; `nil` for a file of 3D joints.
  public var camera: Camera?
  /// Whether the joints are in a camera's frame, z away from it: so they are, too, in a file of a
  /// sequence that came from pictures.
  public var isInCameraFrame: Bool
  /// Whether the identities are settled, as in the file of a sequence: each person has an identity,
  /// and keeps it.
  public var hasSettledIdentities = false
  /// Whether the joints are those of a sequence that was repaired, smoothed and grounded before.
  public var isProcessed = false
  /// The direction of gravity (down) in the camera's frame, when known.
  public var gravity: Vector3?
  /// The vertical; `nil` when unknown.
  public var world: WorldAxes?

  /// The cameras from which it was made, where there were several, the first of which is `camera`; else empty.
  public var views: [RecordedView] = []
  /// The world in which these cameras are placed from the recording's frame, in metres; `nil` when there is none.
  public var worldFromFrame: RigidTransform?

  /// People in a camera's frame; without gravity up is that of a level camera.
  public init(frames: [Frame], camera: Camera, gravity: Vector3?) {
    self.frames = frames
    self.camera = camera
    self.gravity = gravity
    isInCameraFrame = true
    world = WorldAxes(cameraGravity: gravity)
  }

  /// People in any right-handed frame, or in a camera's if `isInCameraFrame` is set.
  public init(frames: [Frame], world: WorldAxes?, isInCameraFrame: Bool = false) {
    self.frames = frames
    self.world = world
    self.isInCameraFrame = isInCameraFrame
  }
}
