internal import DepthIO
public import PoseDetection
public import PoseDocuments
public import PoseFiles
internal import PoseImaging
public import PoseMotion
public import PoseVideo

/// The people in a video, followed and measured: what `pose3d video` does.
public struct VideoAnalysis: Sendable {
  /// The input and the settings of the analysis.
  public struct Settings: Sendable {
    /// A video file, a folder of numbered frames or a Record3D recording.
    public var path: String
    /// A video file or folder with the depth maps of the same moments; `nil` for those in the input
    /// itself, where there are any.
    public var depthPath: String?
    /// The options of the measurement.
    public var measurement = MeasurementOptions()
    /// The number of the only person who is wanted, of all who are followed; `nil` for all of these.
    public var person: Int?
    /// The part that is read, and the options for reading it.
    public var reading = VideoReader.Options()
    /// Chunks of the video that are worked on at a time, at least 1, each by a thread. The result doesn't
    /// depend on it.
    public var jobs = 1
    /// The length of the chunks into which a video is cut.
    public var chunk = VideoChunk.Length(own: 150, lead: 15)

    /// A video, everything else as usual.
    public init(path: String, measurement: MeasurementOptions = MeasurementOptions()) {
      (self.path, self.measurement) = (path, measurement)
    }
  }

  /// The settings of reading and analysis.
  public let settings: Settings
  /// The properties of the video.
  public let info: VideoInfo
  let view: VideoView
  private let index: VideoIndex
  private let stream: FrameStream?
  let chunks: [VideoChunk]

  /// Threads beyond which a network of this size isn't computed quicker.
  private static let usefulThreads = 4
  /// The depth maps in which the floor is searched for.
  private static let floorFrames = 8

  /// Opens a video.
  ///
  /// Throws a `FileError`: those of `VideoReader` and `CameraFile`, `depthMissing` when a unit is
  /// stated and there are no depth maps, `mismatch` when sizes don't fit each other.
  public init(_ settings: Settings) throws(FileError) { try self.init(settings, stream: nil) }

  /// The frames that a program gives, which are analysed once. They are one chunk, whatever their number:
  /// over a few hundred frames their joints differ slightly from those of the same frames in a file.
  ///
  /// - Parameters:
  ///   - frames: the name of these takes the place of the settings' path.
  ///   - settings: their depth path is not used.
  /// - Throws: a `FileError`: those of `VideoReader` and `CameraFile`, and of the frames' giver.
  public init(of frames: FrameStream, _ settings: Settings) throws(FileError) {
    var settings = settings
    (settings.path, settings.depthPath) = (frames.name, nil)
    try self.init(settings, stream: frames)
  }

  private init(_ given: Settings, stream: FrameStream?) throws(FileError) {
    try Installation.checkLinearAlgebra()
    let cameraFile = try given.measurement.camera.contents()?.calibration {
      () throws(FileError) in try Self.storedSize(given, stream)
    }
    var settings = given
    settings.reading.depth.unitOfIntegers = cameraFile?.depthUnit
    self.settings = settings
    self.stream = stream
    // What is seen of a stream before it is analysed waits in it.
    let frames = try stream?.ahead(Self.floorFrames)
    let reader = try Self.reader(settings, stream, index: nil)
    info = reader.info
    index = reader.index
    // Without seeking, all frames are one chunk.
    chunks =
      reader.chunks(settings.chunk) ?? [.whole]
    guard info.depthSize != nil || settings.reading.depth.depthUnit == nil else {
      throw FileError(
        .depthMissing, path: settings.path, "there are no depth maps whose unit could be stated",
        remedy: .giveDepth)
    }
    var maps: [DepthMap] = []
    if info.depthSize != nil {
      let preview =
        try frames.map { (frames) throws(FileError) in
          try Self.reader(settings, FrameStream(replaying: frames, name: settings.path), index: nil)
        } ?? reader
      for _ in 0..<Self.floorFrames {
        guard let frame = try preview.next() else { break }
        if let depth = frame.depth { maps.append(depth) }
      }
    }
    view = try VideoView(
      of: info, path: settings.path, depthPath: settings.depthPath ?? settings.path,
      choice: settings.measurement.camera, cameraFile: cameraFile, depths: maps)
  }

  /// The size of the frames as they are stored.
  private static func storedSize(
    _ settings: Settings, _ stream: FrameStream?
  ) throws(FileError) -> (width: Int, height: Int) {
    var settings = settings
    (settings.depthPath, settings.reading.usesOwnDepth) = (nil, false)
    let info = try reader(settings, stream, index: nil).info
    return info.orientation.swapsAxes ? (info.height, info.width) : (info.width, info.height)
  }

  /// Whether the video can be read a second time: a stream's frames come once.
  var canBeReadAgain: Bool { stream == nil }

  /// A separate reader of the video; a stream has one reader.
  func reader() throws(FileError) -> VideoReader {
    try Self.reader(settings, stream, index: index)
  }

  private static func reader(
    _ settings: Settings, _ stream: FrameStream?, index: VideoIndex?
  ) throws(FileError) -> VideoReader {
    if let stream { return try VideoReader(of: stream, options: settings.reading) }
    return try VideoReader(
      contentsOf: settings.path, depth: settings.depthPath, options: settings.reading, index: index)
  }

  /// Analyses all frames.
  ///
  /// The video is cut into chunks of a fixed length, which are followed side by side and joined. If
  /// the identities in a chunk are unclear, a tracker that has those before follows it once more.
  ///
  /// - Parameters:
  ///   - assets: the models.
  ///   - detectors: where detectors of these settings are taken from; `nil` makes new ones.
  ///   - checkpoint: how far an earlier run of the same settings has come.
  ///   - journal: where checkpoints are kept in case of an interruption.
  ///   - isCancelled: asked between frames; what was done until then is the result.
  ///   - onFrame: called with the number of frames that are done.
  ///   - onFollowedFrame: called with the number of frames in which a camera that may turn was followed, in a second
  ///     reading.
  /// - Throws: `FileError` and `DetectionError`; `damaged` when no frame was read, `noSuchPerson`.
  public func result(
    assets: DetectionAssets, detectors: DetectorPool? = nil,
    after checkpoint: VideoCheckpoint = VideoCheckpoint(), journal: VideoJournal? = nil,
    isCancelled: @escaping @Sendable () -> Bool = { false },
    onFrame: (Int) -> Void = { _ in }, onFollowedFrame: (Int) -> Void = { _ in }
  ) throws -> VideoResult {
    // An edited journal may contain anything.
    var checkpoint = checkpoint.state.chunks <= chunks.count ? checkpoint : VideoCheckpoint()
    try followChunks(
      detectors: detectors
        ?? DetectorPool(
          assets: assets, options: detectorOptions(after: checkpoint.state.chunks)),
      from: &checkpoint, journal: journal, isCancelled: isCancelled,
      onFrame: onFrame)
    var isComplete = checkpoint.state.chunks == chunks.count
    let (frames, tally) = (checkpoint.frames, checkpoint.state.tally)
    guard !frames.isEmpty || !isComplete else {
      journal?.remove()
      throw nothingRead()
    }
    var recording = PoseRecording(
      frames: frames, camera: view.camera, gravity: view.vertical.gravity
    ).withWrittenVertical
    recording.isCameraMoving = tally.isCameraMoving
    if case .file = settings.measurement.detection.model {
    } else {
      recording.hasOwnConfidences = true
    }
    let turning =
      (tally.isCameraMoving || tally.mayCameraMove) && isComplete
      ? sequenceOfTurningCamera(recording, isCancelled: isCancelled, onFrame: onFollowedFrame) : nil
    // Without the second reading the result is another one.
    if tally.isCameraMoving || tally.mayCameraMove, turning == nil, isCancelled() {
      isComplete = false
    }
    var sequence = turning ?? PoseSequence(recording, options: settings.measurement.motion)
    if turning == nil, tally.mayCameraMove, !recording.isCameraMoving,
      sequence.feetStandStill == false
    {
      recording.isCameraMoving = true
      sequence = PoseSequence(recording, options: settings.measurement.motion)
    }
    if let person = settings.person, !sequence.people.isEmpty {
      sequence = try only(person, of: sequence)
    }
    return VideoResult(
      sequence: sequence,
      analyses: sequence.people.map {
        ExerciseAnalysis(
          of: $0, choice: settings.measurement.exercise, targets: settings.measurement.targets)
      },
      isComplete: isComplete, report: tally.report,
      diagnostics: diagnostics(on: tally, frames: frames.count)
        + sequence.doubts(after: settings.measurement.detection.effort(for: .video)),
      leftOut: tally.tooLittleSeen + tally.unsolved)
  }

  /// The detector's options: with fewer chunks at work than threads, as in a short video, the idle
  /// threads help it.
  private func detectorOptions(after chunksDone: Int) -> BodyPoseDetector.Options {
    var options = settings.measurement.detection.detector(for: .video)
    let runs = max(1, WorkerPool.runs(of: chunks, from: chunksDone).count)
    options.threads = max(options.threads, min(settings.jobs / runs, Self.usefulThreads))
    return options
  }

  /// Goes on from a checkpoint to the end, or until it is cancelled; the checkpoint then holds the frames
  /// of an incomplete chunk, too, but doesn't count that.
  private func followChunks(
    detectors: DetectorPool, from checkpoint: inout VideoCheckpoint, journal: VideoJournal?,
    isCancelled: @escaping @Sendable () -> Bool, onFrame: (Int) -> Void
  ) throws {
    let pool = try WorkerPool(
      self, chunks, from: checkpoint.state.chunks, detectors: detectors, isStopped: isCancelled)
    defer { pool.dismiss() }
    var (done, outcomes) = (checkpoint.frames.count, [Int: Result<FollowedChunk, any Error>]())
    var inspector: ChunkWorker?
    while let message = pool.next() {
      switch message {
      case .frame:
        done += 1
        onFrame(done)
      case .chunk(let chunk): outcomes[chunk.number] = .success(chunk)
      case .failure(let number, let error): outcomes[number] = .failure(error)
      case .end: break
      }
      while let outcome = outcomes.removeValue(forKey: checkpoint.state.chunks) {
        var chunk = try outcome.get()
        let (number, before) = (chunk.number, checkpoint.frames.count)
        if !checkpoint.join(
          chunk, maximumPeople: settings.measurement.detection.maximumPeople)
        {
          let follower =
            try inspector ?? ChunkWorker(self, detectors: detectors, decodesAhead: true)
          inspector = follower
          let report = chunk.tally.report
          chunk = try follower.follow(
            number, chunks[number], after: checkpoint.state.people, isStopped: isCancelled)
          chunk.tally.report = report
          checkpoint.joinContinued(chunk)
        }
        pool.hasJoined(number)
        guard chunk.isComplete else {
          checkpoint.state.chunks -= 1
          return
        }
        try journal?.add(checkpoint.frames[before...], checkpoint.state)
      }
    }
  }

  func only(_ person: Int, of sequence: PoseSequence) throws(FileError) -> PoseSequence {
    if let one = sequence.only(person) { return one }
    let ids = sequence.people.map { "\($0.id)" }.joined(separator: ", ")
    throw FileError(
      .noSuchPerson, path: settings.path, "there is no person \(person); the people are \(ids)")
  }
}

extension VideoAnalysis {
  /// The file of what was found, with what its reader should know.
  ///
  /// - Parameters:
  ///   - result: what was found.
  ///   - version: the program's version, for the file.
  ///   - detail: the file's detail about each person in each frame.
  ///   - wording: makes sentences of diagnostics, for a reader who has other names for settings.
  public func document(
    of result: VideoResult, version: String, detail: SequenceDetail = .standard,
    wording: (Diagnostic) -> String = \.description
  ) -> SequenceDocument {
    let reading = settings.reading
    var document = SequenceDocument(
      version: version,
      video: .init(
        file: settings.path, format: info.format, width: info.width, height: info.height,
        orientation: info.orientation.rawValue, frameRate: info.frameRate,
        duration: info.duration, slowMotion: info.slowMotion, from: reading.from, to: reading.to,
        every: reading.every,
        isComplete: result.isComplete, corruptPackets: result.report.corruptPackets,
        isTruncated: result.report.isTruncated),
      depth: info.depthSize.map {
        .init(
          file: settings.depthPath ?? settings.path, width: $0.width, height: $0.height,
          unit: info.depthUnit?.name ?? DepthUnit.metres.name,
          framesWithout: result.report.framesWithoutDepth)
      },
      cameraFile: settings.measurement.camera.file?.name, gravitySource: view.vertical.source,
      sequence: result.sequence, analyses: result.analyses,
      warnings: diagnostics(of: result).map(wording), detail: detail)
    document.jobs = settings.jobs
    return document
  }

  /// What should be known before the numbers are trusted: of the result, and of how it was measured.
  public func diagnostics(of result: VideoResult) -> [Diagnostic] {
    result.diagnostics + settingDiagnostics(result)
  }
}

/// The results of a video.
public struct VideoResult: Sendable {
  /// The people and what was done to their motion; its recording is what was measured.
  public let sequence: PoseSequence
  /// The people's exercises, in the order of `sequence.people`.
  public let analyses: [ExerciseAnalysis]
  /// Whether the video was read to its end.
  public let isComplete: Bool
  /// Errors during reading that did not end it.
  public let report: VideoReport
  /// Diagnostics about the reliability of the numbers.
  public let diagnostics: [Diagnostic]
  /// The number of detections without a measurement; the diagnostics contain the causes.
  let leftOut: Int
}
