internal import PoseDetection
public import PoseDocuments
internal import Foundation
internal import PoseImaging
public import PoseMotion
internal import Pose3D
internal import PoseFiles

/// Keeps what a live session measures as a sequence (`pose3d.skeleton/1` as JSON Lines), which
/// `pose3d exercise`, `angles`, `export` and `report` read.
///
/// While it records, the frames are appended to a file beside the recording, `squats.part.jsonl` for
/// `squats.jsonl`. Each frame survives the end of the program, and each second a power cut: that file is read
/// like any other. At the end the frames are analysed as `VideoAnalysis` does it, with what comes later in
/// view. The recording is then written as a whole, and the file beside it is removed.
///
/// A file of that name from an earlier run stays, and the new one is numbered: `squats.part-2.jsonl`.
///
/// A recorder is used from one thread at a time.
public final class LiveRecorder {
  /// The summary of a recording.
  public struct Summary: Sendable, Equatable {
    /// The recording.
    public let path: String
    /// Its frames.
    public let frames: Int
    /// Seconds from the first to the last.
    public let seconds: Double
  }

  /// The recording.
  public let path: String
  /// The path of the frames until it is finished.
  public let partPath: String
  /// Files that had the name of `partPath` already, in the order of their numbers: usually recordings of
  /// runs that were ended. They stay.
  public let earlierParts: [String]
  /// The frames so far.
  public private(set) var frames = 0
  /// Seconds from the first of them to the last.
  public private(set) var seconds = 0.0
  /// Whether as much is recorded as one recording takes, an hour: what is added now is left out.
  public var isFull: Bool { seconds >= Self.longest }

  private let output: OutputFile
  private let source: String
  private let version: String
  private var part: UnsafeMutablePointer<FILE>?
  private var first: LiveFrame?
  private var hasPeople = false
  /// Seconds that are on the disk.
  private var flushed = 0.0

  /// Seconds: what one recording takes, because its analysis needs memory for all its frames.
  private static let longest = 3600.0
  /// A frame that comes sooner after the one before isn't later: recordings have times to a microsecond.
  private static let leastStep = 2e-6
  /// Seconds: a disk takes up to some hundredths of a second for a flush, too much for each frame.
  private static let flushInterval = 1.0

  /// A recording that has no frame yet.
  ///
  /// - Parameters:
  ///   - path: the file; its name ends in `.jsonl`.
  ///   - source: the origin of the recording, for the file: "camera".
  ///   - version: the program's version, for the file.
  /// - Throws: `FileError`: `unwritable` and `notAnOutput`.
  public init(to path: String, source: String, version: String) throws(FileError) {
    guard path.lowercased().hasSuffix(".jsonl") else {
      throw FileError(
        .notAnOutput, path: path, "a recording is JSON Lines: its name has to end in .jsonl")
    }
    (self.path, self.source, self.version) = (path, source, version)
    output = try OutputFile(path, inputs: [])
    let stem = String(path.dropLast(6)) + ".part"
    var (partPath, earlier, descriptor) = (stem + ".jsonl", [String](), Int32(-1))
    // A new file, so that neither another recording nor what a link leads to is lost.
    while true {
      descriptor = open(
        partPath.fileSystemBytes, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
      guard descriptor < 0, errno == EEXIST else { break }
      earlier.append(partPath)
      partPath = "\(stem)-\(earlier.count + 1).jsonl"
    }
    (self.partPath, earlierParts) = (partPath, earlier)
    guard descriptor >= 0, let file = fdopen(descriptor, "w") else {
      if descriptor >= 0 { close(descriptor) }
      throw Self.unwritable(partPath)
    }
    DiskFlush.folder(of: partPath)
    part = file
  }

  deinit { if let part { fclose(part) } }

  /// Appends a frame; from then on it survives the program, and within a second a power cut. A frame that
  /// isn't later than the one before is left out, and so is what comes after an hour.
  ///
  /// - Throws: `FileError`: `mismatch` for a frame of another camera or picture size than the first,
  ///   `unwritable` when the disk is full. What was recorded until then can be finished.
  public func add(_ frame: LiveFrame) throws(FileError) {
    precondition(part != nil, "a recording that is finished takes no frames")
    let first = first ?? frame
    guard frame.camera == first.camera, frame.gravity == first.gravity else {
      throw FileError(
        .mismatch, path: path,
        "the camera's image has changed: it was \(first.camera.width)×\(first.camera.height), and is \(frame.camera.width)×\(frame.camera.height). A recording has one size"
      )
    }
    let time = frame.time - first.time
    guard self.first == nil || time > seconds + Self.leastStep, !isFull else { return }
    if self.first == nil {
      try append(document(of: sequence([], first), first, isWhole: false).headerLine)
    }
    let people = frame.people.compactMap { person in
      person.measured.map {
        PoseObservation($0, id: person.id, confidence: person.keypoints.confidence)
      }
    }
    hasPeople = hasPeople || !people.isEmpty
    let recorded = PoseRecording.Frame(
      index: frames, time: time, people: people, startsShot: frame.startsShot && self.first != nil)
    try append(sequence([recorded], first, isRaw: true).line(at: 0))
    if self.first == nil || time - flushed >= Self.flushInterval {
      guard let part, DiskFlush.file(fileno(part)) else { throw Self.unwritable(partPath) }
      flushed = time
    }
    self.first = first
    (frames, seconds) = (frames + 1, time)
  }

  /// Analyses what was recorded, and writes the recording; `nil` without a frame, and then nothing stays.
  ///
  /// It takes a second or so for a minute. What was recorded last is in no other file: on failure the
  /// one beside the recording stays.
  ///
  /// - Parameter exercise: which repetitions are counted.
  /// - Throws: `FileError`: `unwritable`, and `nobody` if no person was seen: nothing stays then.
  public func finish(exercise: ExerciseChoice = .recognized) throws -> Summary? {
    guard let part else { return nil }
    fclose(part)
    self.part = nil
    guard let first else {
      unlink(partPath.fileSystemBytes)
      return nil
    }
    guard hasPeople else {
      unlink(partPath.fileSystemBytes)
      throw FileError(
        .nobody, path: path, "no person was seen in any frame, so nothing was kept")
    }
    let read = try PoseRecording(
      SkeletonFile.read(bytes: FileBytes.read(partPath), name: partPath), path: partPath)
    let sequence = PoseSequence(
      PoseRecording(frames: read.frames, camera: first.camera, gravity: first.gravity)
        .withWrittenVertical, options: Self.options(of: first))
    var document = document(of: sequence, first, isWhole: true)
    document.analyses = sequence.people.map { ExerciseAnalysis(of: $0, choice: exercise) }
    let diagnostics = first.scene.view.diagnostics + sequence.doubts(after: .fast)
    document.warnings = diagnostics.map(\.description)
    try output.write { piece in
      try document.writeJSONLines { try piece(Array($0.utf8)) }
    }
    unlink(partPath.fileSystemBytes)
    return Summary(path: path, frames: frames, seconds: seconds)
  }

  // MARK: The document

  private func sequence(
    _ frames: [PoseRecording.Frame], _ first: LiveFrame, isRaw: Bool = false
  ) -> PoseSequence {
    PoseSequence(
      PoseRecording(frames: frames, camera: first.camera, gravity: first.gravity),
      options: isRaw ? .asMeasured : Self.options(of: first))
  }

  /// A recording is processed as a video is, with the session's choice about planted feet.
  private static func options(of first: LiveFrame) -> PoseSequence.Options {
    var options = PoseSequence.Options()
    options.groundsFeet = first.scene.groundsFeet
    return options
  }

  private func document(
    of sequence: PoseSequence, _ first: LiveFrame, isWhole: Bool
  ) -> SequenceDocument {
    SequenceDocument(
      version: version,
      video: .init(
        file: source, format: "live", width: first.camera.width, height: first.camera.height,
        frameRate: seconds > 0 ? Double(frames - 1) / seconds : nil,
        duration: isWhole ? seconds : nil, isComplete: isWhole),
      cameraFile: first.scene.cameraFile, gravitySource: first.scene.view.vertical.source,
      sequence: sequence,
      analyses: sequence.people.map { ExerciseAnalysis(of: $0, choice: .none) })
  }

  private func append(_ line: String) throws(FileError) {
    let bytes = Array((line + "\n").utf8)
    guard let part,
      bytes.withUnsafeBytes({ fwrite($0.baseAddress, 1, $0.count, part) })
        == bytes.count, fflush(part) == 0
    else { throw Self.unwritable(partPath) }
  }

  private static func unwritable(_ path: String) -> FileError {
    FileError(.unwritable, path: path, "can't be written: \(String(cString: strerror(errno)))")
  }
}
