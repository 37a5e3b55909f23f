import Foundation
import Synchronization

/// Ctrl-C and `kill`, which ask a long command to end with what it has done. Asked a second time, the
/// program ends at once.
enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// From here on the first signal only asks.
  static func watch() {
    // Who starts the program from a thread that lets no signal through passes that on to it.
    var set = sigset_t()
    sigemptyset(&set)
    for number in signals { sigaddset(&set, number) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    for number in signals {
      signal(number) { number in
        interruptionIsRequested.store(true, ordering: .relaxed)
        signal(number, SIG_DFL)
      }
    }
  }

  /// Whether somebody has asked.
  static var hasBeenAsked: Bool { interruptionIsRequested.load(ordering: .relaxed) }

  /// The exit code of a program that Ctrl-C ended, as shells count.
  static let exitCode: Int32 = 130
}

/// Global, because a signal's handler can't hold on to anything.
private let interruptionIsRequested = Atomic(false)
