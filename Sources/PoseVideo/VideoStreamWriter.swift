public import PoseDocuments

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
