/// Writes a video file: H.264 in MP4 (or what the ending of the name asks for), complete or not at
/// all.
public final class VideoWriter {
  /// Begins a file; it is written under a temporary name in the same folder.
  ///
  /// - Parameters:
  ///   - path: the file; its ending says the container (mp4, mov, mkv).
  ///   - width: pixels; an odd width is made even with a line of the last pixels.
  ///   - height: likewise.
  ///   - frameRate: the usual rate, for players; frames keep their own times.
  /// - Throws: `VideoError`.
  public init(_ path: String, width: Int, height: Int, frameRate: Double) throws(VideoError) {
    throw VideoError(.unsupported, path: path, "videos are not written yet")
  }

  /// Adds a frame.
  ///
  /// - Parameters:
  ///   - words: `width * height` pixels as 0xXXRRGGBB words, row by row, as cairo draws them.
  ///   - time: seconds; later than that of the frame before.
  public func append(words: UnsafeBufferPointer<UInt32>, at time: Double) throws(VideoError) {}

  /// Ends the file and gives it its name.
  public func finish() throws(VideoError) {}

  /// Gives the file up: nothing stays.
  public func cancel() {}
}
