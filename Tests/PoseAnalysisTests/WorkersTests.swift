import Foundation
import PoseDetection
import PoseDocuments
import PoseFiles
import PoseWorkers
import TestSupport
import Testing

@testable import PoseAnalysis

@Suite struct WorkersTests {
  @Test func `permits may be released while some are taken`() {
    let permits = Permits(2)
    permits.wait()
    permits.wait()
    permits.signal()
    permits.wait()
  }

  @Test func `a queue may be released while elements are in it`() {
    let queue = BoundedQueue<Int>(capacity: 3)
    queue.push(1)
    queue.push(2)
    #expect(queue.pop() == 1)
  }

  /// What a thread's work holds, and takes a while to free, as networks do.
  private final class Held: Sendable {
    let isFree: CancellationFlag

    init(_ isFree: CancellationFlag) { self.isFree = isFree }

    deinit {
      usleep(20_000)
      isFree.set()
    }
  }

  @Test func `a thread that was waited for has freed what it held`() throws {
    let isFree = CancellationFlag()
    let started = {
      let held = Held(isFree)
      return WorkerThread("test") { withExtendedLifetime(held) {} }
    }()
    let thread = try #require(started)
    thread.join()
    thread.join()
    #expect(isFree.isSet)
  }

  @Test func `a thread that nobody waits for works`() {
    let done = Permits(0)
    _ = WorkerThread("test") { done.signal() }
    done.wait()
  }

  // Threads that only sent a last message freed the models while the program was ending.
  @Test(.enabled(if: Checkout.hasDetection))
  func `threads of a video that were waited for have freed what they held`() throws {
    var settings = VideoAnalysis.Settings(path: LiveClip.path)
    settings.jobs = 2
    let analysis = try VideoAnalysis(settings)
    let detectors = DetectorPool(
      assets: try .installed(), options: settings.measurement.detection, for: .video)
    let isFree = CancellationFlag()
    let pool = try {
      let held = Held(isFree)
      return try WorkerPool(
        analysis, analysis.chunks, from: 0, detectors: detectors,
        isStopped: { withExtendedLifetime(held) { true } })
    }()
    while pool.next() != nil {}
    #expect(isFree.isSet)
  }
}
