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

/// The views of one person by several cameras at a moment.
public struct SynchronizedViews: Sendable {
  /// In seconds.
  public var time: Double
  /// The views that show the person, in any order; empty if no camera sees the person.
  public var views: [PersonView]

  /// The views and their time.
  public init(time: Double, views: [PersonView]) {
    (self.time, self.views) = (time, views)
  }
}

/// The use of one camera's view of a person.
public struct ViewUse: Sendable, Equatable {
  /// The keypoints that were taken for those of the other side.
  public enum Swap: String, CaseIterable, Sendable {
    /// Elbows, wrists and hands.
    case arms
    /// Hips, knees, ankles and feet.
    case legs
    /// All: the person is flipped.
    case body
  }

  /// The reason why a view was left out.
  public enum Refusal: Sendable, Equatable {
    /// It shows too little of a person.
    case tooLittle(LiftingError)
    /// The other views show another person, or another spot.
    case disagrees
  }

  /// The reason why it was left out; `nil` for a view that was used.
  public var refusal: Refusal?
  /// The swapped sides that were corrected.
  public var swapped: [Swap] = []
  /// The median reprojection error of the keypoints, in pixels; `nil` if there was nothing to
  /// compare.
  public var distance: Double?
  /// The same at the person, in metres.
  public var offset: Double?

  /// A view that was used.
  public init() {}
}

/// A person whom several cameras show.
public struct MultiViewPose: Sendable {
  /// The body in the frame of the views, with covariances. The joints that two cameras or more have seen
  /// are `triangulated`; those that one has seen are `lifted`, or from its depth map.
  public let body: BodyEstimate
  /// The use of the views, in their order.
  public let views: [ViewUse]
  /// 0…1: how sure the detector is of the person, the mean over the views that were used.
  public let confidence: Double

  /// The number of views that were used.
  public var viewCount: Int { views.count { $0.refusal == nil } }
}
