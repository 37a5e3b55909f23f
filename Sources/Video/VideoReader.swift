public import DepthIO

/// Reads a video frame by frame: any file that FFmpeg decodes, with a depth track in the same file or
/// in another; a folder of numbered frames; a Record3D recording.
///
/// A reader is used from one thread at a time.
public final class VideoReader {
  /// What is read, and how.
  public struct Options: Sendable {
    /// Seconds from the first frame at which reading starts.
    public var from: Double?
    /// Seconds from the first frame after which it ends; that moment is included.
    public var to: Double?
    /// Every n-th frame, from 1.
    public var every = 1
    /// Frames a second of a folder of frames, which has no times of its own.
    public var frameRate: Double?
    /// Whether the depth maps in the video's own file or folder are read, where there are any.
    public var usesOwnDepth = true
    /// How depth is read: the unit of its integers and which channel.
    public var depth = ReadingOptions()
    /// Threads that decode, at least 1.
    public var threads = 1

    /// All of it.
    public init() {}
  }

  /// What is known of the video.
  public let info: VideoInfo
  /// What went wrong so far.
  public private(set) var report = VideoReport()

  /// Opens a video.
  ///
  /// - Parameters:
  ///   - path: a video file, a folder of numbered frames or a Record3D recording.
  ///   - depthPath: a video file with the depth maps of the same moments, or a folder of them; `nil`
  ///     for the depth track in the video's own file, where there is one.
  /// - Throws: `VideoError`.
  public init(
    contentsOf path: String, depth depthPath: String? = nil, options: Options = Options()
  ) throws(VideoError) {
    precondition(options.every > 0, "every \(options.every)th frame")
    throw VideoError(.unsupported, path: path, "videos are not read yet")
  }

  /// The next frame; `nil` at the end. Packets that can't be decoded are left out and counted in
  /// `report`; a file that ends early gives what it had.
  ///
  /// - Throws: `VideoError` when nothing more can be read and not a single frame was.
  public func next() throws(VideoError) -> VideoFrame? { nil }
}
