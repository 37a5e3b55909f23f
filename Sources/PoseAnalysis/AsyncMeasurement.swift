public import PoseDetection
internal import PoseDocuments
public import PoseVideo
internal import PoseWorkers
internal import Synchronization

/// Measures images for tasks: what `PictureAnalysis` does, several at a time, each on a thread of its own.
///
/// ```swift
/// let analyzer = PictureAnalyzer(assets: try .installed())
/// async let before = analyzer.analysis(of: PictureInput("before.jpg"))
/// async let after = analyzer.analysis(of: PictureInput("after.jpg"))
/// print(try await before.people, try await after.people)
/// ```
///
/// Models are loaded when the first image has been read, once for each image that is worked on at the same time, and
/// kept.
public final class PictureAnalyzer: Sendable {
  private let assets: DetectionAssets
  private let options: MeasurementOptions
  private let permits: TaskPermits
  private let free = Mutex<[UncheckedTransfer<BodyFinder>]>([])

  /// An analyzer that has loaded nothing yet.
  ///
  /// - Parameters:
  ///   - assets: the models and the runtime.
  ///   - options: how people are measured.
  ///   - limit: the most images that are worked on at a time, at least 1; `nil` for one per processor.
  public init(
    assets: DetectionAssets, options: MeasurementOptions = MeasurementOptions(), limit: Int? = nil
  ) {
    (self.assets, self.options) = (assets, options)
    permits = TaskPermits(limit ?? Processors.count)
  }

  /// Detects the people in an image and measures them; waits while others are worked on.
  ///
  /// Throws a `CancellationError` where the task is cancelled before people are looked for, and else as
  /// `PictureAnalysis.init(of:options:finder:)`; `FileError` with the code `outOfThreads` where the system refuses a
  /// thread.
  public func analysis(of input: PictureInput) async throws -> PictureAnalysis {
    try await permits.wait()
    do {
      let result = try await onOwnThread(
        "image", refusal: FileError(threadRefusedFor: input.picture.name)
      ) { [self] isCancelled in
        var taken: BodyFinder?
        defer { taken.map(giveBack) }
        return try PictureAnalysis(of: input, options: options) {
          if isCancelled.isSet { throw CancellationError() }
          let finder = try take()
          taken = finder
          return finder
        }
      }
      await permits.signal()
      return result
    } catch {
      await permits.signal()
      throw error
    }
  }

  private func take() throws -> BodyFinder {
    if let finder = free.withLock({ $0.popLast() }) { return finder.value }
    return try BodyFinder(assets: assets, options: options.detection)
  }

  private func giveBack(_ finder: BodyFinder) {
    let finder = UncheckedTransfer(finder)
    free.withLock { $0.append(finder) }
  }
}

extension VideoAnalysis {
  /// Analyses all frames on threads of its own, while the task waits.
  ///
  /// If the task is cancelled, what was done until then is the result, and its `isComplete` is false.
  ///
  /// - Parameters:
  ///   - assets: the models.
  ///   - detectors: where detectors of these settings are taken from; `nil` makes new ones.
  ///   - checkpoint: how far an earlier run of the same settings has come.
  ///   - journal: where checkpoints are kept in case of an interruption.
  ///   - onFrame: called with the number of frames that are done, on another thread.
  /// - Throws: `FileError` and `DetectionError`; `damaged` when no frame was read, `noSuchPerson`.
  public func result(
    assets: DetectionAssets, detectors: DetectorPool? = nil,
    after checkpoint: VideoCheckpoint = VideoCheckpoint(), journal: sending VideoJournal? = nil,
    onFrame: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> VideoResult {
    let journal = UncheckedTransfer(journal)
    return try await onOwnThread(
      "video", refusal: FileError(threadRefusedFor: settings.path)
    ) { isCancelled in
      try result(
        assets: assets, detectors: detectors, after: checkpoint, journal: journal.value,
        isCancelled: { isCancelled.isSet }, onFrame: onFrame)
    }
  }
}

extension MultiViewAnalysis {
  /// Analyses all videos on threads of its own, while the task waits.
  ///
  /// If the task is cancelled, what was done until then is the result, and its `isComplete` is false.
  ///
  /// - Parameters:
  ///   - assets: the models.
  ///   - onFrame: called with the number of frames that are done, of all videos together, on another thread.
  /// - Throws: as the function of the same name that doesn't wait.
  public func result(
    assets: DetectionAssets, onFrame: @escaping @Sendable (Int) -> Void = { _ in }
  ) async throws -> VideoResult {
    try await onOwnThread(
      "videos", refusal: FileError(threadRefusedFor: settings.video.path)
    ) { isCancelled in
      try result(assets: assets, isCancelled: { isCancelled.isSet }, onFrame: onFrame)
    }
  }
}

/// The frames of a camera, a stream, a pipe or a file, each measured when it is asked for: what a `LiveSession` makes of
/// a `LiveFeed`.
///
/// ```swift
/// let feed = try LiveFeed(try LiveAddress("/dev/video0"))
/// for try await (picture, frame) in LiveFrames(of: feed, assets: try .installed()) {
///   print(picture.time, frame.people.map(\.exercise.count))
/// }
/// ```
///
/// It ends with the source, and when the task is cancelled. A second iteration has a session of its own, and goes on
/// with the frames that are left.
public struct LiveFrames: AsyncSequence, Sendable {
  /// A frame as it came, and what was measured in it.
  public typealias Element = (picture: LiveReader.Frame, frame: LiveFrame)

  private let feed: LiveFeed
  private let settings: LiveSession.Settings
  private let assets: DetectionAssets

  /// The frames of a feed. Models are loaded when the first is asked for.
  public init(
    of feed: LiveFeed, settings: LiveSession.Settings = LiveSession.Settings(),
    assets: DetectionAssets
  ) {
    (self.feed, self.settings, self.assets) = (feed, settings, assets)
  }

  /// An iterator with a session that has seen nothing yet.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(feed: feed, settings: settings, assets: assets)
  }

  /// Measures one frame after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let feed: LiveFeed
    let settings: LiveSession.Settings
    let assets: DetectionAssets
    private var session: UncheckedTransfer<LiveSession>?

    fileprivate init(feed: LiveFeed, settings: LiveSession.Settings, assets: DetectionAssets) {
      (self.feed, self.settings, self.assets) = (feed, settings, assets)
    }

    /// Waits for the next frame and measures it; `nil` at the end, and when the task is cancelled: the feed is
    /// stopped then.
    ///
    /// Throws as `LiveSession` and `LiveFeed.next()` do; `FileError` with the code `outOfThreads` where the system
    /// refuses a thread.
    public mutating func next() async throws -> Element? {
      let (feed, settings, assets, given) = (feed, settings, assets, session)
      let found = try await withTaskCancellationHandler {
        try await onOwnThread("live frame", refusal: FileError(threadRefusedFor: settings.name)) {
          isCancelled -> (session: UncheckedTransfer<LiveSession>, element: Element)? in
          // A session is used by one thread after the other.
          let session = try given ?? UncheckedTransfer(LiveSession(settings, assets: assets))
          guard !isCancelled.isSet, let picture = try feed.next(), !isCancelled.isSet else {
            if isCancelled.isSet { feed.stop() }
            return nil
          }
          return (session, (picture, try session.value.add(picture.image, at: picture.time)))
        }
      } onCancel: {
        feed.end()
      }
      session = found?.session ?? session
      return found?.element
    }
  }
}
