public import Documents
internal import Foundation
public import Motion
internal import PoseFiles

/// What an interrupted run leaves behind so that it can go on: a line that says what was analysed and
/// how, then a line per frame with all digits of what was measured. It lies beside the output and goes
/// away with the last frame.
///
/// Every line ends with a digest of itself and of all lines before it, so that an entry that was
/// changed, left out or moved is noticed.
public final class VideoJournal {
  /// The file.
  public let path: String
  private let file: UnsafeMutablePointer<FILE>
  /// Of the lines that were written.
  private var digest = ContentDigest()

  /// Where the journal of an output lies.
  public static func path(of output: String) -> String { output + ".resume" }

  /// A new journal, with the frames that were done before.
  ///
  /// Throws `unwritable`; nothing is left behind then, and an earlier journal stays.
  public init(
    of output: String, fingerprint: VideoFingerprint, frames: [PoseRecording.Frame]
  ) throws(FileError) {
    path = Self.path(of: output)
    // Beside the old one until the frames that were done before are in it.
    let draft = path + ".new"
    file = try Self.newFile(draft, for: path)
    do throws(FileError) {
      try write(fingerprint.header.compactText)
      for frame in frames { try add(frame) }
      try flush()
      guard rename(draft.fileSystemBytes, path.fileSystemBytes) == 0 else {
        throw Self.unwritable(path)
      }
    } catch {
      unlink(draft.fileSystemBytes)
      throw error
    }
  }

  deinit { fclose(file) }

  /// Adds a frame.
  func add(_ frame: PoseRecording.Frame) throws(FileError) { try write(frame.line) }

  /// Sees to it that what was added survives the program.
  func flush() throws(FileError) { guard fflush(file) == 0 else { throw Self.unwritable(path) } }

  /// Takes the journal away: there is nothing to go on with.
  public func remove() { unlink(path.fileSystemBytes) }

  private func write(_ line: String) throws(FileError) {
    digest.add(line)
    let line = Data("\(line) \(digest.hexadecimal)\n".utf8)
    let written = line.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
    guard written == line.count else { throw Self.unwritable(path) }
  }

  /// An empty file that wasn't there before: its name can be guessed, and whoever may write to the
  /// folder could have put a link there. What a run that was ended has left under it goes.
  private static func newFile(
    _ draft: String, for path: String
  ) throws(FileError) -> UnsafeMutablePointer<FILE> {
    unlink(draft.fileSystemBytes)
    let descriptor = open(
      draft.fileSystemBytes, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw unwritable(path) }
    guard let file = fdopen(descriptor, "w") else {
      let error = unwritable(path)
      close(descriptor)
      unlink(draft.fileSystemBytes)
      throw error
    }
    return file
  }

  private static func unwritable(_ path: String) -> FileError {
    FileError(
      .unwritable, path: path, "can't be written: \(String(cString: strerror(errno)))")
  }
}

// MARK: Reading

extension VideoJournal {
  /// The frames of an earlier run; `nil` when there is no journal. A last line that was cut off is
  /// left out. So is an entry that isn't as it was written, with all that follow it; the notice says so.
  ///
  /// - Throws: `FileError`: `mismatch` when the journal is of another input or other settings, and names
  ///   what differs; `damaged` when it is none.
  public static func frames(
    of output: String, fingerprint: VideoFingerprint
  ) throws(FileError) -> (frames: [PoseRecording.Frame], notice: Notice?)? {
    let path = path(of: output)
    guard FileBytes.isThere(path) else { return nil }
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
        "this is no journal of an interrupted run; remove it to start anew")
    }
    guard differences.isEmpty else {
      throw FileError(
        .mismatch, path: path,
        "the interrupted run had other inputs or settings (different: \(differences.joined(separator: ", ")))",
        remedy: .repeatSettings)
    }
    var frames: [PoseRecording.Frame] = []
    for line in lines.dropFirst() {
      guard let text = entry(line, &digest), let frame = try? PoseRecording.Frame(line: text),
        frames.last.map({ $0.time < frame.time }) ?? true
      else {
        return (
          frames,
          "\(path): the entry of frame \(frames.count + 1) is not as it was written; it and those after it are analysed again."
        )
      }
      frames.append(frame)
    }
    return (frames, nil)
  }

  /// The text of a line; `nil` when it or one before it isn't as it was written.
  private static func entry(_ line: ArraySlice<UInt8>, _ digest: inout ContentDigest) -> [UInt8]? {
    guard let space = line.lastIndex(of: UInt8(ascii: " ")) else { return nil }
    let text = Array(line[..<space])
    digest.add(text)
    return line[(space + 1)...].elementsEqual(digest.hexadecimal.utf8) ? text : nil
  }
}
