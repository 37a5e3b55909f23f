internal import CFFmpeg
public import DepthIO
public import PoseDocuments

/// Reads a video frame by frame: any file that FFmpeg decodes, with a depth track in the same file or
/// in another; a folder of numbered frames; a Record3D recording.
///
/// A reader is used from one thread at a time.
public final class VideoReader {
  /// The input and the options.
  public struct Options: Sendable {
    /// Seconds from the first frame at which reading starts, as a player shows them.
    public var from: Double?
    /// Seconds from the first frame, as a player shows them, after which it ends; that moment is included.
    public var to: Double?
    /// How many times slower than life the video plays, by which the frames' times are divided; `nil` for what the
    /// file states (`VideoInfo.captureRate`), else 1.
    public var slowMotion: Double?
    /// Every n-th frame, from 1. Those between are decoded only where others are predicted from them, and damage is
    /// reported of decoded frames only.
    public var every = 1
    /// Frames a second of a folder of frames, which has no times of its own.
    public var frameRate: Double?
    /// Whether the depth maps in the video's own file or folder are read, where there are any.
    public var usesOwnDepth = true
    /// Options for reading depth: the unit of its integers and the channel.
    public var depth = ReadingOptions()
    /// Threads that decode, at least 1. Used only where every picture is coded by itself (Motion
    /// JPEG, FFV1 …): elsewhere one does, since damage would come out otherwise every time.
    public var threads = 1

    /// All of it.
    public init() {}

    fileprivate func check() {
      precondition(every > 0, "every \(every)th frame")
      precondition(threads > 0, "\(threads) threads")
      precondition(
        frameRate.map { $0 > 0 && $0.isFinite } ?? true, "\(frameRate ?? 0) frames a second")
      precondition(
        slowMotion.map { $0 > 0 && $0.isFinite } ?? true, "\(slowMotion ?? 0) times slower")
    }
  }

  /// The version of FFmpeg's libraries, which this loads, "5.1.6"; `nil` when they can't be loaded:
  /// videos are then refused with the reason.
  public static var libraryVersion: String? {
    FFmpegLibraries.problem == nil ? String(cString: av_version_info()) : nil
  }

  /// The properties of the video.
  public let info: VideoInfo
  /// The positions of its frames, for further readers of the same files.
  public let index: VideoIndex
  /// The errors up to now.
  public private(set) var report = VideoReport()

  private let source: any FrameSource
  private let options: Options
  private let timeline: FrameTimeline?
  private let slowMotion: Double
  private var lastTime = -Double.infinity
  private var isAtEnd = false

  /// Opens a video. No other file is opened, and no address, whatever the file contains.
  ///
  /// Pictures come upright (display matrix, EXIF) and with square pixels, in the size of the first
  /// one. Their colours are those of the file's own matrix and range, BT.601 where it names none.
  /// Depth belongs to the frame whose time is nearest, within half a frame; in a folder to that of
  /// the same number.
  ///
  /// - Parameters:
  ///   - path: a video file, a folder of numbered frames or a Record3D recording.
  ///   - depthPath: a video file with the depth maps of the same moments, or a folder of them; `nil` for
  ///     the depth track in the video's own file, where there is one.
  ///   - options: options for reading it.
  ///   - index: that of another reader of the same files, with which this one needn't search them.
  /// - Throws: `FileError`: `noSuchFile`; `unknownFormat` for text, sound alone, an image, a folder
  ///   without frames; `damaged` if not a single frame can be decoded; `unsupported` without
  ///   FFmpeg, without a decoder and for frames larger than `options.depth.pixelLimit`;
  ///   `timesMissing` for a folder without a frame rate, `unitMissing` for depth without a unit;
  ///   `mismatch` if a stated depth input has no depth.
  public convenience init(
    contentsOf path: String, depth depthPath: String? = nil, options: Options = Options(),
    index: VideoIndex? = nil
  ) throws(FileError) {
    options.check()
    var report = VideoReport()
    let source: any FrameSource
    switch try InputKind(path) {
    case .folder:
      source = try FolderSource(
        path, depthPath: depthPath, options: options, index: index, report: &report)
    case .archive:
      guard depthPath == nil else {
        throw FileError(
          .mismatch, path: path, "a Record3D recording has depth of its own",
          remedy: .leaveOutDepth)
      }
      source = try RecordingSource(path, options: options)
    case .file:
      source = try FileSource(
        path, depthPath: depthPath, options: options, index: index, report: &report)
    }
    try self.init(source, options, report)
  }

  /// Reads frames that a program gives. Their numbers count from 0, and their times from the first one's.
  ///
  /// Throws a `FileError`: what the frames' giver throws; `damaged` when there is none; `unitMissing` for
  /// depth in steps whose unit isn't stated. A frame of another size than the first, or without a time,
  /// ends reading with `mismatch`.
  public convenience init(
    of stream: FrameStream, options: Options = Options()
  ) throws(FileError) {
    options.check()
    try self.init(try StreamSource(stream, options: options), options, VideoReport())
  }

  private init(
    _ source: any FrameSource, _ options: Options, _ report: VideoReport
  ) throws(FileError) {
    (self.source, self.options, self.report) = (source, options, report)
    var info = source.info
    self.index = source.index
    let slowMotion = options.slowMotion ?? info.statedSlowMotion
    self.slowMotion = slowMotion
    let timeline = source.timeline
    self.timeline = timeline
    let places = timeline.map { Self.places(in: $0, options, slowMotion) }
    info.frameCount = places?.count ?? Self.selected(of: info, options)
    info.slowMotion = slowMotion
    info.frameRate = info.frameRate.map { $0 * slowMotion }
    info.duration = info.duration.map { $0 / slowMotion }
    self.info = info
    if options.from ?? 0 > 0, let first = places?.first {
      try source.seek(to: first)
    }
  }

  /// The parts into which the frames that are read can be cut; `nil` without seeking.
  public func chunks(_ length: VideoChunk.Length) -> [VideoChunk]? {
    timeline.map {
      VideoChunk.chunks(
        of: Self.places(in: $0, options, slowMotion), in: $0, length: length)
    }
  }

  /// Goes to a place, so that `next` gives the frame that is there, or the first one after it. Only what
  /// is needed for it is decoded. Only for a video that has `chunks`.
  ///
  /// - Throws: `FileError` when the file has changed or can't be opened any more.
  public func seek(to place: Int) throws(FileError) {
    precondition(timeline != nil, "the frames of this video can't be sought")
    (lastTime, isAtEnd) = (-.infinity, false)
    try source.seek(to: place)
  }

  /// The next frame; `nil` at the end. Packets that can't be decoded are left out and counted in
  /// `report`; a file that ends early gives what it had.
  ///
  /// - Throws: `FileError` when nothing more can be read and not a single frame was.
  public func next() throws(FileError) -> VideoFrame? {
    while !isAtEnd, let moment = try source.advance(&report) {
      guard moment.time > lastTime + Self.leastStep * slowMotion else {
        report.framesOutOfOrder += 1
        continue
      }
      lastTime = moment.time
      if let to = options.to, moment.time > to + Self.slack { break }
      guard moment.time >= (options.from ?? 0) - Self.slack, moment.position % options.every == 0,
        let frame = try source.frame(&report)
      else { continue }
      report.frames += 1
      return slowMotion == 1 ? frame : frame.at(time: frame.time / slowMotion)
    }
    isAtEnd = true
    return nil
  }

  /// A frame that comes sooner after the one before isn't later than that, in seconds: files have times to a microsecond.
  private static let leastStep = 2e-6

  /// Times are sums of rounded ones: a frame at the limit itself counts. In seconds.
  private static let slack = 1e-6

  /// The places of the frames that are read.
  private static func places(
    in timeline: FrameTimeline, _ options: Options, _ slowMotion: Double
  ) -> [Int] {
    let times = timeline.times
    var last = -Double.infinity
    let isLater = times.map { time in
      guard time > last + leastStep * slowMotion else { return false }
      last = time
      return true
    }
    let first = times.partitioningIndex { $0 >= (options.from ?? 0) - slack }
    let end = options.to.map { to in times.partitioningIndex { $0 > to + slack } } ?? times.count
    guard first < end else { return [] }
    return (first..<end).filter { isLater[$0] && timeline.positions[$0] % options.every == 0 }
  }

  /// The number of frames that will come, when they come at an even rate.
  private static func selected(of info: VideoInfo, _ options: Options) -> Int? {
    guard let count = info.frameCount else { return nil }
    var range = 0..<count
    if let rate = info.frameRate {
      let first = options.from.map { ($0 * rate - slack).rounded(.up) } ?? 0
      let end = options.to.map { ($0 * rate + slack).rounded(.down) + 1 } ?? Double(count)
      let limits = [first, end].map { Int(max(0, min(Double(count), $0))) }
      range = limits[0]..<max(limits[0], limits[1])
    }
    let places = [range.upperBound, range.lowerBound].map {
      $0 == 0 ? 0 : ($0 - 1) / options.every + 1
    }
    return places[0] - places[1]
  }
}
