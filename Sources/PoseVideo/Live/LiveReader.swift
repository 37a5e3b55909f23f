internal import CFFmpeg
internal import DepthIO
public import PoseDocuments
public import PoseImaging

/// Reads pictures as they come: from a camera, a stream in the network, a pipe, or a file that is played
/// as if it were one.
///
/// Network addresses are opened here and nowhere else: what is in a file can't make `VideoReader`, or
/// this reader, open one. A camera or stream that is lost is looked for again, sooner at first and then
/// every few seconds; the times go on where they were.
///
/// A reader is used from one thread at a time.
public final class LiveReader {
  /// Options of the reader.
  public struct Options: Sendable {
    /// The size that a camera is asked for; of a pipe or a file, that its pictures have no container and
    /// this size.
    public var size: (width: Int, height: Int)?
    /// The format that a camera is asked for, `mjpeg` or a pixel format by FFmpeg's name; of images
    /// without a container, their pixel format. (default: the camera's own choice, and `rgb24`)
    public var pixelFormat: String?
    /// Frames a second that a camera is asked for, and of pictures without a container; without it the
    /// camera's own choice, and 30.
    public var frameRate: Double?
    /// Whether a file gives its pictures at their times instead of as fast as they are read.
    public var keepsPace = false
    /// Seconds without a picture after which a camera or a stream counts as lost.
    public var patience = 10.0
    /// Seconds for which it is then looked for.
    public var longestSearch = 60.0
    /// Pictures with more pixels are refused.
    public var pixelLimit: Int
    /// Bytes that a stream in the network may send without a picture; one that sends more counts as lost.
    public var byteLimit = 256 << 20

    /// Default options: the camera's own choice.
    public init() { pixelLimit = ReadingOptions().pixelLimit }
  }

  /// A picture.
  public struct Frame: Sendable {
    /// Its number, from 0.
    public let index: Int
    /// Seconds since the first, by the camera's clock; later than that of the frame before.
    public let time: Double
    /// The picture, upright.
    public let image: ColorImage
    /// The arrival time of its last bytes.
    public let arrival: ContinuousClock.Instant
    /// The frame's delay in seconds after its own time, relative to the shortest delay: how far the
    /// reader, the camera or the network lags.
    public let lag: Double
  }

  /// A change of state of a camera or a stream.
  public enum Event: Sendable, Equatable {
    /// It is lost, and why; it is looked for.
    case lost(String)
    /// It is back after so many seconds.
    case found(after: Double)
  }

  /// A report on the reading.
  public struct Report: Sendable, Equatable {
    /// Pictures.
    public var pictures = 0
    /// Pictures that could not be decoded, or came out damaged.
    public var damaged = 0
    /// The number of times that a camera or a stream was lost and came back.
    public var reconnections = 0
    /// Whether a pipe or a file ends within a picture.
    public var isTruncated = false

    /// Nothing yet.
    public init() {}
  }

  /// The address, as it may be shown.
  public let name: String
  /// The kind of stream and of its pictures in words, "RTSP / H.264".
  public private(set) var format = ""
  /// Frames a second on average as the stream states it; `nil` when it doesn't.
  public private(set) var frameRate: Double?
  /// The report up to now.
  public private(set) var report = Report()

  private let address: LiveAddress
  private let options: Options
  private let interrupt: LiveInterrupt
  private let onEvent: (Event) -> Void
  private var input: LiveInput?
  private var converter: PictureConverter?
  /// The size that pictures had first, as they are stored.
  private var firstSize: (Int32, Int32)?
  private var timeline = LiveTimeline()
  private var lastArrival = ContinuousClock.now
  private var firstArrival: ContinuousClock.Instant?
  private var minimumLag = Double.infinity
  private var damagedBefore = 0
  private var search: Search?
  /// The end is reported again on each later call.
  private var isOver = false

  /// A camera or stream that is looked for.
  private struct Search {
    let reason: String
    let start = ContinuousClock.now
    var pause = 0.5
  }

  /// Seconds from one look for what is lost to the next, at most.
  private static let longestPause = 8.0

  /// Opens an address.
  ///
  /// - Parameters:
  ///   - address: the camera or stream.
  ///   - options: options for reading it.
  ///   - isCancelled: asked several times a second while it waits, from whatever thread it is used in.
  ///   - onEvent: called in that thread when a camera or a stream is lost or back.
  /// - Throws: `FileError`: `noSuchFile` when there is no such camera, or nothing answers; `unknownFormat`
  ///   for what is not a video, `unsuitable` for a stream that redirects elsewhere or sends too much, `damaged`, and `unsupported` without FFmpeg or its libavdevice.
  public init(
    _ address: LiveAddress, options: Options = Options(),
    isCancelled: @escaping @Sendable () -> Bool = { false },
    onEvent: @escaping (Event) -> Void = { _ in }
  ) throws(FileError) {
    if let size = options.size { precondition(size.width > 0 && size.height > 0) }
    if let rate = options.frameRate { precondition(rate > 0 && rate.isFinite) }
    (self.address, self.options, self.onEvent) = (address, options, onEvent)
    name = address.description
    interrupt = LiveInterrupt(isCancelled: isCancelled)
    try open()
    isOver = input == nil
  }

  /// The reason that no camera of this machine can be read, with a recovery suggestion; `nil` when
  /// one can. Loads the libraries for it.
  public static var cameraProblem: String? { LiveOpening.deviceProblem }

  /// Waits for the next frame; `nil` at the end of a pipe or a file, and if the caller has asked to
  /// end.
  ///
  /// - Throws: `FileError`: `noSuchFile` when a camera or a stream was lost and didn't come back, `damaged`
  ///   when not one picture of a pipe or a file can be decoded, `mismatch` when the pictures take another
  ///   shape, `tooLarge` or `unsupported` for pictures that can't be converted.
  public func next() throws(FileError) -> Frame? {
    while !isOver {
      guard let input else {
        isOver = !(try searchOn())
        continue
      }
      let step = input.advance()
      (report.damaged, report.isTruncated) = (damagedBefore + input.damaged, input.isTruncated)
      switch step {
      case .picture:
        if let frame = try frame(of: input) { return frame }
        isOver = true
      case .end:
        isOver = true
        guard report.pictures > 0 else { throw noPicture }
      case .cancelled: isOver = true
      case .lost(let reason):
        damagedBefore += input.damaged
        self.input = nil
        if search == nil {
          search = Search(reason: reason)
          onEvent(.lost(reason))
        }
      }
    }
    input = nil
    return nil
  }

  private var noPicture: FileError {
    guard address.kind != .pipe || !format.hasPrefix("QuickTime") else {
      return LiveOpening.lateIndex(name)
    }
    return FileError(
      .damaged, path: name,
      report.damaged == 0
        ? "there is not a single image (\(format)): it is empty or cut short"
        : "not one image (\(format)) can be decoded: \(report.damaged) are damaged")
  }

  private func open() throws(FileError) {
    input = try LiveInput.opened(address, options, interrupt)
    guard let input else { return }
    (format, frameRate) = (input.format, input.stream.frameRate)
  }

  /// Tries once more to open what is lost. Returns whether to go on.
  private func searchOn() throws(FileError) -> Bool {
    guard var search else { return false }
    guard interrupt.sleep(search.pause) else { return false }
    search.pause = min(2 * search.pause, Self.longestPause)
    self.search = search
    do throws(FileError) {
      try open()
      return input != nil
    } catch {
      if interrupt.isCalled { return false }
      let seconds = (ContinuousClock.now - search.start) / .seconds(1)
      guard seconds > options.longestSearch else { return true }
      throw FileError(
        .noSuchFile, path: name,
        "it was lost (\(search.reason)), and didn't come back within "
          + "\(Int(options.longestSearch)) s: \(error.problem)")
    }
  }

  /// The frame that has come; `nil` if the caller asks to end before a file's frame is due.
  private func frame(of input: LiveInput) throws(FileError) -> Frame? {
    let image = try picture(of: input)
    let isBack = search != nil
    if isBack { timeline.interrupt() }
    let gap = isBack ? (input.arrival - lastArrival) / .seconds(1) : nil
    let time = timeline.next(
      input.seconds, interval: 1 / (frameRate ?? options.frameRate ?? 30), gap: gap)
    if let search {
      report.reconnections += 1
      onEvent(.found(after: (ContinuousClock.now - search.start) / .seconds(1)))
      self.search = nil
    }
    guard let arrival = arrival(of: input, at: time) else { return nil }
    lastArrival = arrival
    let first = firstArrival ?? arrival
    firstArrival = first
    let lag = (arrival - first) / .seconds(1) - time
    minimumLag = min(minimumLag, lag)
    defer { report.pictures += 1 }
    return Frame(
      index: report.pictures, time: time, image: image, arrival: arrival, lag: lag - minimumLag)
  }

  /// The arrival of a frame. In a file that keeps its pace, it is the frame's own time, until which
  /// this waits; `nil` if the caller asks to end before that.
  private func arrival(of input: LiveInput, at time: Double) -> ContinuousClock.Instant? {
    guard options.keepsPace, address.kind == .file, let firstArrival else {
      return input.arrival
    }
    let due = firstArrival + .seconds(time)
    let rest = (due - .now) / .seconds(1)
    guard rest > 0 else { return due }
    return interrupt.sleep(rest) ? due : nil
  }

  private func picture(of input: LiveInput) throws(FileError) -> ColorImage {
    let frame = input.frame
    let size = (frame[.width], frame[.height])
    let (converter, first): (PictureConverter, (Int32, Int32))
    if let known = self.converter, let firstSize {
      (converter, first) = (known, firstSize)
    } else {
      let aspect = av_guess_sample_aspect_ratio(input.context, input.stream.pointer, frame)
      converter = try PictureConverter(
        first: frame, pixelAspect: aspect, orientation: input.stream.orientation,
        pixelLimit: options.pixelLimit, path: name)
      (self.converter, firstSize, first) = (converter, size, size)
    }
    // A camera that comes back with other pixels shows the same; another shape is another picture.
    let shape = Double(size.0) * Double(first.1) / (Double(size.1) * Double(first.0))
    guard abs(shape - 1) < 0.02 else {
      throw FileError(
        .mismatch, path: name,
        "the images have changed their shape: they had \(first.0)×\(first.1) pixels, and have "
          + "\(size.0)×\(size.1). Start again")
    }
    guard let image = converter.picture(frame) else {
      throw FileError(
        .unsupported, path: name, "its pixels are of a kind that FFmpeg here can't convert")
    }
    return image
  }
}

/// The times of live frames, each later than the one before: those of the camera, from the first
/// frame on, whatever its clock begins with. They continue on the same line if a stream restarts.
struct LiveTimeline {
  /// The last frame's time in seconds; `nil` before the first.
  private(set) var last: Double?
  /// The seconds added to the stream's own; `nil` when they are not yet determined.
  private var offset: Double?

  /// The stream was lost; the first frame after it comes so many seconds later than the last.
  mutating func interrupt() { offset = nil }

  /// The time of the next frame.
  ///
  /// - Parameters:
  ///   - seconds: the stream's own; `nil` where the frame has none.
  ///   - interval: seconds from frame to frame, for a frame whose own time isn't later than the
  ///     last's: the stream's times are taken to restart there.
  ///   - gap: seconds since the last frame by the clock on the wall, after an interruption.
  mutating func next(_ seconds: Double?, interval: Double, gap: Double?) -> Double {
    guard let last else {
      offset = seconds.map { -$0 }
      self.last = 0
      return 0
    }
    var time = last + (offset == nil ? max(interval, gap ?? interval) : interval)
    if let seconds, let offset, seconds + offset > last {
      time = seconds + offset
    } else if let seconds {
      offset = time - seconds
    }
    self.last = time
    return time
  }
}
