import PoseDocuments
import Foundation
import Synchronization

/// Ctrl-C and `kill`.
///
/// They end the program, which first removes the files that are not complete. A long command is only asked
/// to end what it is doing with what it has done: each further signal ends the next piece of work, and the third
/// one the program.
enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]
  /// The signals that only ask, once a command watches.
  private static let patience = 2

  /// Prepares the program for signals. What its parent ignores (`nohup`) stays ignored.
  static func prepare() {
    var ends: [Int32] = [-1, -1]
    // Without a pipe signals end the program as they would anyway.
    guard pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    endingPipe.store(ends[1], ordering: .relaxed)
    ignoredRequests.store(0, ordering: .relaxed)
    // A signal's handler may neither wait for a lock nor look at a list of files: a thread does.
    let source = ends[0]
    let thread = Thread {
      var number: UInt8 = 0
      while read(source, &number, 1) != 1 {}
      TemporaryFile.removeAll { end(by: Int32(number)) }
    }
    thread.name = "signals"
    thread.start()
    // A parent whose thread blocks signals passes that on to the program.
    var set = sigset_t()
    sigemptyset(&set)
    for number in signals { sigaddset(&set, number) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    for number in signals where isIgnored(handle(number)) { signal(number, SIG_IGN) }
  }

  /// From here on the first two signals only ask. Ctrl-C and `kill` do so even where the parent ignores them,
  /// as a shell does for a program in the background.
  static func watch() {
    ignoredRequests.store(patience, ordering: .relaxed)
    for number in [SIGINT, SIGTERM] { handle(number) }
  }

  /// The number of requests so far.
  static var count: Int { interruptionRequests.load(ordering: .relaxed) }

  /// The exit code of a program that Ctrl-C ended, as shells count.
  static let exitCode: Int32 = 130

  private typealias Handler = @convention(c) (Int32) -> Void

  /// Returns what was done with the signal before.
  @discardableResult
  private static func handle(_ number: Int32) -> Handler? {
    signal(number) { number in Interruption.hasCome(number) }
  }

  private static func isIgnored(_ handler: Handler?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Runs wherever the signal interrupts the program: it may only do what is safe there.
  private static func hasCome(_ number: Int32) {
    let before = interruptionRequests.wrappingAdd(1, ordering: .relaxed).oldValue
    guard before >= ignoredRequests.load(ordering: .relaxed) else { return }
    let code = errno
    var byte = UInt8(truncatingIfNeeded: number)
    write(endingPipe.load(ordering: .relaxed), &byte, 1)
    errno = code
  }

  /// Ends the program by a signal, so that its parent sees which.
  private static func end(by number: Int32) -> Never {
    signal(number, SIG_DFL)
    kill(getpid(), number)
    while true { pause() }
  }
}

// Global, because a signal's handler can't hold on to anything.
private let interruptionRequests = Atomic(0)
private let ignoredRequests = Atomic(0)
private let endingPipe = Atomic<Int32>(-1)
