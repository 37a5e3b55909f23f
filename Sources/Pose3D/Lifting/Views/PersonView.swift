public import PoseGeometry
public import PoseImaging

/// The view of a person by one of several cameras at a moment.
public struct PersonView: Sendable {
  /// The keypoints, in pixels of the picture.
  public var pose: Pose2D
  /// The camera at the picture's size.
  public var camera: Camera
  /// The camera's pose: into its frame (x right, y down, z forward) from the frame of the resulting
  /// body, in metres.
  public var cameraFromFrame: RigidTransform
  /// A depth map registered to the picture, in metres; `nil` without one, or where its unit isn't known.
  public var depth: DepthMap?

  /// A view.
  public init(
    pose: Pose2D, camera: Camera, cameraFromFrame: RigidTransform, depth: DepthMap? = nil
  ) {
    self.pose = pose
    self.camera = camera
    self.cameraFromFrame = cameraFromFrame
    self.depth = depth
  }
}
