internal import PoseWorkers
public import PoseDocuments
internal import Foundation
internal import Synchronization
public import PoseVideo

/// The pictures of a camera, a stream or a pipe, read and decoded in a thread of their own, for a session
/// that can't always keep up.
///
/// ```swift
/// let feed = try LiveFeed(try LiveAddress("/dev/video0"))
/// defer { feed.stop() }
/// while let picture = try feed.next() {
///   let frame = try session.add(picture.image, at: picture.time)
/// }
/// ```
public final class LiveFeed: Sendable {
  /// The choice of the pictures that are handed out.
  public enum Delivery: Sendable {
    /// The newest: those that came while the last was worked on are dropped and counted.
    case newest
    /// Each: the sender waits. The results of a pipe or a file are then the same every time.
    case every
  }

  /// The kind of stream and of its pictures in words, "RTSP / H.264".
  public let format: String
  /// Frames a second on average as the stream states it; `nil` when it doesn't.
  public let frameRate: Double?

  private let delivery: Delivery
  private let channel = LatestValueChannel<LiveReader.Frame>()
  private let queue = BoundedQueue<LiveReader.Frame?>(capacity: 2)
  private let stopping = CancellationFlag()
  private let state = Mutex(State())

  private struct State {
    var report = LiveReader.Report()
    var error: FileError?
    var isOver = false
    var thread: WorkerThread?
  }

  /// Opens an address and begins to read.
  ///
  /// - Parameters:
  ///   - address: the camera, stream, pipe or file.
  ///   - options: how it is opened and read.
  ///   - delivery: which frames `next` returns when they come faster than they are taken.
  ///   - isCancelled: asked several times a second, in any thread: whether reading is to end.
  ///   - onEvent: called in the reading thread when a camera or a stream is lost or back.
  /// - Throws: as `LiveReader`; `FileError` with the code `outOfThreads` where the system refuses a thread.
  public init(
    _ address: LiveAddress, options: LiveReader.Options = .init(), delivery: Delivery = .newest,
    isCancelled: @escaping @Sendable () -> Bool = { false },
    onEvent: @escaping @Sendable (LiveReader.Event) -> Void = { _ in }
  ) throws(FileError) {
    self.delivery = delivery
    let stopping = stopping
    let reader = try LiveReader(
      address, options: options, isCancelled: { stopping.isSet || isCancelled() }, onEvent: onEvent)
    (format, frameRate) = (reader.format, reader.frameRate)
    let confined = UncheckedTransfer(reader)
    guard let thread = WorkerThread("reading", { [self] in read(confined.value) }) else {
      throw FileError(threadRefusedFor: address.description)
    }
    state.withLock { $0.thread = thread }
  }

  /// Waits for the next picture; `nil` at the end of a pipe or a file, when reading was cancelled, and after
  /// `stop()`. Only one thread calls it.
  ///
  /// - Throws: as `LiveReader.next()`, after the last picture before that.
  public func next() throws(FileError) -> LiveReader.Frame? {
    guard !state.withLock({ $0.isOver }) else { return nil }
    if let frame = delivery == .every ? queue.pop() : channel.take() { return frame }
    let (error, thread) = state.withLock { state in
      defer { (state.isOver, state.error, state.thread) = (true, nil, nil) }
      return (state.error, state.thread)
    }
    thread?.join()
    if let error { throw error }
    return nil
  }

  /// Ends reading, without waiting for it.
  func end() { stopping.set() }

  /// Ends reading, and waits for it. What was lost by then is no error any more.
  public func stop() {
    end()
    while (try? next()) != nil {}
  }

  /// Pictures that were dropped for newer ones.
  public var dropped: Int { channel.dropped }

  /// The report up to now.
  public var report: LiveReader.Report { state.withLock { $0.report } }

  private func read(_ reader: LiveReader) {
    do throws(FileError) {
      while let frame = try reader.next() {
        state.withLock { $0.report = reader.report }
        if delivery == .every { queue.push(frame) } else { channel.put(frame) }
      }
    } catch { state.withLock { $0.error = error } }
    state.withLock { $0.report = reader.report }
    if delivery == .every { queue.push(nil) } else { channel.finish() }
  }
}
