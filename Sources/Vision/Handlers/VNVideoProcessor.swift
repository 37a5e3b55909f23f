public import Foundation
internal import PoseDocuments
internal import PoseVideo
internal import Synchronization

/// Performs requests on the frames of a video file. A request has the observations of one frame at a time: its completion
/// handler is called after each, and their `timeRange` is the frame's.
public final class VNVideoProcessor: NSObject, @unchecked Sendable {
  /// How often a request is performed: on every frame, but for the subclasses.
  public class Cadence: NSObject, @unchecked Sendable {
    fileprivate override init() {}

    /// Seconds from one frame that is looked at to the next.
    fileprivate var interval: Double { 0 }
  }

  /// A number of frames a second.
  public final class FrameRateCadence: Cadence, @unchecked Sendable {
    /// Frames a second, at most those of the video.
    public let frameRate: Int

    /// A number of frames a second, more than 0.
    public init(_ frameRate: Int) {
      precondition(frameRate > 0, "\(frameRate) frames a second")
      self.frameRate = frameRate
    }

    fileprivate override var interval: Double { 1 / Double(frameRate) }
  }

  /// A time between frames.
  public final class TimeIntervalCadence: Cadence, @unchecked Sendable {
    /// Seconds from one frame that is looked at to the next.
    public let timeInterval: CFTimeInterval

    /// A time between frames in seconds, more than 0.
    public init(_ timeInterval: CFTimeInterval) {
      precondition(timeInterval > 0, "\(timeInterval) s between frames")
      self.timeInterval = timeInterval
    }

    fileprivate override var interval: Double { timeInterval }
  }

  /// How a request is performed.
  public final class RequestProcessingOptions: NSObject, @unchecked Sendable {
    private let chosen = Mutex<Cadence?>(nil)

    /// Every frame.
    public override init() {}

    /// How often; `nil` for every frame.
    public var cadence: Cadence? {
      get { chosen.withLock { $0 } }
      set { chosen.withLock { $0 = newValue } }
    }
  }

  /// How often a request is performed.
  private struct Pace {
    /// Seconds from one frame to the next.
    var interval = 0.0
    /// Frames from one to the next.
    var step = 1
  }

  private let url: URL
  private let requests = Mutex<[(request: VNRequest, pace: Pace)]>([])
  private let isCancelled = Mutex(false)

  /// A processor of a video file. The file is opened by `analyze(_:)`.
  public init(url: URL) { self.url = url }

  /// Adds a request. Its cadence is the one that the options have now; added once more it gets another one.
  ///
  /// Throws `unsupportedRevision` for a revision that there isn't.
  public func addRequest(
    _ request: VNRequest, processingOptions: RequestProcessingOptions = RequestProcessingOptions()
  ) throws {
    try add(request, Pace(interval: processingOptions.cadence?.interval ?? 0))
  }

  /// Adds a request, under the name of 2020. Added once more it gets other options.
  ///
  /// Throws `unsupportedRevision` for a revision that there isn't, `invalidOption` for an option that isn't a number above 0.
  public func add(
    _ request: VNRequest,
    withProcessingOptions processingOptions: [VNVideoProcessingOption: Any] = [:]
  ) throws {
    func number(_ option: VNVideoProcessingOption) throws -> Double? {
      guard let value = processingOptions[option] else { return nil }
      let number: Double? =
        switch value {
        case let value as NSNumber: value.doubleValue
        case let value as any BinaryInteger: Double(value)
        case let value as any BinaryFloatingPoint: Double(value)
        default: nil
        }
      guard let number, number > 0, number < 1e9 else {
        throw VisionFailure(
          .invalidOption, "\(option.rawValue) is \(value): a number above 0 was expected"
        ).cocoaError
      }
      return number
    }
    let step = try number(.frameCadence).map { max(1, Int($0)) } ?? 1
    try add(request, Pace(interval: try number(.timeInterval) ?? 0, step: step))
  }

  private func add(_ request: VNRequest, _ pace: Pace) throws {
    try type(of: request).check(request.revision)
    requests.withLock { requests in
      if let place = requests.firstIndex(where: { $0.request === request }) {
        requests[place].pace = pace
      } else {
        requests.append((request, pace))
      }
    }
  }

  /// Removes a request. Throws `invalidArgument` for one that was not added.
  public func removeRequest(_ request: VNRequest) throws {
    try requests.withLock { requests in
      guard let place = requests.firstIndex(where: { $0.request === request }) else {
        throw VisionFailure(
          .invalidArgument, "\(type(of: request)) was not added to this processor"
        )
        .cocoaError
      }
      requests.remove(at: place)
    }
  }

  /// Performs the requests on the frames in a stretch of time, in their order, and returns after the last one.
  ///
  /// Times are those of the file. A stretch whose duration is not a number goes to the end.
  ///
  /// - Throws: errors of `VNErrorDomain`: `invalidImage` for a file that can't be read, as without FFmpeg's libraries,
  ///   `requestCancelled` after `cancel()`, and the error of the first request that failed; the others are performed all
  ///   the same.
  public func analyze(_ timeRange: CMTimeRange) throws {
    isCancelled.withLock { $0 = false }
    do {
      try performRequests(timeRange)
    } catch let error as NSError where error.domain == VNErrorDomain {
      throw error
    } catch {
      throw VisionFailure(error).cocoaError
    }
  }

  /// Performs the requests on the frames in a stretch of time, as `analyze(_:)` does, under the name of 2020.
  public func analyze(with timeRange: CMTimeRange) throws { try analyze(timeRange) }

  /// Has `analyze(_:)` end before the next frame.
  public func cancel() { isCancelled.withLock { $0 = true } }

  private func performRequests(_ timeRange: CMTimeRange) throws {
    guard url.isFileURL else {
      throw VisionFailure(.invalidImage, "\(url.absoluteString): a file was expected")
    }
    var options = VideoReader.Options()
    // Times are those of the medium.
    options.slowMotion = 1
    options.usesOwnDepth = false
    options.from = timeRange.start.isNumeric ? max(0, timeRange.start.seconds) : nil
    let end = timeRange.end.isNumeric ? timeRange.end.seconds : .infinity
    let reader = try VideoReader(contentsOf: url.path, options: options)
    var (next, failure): ([ObjectIdentifier: Double], NSError?) = ([:], nil)
    let length = reader.info.frameRate.map { 1 / $0 } ?? 0
    var count = 0
    while let frame = try reader.next(), frame.time < end {
      guard !isCancelled.withLock({ $0 }) else {
        throw VisionFailure(.requestCancelled, "the analysis was cancelled")
      }
      let due = requests.withLock { $0 }.filter { request, pace in
        // Times of frames are rounded.
        count.isMultiple(of: pace.step)
          && frame.time >= (next[ObjectIdentifier(request)] ?? -.infinity) - length / 4
      }
      count += 1
      guard !due.isEmpty else { continue }
      let source = PictureSource(.image(CGImage(frame.image)), orientation: nil)
      source.timeRange = CMTimeRange(
        start: CMTime(seconds: frame.time, preferredTimescale: Self.timescale),
        duration: CMTime(seconds: length, preferredTimescale: Self.timescale))
      for (request, pace) in due {
        let name = ObjectIdentifier(request)
        let planned = next[name] ?? frame.time
        // The next frame by the plan, unless this one came much later than that.
        next[name] = max(planned, frame.time - pace.interval) + pace.interval
        let error = request.perform(on: source)
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  /// Parts of a second: those of most video files.
  private static let timescale: Int32 = 90_000
}

/// How often a request of a `VNVideoProcessor` is performed, under the names of 2020.
public struct VNVideoProcessingOption: Sendable, Hashable, RawRepresentable {
  /// The option's name.
  public let rawValue: String
  /// An option from its name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A number n: every n-th frame.
  public static let frameCadence = VNVideoProcessingOption(
    rawValue: "VNVideoProcessingOptionFrameCadence")
  /// Seconds from one frame to the next.
  public static let timeInterval = VNVideoProcessingOption(
    rawValue: "VNVideoProcessingOptionTimeInterval")
}
