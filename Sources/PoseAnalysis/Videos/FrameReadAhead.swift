internal import Foundation
internal import PoseVideo
internal import PoseWorkers
internal import Synchronization

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

/// A first-in, first-out queue between threads: the one that is ahead waits, so that only a few
/// elements are in memory.
final class BoundedQueue<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])
  private let room: Permits
  private let filling = Permits(0)

  /// A queue for so many elements at most.
  init(capacity: Int) { room = Permits(capacity) }

  /// Adds an element; waits for room.
  func push(_ element: Element) {
    room.wait()
    elements.withLock { $0.append(element) }
    filling.signal()
  }

  /// Takes the oldest element; waits for one.
  func pop() -> Element {
    filling.wait()
    let element = elements.withLock { $0.removeFirst() }
    room.signal()
    return element
  }
}
