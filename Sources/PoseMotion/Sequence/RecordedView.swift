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
  /// Into its frame from that of the recording, in metres.
  public var cameraFromFrame: RigidTransform
  /// The clock relative to the first camera's.
  public var clock: ViewClock
  /// Skeletons for which it was used.
  public var used = 0
  /// Skeletons for which it was left out: it shows another person there, or too little.
  public var refused = 0
  /// Skeletons for which the sides of arms, legs or the body were swapped in it.
  public var exchanged = 0
  /// The reprojection error of its keypoints, the median over skeletons of each one's median:
  /// pixels; `nil` if it was not used.
  public var distance: Double?
  /// The same at the person, in metres.
  public var offset: Double?

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
