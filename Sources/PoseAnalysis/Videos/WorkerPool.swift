internal import PoseDocuments
internal import PoseWorkers
internal import PoseDetection
internal import Foundation
internal import Synchronization
internal import PoseVideo

/// Threads that follow the people in the chunks of a video, side by side. Chunks that can't be begun
/// without reading what is before them are one thread's work.
final class WorkerPool {
  /// A message from a thread.
  enum Message: Sendable {
    /// A frame is done.
    case frame
    /// A chunk is done.
    case chunk(FollowedChunk)
    /// A chunk, or those from it on, can't be done.
    case failure(chunk: Int, any Error)
    /// A thread has ended.
    case end
  }

  /// Chunks with their indices among all; the work can start again at the first.
  typealias Run = [(number: Int, chunk: VideoChunk)]

  private let messages = BoundedQueue<Message>(capacity: 256)
  private let isDismissed = CancellationFlag()
  private let places: Permits
  private var threads: [WorkerThread] = []
  private var working: Int
  /// The numbers of the last chunks of the runs that are not yet joined.
  private var ends: [Int]

  /// Begins with the chunks from a place on.
  ///
  /// - Parameter isStopped: asked before each frame.
  /// - Throws: `FileError` with the code `outOfThreads` where the system refuses the first thread.
  init(
    _ analysis: VideoAnalysis, _ chunks: [VideoChunk], from first: Int, detectors: DetectorPool,
    isStopped: @escaping @Sendable () -> Bool
  ) throws(FileError) {
    let runs = Self.runs(of: chunks, from: first)
    ends = runs.map { $0[$0.count - 1].number }
    let jobs = analysis.settings.jobs
    working = min(jobs, runs.count)
    // No worker gets far ahead of a chunk that takes long: results wait in memory.
    let places = Permits(2 * max(1, working))
    self.places = places
    let (next, all) = (AtomicCounter(), runs)
    let (messages, isDismissed, decodesAhead) = (messages, isDismissed, jobs > working)
    threads = try (0..<working).startedThreads(for: analysis.settings.path) { _ in
      WorkerThread("following") {
        defer { messages.push(.end) }
        var follower: ChunkWorker?
        let isOver: @Sendable () -> Bool = { isDismissed.isSet || isStopped() }
        while true {
          places.wait()
          let number = next.next()
          guard number < all.count, !isDismissed.isSet else {
            places.signal()
            return
          }
          var current = all[number][0].number
          do {
            let worker =
              try follower
              ?? ChunkWorker(analysis, detectors: detectors, decodesAhead: decodesAhead)
            follower = worker
            try worker.follow(
              all[number], isStopped: isOver, onFrame: { messages.push(.frame) },
              take: { chunk in
                current = chunk.number + 1
                messages.push(.chunk(chunk))
              })
          } catch {
            messages.push(.failure(chunk: current, error))
            return
          }
        }
      }
    }
    working = threads.count
  }

  /// The chunks from a place on, in runs that are one thread's work each.
  static func runs(of chunks: [VideoChunk], from first: Int) -> [Run] {
    var runs: [Run] = []
    for number in first..<chunks.count {
      if chunks[number].beginsAnew || runs.isEmpty {
        runs.append([(number, chunks[number])])
      } else {
        runs[runs.count - 1].append((number, chunks[number]))
      }
    }
    return runs
  }

  /// The next message; `nil` after all threads have ended and have given back their detectors.
  func next() -> Message? {
    while working > 0 {
      let message = messages.pop()
      guard case .end = message else { return message }
      working -= 1
    }
    for thread in threads { thread.join() }
    return nil
  }

  /// A chunk is joined: its memory is free.
  func hasJoined(_ number: Int) {
    if ends.first == number {
      ends.removeFirst()
      places.signal()
    }
  }

  /// Ends the work, and waits for it.
  func dismiss() {
    isDismissed.set()
    for _ in 0..<working { places.signal() }
    while next() != nil {}
  }
}
