public import Kinematics
public import Pose3D
public import PoseGeometry
public import PoseImaging

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
    /// The rotation vector in radians by which the camera has turned since the first image of the shot: it turns
    /// directions of the joints' frame, which is that of that image, into those of the camera's. `nil` where the camera
    /// doesn't turn.
    public var turn: Vector3?

    /// A frame.
    public init(
      index: Int, time: Double, people: [PoseObservation], startsShot: Bool = false,
      turn: Vector3? = nil
    ) {
      (self.index, self.time, self.people) = (index, time, people)
      (self.startsShot, self.turn) = (startsShot, turn)
    }
  }

  /// The frames in the order of their times.
  public var frames: [Frame]
  /// The camera, where the joints are in its frame; `nil` for a file of 3D joints.
  public var camera: Camera?
  /// The sigma of the focal length that the file of a sequence states; `nil` where there was none.
  package var statedFocalLengthSigma: Double?
  /// Whether the joints are in a camera's frame, z away from it: so they are, too, in a file of a
  /// sequence that came from pictures. Where the camera turns, in that of its first image.
  public var isInCameraFrame: Bool
  /// Whether the identities are settled, as in the file of a sequence: each person has an identity,
  /// and keeps it.
  public var hasSettledIdentities = false
  /// Whether the confidences are those of this program's own models, and not of another detector's, which mean other
  /// things.
  public var hasOwnConfidences = false
  /// Whether the camera moves, so that what rests moves in its frame: in another way than by turning, or how it turns
  /// isn't known.
  public var isCameraMoving = false
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

  /// One standard deviation of the camera's focal length as a share of it, by which all distances from it are wrong alike;
  /// `nil` where nothing is known of a camera.
  public var focalLengthSigma: Double? { camera?.focalLengthSigma ?? statedFocalLengthSigma }

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

/// A person at one moment as they were measured, before anything is repaired, filled or smoothed.
public struct PoseObservation: Sendable, Equatable {
  /// The identity that the tracker or the file gives; `nil` when it gives none.
  public var id: Int?
  /// The detector's confidence in the person, 0…1; 1 when it is unknown.
  public var confidence: Double
  /// The joints, the feet and the stature, in the recording's frame.
  public var body: BodyEstimate

  /// A person who was measured.
  public init(_ body: BodyEstimate, id: Int? = nil, confidence: Double = 1) {
    self.id = id
    self.confidence = confidence
    self.body = body
  }

  /// A lifted pose.
  ///
  /// - Parameters:
  ///   - pose: the pose.
  ///   - id: the tracker's identity.
  public init(_ pose: BodyPose, id: Int?) {
    self.init(pose.body, id: id, confidence: pose.confidence)
  }
}

/// One of several cameras from which a recording was made, and what became of its view.
public struct RecordedView: Sendable, Equatable {
  /// Its name.
  public var name: String
  /// The video that it took, as the user named it; `nil` when unknown.
  public var file: String?
  /// The camera at the pictures' size.
  public var camera: Camera
  /// Into its frame from that of the recording, in metres; before any knock.
  public var cameraFromFrame: RigidTransform
  /// The clock relative to the first camera's.
  public var clock: ViewClock
  /// Skeletons for which it was used.
  public var used = 0
  /// Skeletons for which it was left out: it shows another person there, or too little.
  public var refused = 0
  /// Skeletons for which the sides of arms, legs or the body were swapped in it.
  public var swapped = 0
  /// The reprojection error of its keypoints, the median over skeletons of each one's median:
  /// pixels; `nil` if it was not used.
  public var distance: Double?
  /// The same at the person, in metres.
  public var offset: Double?

  /// A knock: from a moment on the camera had another pose.
  public struct Knock: Sendable, Equatable {
    /// Seconds by the first camera's clock.
    public var time: Double
    /// One standard deviation of `time`, in seconds.
    public var timeSigma: Double
    /// The angle by which it was rotated, in radians.
    public var angle: Double
    /// One standard deviation of `angle`, in radians.
    public var angleSigma: Double
    /// Into its frame from that of the recording since then, in metres.
    public var cameraFromFrame: RigidTransform

    /// A knock.
    public init(
      time: Double, timeSigma: Double, angle: Double, angleSigma: Double,
      cameraFromFrame: RigidTransform
    ) {
      (self.time, self.timeSigma) = (time, timeSigma)
      (self.angle, self.angleSigma) = (angle, angleSigma)
      self.cameraFromFrame = cameraFromFrame
    }
  }

  /// The knocks that were found and allowed for, in the order of their times.
  public var knocks: [Knock] = []

  /// Into its frame from that of the recording at a time by the first camera's clock, in metres.
  public func cameraFromFrame(at time: Double) -> RigidTransform {
    knocks.last { $0.time <= time }?.cameraFromFrame ?? cameraFromFrame
  }

  /// A camera of which nothing has been used yet.
  public init(
    name: String, camera: Camera, cameraFromFrame: RigidTransform, clock: ViewClock = .same
  ) {
    self.name = name
    self.camera = camera
    self.cameraFromFrame = cameraFromFrame
    self.clock = clock
  }
}

/// A camera's clock relative to that of the first one.
public struct ViewClock: Sendable, Equatable {
  /// The reading of the camera's clock when the first one's shows 0, in seconds.
  public var offset: Double
  /// Seconds of the camera's clock for each second of the first one's.
  public var rate: Double

  /// Clocks that run alike.
  public static let same = ViewClock(offset: 0, rate: 1)

  /// A clock.
  public init(offset: Double, rate: Double = 1) { (self.offset, self.rate) = (offset, rate) }

  /// The reading of the camera's clock at a time of the first one's.
  public func local(_ time: Double) -> Double { offset + rate * time }
}
