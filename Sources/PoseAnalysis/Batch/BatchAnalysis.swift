internal import DepthIO
internal import Foundation
public import PoseDetection
public import PoseDocuments
public import PoseFiles
internal import PoseVideo
internal import PoseWorkers
internal import Synchronization

/// Many pictures and videos, measured one after another or side by side, each into a document of its own:
/// what `pose3d batch` does. Models are loaded once a thread.
public struct BatchAnalysis: Sendable {
  /// The options that all of them share.
  public struct Options: Sendable {
    /// The options of finding people in all of them.
    public var detection = DetectionOptions()
    /// The detail about each person in each frame of a video's document.
    public var detail = SequenceDetail.standard
    /// Files, or where there are fewer of them parts of videos, that are worked on at a time; at least 1.
    public var jobs = 1
    /// Whether a video goes on where an earlier run was interrupted.
    public var resumes = false
    /// The program's version, for the documents.
    public var version = ""
    /// Makes sentences of diagnostics, for the documents.
    public var wording: @Sendable (Diagnostic) -> String = { $0.description }

    /// One person each.
    public init() {}
  }

  private let options: Options
  private let assets: DetectionAssets
  private let detectors: DetectorPool

  /// A batch that loads its detectors when they are first used.
  ///
  /// - Parameters:
  ///   - assets: the models.
  ///   - options: how each item is measured and where its documents go.
  public init(assets: DetectionAssets, options: Options = Options()) {
    (self.assets, self.options) = (assets, options)
    detectors = DetectorPool(assets: assets, options: options.detection, for: .video)
  }

  /// Measures all items and writes their documents. An item's error doesn't end the others.
  ///
  /// - Parameters:
  ///   - items: the images and videos.
  ///   - isCancelled: asked between items and frames: what was begun is left incomplete.
  ///   - take: is given, in the order of the items, each one's place and what was found or why nothing was.
  ///     Its own error ends the work. After a cancellation it isn't called for those that weren't begun.
  public func run(
    _ items: [BatchItem], isCancelled: @escaping @Sendable () -> Bool = { false },
    take: (Int, Result<BatchResult, any Error>) throws -> Void
  ) throws {
    guard !items.isEmpty else { return }
    let workers = min(options.jobs, items.count)
    let jobs = max(1, options.jobs / workers)
    let queue = BoundedQueue<(Int, Result<BatchResult, any Error>)?>(capacity: 2 * workers)
    let (turns, isOver) = (AtomicCounter(), CancellationFlag())
    let threads = try (0..<workers).startedThreads(for: items[0].path) { _ in
      WorkerThread("batch") {
        let finder = FinderOfThread(assets: assets, options: options)
        while !isOver.isSet, !isCancelled() {
          let place = turns.next()
          guard place < items.count else { break }
          let found = Result {
            try measure(items[place], jobs: jobs, finder, isCancelled)
          }
          queue.push((place, found))
        }
        queue.push(nil)
      }
    }
    var (running, wanted) = (threads.count, 0)
    var waiting: [Int: Result<BatchResult, any Error>] = [:]
    var failure: (any Error)?
    while running > 0 {
      guard let (place, found) = queue.pop() else {
        running -= 1
        continue
      }
      waiting[place] = found
      while failure == nil, let found = waiting.removeValue(forKey: wanted) {
        wanted += 1
        do { try take(wanted - 1, found) } catch {
          failure = error
          isOver.set()
        }
      }
    }
    for thread in threads { thread.join() }
    if let failure { throw failure }
  }

  private func measure(
    _ item: BatchItem, jobs: Int, _ finder: FinderOfThread,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) throws -> BatchResult {
    switch item.kind {
    case .picture: try measurePicture(item, finder)
    case .video: try measureVideo(item, jobs: jobs, isCancelled)
    }
  }

  /// An item's own options; people are found in all items alike, for detectors are shared.
  private func measurement(of item: BatchItem) -> MeasurementOptions {
    var measurement = item.measurement
    measurement.detection = options.detection
    return measurement
  }

  private func measurePicture(
    _ item: BatchItem, _ finder: FinderOfThread
  ) throws -> BatchResult {
    let file = try OutputFile(item.output, inputs: [item.path, item.depth].compactMap { $0 })
    var input = PictureInput(FileInput(item.path))
    input.depth = item.depth.map { FileInput($0) }
    input.reading.depthUnit = item.depthUnit
    let analysis = try PictureAnalysis(of: input, options: measurement(of: item)) {
      try finder.finder()
    }
    let document = analysis.document(version: options.version, wording: options.wording)
    try file.write(Array(document.json.utf8))
    return BatchResult(analysis)
  }

  private func measureVideo(
    _ item: BatchItem, jobs: Int, _ isCancelled: @escaping @Sendable () -> Bool
  ) throws -> BatchResult {
    let file = try OutputFile(item.output, inputs: [item.path, item.depth].compactMap { $0 })
    var settings = VideoAnalysis.Settings(path: item.path)
    settings.depthPath = item.depth
    settings.measurement = measurement(of: item)
    settings.reading.frameRate = item.frameRate
    settings.reading.slowMotion = item.slowMotion
    settings.reading.depth.depthUnit = item.depthUnit
    settings.jobs = jobs
    let analysis = try VideoAnalysis(settings)
    let fingerprint = try VideoFingerprint(
      of: settings, version: options.version, assets: assets)
    // A journal of another run is not an error: it is started again.
    let earlier =
      options.resumes
      ? try? VideoJournal.checkpoint(of: item.output, fingerprint: fingerprint)?.checkpoint : nil
    let journal = try VideoJournal(
      of: item.output, fingerprint: fingerprint, checkpoint: earlier ?? VideoCheckpoint())
    let result = try analysis.result(
      assets: assets, detectors: detectors, after: earlier ?? VideoCheckpoint(),
      journal: journal, isCancelled: isCancelled)
    let document = analysis.document(
      of: result, version: options.version, detail: options.detail, wording: options.wording)
    // What isn't whole is left to the run that goes on with it.
    if result.isComplete {
      try file.write { piece in try document.writeJSON { try piece(Array($0.utf8)) } }
      journal.remove()
    }
    return BatchResult(
      result, diagnostics: result.diagnostics + analysis.settingDiagnostics(result))
  }
}

/// The body finder of one thread, made for its first image.
private final class FinderOfThread {
  private let assets: DetectionAssets
  private let options: BatchAnalysis.Options
  private var made: BodyFinder?

  init(assets: DetectionAssets, options: BatchAnalysis.Options) {
    (self.assets, self.options) = (assets, options)
  }

  func finder() throws -> BodyFinder {
    if let made { return made }
    let finder = try BodyFinder(assets: assets, options: options.detection)
    made = finder
    return finder
  }
}

/// Detectors with their models compiled, for analyses one after another or side by side: each
/// caller takes one that is free, or makes one.
public final class DetectorPool: Sendable {
  private let assets: DetectionAssets
  private let options: BodyPoseDetector.Options
  private let free = Mutex<[UncheckedTransfer<BodyPoseDetector>]>([])
  private let freeHandFinders = Mutex<[UncheckedTransfer<HandFinder>]>([])

  /// A pool without detectors yet, for one kind of input.
  public convenience init(
    assets: DetectionAssets, options: DetectionOptions, for input: DetectionEffort.Input
  ) {
    self.init(assets: assets, options: options.detector(for: input))
  }

  init(assets: DetectionAssets, options: BodyPoseDetector.Options) {
    (self.assets, self.options) = (assets, options)
  }

  /// A detector for exclusive use until it is given back.
  ///
  /// Throws as a detector's initializer does, and `FileError` for a model of the user's.
  func take() throws -> BodyPoseDetector {
    if let detector = free.withLock({ $0.popLast() }) { return detector.value }
    return try BodyPoseDetector(installedIn: assets, options: options)
  }

  /// Takes a detector back.
  func giveBack(_ detector: BodyPoseDetector) {
    let detector = UncheckedTransfer(detector)
    free.withLock { $0.append(detector) }
  }

  /// A finder of hands in the frames of a camera, used by its taker alone until it is given back. It loads
  /// the hand models when it first searches, and keeps them.
  func takeHandFinder() -> HandFinder {
    if let finder = freeHandFinders.withLock({ $0.popLast() }) { return finder.value }
    // Hands that aren't found in one frame are in the next.
    return HandFinder(assets: assets, searchesAgain: false)
  }

  /// Takes a finder of hands back.
  func giveBack(_ finder: HandFinder) {
    let finder = UncheckedTransfer(finder)
    freeHandFinders.withLock { $0.append(finder) }
  }
}
