public import PoseGeometry
public import PoseImaging

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
