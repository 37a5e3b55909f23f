internal import PoseAnalysis
internal import Dispatch
internal import Foundation
internal import Synchronization

/// The events of a server's conversations, kept for its summary, and the paths of its recordings.
final class LiveLog: Sendable {
  private let state = Mutex(LiveTally())
  private let work = DispatchGroup()

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

  /// Something begins that has to be over before the program ends.
  func willWork() { work.enter() }

  func hasWorked() { work.leave() }

  /// Waits until all of it is over.
  func waitForWork() { work.wait() }

  /// The path of a recording; `nil` for a name that none of this server's has.
  func path(ofRecording name: String) -> String? {
    state.withLock { $0.recordings.last { Self.name($0.path) == name }?.path }
  }

  /// The name of a recording without its folder.
  static func name(_ path: String) -> String { (path as NSString).lastPathComponent }
}
