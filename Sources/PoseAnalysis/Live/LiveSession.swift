public import PoseDetection
public import PoseDocuments
public import PoseImaging
internal import Kinematics
public import PoseMotion
internal import Pose3D
internal import PoseFiles
internal import PoseVideo

/// The people in front of a camera, measured frame by frame while they move: what `pose3d live` does.
///
/// The same frames at the same times give the same results. Everything looks only back: positions go
/// through the One-Euro filter, bones have the lengths that the last half minute shows, and planted
/// feet stay where they came to rest. People who stand show the vertical, if nothing states it.
/// Swapped sides and turned depths, which `VideoAnalysis` puts right from what comes later, stay as
/// they were measured; nothing is delayed. Memory doesn't grow with time.
///
/// A session is used from one thread at a time. It holds no queue: who has more frames than it takes
/// keeps the newest in a `LatestValueChannel`.
///
/// ```swift
/// let session = try LiveSession(LiveSession.Settings(), assets: .installed())
/// while let (picture, time) = camera.next() {
///   let frame = try session.add(picture, at: time)
/// }
/// ```
public final class LiveSession {
  /// Settings of detection and measurement.
  public struct Settings: Sendable {
    /// The options of the measurement.
    public var measurement = MeasurementOptions()
    /// Whether hands are looked for, near the wrists of those who are followed: two a person.
    public var findsHands = false
    /// The name of a depth map's or camera's file in sentences.
    public var name = "camera"

    /// One person, whose exercise is recognised; no hands.
    public init(_ measurement: MeasurementOptions = MeasurementOptions()) {
      self.measurement = measurement
    }
  }

  /// The processing stages of a frame, in this order.
  public enum Stage: String, Sendable, CaseIterable {
    /// People and their keypoints are found.
    case detect
    /// Hands are found.
    case hands
    /// Keypoints become joints, which are smoothed.
    case lift
    /// Angles are measured, repetitions counted, and faults of the framing reported.
    case measure
  }

  /// The choice of the repetitions that are counted. A new choice counts from 0; who is followed
  /// stays.
  public var exercise: ExerciseChoice {
    get { settings.measurement.exercise }
    set {
      guard newValue != settings.measurement.exercise else { return }
      settings.measurement.exercise = newValue
      for id in people.keys { people[id]?.forgetExercise() }
    }
  }

  /// Whether hands are looked for.
  public var findsHands: Bool {
    get { settings.findsHands }
    set { settings.findsHands = newValue }
  }

  /// Diagnostics about the camera; empty before the first frame.
  public var diagnostics: [Diagnostic] { scene?.view.diagnostics ?? [] }

  private var settings: Settings
  private let cameraFile: CameraChoice.Contents?
  /// On loan from `detectors`, as `hands` is.
  let detector: BodyPoseDetector
  let hands: HandFinder
  private let detectors: DetectorPool
  private let tracker: BodyPoseTracker
  private let bystanders: BystanderCount
  private var scene: LiveScene?
  private var people: [Int: LivePersonTrack] = [:]
  private var guide = FramingGuide()
  private var vertical = OnlineVertical()
  private var handTracks = HandTracks()
  private var index = 0
  private var lastTime: Double?

  /// A session that has seen nothing yet, its models compiled.
  ///
  /// Throws a `DetectionError` when the runtime or an installed model can't be used, and a `FileError`
  /// for a camera file or a model of the user's.
  public convenience init(_ settings: Settings, assets: DetectionAssets) throws {
    try self.init(
      settings,
      detectors: DetectorPool(
        assets: assets, options: settings.measurement.detection, for: .live))
  }

  /// A session that has seen nothing yet, for several that come one after another: the models are taken from
  /// `detectors`, which are made with the settings' detection options, and given back at the end.
  package init(_ settings: Settings, detectors: DetectorPool) throws {
    try Installation.checkLinearAlgebra()
    self.settings = settings
    cameraFile = try settings.measurement.camera.contents()
    // Faults in it are reported before the first frame.
    _ = try cameraFile?.calibration { (640, 480) }
    (detector, hands) = (try detectors.take(), detectors.takeHandFinder())
    self.detectors = detectors
    tracker = BodyPoseTracker(detector: detector)
    bystanders = BystanderCount(detector, besides: settings.measurement.detection.maximumPeople)
  }

  deinit {
    detectors.giveBack(detector)
    detectors.giveBack(hands)
  }

  /// Measures the next frame.
  ///
  /// - Parameters:
  ///   - picture: the image, upright. If its size differs from the previous one's, everything
  ///     restarts.
  ///   - depth: a depth map of the same moment, in the view of the image, or of a camera of its own
  ///     if a camera file has the motion between the two; `nil` for none.
  ///   - time: the time of capture, in seconds, by any clock. A time that isn't later than the
  ///     previous one restarts everything: people get new numbers, and counts are 0.
  ///   - onStage: called as a stage ends, for who measures how long each takes.
  /// - Throws: `DetectionError` when the runtime gives up; `FileError` when the camera file or the depth
  ///   map doesn't fit the picture. The session can go on with the next frame.
  public func add(
    _ picture: ColorImage, depth: DepthMap? = nil, at time: Double,
    onStage: (Stage) -> Void = { _ in }
  ) throws -> LiveFrame {
    precondition(time.isFinite, "a frame at \(time) s")
    let scene = try scene(for: picture, depth)
    if lastTime.map({ time <= $0 }) ?? false { beginAnew() }
    lastTime = time
    let registered = try depth.map { (map) throws(FileError) in try scene.view.registered(map) }
    let poses = try tracker.poses(in: picture, at: time, depth: depth)
    let others = try bystanders.count(in: picture, besides: poses.count, at: time)
    onStage(.detect)
    let hands = settings.findsHands ? try hands(in: picture, of: poses, at: time) : nil
    onStage(.hands)
    var shown: [LivePerson] = []
    for pose in poses {
      guard let id = pose.id else { continue }
      let body = scene.body(of: pose, depth: registered)
      shown.append(people[id, default: scene.track(of: id)].add(pose, body, at: time))
    }
    onStage(.lift)
    // What was seen before a cut may have been taken from elsewhere.
    if tracker.memory.isAtCut { vertical = OnlineVertical() }
    vertical.add(shown.filter { $0.pose != nil }.compactMap { people[$0.id]?.motion }, at: time)
    let world = scene.world ?? vertical.world ?? WorldAxes(cameraGravity: nil)
    for place in shown.indices {
      people[shown[place].id]?.measure(
        &shown[place], settings.measurement.exercise, in: world, at: time)
    }
    people = people.filter { !$0.value.isForgotten(at: time) }
    let guidance = guide.add(picture, poses, others: others, at: time)
    onStage(.measure)
    defer { index += 1 }
    return LiveFrame(
      index: index, time: time, startsShot: tracker.memory.isAtCut, scene: scene, world: world,
      people: shown, hands: hands, guidance: guidance)
  }

  private func hands(
    in picture: ColorImage, of poses: [Pose2D], at time: Double
  ) throws -> [HandPose] {
    if poses.isEmpty || tracker.memory.isAtCut { handTracks = HandTracks() }
    guard !poses.isEmpty else { return [] }
    return try hands.hands(
      in: picture, near: poses, following: &handTracks, maximumCount: 2 * poses.count, at: time)
  }

  private func beginAnew() {
    people = [:]
    guide = FramingGuide()
    vertical = OnlineVertical()
    handTracks = HandTracks()
    bystanders.reset()
  }

  /// The scene that the frames of one size share.
  private func scene(for picture: ColorImage, _ depth: DepthMap?) throws(FileError) -> LiveScene {
    if let scene, scene.fits(picture, hasDepth: depth != nil) { return scene }
    let isFirst = scene == nil
    let made = try LiveScene(picture, depth, settings, cameraFile)
    scene = made
    if !isFirst {
      beginAnew()
      tracker.forget()
    }
    return made
  }
}
