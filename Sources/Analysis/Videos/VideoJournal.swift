public import Documents
internal import Foundation
public import Motion
internal import PoseFiles

/// What an interrupted run leaves behind so that it can go on: a line that says what was analysed and
/// how, then a line per frame with all digits of what was measured. It lies beside the output and goes
/// away with the last frame.
public final class VideoJournal {
  /// The file.
  public let path: String
  private let file: UnsafeMutablePointer<FILE>

  /// Where the journal of an output lies.
  public static func path(of output: String) -> String { output + ".resume" }

  /// A new journal, with the frames that were done before.
  ///
  /// Throws `unwritable`.
  public init(
    of output: String, fingerprint: VideoFingerprint, frames: [PoseRecording.Frame]
  ) throws(FileError) {
    path = Self.path(of: output)
    // Beside the old one until the frames that were done before are in it.
    let draft = path + ".new"
    guard let file = fopen(draft, "w") else { throw Self.unwritable(path) }
    self.file = file
    try write(fingerprint.header.compactText)
    for frame in frames { try add(frame) }
    try flush()
    guard rename(draft, path) == 0 else { throw Self.unwritable(path) }
  }

  deinit { fclose(file) }

  /// Adds a frame.
  func add(_ frame: PoseRecording.Frame) throws(FileError) { try write(frame.line) }

  /// Sees to it that what was added survives the program.
  func flush() throws(FileError) { guard fflush(file) == 0 else { throw Self.unwritable(path) } }

  /// Takes the journal away: there is nothing to go on with.
  public func remove() { unlink(path) }

  private func write(_ line: String) throws(FileError) {
    let line = Data((line + "\n").utf8)
    let written = line.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
    guard written == line.count else { throw Self.unwritable(path) }
  }

  private static func unwritable(_ path: String) -> FileError {
    FileError(
      .unwritable, path: path, "can't be written: \(String(cString: strerror(errno)))")
  }

  /// The frames of an earlier run; `nil` when there is no journal. A last line that was cut off is
  /// left out.
  ///
  /// - Throws: `FileError`: `mismatch` when the journal is of another input or other settings, and names
  ///   what differs; `damaged` when it is none.
  public static func frames(
    of output: String, fingerprint: VideoFingerprint
  ) throws(FileError) -> [PoseRecording.Frame]? {
    let path = path(of: output)
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    var lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // What follows the last end of a line: nothing, or half a line.
    lines.removeLast()
    guard let first = lines.first, let header = try? DocumentNode(parsing: Array(first)),
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
    do {
      let frames = try lines.dropFirst().map { try PoseRecording.Frame(line: Array($0)) }
      guard zip(frames, frames.dropFirst()).allSatisfy({ $0.time < $1.time }) else {
        throw DocumentNode.Problem("its frames are not in the order of their times")
      }
      return frames
    } catch {
      let problem = (error as? DocumentNode.Problem)?.message ?? "\(error)"
      throw FileError(.damaged, path: path, "\(problem); remove it to start anew")
    }
  }
}
