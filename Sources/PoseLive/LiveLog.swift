internal import PoseAnalysis
internal import Foundation
internal import PoseWorkers
internal import Synchronization

/// The events of a server's conversations, kept for its summary, the paths of its recordings, and its threads.
final class LiveLog: Sendable {
  private let state = Mutex(LiveTally())
  private let threads = Mutex<[(thread: WorkerThread, isOver: CancellationFlag)]>([])

  /// Problems that are kept, and recordings.
  private static let most = (problems: 20, recordings: 1000)

  var tally: LiveTally { state.withLock { $0 } }

  func pageHasCome() { state.withLock { $0.pages += 1 } }

  func hasMeasured(dropped: Int) {
    state.withLock { ($0.measured, $0.dropped) = ($0.measured + 1, $0.dropped + dropped) }
  }

  func hasRecorded(_ recording: LiveRecorder.Summary) {
    state.withLock {
      $0.recordings.append(recording)
      $0.recordings = $0.recordings.suffix(Self.most.recordings)
    }
  }

  func hasProblem(_ sentence: String) {
    state.withLock { $0.problems = ($0.problems + [sentence]).suffix(Self.most.problems) }
  }

  /// Does something in a thread of its own, which has to be over before the program ends; in this one where
  /// the system refuses another.
  func work(_ name: String, _ body: @escaping @Sendable () -> Void) {
    let isOver = CancellationFlag()
    let thread = WorkerThread(name) {
      body()
      isOver.set()
    }
    guard let thread else { return body() }
    let over = threads.withLock { threads in
      let end = threads.partition { $0.isOver.isSet }
      defer { threads = threads[..<end] + [(thread, isOver)] }
      return Array(threads[end...])
    }
    for (thread, _) in over { thread.join() }
  }

  /// Waits until all of it is over.
  func waitForWork() {
    while let (thread, _) = threads.withLock({ $0.popLast() }) { thread.join() }
  }

  /// The path of a recording; `nil` for a name that none of this server's has.
  func path(ofRecording name: String) -> String? {
    state.withLock { $0.recordings.last { Self.name($0.path) == name }?.path }
  }

  /// The name of a recording without its folder.
  static func name(_ path: String) -> String { (path as NSString).lastPathComponent }
}
