public import PoseDetection
public import PoseMotion
public import PoseDocuments
internal import PoseVideo

/// The progress of a video's analysis, to the end of one of its chunks. From here it resumes as if
/// it had never been interrupted.
public struct VideoCheckpoint: Sendable {
  /// The measurements, frame by frame.
  public internal(set) var frames: [PoseRecording.Frame] = []
  /// The rest of the progress.
  var state = State()

  /// The progress that the frames don't contain.
  struct State: Sendable, Equatable, Codable {
    /// The chunks that are done.
    var chunks = 0
    /// The people who are followed, and those who were lost.
    var people = TrackingMemory()
    /// The counts over the frames.
    var tally = VideoTally()
  }

  /// The beginning.
  public init() {}
}

extension VideoCheckpoint {
  /// Appends the next chunk, which was followed without the identities before it. Returns whether
  /// the identities are clear; if not, nothing is changed, and the chunk has to be followed again
  /// by a tracker that has them.
  ///
  /// They are clear if both followed the same people at the last frame that they share. In
  /// addition, a later person may be one who was lost before only if a tracker that knows them
  /// would have gone the same way.
  ///
  /// - Parameter maximumPeople: the maximum number of people who are followed.
  mutating func join(_ chunk: FollowedChunk, maximumPeople: Int) -> Bool {
    precondition(chunk.number == state.chunks, "chunks are joined in their order")
    guard chunk.number > 0 else {
      goOn(with: chunk, people: chunk.peopleAtLast)
      return true
    }
    // Those who were there before may not give way any more.
    guard var numbers = state.people.numbers(of: chunk.peopleAtFirst),
      !chunk.replaced.contains(where: { numbers[$0] != nil })
    else { return false }
    let seen = chunk.frames.flatMap { $0.people.compactMap(\.id) } + chunk.peopleAtLast.followed
    let newcomers = Set(seen).subtracting(numbers.keys).sorted()
    if !newcomers.isEmpty, let time = chunk.frames.first?.time,
      state.people.remembersLost(at: time)
    {
      // No person comes back from before a cut.
      let cut = chunk.frames.first(where: \.startsShot)?.time ?? .infinity
      let back = state.people.numbers(
        ofThoseBackAmong: chunk.beginnings.filter { newcomers.contains($0.id) && $0.time < cut },
        from: time,
        isFull: chunk.frames.contains { $0.people.count >= maximumPeople },
        maximumCount: maximumPeople)
      guard let back else { return false }
      numbers.merge(back) { first, _ in first }
    }
    var people = state.people
    for newcomer in newcomers where numbers[newcomer] == nil {
      numbers[newcomer] = people.takeNumber()
    }
    people.continue(with: chunk.peopleAtLast, numbers: numbers)
    var chunk = chunk
    for frame in chunk.frames.indices {
      for person in chunk.frames[frame].people.indices {
        let id = chunk.frames[frame].people[person].id
        chunk.frames[frame].people[person].id = id.flatMap { numbers[$0] }
      }
    }
    goOn(with: chunk, people: people)
    return true
  }

  /// Goes on by the chunk that comes next, whose tracker knew who was there before.
  mutating func joinContinued(_ chunk: FollowedChunk) {
    precondition(chunk.number == state.chunks, "chunks are joined in their order")
    goOn(with: chunk, people: chunk.peopleAtLast)
  }

  private mutating func goOn(with chunk: FollowedChunk, people: TrackingMemory) {
    frames += chunk.frames
    state.people = people
    state.tally += chunk.tally
    state.chunks += 1
  }
}

/// The identity of a run over a video: the contents of all files that are read, and every setting
/// that affects the measurement.
///
/// All settings count but those that are set to nothing beforehand: a new one can't be forgotten.
public struct VideoFingerprint: Sendable, Equatable {
  /// A digest by what it is of, in the words of an error.
  let digests: [String: String]

  /// Settings without what doesn't decide what is measured in a frame: how fast it is done, where models are
  /// kept, what is made of the frames afterwards, and the names of files, whose contents count.
  private static func decisive(_ settings: VideoAnalysis.Settings) -> VideoAnalysis.Settings {
    var result = settings
    (result.path, result.depthPath, result.person, result.jobs) = ("", nil, nil, 1)
    let usual = MeasurementOptions()
    result.measurement.motion = usual.motion
    // Of the motion's settings the one that decides what is lifted.
    result.measurement.motion.repairs = settings.measurement.motion.repairs
    (result.measurement.exercise, result.measurement.targets) = (usual.exercise, usual.targets)
    result.measurement.camera.file = nil
    // An effort that is stated is that of a run to which it was usual.
    result.measurement.detection.effort = settings.measurement.detection.effort(for: .video)
    result.reading.threads = VideoReader.Options().threads
    result.measurement.detection.threads = usual.detection.threads
    result.measurement.detection.cacheFolder = usual.detection.cacheFolder
    if case .file = settings.measurement.detection.model {
      result.measurement.detection.model = .file("")
    }
    return result
  }

  /// A value's members as text, the same in every process: Swift names a private type by an address.
  package static func description(of value: some Any) -> String {
    var text = ""
    dump(value, to: &text)
    return text.replacing(/\(unknown context at \$[0-9a-f]+\)/, with: "")
  }

  /// The fingerprint of a run. Reads all files once.
  ///
  /// - Parameters:
  ///   - settings: how the video is read and looked at.
  ///   - version: the program's version.
  ///   - assets: the runtime and the installed models that look at it; `nil` leaves them out.
  /// - Throws: `noSuchFile` for a file that can't be read.
  public init(
    of settings: VideoAnalysis.Settings, version: String, assets: DetectionAssets? = nil
  ) throws(FileError) {
    var digest = ContentDigest()
    digest.add(VideoFingerprint.description(of: Self.decisive(settings)))
    var digests = ["the settings": digest.hexadecimal, "the program's version": version]
    var files = [("the input", settings.path)]
    if let path = settings.depthPath { files.append(("the depth maps", path)) }
    let detector = settings.measurement.detection.detector(for: .video)
    switch assets.map({ detector.effort.model(detector.model, in: $0) }) ?? detector.model {
    case nil: break
    case .file(let path):
      files.append(("the model", path))
      if let assets, BodyModel.file(path).isONNX {
        files.append(("the model that finds people", assets.landmarkModel))
      }
    case .full: if let assets { files.append(("the model", assets.landmarkModel)) }
    case .heavy: if let path = assets?.heavyLandmarkModel { files.append(("the model", path)) }
    }
    if let assets {
      files.append(("the person detector", assets.personModel))
      files.append(("the detection runtime", assets.runtimeLibrary))
    }
    for (name, path) in files { digests[name] = try Self.digest(ofContentsAt: path) }
    if let camera = settings.measurement.camera.file {
      var digest = ContentDigest()
      digest.add(try camera.bytes())
      digests["the camera file"] = digest.hexadecimal
    }
    self.digests = digests
  }

  // MARK: Files

  /// The digest of a file, or of a folder's files in the order of their names.
  private static func digest(ofContentsAt path: String) throws(FileError) -> String {
    var digest = ContentDigest()
    try add(path, depth: 0, to: &digest)
    return digest.hexadecimal
  }

  /// The depth to which folders are searched: frames lie in a folder, or in its `color` and
  /// `depth`.
  private static let folderDepth = 2

  private static func add(
    _ path: String, depth: Int, to digest: inout ContentDigest
  ) throws(FileError) {
    guard let names = FolderListing.names(in: path) else {
      try FileBytes.read(path, inPieces: { digest.add($0) })
      return
    }
    guard depth < folderDepth else { return }
    for name in names.sorted() {
      digest.add(name)
      let inner = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
      try add(inner, depth: depth + 1, to: &digest)
    }
  }

  // MARK: In the journal

  /// Counted up when a journal's entries change.
  private static let layout = 11

  /// The first line of a journal.
  var header: JSONValue {
    let parts = digests.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.string($0.value)) }
    return .object([("pose3d.resume", .integer(Self.layout)), ("of", .object(parts))])
  }

  /// The differences from the run of a journal, by the journal's first line; `nil` for any other
  /// line.
  func differences(from header: DocumentNode) -> [String]? {
    guard header["pose3d.resume"] != nil, let old = header["of"] else { return nil }
    let names = Set(digests.keys).union(old.keys).sorted()
    let isOwn = (try? header["pose3d.resume"]?.positiveInteger()) == Self.layout
    return (isOwn ? [] : ["the journal's layout"]) + names.filter { old[$0]?.string != digests[$0] }
  }
}
