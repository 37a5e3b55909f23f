public import PoseDocuments

/// Writes a video file: H.264 in MP4 (or what the ending of the name asks for), complete or not at
/// all. Where FFmpeg has no encoder of H.264, it is MPEG-4 Visual. The same frames give the same
/// bytes.
///
/// A writer is used from one thread at a time. One that is given up without `finish` leaves nothing.
public final class VideoWriter {
  /// The endings of files that are written, without points.
  package static let endings = ["mp4", "mov", "mkv"]

  private let path: String
  private let file: TemporaryFile
  private let pixelCount: Int
  private var encoder: FrameEncoder?

  /// Begins a file; it is written under a temporary name in the same folder.
  ///
  /// - Parameters:
  ///   - path: the file; its ending selects the container (mp4, mov, mkv).
  ///   - width: pixels; an odd width is made even with a line of the last pixels.
  ///   - height: pixels, made even in the same way.
  ///   - frameRate: the usual rate, for players; frames keep their own times.
  /// - Throws: `FileError`: `unsupported` for another ending, without FFmpeg or an encoder, `unwritable`
  ///   when the folder doesn't take the file.
  public init(_ path: String, width: Int, height: Int, frameRate: Double) throws(FileError) {
    precondition(width > 0 && height > 0, "a video of \(width)×\(height) pixels")
    precondition(frameRate > 0 && frameRate.isFinite, "\(frameRate) frames a second")
    let container = try VideoContainer(path)
    self.path = path
    pixelCount = width * height
    let target = OutputFile.resolved(path)
    do {
      file = try TemporaryFile(for: target)
    } catch {
      let end = target.lastIndex(of: "/")
      let folder = end.map { "the folder \(target[...$0])" } ?? "the current folder"
      throw FileError(
        .unwritable, path: path, "no file can be made in \(folder): \(error.reason.lowercased())")
    }
    encoder = try FrameEncoder(
      .file(file.path, container), width: width, height: height, frameRate: frameRate,
      named: path)
  }

  deinit { cancel() }

  /// Adds a frame.
  ///
  /// - Parameters:
  ///   - words: `width * height` pixels as 0xXXRRGGBB words, row by row, as cairo draws them.
  ///   - time: seconds; later than that of the frame before. The file's time begins with its first
  ///     frame. MP4 and MOV keep times to 1/60000 s, MKV to a millisecond.
  /// - Throws: `FileError`, `unwritable`; the file is then given up.
  public func append(words: UnsafeBufferPointer<UInt32>, at time: Double) throws(FileError) {
    precondition(words.count == pixelCount, "\(words.count) words for \(pixelCount) pixels")
    guard let encoder else { preconditionFailure("\(path) has been finished or given up") }
    do throws(FileError) {
      try encoder.append(words, at: time)
    } catch {
      cancel()
      throw error
    }
  }

  /// Ends the file and gives it its name; an earlier file of that name is replaced. Without a
  /// single frame no file is written.
  ///
  /// - Throws: `FileError`, `unwritable`; the file is then given up.
  public func finish() throws(FileError) {
    guard let encoder else { return }
    defer { cancel() }
    try encoder.finish()
    self.encoder = nil
    do {
      try file.replaceTarget()
    } catch {
      file.remove()
      throw FileError(
        .unwritable, path: path, "it can't be given its name: \(error.reason.lowercased())")
    }
  }

  /// Gives the file up: nothing stays.
  public func cancel() {
    guard encoder != nil else { return }
    encoder = nil
    file.remove()
  }
}

/// Writes a video to standard output while it is made: H.264 in MPEG-TS, or MPEG-4 Visual where FFmpeg has
/// no encoder of that. Each frame is handed on as soon as it is there, and who begins to read later sees
/// a picture within a second.
///
/// A writer is used from one thread at a time.
public final class VideoStreamWriter {
  private let pixelCount: Int
  private var encoder: FrameEncoder?

  /// A video that nothing was written of yet.
  ///
  /// - Parameters:
  ///   - width: pixels; an odd width is made even with a line of the last pixels.
  ///   - height: pixels, made even in the same way.
  ///   - frameRate: the usual rate; frames keep their own times.
  /// - Throws: `FileError`: `unsupported` without FFmpeg or an encoder, `unwritable`.
  public init(width: Int, height: Int, frameRate: Double) throws(FileError) {
    precondition(width > 0 && height > 0, "a video of \(width)×\(height) pixels")
    precondition(frameRate > 0 && frameRate.isFinite, "\(frameRate) frames a second")
    pixelCount = width * height
    encoder = try FrameEncoder(
      .standardOutput, width: width, height: height, frameRate: frameRate,
      named: "standard output")
  }

  /// Writes a frame, and waits if the reader does. Returns `false` if the reader is gone.
  ///
  /// - Parameters:
  ///   - words: `width * height` pixels as 0xXXRRGGBB words, row by row.
  ///   - time: seconds; later than that of the frame before.
  /// - Throws: `FileError`, `unwritable`.
  public func append(
    words: UnsafeBufferPointer<UInt32>, at time: Double
  ) throws(FileError) -> Bool {
    precondition(words.count == pixelCount, "\(words.count) words for \(pixelCount) pixels")
    guard let encoder else { return false }
    do throws(FileError) {
      try encoder.append(words, at: time)
      return true
    } catch {
      guard encoder.isReaderGone else { throw error }
      return false
    }
  }

  /// Writes what the encoder still holds, once.
  ///
  /// - Throws: `FileError`, `unwritable`.
  public func finish() throws(FileError) {
    guard let encoder, encoder.hasFrames else { return }
    self.encoder = nil
    do throws(FileError) {
      try encoder.finish()
    } catch {
      guard encoder.isReaderGone else { throw error }
    }
  }
}
