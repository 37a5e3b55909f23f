import PoseDetection
import PoseDocuments
import PoseFiles
import PoseImaging
import PoseMotion
import PoseVideo
import PoseWorkers
import Synchronization
import TestSupport
import Testing

@testable import PoseAnalysis

@Suite(.enabled(if: Checkout.hasDetection)) struct AsyncMeasurementTests {
  private static let pictures = [
    "detection/astronaut.jpg", "detection/rendered_oblique.jpg", "demo/color.jpg",
    "detection/rendered_back.jpg",
  ].map { PictureInput(FileInput(Fixture.path($0))) }

  private static var options: MeasurementOptions {
    var options = MeasurementOptions()
    options.detection.effort = .fast
    return options
  }

  @Test(arguments: [1, 3])
  func `images that are measured side by side come out as one by one`(limit: Int) async throws {
    let assets = try DetectionAssets.installed()
    let finder = try BodyFinder(assets: assets, options: Self.options.detection)
    let alone = try Self.pictures.map { picture in
      try PictureAnalysis(of: picture, options: Self.options) { finder }.document(version: "1").json
    }
    let analyzer = PictureAnalyzer(assets: assets, options: Self.options, limit: limit)
    try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for (index, picture) in Self.pictures.enumerated() {
        group.addTask {
          (index, try await analyzer.analysis(of: picture).document(version: "1").json)
        }
      }
      for try await (index, json) in group { #expect(json == alone[index], "\(index)") }
    }
  }

  @Test func `an error of one image leaves the analyzer to the others`() async throws {
    let analyzer = PictureAnalyzer(
      assets: try .installed(), options: Self.options, limit: 1)
    for _ in 0..<2 {
      let error = await #expect(throws: FileError.self) {
        _ = try await analyzer.analysis(of: PictureInput("nowhere.jpg"))
      }
      #expect(error?.code == .noSuchFile)
    }
    #expect(try await analyzer.analysis(of: Self.pictures[1]).people.count == 1)
  }

  @Test func `a cancelled image isn't measured`() async throws {
    let analyzer = PictureAnalyzer(assets: try .installed(), options: Self.options)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await analyzer.analysis(of: Self.pictures[0])
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { _ = try await task.value }
  }

  // MARK: Videos

  private static var settings: VideoAnalysis.Settings {
    var settings = VideoAnalysis.Settings(path: LiveClip.path, measurement: options)
    settings.reading.to = 1
    return settings
  }

  /// The result of a function that doesn't wait.
  private func blocking(_ analysis: VideoAnalysis) throws -> VideoResult {
    try analysis.result(assets: .installed())
  }

  @Test func `a video that is waited for has the result of one that isn't`() async throws {
    let analysis = try VideoAnalysis(Self.settings)
    let frames = Log<Int>()
    let waited = try await analysis.result(assets: try .installed()) { done in
      frames.add(done)
    }
    let other = try blocking(analysis)
    #expect(waited.isComplete)
    let (a, b) = (
      analysis.document(of: waited, version: "1"), analysis.document(of: other, version: "1")
    )
    #expect(a.warnings == b.warnings)
    #expect(
      a.sequence.people.map(\.states).map { $0.map { $0?.body } }
        == b.sequence.people.map(\.states).map { $0.map { $0?.body } })
    #expect(frames.entries.last == waited.sequence.recording.frames.count)
  }

  /// Frames are measured while others are reported, so that only a task that is cancelled from the start is stopped
  /// before the end for certain.
  @Test func `a cancelled video ends, and has what was done until then`() async throws {
    var settings = Self.settings
    settings.reading.to = nil
    let analysis = try VideoAnalysis(settings)
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await analysis.result(assets: try .installed())
    }
    task.cancel()
    let result = try await task.value
    #expect(!result.isComplete)
    #expect(result.sequence.recording.frames.count < 76)
  }

  // MARK: Live

  @Test func `frames of a feed are those of a session`() async throws {
    let session = try LiveClip.session()
    let feed = try LiveFeed(try LiveAddress(LiveClip.path), delivery: .every)
    var settings = LiveSession.Settings()
    settings.measurement.exercise = .named(.squat)
    let wanted = try LiveClip.frames().prefix(12).map {
      try session.add($0.picture, at: $0.time)
    }
    var found: [LiveFrame] = []
    for try await (picture, frame) in LiveFrames(
      of: feed, settings: settings, assets: try .installed())
    {
      #expect(picture.time == frame.time)
      found.append(frame)
      if found.count == wanted.count { break }
    }
    feed.stop()
    #expect(found.map { $0.people.map(\.keypoints) } == wanted.map { $0.people.map(\.keypoints) })
    #expect(found.map { $0.people.map(\.angles) } == wanted.map { $0.people.map(\.angles) })
  }

  @Test(arguments: [LiveFeed.Delivery.newest, .every])
  func `a cancelled feed ends, and nothing more is read`(delivery: LiveFeed.Delivery) async throws {
    let feed = try LiveFeed(try LiveAddress(LiveClip.path), delivery: delivery)
    let task = Task {
      var count = 0
      for try await _ in LiveFrames(of: feed, assets: try .installed()) {
        count += 1
        withUnsafeCurrentTask { $0?.cancel() }
      }
      return count
    }
    #expect(try await task.value == 1)
    #expect(try feed.next() == nil)
  }
}

struct TaskPermitsTests {
  @Test func `as many tasks go on as there are permits, in the order in which they came`()
    async throws
  {
    let permits = TaskPermits(2)
    let log = Log<String>()
    try await permits.wait()
    try await permits.wait()
    var tasks: [Task<Void, any Error>] = []
    for name in ["a", "b", "c"] {
      tasks.append(
        Task {
          try await permits.wait()
          log.add(name)
        })
      while await permits.waitingCount < tasks.count { await Task.yield() }
    }
    // A task that gives up gets no permit, and holds up no other.
    tasks[1].cancel()
    await #expect(throws: CancellationError.self) { try await tasks[1].value }
    #expect(log.entries.isEmpty)
    await permits.signal()
    try await tasks[0].value
    #expect(log.entries == ["a"])
    await permits.signal()
    try await tasks[2].value
    #expect(log.entries == ["a", "c"])
    for _ in 0..<2 { await permits.signal() }
    for _ in 0..<2 { try await permits.wait() }
  }
}

/// What happened, in its order, on any thread.
private final class Log<Entry: Sendable>: Sendable {
  private let list = Mutex<[Entry]>([])

  var entries: [Entry] { list.withLock { $0 } }

  func add(_ entry: Entry) { list.withLock { $0.append(entry) } }
}
