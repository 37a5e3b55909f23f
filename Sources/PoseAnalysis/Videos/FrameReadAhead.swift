internal import PoseWorkers
internal import Foundation
internal import Synchronization
internal import PoseVideo

/// The frames of a video before a place, read ahead where that is wanted.
final class FrameReadAhead {
  /// A frame, and its reader's report at the time of reading.
  typealias Element = (frame: VideoFrame, report: VideoReport)

  private let reader: VideoReader
  private let end: Int
  private let isStopped: @Sendable () -> Bool
  private let queue: BoundedQueue<Result<Element?, any Error>>?
  private let isAbandoned = CancellationFlag()
  private let hasEnded = CancellationFlag()
  private let thread: WorkerThread?
  private var isOver = false

  /// The reader's report at the end of the video, once all frames were taken.
  var finalReport: VideoReport? { hasEnded.isSet ? reader.report : nil }

  /// The frames from a reader's position. The reader is in exclusive use until they are stopped.
  init(
    _ end: Int, of reader: VideoReader, inThreadOfItsOwn: Bool,
    isStopped: @escaping @Sendable () -> Bool
  ) {
    (self.reader, self.end, self.isStopped) = (reader, end, isStopped)
    guard inThreadOfItsOwn else {
      (queue, thread) = (nil, nil)
      return
    }
    let queue = BoundedQueue<Result<Element?, any Error>>(capacity: 4)
    let (source, isAbandoned, hasEnded) = (UncheckedTransfer(reader), isAbandoned, hasEnded)
    let thread = WorkerThread("decoding") {
      while !isAbandoned.isSet {
        let next = Result { try Self.next(of: source.value, before: end, hasEnded, isStopped) }
        queue.push(next)
        if case .success(.some) = next { continue }
        return
      }
      queue.push(.success(nil))
    }
    (self.queue, self.thread) = (thread == nil ? nil : queue, thread)
  }

  /// The next frame; `nil` at the end, and after it was stopped.
  func next() throws -> Element? {
    guard !isOver else { return nil }
    let next =
      queue?.pop() ?? Result { try Self.next(of: reader, before: end, hasEnded, isStopped) }
    // Nothing comes after an error either.
    if case .success(.some) = next {} else { isOver = true }
    return try next.get()
  }

  /// Ends reading, and waits for it.
  func stop() {
    isAbandoned.set()
    guard let queue else { return }
    while !isOver {
      switch queue.pop() {
      case .success(.some): continue
      default: isOver = true
      }
    }
    thread?.join()
  }

  private static func next(
    of reader: VideoReader, before end: Int, _ hasEnded: CancellationFlag, _ isStopped: () -> Bool
  ) throws -> Element? {
    guard !isStopped() else { return nil }
    guard let frame = try reader.next() else {
      hasEnded.set()
      return nil
    }
    return frame.place < end ? (frame, reader.report) : nil
  }
}
