public import PoseMotion
public import PoseGeometry
public import PoseImaging
internal import Kinematics
public import Pose3D

/// Makes one recording of the views of several cameras: it matches identities in all views, and
/// makes one skeleton per person and moment from all views together.
///
/// The first view's frames and clock are the recording's, and its camera's frame is the frame of the joints. The
/// other views are read at the same moments, between frames in proportion. A person who is known is found again in
/// each view by where their joints would be seen; people who appear are those of whom the rays of two views meet.
/// Every person is lifted twice: after the first time their bones' lengths and their height are taken from all
/// moments, and held, and the moments are solved together (`Lifter.bodyPoses(of:)`).
public struct ViewFusion: Sendable {
  /// A camera, and what it shows.
  public struct View: Sendable {
    /// The keypoints.
    public var keypoints: KeypointRecording
    /// Into the camera's frame from that of the world in which the cameras are placed, in metres.
    public var cameraFromWorld: RigidTransform
    /// The camera's knocks, in the order of their times; `cameraFromWorld` is the pose before them.
    public var knocks: [CameraKnock] = []
    /// The camera's clock relative to the first one's.
    public var clock: ViewClock
    /// The depth map nearest to a moment by the camera's own clock, registered to its pictures; `nil` of a camera
    /// without any.
    public var depth: DepthSource?

    /// The pose at a time by the first camera's clock, after the knocks until then: into the camera's frame
    /// from that of the world.
    public func cameraFromWorld(at time: Double) -> RigidTransform {
      knocks.filter { $0.time <= time }.reduce(cameraFromWorld) { $1.pose(after: $0) }
    }

    /// The source of depth maps, called with a moment in seconds; `nil` if there is no map of it.
    public typealias DepthSource = @Sendable (_ time: Double) -> DepthMap?

    /// A view.
    public init(
      keypoints: KeypointRecording, cameraFromWorld: RigidTransform, clock: ViewClock = .same,
      depth: DepthSource? = nil
    ) {
      self.keypoints = keypoints
      self.cameraFromWorld = cameraFromWorld
      self.clock = clock
      self.depth = depth
    }
  }

  /// Options of the fusion.
  public struct Options: Sendable {
    /// The height of the person in metres, when known.
    public var bodyHeight: Double?
    /// The direction of gravity (down) in the world's axes; `nil` when unknown.
    public var worldGravity: Vector3?
    /// One standard deviation of `worldGravity`, in radians; `nil` when unknown.
    public var gravitySigma: Double?
    /// One standard deviation of all lengths of the cameras' places together, as a share of them; `nil` when unknown.
    public var scaleSigma: Double?
    /// The covariance of the views' cameras, in their order, without that of the scale; `nil` when unknown.
    public var rigCovariance: RigCovariance?
    /// The most people at a time.
    public var maximumCount = 1
    /// The accuracy of the keypoints.
    public var keypoints = KeypointAccuracy.detected()

    /// The defaults.
    public init() {}
  }

  private let views: [View]
  private let options: Options
  private let intervals: [Double]
  /// The cameras from the beginning and from each knock on.
  private let matchers: [(start: Double, matcher: ViewMatcher)]

  /// The time, in seconds, for which a lost person is expected at the old position.
  private static let longestLoss = 0.5
  /// The maximum time, in seconds, from a body to the next one whose left and right it determines.
  private static let longestStep = 0.25

  /// Two views or more, the first of which has at least one frame.
  public init(_ views: [View], options: Options) {
    precondition(views.count > 1, "there is nothing to fuse in fewer than two views")
    precondition(!views[0].keypoints.frames.isEmpty, "the first view has no frames")
    precondition(
      options.rigCovariance.map { $0.cameraCount == views.count } ?? true,
      "the covariance is of another number of cameras than there are views")
    (self.views, self.options) = (views, options)
    intervals = views.map { $0.keypoints.interval ?? 1 }
    let worldFromFrame = views[0].cameraFromWorld.inverse
    let starts = [-Double.infinity] + Set(views.flatMap(\.knocks).map(\.time)).sorted()
    matchers = starts.map { start in
      let cameras = views.map {
        (
          camera: $0.keypoints.camera,
          cameraFromFrame: $0.cameraFromWorld(at: start) * worldFromFrame
        )
      }
      return (start, ViewMatcher(cameras: cameras))
    }
  }

  /// The cameras at a time by the first one's clock.
  private func matcher(at time: Double) -> ViewMatcher {
    (matchers.last { $0.start <= time } ?? matchers[0]).matcher
  }

  // MARK: The recording

  /// A recording, and the scale of its cameras' places.
  public struct Fused: Sendable {
    /// The recording, in the first camera's frame.
    public var recording: PoseRecording
    /// The scale by a given body height; `nil` without one. Where the places have no sigma its factor is 1.
    public var scale: CalibrationScale?
  }

  /// The recording, in the first camera's frame, and the scale of the cameras' places.
  ///
  /// If the scale of the places is uncertain (`Options.scaleSigma`) and a body height is given, it takes part in
  /// that scale. What is left of the uncertainty is in the statures and in the roots' places, which have that of the
  /// cameras' own numbers (`Options.rigCovariance`), too.
  ///
  /// - Parameters:
  ///   - isCancelled: asked between frames; what was done until then is the result.
  ///   - onFrame: called with the number of frames that are done, and of all; both passes count.
  public func fused(
    isCancelled: () -> Bool = { false }, onFrame: (Int, Int) -> Void = { _, _ in }
  ) -> Fused {
    let frames = views[0].keypoints.frames
    let total = 2 * frames.count
    var moments: [[MatchedPerson]] = []
    var following: [Followed] = []
    var nextID = 0
    for frame in frames {
      guard !isCancelled() else { break }
      moments.append(matchs(at: frame.time, &following, &nextID))
      onFrame(moments.count, total)
    }
    let scale = calibrationScale(of: moments)
    let scaled =
      scale.map { scale in
        var options = options
        options.rigCovariance = options.rigCovariance?.scaled(by: scale.factor)
        return ViewFusion(views.map(scale.applied(to:)), options: options)
      } ?? self
    let recording = scaled.recording(of: moments, scaleSigma: scale?.sigma ?? options.scaleSigma) {
      onFrame($0, total)
    }
    return Fused(recording: recording, scale: scale)
  }

  /// The recording of matched people, who are lifted once more.
  ///
  /// - Parameters:
  ///   - moments: the people of each frame of the first view, from its first on.
  ///   - scaleSigma: one standard deviation of all lengths, as a share of them; `nil` when unknown.
  ///   - onFrame: called with the number of frames that are done; both passes count.
  private func recording(
    of moments: [[MatchedPerson]], scaleSigma: Double?, onFrame: (Int) -> Void
  ) -> PoseRecording {
    let frames = views[0].keypoints.frames
    let observationCount = moments.reduce(0) { $0 + $1.count }
    var tally = Tally(views: views.count)
    var done = 0
    var people = [[PoseObservation]](repeating: [], count: moments.count)
    let all = Dictionary(
      grouping: moments.indices.flatMap { place in
        moments[place].map { (place: place, match: $0) }
      }, by: \.match.person)
    for (person, matchs) in all.sorted(by: { $0.key < $1.key }) {
      let lifter = lifter(proportions: BodyProportions(of: matchs.map(\.match.body)))
      // One after the other: all depth maps at a time would be many.
      let seen = matchs.lazy.map {
        personMoment($0.match.poses, at: frames[$0.place].time)
      }
      let poses = lifter.bodyPoses(of: seen) { count in
        // Several people: the share of the work that is done, in frames.
        onFrame(moments.count + (done + count) * moments.count / observationCount)
      }
      done += matchs.count
      for ((place, match), pose) in zip(matchs, poses) {
        guard let pose else { continue }
        tally.count(pose, of: match.poses)
        var body = scaleSigma.map(pose.body.withScale(sigma:)) ?? pose.body
        addErrors(of: match, pose, at: frames[place].time, to: &body)
        people[place].append(
          PoseObservation(body, id: person, confidence: pose.confidence))
      }
    }
    let recorded = moments.indices.map { place in
      PoseRecording.Frame(
        index: frames[place].index, time: frames[place].time, people: people[place])
    }
    var recording = PoseRecording(
      frames: recorded, camera: views[0].keypoints.camera, gravity: gravity)
    recording.world = WorldAxes(
      cameraGravity: gravity, sigma: options.gravitySigma.map { .init(pitch: $0, roll: $0) })
    recording.views = views.indices.map {
      tally.recorded(views[$0], $0, worldFromFrame: views[0].cameraFromWorld.inverse)
    }
    recording.worldFromFrame = views[0].cameraFromWorld.inverse
    recording.hasSettledIdentities = true
    return recording
  }

  /// Adds what the cameras' own errors do to the place of a person's root.
  private func addErrors(
    of match: MatchedPerson, _ pose: MultiViewPose, at time: Double, to body: inout BodyEstimate
  ) {
    guard let covariance = options.rigCovariance, let own = body.covariances?[.root] else { return }
    let matcher = matcher(at: time)
    let seen = views.indices.filter { match.poses[$0] != nil }
    let observations = zip(seen, pose.views).filter { $1.refusal == nil }.map { view, _ in
      RigCovariance.Observation(
        index: view, cameraFromFirst: matcher.cameras[view].cameraFromFrame)
    }
    guard !observations.isEmpty else { return }
    body.covariances?[.root] = own + covariance.place(body.positions[.root], seenBy: observations)
  }

  /// The recording of `fused(isCancelled:onFrame:)`.
  ///
  /// - Parameters:
  ///   - isCancelled: asked between frames; what was done until then is the result.
  ///   - onFrame: called with the number of frames that are done, and of all; both passes count.
  public func recording(
    isCancelled: () -> Bool = { false }, onFrame: (Int, Int) -> Void = { _, _ in }
  ) -> PoseRecording {
    fused(isCancelled: isCancelled, onFrame: onFrame).recording
  }

  /// The scale of the cameras' places by the given body height and the people as these places show them.
  private func calibrationScale(of moments: [[MatchedPerson]]) -> CalibrationScale? {
    guard takesScaleFromHeight, let height = options.bodyHeight else { return nil }
    return CalibrationScale(
      statures: moments.flatMap { $0.map(\.body.stature) }, bodyHeight: height,
      prior: options.scaleSigma ?? 0)
  }

  /// Whether the given height is compared with what the places measure. Depth maps have a scale of their own.
  private var takesScaleFromHeight: Bool {
    options.bodyHeight != nil && views.allSatisfy { $0.depth == nil }
  }

  /// The direction of gravity in the first camera's frame.
  private var gravity: Vector3? {
    options.worldGravity.map { views[0].cameraFromWorld.rotation * $0 }
  }

  /// A person at a moment: their keypoints in each view, as far as it shows them.
  private struct MatchedPerson {
    var person: Int
    var poses: [Pose2D?]
    var body: BodyEstimate
  }

  /// A person who is followed.
  private struct Followed {
    var id: Int
    var body: BodyEstimate
    var time: Double
    var trackers: [Int?]
  }

  private func matchs(
    at time: Double, _ following: inout [Followed], _ nextID: inout Int
  ) -> [MatchedPerson] {
    let poses = views.indices.map { view in
      views[view].keypoints.people(
        at: views[view].clock.local(time), interval: intervals[view])
    }
    following.removeAll { time - $0.time > Self.longestLoss }
    let matcher = matcher(at: time)
    let known = matcher.detections(
      of: following.map { ($0.body.positions, $0.trackers) }, in: poses)
    var free = Set(
      poses.enumerated().flatMap { view, people in
        people.indices.map { ViewMatcher.Detection(view: view, index: $0) }
      })
    for members in known { free.subtract(Self.detections(members)) }
    var matchs: [MatchedPerson] = []
    var lifter = lifter(proportions: nil)
    // As tall as the places have them.
    if takesScaleFromHeight { lifter.options.bodyHeight = nil }
    for (place, members) in known.enumerated() {
      let before = following[place]
      if let match = match(
        before.id, members, poses, by: lifter, after: (before.time, before.body), at: time)
      {
        matchs.append(match)
        following[place].body = match.body
        following[place].time = time
        following[place].trackers = match.poses.map { $0?.id }
      }
    }
    var newcomers = matcher.newcomers(in: poses, free: free)
    if newcomers.isEmpty, following.isEmpty { newcomers = Self.alone(in: poses) }
    for members in newcomers where following.count < options.maximumCount {
      guard let match = match(nextID, members, poses, by: lifter, after: nil, at: time) else {
        continue
      }
      nextID += 1
      matchs.append(match)
      following.append(
        Followed(
          id: match.person, body: match.body, time: time,
          trackers: match.poses.map { $0?.id }))
    }
    return matchs
  }

  private static func detections(_ members: [Int?]) -> [ViewMatcher.Detection] {
    members.enumerated().compactMap { view, index in
      index.map { ViewMatcher.Detection(view: view, index: $0) }
    }
  }

  /// A person whom one view alone shows: the surest.
  private static func alone(in poses: [[Pose2D]]) -> [[Int?]] {
    var best: (view: Int, index: Int, confidence: Double)?
    for (view, people) in poses.enumerated() {
      for (index, pose) in people.enumerated() where pose.confidence > best?.confidence ?? 0 {
        best = (view, index, pose.confidence)
      }
    }
    guard let best else { return [] }
    var members = [Int?](repeating: nil, count: poses.count)
    members[best.view] = best.index
    return [members]
  }

  private func match(
    _ id: Int, _ members: [Int?], _ poses: [[Pose2D]], by lifter: Lifter,
    after before: (time: Double, body: BodyEstimate)?, at time: Double
  ) -> MatchedPerson? {
    let own = members.enumerated().map { view, index in index.map { poses[view][$0] } }
    guard let pose = pose(own, by: lifter, after: before, at: time) else { return nil }
    return MatchedPerson(person: id, poses: own, body: pose.body)
  }

  // MARK: Lifting

  private func lifter(proportions: BodyProportions?) -> Lifter {
    var options = Lifter.Options()
    options.bodyHeight = self.options.bodyHeight
    options.keypoints = self.options.keypoints
    options.gravity = gravity
    options.proportions = proportions
    return Lifter(options: options)
  }

  private func pose(
    _ poses: [Pose2D?], by lifter: Lifter, after before: (time: Double, body: BodyEstimate)?,
    at time: Double
  ) -> MultiViewPose? {
    let moment = personMoment(poses, at: time)
    guard !moment.views.isEmpty else { return nil }
    let previous = before.flatMap { time - $0.time <= Self.longestStep ? $0.body : nil }
    return try? lifter.bodyPose(from: moment.views, after: previous)
  }

  /// Returns the cameras' views of a person.
  private func personMoment(_ poses: [Pose2D?], at time: Double) -> SynchronizedViews {
    let matcher = matcher(at: time)
    return SynchronizedViews(
      time: time,
      views: poses.enumerated().compactMap { view, pose in
        pose.map {
          PersonView(
            pose: $0, camera: matcher.cameras[view].camera,
            cameraFromFrame: matcher.cameras[view].cameraFromFrame,
            depth: views[view].depth?(views[view].clock.local(time)))
        }
      })
  }
}

/// The counts of used, refused and swapped observations in each view, with distances and offsets.
private struct Tally {
  private var used: [Int]
  private var refused: [Int]
  private var swapped: [Int]
  private var distances: [[Double]]
  private var offsets: [[Double]]

  init(views count: Int) {
    used = Array(repeating: 0, count: count)
    (refused, swapped) = (used, used)
    distances = Array(repeating: [], count: count)
    offsets = distances
  }

  mutating func count(_ pose: MultiViewPose, of poses: [Pose2D?]) {
    let seen = poses.indices.filter { poses[$0] != nil }
    for (view, use) in zip(seen, pose.views) {
      guard use.refusal == nil else {
        refused[view] += 1
        continue
      }
      used[view] += 1
      if !use.swapped.isEmpty { swapped[view] += 1 }
      if let distance = use.distance { distances[view].append(distance) }
      if let offset = use.offset { offsets[view].append(offset) }
    }
  }

  func recorded(
    _ view: ViewFusion.View, _ place: Int, worldFromFrame: RigidTransform
  ) -> RecordedView {
    var recorded = RecordedView(
      name: view.keypoints.name, camera: view.keypoints.camera,
      cameraFromFrame: view.cameraFromWorld * worldFromFrame, clock: view.clock)
    recorded.knocks = view.knocks.map { knock in
      RecordedView.Knock(
        time: knock.time, timeSigma: knock.timeSigma, angle: knock.angle,
        angleSigma: knock.angleSigma,
        cameraFromFrame: view.cameraFromWorld(at: knock.time) * worldFromFrame)
    }
    (recorded.used, recorded.refused) = (used[place], refused[place])
    recorded.swapped = swapped[place]
    (recorded.distance, recorded.offset) = (distances[place].median, offsets[place].median)
    return recorded
  }
}
