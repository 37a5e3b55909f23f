internal import DepthIO
public import Detection
public import Documents
internal import Imaging
public import Motion
internal import Pose3D
internal import PoseFiles
internal import Synchronization
public import Video

/// The people in a video, followed and measured: what `pose3d video` does.
public struct VideoAnalysis: Sendable {
  /// What is read, and how it is analysed.
  public struct Settings: Sendable {
    /// A video file, a folder of numbered frames or a Record3D recording.
    public var path: String
    /// A video file or folder with the depth maps of the same moments; `nil` for those in the input
    /// itself, where there are any.
    public var depthPath: String?
    /// What is said about the camera.
    public var camera = CameraChoice()
    /// The person's height in metres, when known.
    public var bodyHeight: Double?
    /// How bodies are found. The numbers don't depend on its threads.
    public var detector = BodyPoseDetector.Options()
    /// The number of the only person who is wanted, of all who are followed; `nil` for all of these.
    public var person: Int?
    /// Which part is read, and how.
    public var reading = VideoReader.Options()
    /// What is done to what was measured.
    public var motion = PoseSequence.Options()
    /// Which repetitions are counted.
    public var exercise = ExerciseChoice.recognized
    /// Threads, at least 1. The result doesn't depend on it.
    public var jobs = 1

    /// A video, everything else as usual.
    public init(path: String) {
      self.path = path
      detector.cacheFolder = Installation.cacheFolder
      // A person is followed from frame to frame, so that detection is the one work that can't be
      // spread over frames. Two threads whatever the number of jobs: it must not change the numbers.
      detector.threads = 2
    }
  }

  /// How it is read and analysed.
  public let settings: Settings
  /// What is known of the video.
  public let info: VideoInfo
  let view: VideoView

  /// The depth maps in which the floor is searched for.
  private static let floorFrames = 8
  /// Seconds that are analysed again when a run is resumed, so that the tracker is where it was.
  private static let warmUp = 1.0
  /// Frames after which the journal is made to survive the program.
  private static let flushInterval = 30

  /// Opens a video.
  ///
  /// Throws a `FileError`: those of `VideoReader` and `CameraFile`, `depthMissing` when a unit is
  /// stated and there are no depth maps, `mismatch` when sizes don't fit each other.
  public init(_ settings: Settings) throws(FileError) {
    let cameraFile = try settings.camera.contents()?.calibration(colorSize: nil)
    var settings = settings
    settings.reading.depth.unitOfIntegers = cameraFile?.depthUnit
    settings.reading.threads = settings.jobs
    self.settings = settings
    let reader = try Self.reader(settings)
    info = reader.info
    guard info.depthSize != nil || settings.reading.depth.depthUnit == nil else {
      throw FileError(
        .depthMissing, path: settings.path, "there are no depth maps whose unit could be stated",
        remedy: .giveDepth)
    }
    var maps: [DepthMap] = []
    if info.depthSize != nil {
      for _ in 0..<Self.floorFrames {
        guard let frame = try reader.next() else { break }
        if let depth = frame.depth { maps.append(depth) }
      }
    }
    view = try VideoView(
      of: info, path: settings.path, depthPath: settings.depthPath ?? settings.path,
      choice: settings.camera, cameraFile: cameraFile, depths: maps)
  }

  static func reader(_ settings: Settings, from: Double? = nil) throws(FileError) -> VideoReader {
    var options = settings.reading
    if let from { options.from = max(options.from ?? 0, from) }
    return try VideoReader(
      contentsOf: settings.path, depth: settings.depthPath, options: options)
  }

  /// Analyses all frames.
  ///
  /// - Parameters:
  ///   - assets: the models.
  ///   - done: the frames of an earlier run, which are taken as they are.
  ///   - journal: where frames are kept in case of an interruption.
  ///   - isCancelled: asked between frames; what was done until then is the result.
  ///   - onFrame: called with the number of frames that are done.
  /// - Throws: `FileError` and `DetectionError`; `damaged` when no frame was read, `noSuchPerson`.
  public func result(
    assets: DetectionAssets, after done: [PoseRecording.Frame] = [], journal: VideoJournal? = nil,
    isCancelled: @escaping @Sendable () -> Bool = { false }, onFrame: (Int) -> Void = { _ in }
  ) throws -> VideoResult {
    let last = done.last
    let reader = try Self.reader(settings, from: last.map { $0.time - Self.warmUp })
    let tracker = BodyPoseTracker(
      detector: try BodyPoseDetector(installedIn: assets, options: settings.detector))
    var frames = done
    var identities = ResumedIdentities(after: done)
    var (tooLittleSeen, unsolved, uses) = (0, 0, [BodyPose.DepthUse]())
    let problem = Mutex<FileError?>(nil)
    let pipeline = VideoPipeline(
      reader: reader, tracker: tracker,
      lift: lift(problem: { error in
        problem.withLock { $0 = $0 ?? error }
      }), jobs: settings.jobs)
    try pipeline.run(isStopped: isCancelled) { lifted in
      var frame = lifted.frame
      guard identities.rename(&frame, isKnown: last.map { frame.index <= $0.index } ?? false)
      else { return }
      frames.append(frame)
      tooLittleSeen += lifted.tooLittleSeen
      unsolved += lifted.unsolved
      uses += lifted.depthUses
      try journal?.add(frame)
      if frames.count.isMultiple(of: Self.flushInterval) { try journal?.flush() }
      onFrame(frames.count)
    }
    if let problem = problem.withLock({ $0 }) { throw problem }
    try journal?.flush()
    let isComplete = !isCancelled()
    guard !frames.isEmpty || !isComplete else {
      journal?.remove()
      throw nothingRead()
    }
    var notices =
      view.notices + Self.notices(on: reader.report, path: settings.path) + depthNotices(uses)
    if tooLittleSeen > 0 {
      notices.append(
        "too little of a person was seen to measure them in \(tooLittleSeen) of \(frames.count) frames."
      )
    }
    if unsolved > 0 {
      let reason = view.camera.refusal(.noSolution, statedIn: view.cameraPlace)
      notices.append("in \(unsolved) of \(frames.count) frames \(reason).")
    }
    var sequence = PoseSequence(
      PoseRecording(frames: frames, camera: view.camera, gravity: view.vertical.gravity).written,
      options: settings.motion)
    if let person = settings.person, !sequence.people.isEmpty {
      sequence = try only(person, of: sequence)
    }
    notices += sequence.doubts
    return VideoResult(
      sequence: sequence,
      analyses: sequence.people.map { ExerciseAnalysis(of: $0, choice: settings.exercise) },
      isComplete: isComplete, report: reader.report, notices: notices,
      leftOut: tooLittleSeen + unsolved)
  }

  private func only(_ person: Int, of sequence: PoseSequence) throws(FileError) -> PoseSequence {
    if let one = sequence.only(person) { return one }
    let ids = sequence.people.map { "\($0.id)" }.joined(separator: ", ")
    throw FileError(
      .noSuchPerson, path: settings.path, "there is no person \(person); the people are \(ids)")
  }

  /// What makes skeletons of a frame's 2D poses.
  private func lift(
    problem: @escaping @Sendable (FileError) -> Void
  ) -> @Sendable (VideoPipeline.TrackedFrame) -> LiftedFrame {
    var options = Lifter.Options()
    options.bodyHeight = settings.bodyHeight
    options.gravity = view.vertical.gravity
    let (lifter, view) = (Lifter(options: options), view)
    return { tracked in
      var depth: DepthMap?
      do throws(FileError) {
        depth = try tracked.frame.depth.map { (map) throws(FileError) in
          try view.registered(map)
        }
      } catch {
        problem(error)
      }
      var (people, missing, unsolved) = ([PoseObservation](), 0, 0)
      var uses: [BodyPose.DepthUse] = []
      for pose in tracked.poses {
        do throws(LiftingError) {
          let body = try lifter.bodyPose(from: pose, camera: view.camera, depth: depth)
          people.append(PoseObservation(body, id: pose.id))
          uses.append(body.depthUse)
        } catch .noSolution {
          unsolved += 1
        } catch {
          missing += 1
        }
      }
      return LiftedFrame(
        frame: .init(index: tracked.frame.index, time: tracked.frame.time, people: people),
        tooLittleSeen: missing, unsolved: unsolved, depthUses: uses)
    }
  }
}
