internal import DepthIO
internal import Dispatch
internal import PoseDocuments
internal import PoseGeometry
public import PoseMotion
internal import Synchronization

/// The file of a sequence: the skeletons of every frame (`pose3d.skeleton/1` with a list of frames),
/// the exercise, its repetitions, measures and repairs. `schema/pose3d.skeleton.schema.json` is its
/// contract.
///
/// Text is handed out piece by piece, so that a long video's document is never in memory as a whole.
public struct SequenceDocument: Sendable {
  /// The video or folder that was read.
  public struct VideoInput: Sendable {
    /// The file's name as the user gave it.
    public var file: String
    /// The kind of file in words.
    public var format: String
    /// Width in pixels, upright.
    public var width: Int
    /// Height in pixels, upright.
    public var height: Int
    /// The turn that was applied, EXIF 1–8.
    public var orientation: Int
    /// Frames a second on average; `nil` when unknown.
    public var frameRate: Double?
    /// Length in seconds; `nil` when unknown.
    public var duration: Double?
    /// How many times slower than life it plays.
    public var slowMotion: Double
    /// Seconds, as a player shows them, from which it was to be read; `nil` for the beginning.
    public var from: Double?
    /// Seconds, as a player shows them, up to which it was to be read; `nil` for the end.
    public var to: Double?
    /// Every n-th frame was read.
    public var every: Int
    /// Whether everything that was asked for was analysed: not so after Ctrl-C.
    public var isComplete: Bool
    /// Packets that could not be decoded.
    public var corruptPackets: Int
    /// Whether the file ends before it should.
    public var isTruncated: Bool

    /// A video.
    public init(
      file: String, format: String, width: Int, height: Int, orientation: Int = 1,
      frameRate: Double? = nil, duration: Double? = nil, slowMotion: Double = 1,
      from: Double? = nil, to: Double? = nil, every: Int = 1, isComplete: Bool = true,
      corruptPackets: Int = 0, isTruncated: Bool = false
    ) {
      self.file = file
      self.format = format
      self.width = width
      self.height = height
      self.orientation = orientation
      self.frameRate = frameRate
      self.duration = duration
      self.slowMotion = slowMotion
      self.from = from
      self.to = to
      self.every = every
      self.isComplete = isComplete
      self.corruptPackets = corruptPackets
      self.isTruncated = isTruncated
    }
  }

  /// The depth maps beside it.
  public struct DepthInput: Sendable {
    /// The file or folder as the user gave it; the video's own where that holds them.
    public var file: String
    /// Width in samples.
    public var width: Int
    /// Height in samples.
    public var height: Int
    /// The unit's name, `mm`.
    public var unit: String
    /// Frames that have none.
    public var framesWithout: Int

    /// Depth maps.
    public init(file: String, width: Int, height: Int, unit: String, framesWithout: Int) {
      self.file = file
      self.width = width
      self.height = height
      self.unit = unit
      self.framesWithout = framesWithout
    }
  }

  /// The program's version.
  public var version: String
  /// The input.
  public var video: VideoInput
  /// The depth, where there is one.
  public var depth: DepthInput?
  /// The camera file, when there was one.
  public var cameraFile: String?
  /// The source of the vertical; `nil` if there is none.
  public var gravitySource: SkeletonDocument.GravitySource?
  /// The people and what was done to their motion. Its recording has a camera.
  public var sequence: PoseSequence
  /// The people's exercises, in the order of `sequence.people`.
  public var analyses: [ExerciseAnalysis]
  /// Warnings about the reliability of the numbers, a sentence each.
  public var warnings: [String]

  /// The detail about each person in each frame.
  public var detail: SequenceDetail

  /// Frames that are turned into text at a time, at least 1. The bytes don't depend on it.
  public var jobs = 1

  /// A document from its parts.
  public init(
    version: String, video: VideoInput, depth: DepthInput? = nil, cameraFile: String? = nil,
    gravitySource: SkeletonDocument.GravitySource? = nil, sequence: PoseSequence,
    analyses: [ExerciseAnalysis], warnings: [String] = [], detail: SequenceDetail = .standard
  ) {
    self.detail = detail
    precondition(sequence.recording.camera != nil, "a video's skeletons are in a camera's frame")
    precondition(analyses.count == sequence.people.count, "an analysis for every person")
    self.version = version
    self.video = video
    self.depth = depth
    self.cameraFile = cameraFile
    self.gravitySource = gravitySource
    self.sequence = sequence
    self.analyses = analyses
    self.warnings = warnings
  }

  /// Writes the document as one JSON text; the same document gives the same bytes.
  ///
  /// - Parameter write: takes the text piece by piece.
  public func writeJSON(to write: (String) throws -> Void) rethrows {
    try write("{\n")
    for (name, value) in [schemaMember] + inputMembers + summaryMembers + meaningMembers {
      try write("  \"\(name)\": \(value.text(atDepth: 1)),\n")
    }
    try write("  \"frames\": [")
    var isFirst = true
    // A line a frame where there is little in it.
    try forEachFrame { [detail] frame in
      detail == .full ? frame.text(atDepth: 2) : frame.compactText
    } take: { text in
      try write(isFirst ? "\n    " : ",\n    ")
      try write(text)
      isFirst = false
    }
    try write(sequence.recording.frames.isEmpty ? "]\n}\n" : "\n  ]\n}\n")
  }

  /// Writes it as JSON Lines: a header, a line per frame, and last a summary with what needs all
  /// frames. The numbers are those of `writeJSON`.
  ///
  /// - Parameter write: takes the text line by line.
  public func writeJSONLines(to write: (String) throws -> Void) rethrows {
    try write(headerLine + "\n")
    try forEachFrame(\.compactText) { try write($0 + "\n") }
    try write(JSONValue.object([("summary", .object(summaryMembers))]).compactText + "\n")
  }

  /// The first of the JSON Lines, without its end.
  package var headerLine: String {
    JSONValue.object([schemaMember] + inputMembers + meaningMembers).compactText
  }

  /// Makes texts of the frames, some side by side, and hands them out in their order.
  private func forEachFrame(
    _ text: @Sendable (JSONValue) -> String, take: (String) throws -> Void
  ) rethrows {
    let people = FramePeople(self)
    let all = sequence.recording.frames.indices
    let block = jobs == 1 ? 1 : 16 * jobs
    for start in stride(from: 0, to: all.count, by: block) {
      let positions = all[start..<min(start + block, all.count)]
      let texts = Mutex([String](repeating: "", count: positions.count))
      DispatchQueue.concurrentPerform(iterations: min(jobs, positions.count)) { [jobs] worker in
        for position in stride(from: start + worker, to: positions.endIndex, by: jobs) {
          let made = text(people.frame(at: position))
          texts.withLock { $0[position - start] = made }
        }
      }
      for text in texts.withLock({ $0 }) { try take(text) }
    }
  }

  /// Writes one line per person and frame as CSV (RFC 4180, with a header): frame, time in seconds,
  /// person, whether a gap was filled (1 or 0), the number of the repetition among the person's own
  /// that count, then the clinical angles in degrees, unwrapped, with their sigmas. What has no
  /// value is empty.
  ///
  /// - Parameter write: takes the text line by line.
  public func writeCSV(to write: (String) throws -> Void) rethrows {
    try MotionCSV(
      frames: sequence.recording.frames, people: sequence.people, analyses: analyses
    )
    .write(to: write)
  }
}

/// The detail about each person in each frame of a sequence's document.
public enum SequenceDetail: String, Sendable, CaseIterable {
  /// The joints' places, one sigma each, and the stature: under 1 KB.
  case joints
  /// Besides, covariances, the source of each joint, feet, orientation and measurements: all from
  /// which the rest follows, in about 2.5 KB. The sequence can be analysed again from it.
  case standard
  /// Besides, what follows from that: transforms, places in the picture and angles, in about 17 KB.
  case full
}

// The members of the document, as far as they are not a frame's. What matters to people comes
// first, so that the beginning of the file shows it.
extension SequenceDocument {
  typealias Member = (String, JSONValue)

  var schemaMember: Member { ("schema", .string(SkeletonDocument.schema)) }

  /// The program that wrote it, and its input.
  var inputMembers: [Member] {
    [
      ("generator", .generator(version: version)),
      ("video", videoValue), ("depth", .optional(depthValue)),
      ("cameraFile", .optional(cameraFile.map(JSONValue.fileName))),
      ("detail", .string(detail.rawValue)),
      ("processing", MotionSummary.processing(sequence.options)),
    ]
  }

  /// The members that need all frames.
  var summaryMembers: [Member] {
    MotionSummary(sequence: sequence, people: sequence.people, analyses: analyses).members
      + [
        (
          "warnings",
          .warnings(
            warnings,
            of: [video.file, depth?.file, cameraFile] + sequence.recording.views.map(\.file))
        )
      ]
  }

  /// The meaning of the numbers.
  var meaningMembers: [Member] {
    let source = gravitySource.map { JSONValue.string($0.rawValue) }
    return [
      ("units", SkeletonDocument.units.adding([("time", .string("second"))])),
      ("coordinateFrames", SkeletonDocument.coordinateFrames),
      ("matrixOrder", SkeletonDocument.matrixOrder),
      ("eulerOrder", SkeletonDocument.eulerOrder),
      ("angleTable", SkeletonDocument.angleTable),
      (
        "camera",
        .optional(
          sequence.recording.camera.map { camera in
            JSONValue(
              camera: camera, gravity: sequence.recording.gravity,
              [("gravitySource", .optional(source))]
                + (sequence.recording.isCameraMoving ? [("moving", .bool(true))] : []))
          })
      ),
      (
        "vertical",
        .optional(
          sequence.world.map { JSONValue(vertical: $0, cameraHeight: sequence.cameraHeight) })
      ),
    ] + viewMembers + [
      ("joints", SkeletonDocument.jointTable)
    ]
  }

  /// The cameras of a recording of several, and the world in which they are placed; none of one camera's.
  private var viewMembers: [Member] {
    let recording = sequence.recording
    guard !recording.views.isEmpty else { return [] }
    return [
      ("cameras", .array(recording.views.map(RecordedView.value))),
      (
        "worldFromCamera",
        .optional(recording.worldFromFrame.map { .numbers($0.columnMajor) })
      ),
    ]
  }

  private var videoValue: JSONValue {
    .object(
      [
        ("file", .fileName(video.file)), ("format", .string(video.format)),
        ("width", .integer(video.width)), ("height", .integer(video.height)),
        ("orientation", .integer(video.orientation)),
        ("frameRate", .optional(video.frameRate.map(JSONValue.number))),
        ("duration", .optional(video.duration.map(JSONValue.number))),
      ] + (video.slowMotion == 1 ? [] : [("slowMotion", .exact(video.slowMotion))]) + [
        ("from", .optional(video.from.map(JSONValue.number))),
        ("to", .optional(video.to.map(JSONValue.number))), ("every", .integer(video.every)),
        ("frames", .integer(sequence.recording.frames.count)),
        ("complete", .bool(video.isComplete)),
        ("corruptPackets", .integer(video.corruptPackets)), ("truncated", .bool(video.isTruncated)),
      ])
  }

  private var depthValue: JSONValue? {
    depth.map { depth in
      .object([
        ("file", .fileName(depth.file)), ("width", .integer(depth.width)),
        ("height", .integer(depth.height)), ("unit", .string(depth.unit)),
        ("framesWithout", .integer(depth.framesWithout)),
      ])
    }
  }
}

extension JSONValue {
  /// An object with further members at its end.
  fileprivate func adding(_ others: [(String, JSONValue)]) -> JSONValue {
    guard case .object(let members) = self else { preconditionFailure("only objects have members") }
    return .object(members + others)
  }
}
