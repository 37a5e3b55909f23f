internal import Foundation
internal import Pose3D
internal import PoseDetection
public import PoseDocuments
internal import PoseImaging
import PoseMotion
public import PoseMultiView
public import PoseVideo
internal import PoseWorkers
internal import Synchronization

/// Finds the keypoints in videos, each followed from its beginning to its end, some side by side.
///
/// The start of all work with several cameras: the fusion of views, synchronisation and
/// calibration.
public struct ViewReading: Sendable {
  private let videos: [VideoAnalysis]
  private let names: [String]
  private let jobs: Int

  /// The keypoints of one video.
  public struct Outcome: Sendable {
    /// The keypoints that were found.
    public var keypoints: KeypointRecording
    /// What was damaged, or not as the file states.
    public var report = VideoReport()
    /// Errors during reading that did not end it.
    public var diagnostics: [Diagnostic]
    /// Whether it was read to its end.
    public var isComplete: Bool
    /// The depth maps around the people; `nil` where none can be used.
    var depth: DepthMapCache?
    /// Whether there are depth maps of unknown unit.
    var hasDepthWithoutUnit = false

    /// The depth maps, for the fusion of views.
    var depthSource: ViewFusion.View.DepthSource? {
      guard let depth else { return nil }
      let interval = keypoints.interval ?? 1
      return { depth.map(at: $0, interval: interval) }
    }
  }

  /// - Parameters:
  ///   - videos: each with its camera.
  ///   - names: the cameras' names.
  ///   - jobs: videos that are read at a time, at least 1. The result doesn't depend on it.
  public init(_ videos: [VideoAnalysis], names: [String], jobs: Int) {
    precondition(videos.count == names.count, "a name for each video")
    (self.videos, self.names, self.jobs) = (videos, names, max(1, jobs))
  }

  /// The keypoints of all videos, in their order.
  ///
  /// - Parameters:
  ///   - detectors: where detectors are taken from.
  ///   - isCancelled: asked between frames; what was found until then is the result.
  ///   - onFrame: called with the number of frames that are done in all videos together.
  /// - Throws: `FileError` and `DetectionError`, of the first video that can't be read.
  public func outcomes(
    detectors: DetectorPool, isCancelled: @escaping @Sendable () -> Bool = { false },
    onFrame: (Int) -> Void = { _ in }
  ) throws -> [Outcome] {
    let results = ResultList<Outcome>(count: videos.count)
    let messages = BoundedQueue<Message>(capacity: 256)
    let (next, workers) = (AtomicCounter(), min(jobs, videos.count))
    let threads = try (0..<workers).startedThreads(for: names.first ?? "") { _ in
      WorkerThread("reading") {
        defer { messages.push(.end) }
        while true {
          let place = next.next()
          guard place < videos.count, !results.hasFailure else { return }
          results[place] = Result {
            try outcome(
              of: place, detectors: detectors,
              isCancelled: { isCancelled() || results.hasFailure },
              onFrame: { messages.push(.frame) })
          }
        }
      }
    }
    var (working, done) = (threads.count, 0)
    while working > 0 {
      switch messages.pop() {
      case .frame:
        done += 1
        onFrame(done)
      case .end: working -= 1
      }
    }
    for thread in threads { thread.join() }
    return try results.values()
  }

  /// A message from a thread.
  private enum Message {
    case frame
    case end
  }

  private func outcome(
    of place: Int, detectors: DetectorPool, isCancelled: () -> Bool, onFrame: () -> Void
  ) throws -> Outcome {
    let video = videos[place]
    let detector = try detectors.take()
    defer { detectors.giveBack(detector) }
    let reader = try video.reader()
    let tracker = BodyPoseTracker(detector: detector)
    var frames: [KeypointRecording.Frame] = []
    var hasDepthWithoutUnit = false
    let cache = video.info.depthSize == nil ? nil : try DepthMapCache()
    let camera = video.view.camera
    var background = BackgroundTracker(camera: camera)
    while !isCancelled(), let frame = try reader.next() {
      let people = try tracker.poses(in: frame.image, at: frame.time)
      let fits = frame.image.width == camera.width && frame.image.height == camera.height
      frames.append(
        .init(
          index: frame.index, time: frame.time, people: people,
          background: fits ? background.add(frame.image, people: people) : nil))
      hasDepthWithoutUnit = hasDepthWithoutUnit || frame.depth?.isMetric == false
      if let depth = frame.depth, depth.isMetric, !people.isEmpty {
        try cache?.add(try video.view.registered(depth), at: frame.time, around: people)
      }
      onFrame()
    }
    let isComplete = !isCancelled()
    guard !frames.isEmpty || !isComplete else { throw video.nothingRead() }
    return Outcome(
      keypoints: KeypointRecording(name: names[place], camera: camera, frames: frames),
      report: reader.report,
      diagnostics: VideoAnalysis.diagnostics(on: reader.report, path: video.settings.path),
      isComplete: isComplete, depth: cache.flatMap { $0.isEmpty ? nil : $0 },
      hasDepthWithoutUnit: hasDepthWithoutUnit)
  }
}

/// Results that threads put in their places.
final class ResultList<Value: Sendable>: Sendable {
  private let results: Mutex<[Result<Value, any Error>?]>

  /// So many results, none of which is there.
  init(count: Int) { results = Mutex(Array(repeating: nil, count: count)) }

  /// Whether one of them is an error.
  var hasFailure: Bool {
    results.withLock { $0.contains { if case .failure = $0 { true } else { false } } }
  }

  subscript(place: Int) -> Result<Value, any Error>? {
    get { results.withLock { $0[place] } }
    set { results.withLock { $0[place] = newValue } }
  }

  /// All values; throws the first error in their order.
  func values() throws -> [Value] {
    let all = results.withLock { $0 }
    for case .failure(let error)? in all { throw error }
    return try all.compactMap { try $0?.get() }
  }
}
