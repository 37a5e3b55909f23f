internal import PoseWorkers
internal import Synchronization

/// A channel to a thread that can't always keep up: a place for one frame, in which a newer one
/// replaces one that wasn't taken yet.
///
/// A reader waits for a frame; a writer never waits. Nothing queues up, so that a result is never
/// late by more than the work on one frame.
public final class LatestValueChannel<Frame: Sendable>: Sendable {
  private struct State {
    var frame: Frame?
    var isClosed = false
    var isFinished = false
    var dropped = 0
  }

  private let state = Mutex(State())
  private let filling = Permits(0)

  /// An empty channel.
  public init() {}

  /// Puts the newest frame there. Returns whether a frame that had not been taken was dropped for
  /// it; a closed channel drops the new one.
  @discardableResult
  public func put(_ frame: Frame) -> Bool {
    let (dropped, isFirst) = state.withLock { state in
      guard !state.isClosed, !state.isFinished else {
        state.dropped += 1
        return (true, false)
      }
      let drops = state.frame != nil
      if drops { state.dropped += 1 }
      state.frame = frame
      return (drops, !drops)
    }
    if isFirst { filling.signal() }
    return dropped
  }

  /// Takes the frame, and waits for one; `nil` when the channel is closed, or finished and empty. Only one
  /// thread takes.
  public func take() -> Frame? {
    filling.wait()
    return state.withLock { state in
      defer { state.frame = nil }
      // A reader that has seen the end once sees it again.
      if state.isClosed || state.isFinished { filling.signal() }
      return state.isClosed ? nil : state.frame
    }
  }

  /// Ends the writing: a frame that is there can still be taken, and then readers get `nil`.
  public func finish() {
    let wasFinished = state.withLock { state in
      defer { state.isFinished = true }
      return state.isFinished
    }
    if !wasFinished { filling.signal() }
  }

  /// Ends it: readers get `nil`, and a frame that is there is dropped.
  public func close() {
    let wasClosed = state.withLock { state in
      defer { (state.isClosed, state.frame) = (true, nil) }
      if state.frame != nil { state.dropped += 1 }
      return state.isClosed
    }
    if !wasClosed { filling.signal() }
  }

  /// The frames that were dropped so far.
  public var dropped: Int { state.withLock { $0.dropped } }
}
