internal import Kinematics
internal import Pose3D
internal import PoseDetection
internal import PoseDocuments
internal import PoseGeometry
internal import PoseImaging
internal import PoseMotion
internal import PoseVideo

/// The common properties of a live session's frames: the camera, its vertical, and the lifter.
struct LiveScene: Sendable {
  let view: VideoView
  let cameraFile: String?
  private let lifter: Lifter
  private let hasDepth: Bool
  /// Whether planted feet are kept where they are.
  let groundsFeet: Bool

  /// The scene that the first frame of a size shows. Depth maps that come later than that are a new one.
  init(
    _ picture: ColorImage, _ depth: DepthMap?, _ settings: LiveSession.Settings,
    _ cameraFile: CameraChoice.Contents?
  ) throws(FileError) {
    let info = VideoInfo(format: settings.name, width: picture.width, height: picture.height)
    view = try VideoView(
      of: info, path: settings.name, depthPath: settings.name, choice: settings.measurement.camera,
      cameraFile: try cameraFile?.calibration { (picture.width, picture.height) },
      depths: depth.map { [$0] } ?? [])
    self.cameraFile = settings.measurement.camera.file?.name
    var options = Lifter.Options()
    options.bodyHeight = settings.measurement.bodyHeight
    options.gravity = view.vertical.gravity
    lifter = Lifter(options: options)
    hasDepth = depth != nil
    groundsFeet = settings.measurement.motion.groundsFeet
  }

  /// Whether a frame is of the same scene.
  func fits(_ picture: ColorImage, hasDepth: Bool) -> Bool {
    (view.camera.width, view.camera.height) == (picture.width, picture.height)
      && (self.hasDepth || !hasDepth)
  }

  /// The track of a person without a history.
  func track(of id: Int) -> LivePersonTrack {
    LivePersonTrack(OnlinePersonFilter(id: id, world: world, groundsFeet: groundsFeet))
  }

  /// The world of a vertical that was stated or measured; `nil` without one.
  var world: WorldAxes? { view.vertical.gravity.map { WorldAxes(cameraGravity: $0) } }

  /// A person's body; `nil` where too little of them is seen.
  ///
  /// - Parameter depth: in the picture's view.
  func body(of pose: Pose2D, depth: DepthMap?) -> BodyPose? {
    try? lifter.bodyPose(from: pose, camera: view.camera, depth: depth)
  }
}

/// Counts now and then who is in the picture besides those who are followed.
final class BystanderCount {
  private let detector: BodyPoseDetector
  private let followed: Int
  private var lastSearch = -Double.infinity
  private var others = 0

  /// Seconds from one search to the next: it takes as long as two frames.
  private static let interval = 3.0

  /// A count with a detector's models, for a session that follows so many people.
  init(_ detector: BodyPoseDetector, besides followed: Int) {
    self.detector = BodyPoseDetector(sharing: detector, maximumCount: followed + 1)
    self.followed = followed
  }

  /// Nothing is known any more.
  func reset() { (lastSearch, others) = (-.infinity, 0) }

  /// The number of people besides those who are followed, by the last inference pass.
  func count(
    in picture: ColorImage, besides count: Int, at time: Double
  ) throws(DetectionError) -> Int {
    guard count == followed else { return 0 }
    if time - lastSearch >= Self.interval {
      lastSearch = time
      others = max(0, try detector.poses(in: picture).count - followed)
    }
    return others
  }
}
