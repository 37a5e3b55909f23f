internal import PoseDetection
public import PoseDocuments
internal import Foundation
internal import PoseMotion
internal import PoseFiles

/// The journal from which an interrupted run resumes. Its first line states the input and the
/// settings of the analysis. Then come, for each chunk of the video, one line per frame with all
/// digits of its measurements, and one line with the remaining state. It lies beside the output and
/// is removed when that is complete.
///
/// Every line ends with a digest of itself and of all lines before it, so that an entry that was
/// changed, left out or moved is noticed.
public final class VideoJournal {
  /// The file.
  public let path: String
  private let file: UnsafeMutablePointer<FILE>
  private var holdsCheckpoint = false
  /// Of the lines that were written.
  private var digest = ContentDigest()

  /// The path of an output's journal.
  public static func path(of output: String) -> String { output + ".resume" }

  /// A new journal, with what was done before.
  ///
  /// Throws `unwritable`; nothing is left behind then, and an earlier journal stays.
  public init(
    of output: String, fingerprint: VideoFingerprint,
    checkpoint: VideoCheckpoint = VideoCheckpoint()
  ) throws(FileError) {
    path = Self.path(of: output)
    let draft: TemporaryFile
    let descriptor: Int32
    do {
      // Beside the old one until what was done before is in it.
      draft = try TemporaryFile(for: path)
      descriptor = try draft.opened()
    } catch {
      throw FileError(.unwritable, path: path, "can't be written: \(error.reason)")
    }
    guard let file = fdopen(descriptor, "w") else {
      let error = Self.unwritable(path)
      close(descriptor)
      throw error
    }
    self.file = file
    try write(fingerprint.header.compactText)
    try flush()
    if checkpoint.state.chunks > 0 { try write(checkpoint.frames[...], checkpoint.state) }
    do {
      try draft.replaceTarget()
    } catch {
      throw FileError(.unwritable, path: path, "can't be written: \(error.reason)")
    }
  }

  deinit { fclose(file) }

  /// Adds the frames of a chunk, and where that leaves the run; from then on they survive the program and a power
  /// cut.
  func add(
    _ frames: ArraySlice<PoseRecording.Frame>, _ state: VideoCheckpoint.State
  ) throws(FileError) {
    do throws(FileError) {
      try write(frames, state)
    } catch {
      // What it holds up to here is worth keeping, if it is anything.
      if !holdsCheckpoint { remove() }
      throw error
    }
  }

  private func write(
    _ frames: ArraySlice<PoseRecording.Frame>, _ state: VideoCheckpoint.State
  ) throws(FileError) {
    for frame in frames { try write(frame.line) }
    try write(Self.line(of: state))
    try flush()
    holdsCheckpoint = true
  }

  private func flush() throws(FileError) {
    guard fflush(file) == 0, DiskFlush.file(fileno(file)) else { throw Self.unwritable(path) }
  }

  /// Takes the journal away: there is nothing to go on with.
  public func remove() { unlink(path.fileSystemBytes) }

  private func write(_ line: String) throws(FileError) {
    digest.add(line)
    let line = Data("\(line) \(digest.hexadecimal)\n".utf8)
    let written = line.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
    guard written == line.count else { throw Self.unwritable(path) }
  }

  private static func unwritable(_ path: String) -> FileError {
    FileError(
      .unwritable, path: path, "can't be written: \(String(cString: strerror(errno)))")
  }
}

// MARK: Reading

extension VideoJournal {
  /// The progress of an earlier run; `nil` if there is no journal, or an empty one. Its work on an
  /// incomplete chunk is left out, and so is an altered entry with all that follow it; the
  /// diagnostic reports it.
  ///
  /// - Throws: `FileError`: `mismatch` when the journal is of another input or other settings, and names
  ///   what differs; `damaged` when it is none.
  public static func checkpoint(
    of output: String, fingerprint: VideoFingerprint
  ) throws(FileError) -> (checkpoint: VideoCheckpoint, diagnostic: Diagnostic?)? {
    let path = path(of: output)
    // A machine that stopped at the run's beginning may have left an empty one.
    guard FileBytes.isThere(path), !FileBytes.isEmpty(path) else { return nil }
    let bytes = try FileBytes.read(path)
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // What follows the last end of a line: nothing, or half a line.
    lines.removeLast()
    var digest = ContentDigest()
    guard let first = lines.first, let text = entry(first, &digest),
      let header = try? DocumentNode(parsing: text),
      let differences = fingerprint.differences(from: header)
    else {
      throw FileError(
        .damaged, path: path,
        "this is not a journal of an interrupted run; remove it to start again")
    }
    guard differences.isEmpty else {
      throw FileError(
        .mismatch, path: path,
        "the interrupted run had other inputs or settings (different: \(differences.joined(separator: ", ")))",
        remedy: .repeatSettings)
    }
    var checkpoint = VideoCheckpoint()
    var frames: [PoseRecording.Frame] = []
    for line in lines.dropFirst() {
      let text = entry(line, &digest)
      if let text, let state = state(inLine: text) {
        checkpoint.frames += frames
        checkpoint.state = state
        frames = []
      } else if let text, let frame = try? PoseRecording.Frame(line: text),
        (frames.last ?? checkpoint.frames.last).map({ $0.time < frame.time }) ?? true
      {
        frames.append(frame)
      } else {
        let number = checkpoint.frames.count + frames.count + 1
        return (
          checkpoint,
          "\(path): the entry of frame \(number) is not as it was written; what follows frame \(checkpoint.frames.count) is analysed again."
        )
      }
    }
    return (checkpoint, nil)
  }

  /// The text of a line; `nil` when it or one before it isn't as it was written.
  private static func entry(_ line: ArraySlice<UInt8>, _ digest: inout ContentDigest) -> [UInt8]? {
    guard let space = line.lastIndex(of: UInt8(ascii: " ")) else { return nil }
    let text = Array(line[..<space])
    digest.add(text)
    return line[(space + 1)...].elementsEqual(digest.hexadecimal.utf8) ? text : nil
  }
}

// MARK: The state as a line

extension VideoJournal {
  /// The mark before the state in its line; no frame begins so.
  private static let mark = Array("checkpoint ".utf8)
  /// Times that never were are without end.
  private static let (positive, negative, notANumber) = ("inf", "-inf", "nan")

  private static func line(of state: VideoCheckpoint.State) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: positive, negativeInfinity: negative, nan: notANumber)
    guard let data = try? encoder.encode(state) else {
      preconditionFailure("all of a state can be written")
    }
    return String(decoding: mark + data, as: UTF8.self)
  }

  private static func state(inLine line: [UInt8]) -> VideoCheckpoint.State? {
    guard line.starts(with: mark) else { return nil }
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: positive, negativeInfinity: negative, nan: notANumber)
    let state = try? decoder.decode(
      VideoCheckpoint.State.self, from: Data(line.dropFirst(mark.count)))
    // A tracker wouldn't survive people without points.
    return state.flatMap { $0.people.isSound && $0.chunks > 0 ? $0 : nil }
  }
}
