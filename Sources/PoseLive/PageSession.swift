internal import PoseWorkers
internal import Foundation
internal import Synchronization

/// A page's conversation in a thread of its own, with a place for one picture, in which a newer one takes
/// the place of one that wasn't looked at yet.
final class PageSession: Sendable {
  private struct State {
    var picture: (bytes: [UInt8], arrival: ContinuousClock.Instant)?
    var commands: [String] = []
    var dropped = 0
    var isClosed = false
  }

  private let state = Mutex(State())
  private let filling = Permits(0)

  /// Commands that may wait; a page has no reason for more.
  private static let maximumCommands = 16

  /// Begins a conversation.
  ///
  /// - Parameters:
  ///   - make: makes it, in the thread.
  ///   - say: sends a message to the page.
  ///   - log: waits for the thread before the program ends.
  ///   - failed: called with the sentence if the conversation can't be made; the page receives it.
  ///   - ended: called when the thread has nothing more to do and has freed the conversation.
  init(
    _ make: @escaping @Sendable () throws -> any Conversation, _ log: LiveLog,
    say: @escaping @Sendable (String) -> Void, failed: @escaping @Sendable (any Error) -> Void,
    ended: @escaping @Sendable () -> Void
  ) {
    log.work("page") { [self] in
      do { try converse(make, say) } catch { failed(error) }
      ended()
    }
  }

  private func converse(
    _ make: () throws -> any Conversation, _ say: @escaping @Sendable (String) -> Void
  ) throws {
    // The page may have gone before models are loaded for it.
    guard !isClosed else { return }
    let conversation = try make()
    if !isClosed {
      say(try conversation.greeting())
      run(conversation, say)
    }
    conversation.end()
  }

  private var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Puts a picture there.
  func put(_ picture: [UInt8]) {
    let isFirst = state.withLock { state in
      guard !state.isClosed else { return false }
      defer { state.picture = (picture, .now) }
      if state.picture != nil { state.dropped += 1 }
      return state.picture == nil
    }
    if isFirst { filling.signal() }
  }

  /// A picture that wasn't taken because the page doesn't read what it is sent.
  func drop() { state.withLock { $0.dropped += 1 } }

  /// Puts a command there; `false` when there are too many.
  func put(command: String) -> Bool {
    let isTaken = state.withLock { state in
      guard state.commands.count < Self.maximumCommands else { return false }
      state.commands.append(command)
      return true
    }
    if isTaken { filling.signal() }
    return isTaken
  }

  /// Ends the conversation after what it is doing.
  func close() {
    state.withLock { ($0.isClosed, $0.picture, $0.commands) = (true, nil, []) }
    filling.signal()
  }

  private func run(_ conversation: any Conversation, _ say: @escaping @Sendable (String) -> Void) {
    while true {
      filling.wait()
      let (commands, picture, dropped, isClosed) = state.withLock { state in
        defer { (state.commands, state.picture) = ([], nil) }
        return (state.commands, state.picture, state.dropped, state.isClosed)
      }
      guard !isClosed else { return }
      for command in commands {
        if let answer = conversation.answer(to: command, say: say) { say(answer) }
      }
      guard let picture else { continue }
      let waited = (ContinuousClock.now - picture.arrival) / .seconds(1)
      say(conversation.answer(to: picture.bytes, waited: waited, dropped: dropped, say: say))
    }
  }
}

/// Names for recordings: when they begin, by the clock of this machine.
enum RecordingName {
  /// A file of a folder that isn't there yet: `live-2026-03-01-17-45-09.jsonl`.
  static func free(in folder: String) -> String {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.dateFormat = "yyyy-MM-dd-HH-mm-ss"
    let stem = "live-" + format.string(from: Date())
    let base = folder.isEmpty ? "." : folder
    for number in 1... {
      let path = "\(base)/\(stem)\(number == 1 ? "" : "-\(number)").jsonl"
      if !FileManager.default.fileExists(atPath: path) { return path }
    }
    preconditionFailure("a folder holds only so many files")
  }
}
