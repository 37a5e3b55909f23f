import Foundation
import Synchronization

/// Ctrl-C and `kill`, which ask a long command to end what it is doing with what it has done. Each
/// further one ends the next piece of work likewise; the third ends the program at once.
enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// From here on the first two signals only ask.
  static func watch() {
    // Who starts the program from a thread that lets no signal through passes that on to it.
    var set = sigset_t()
    sigemptyset(&set)
    for number in signals { sigaddset(&set, number) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    for number in signals {
      signal(number) { number in
        let before = interruptionRequests.wrappingAdd(1, ordering: .relaxed).oldValue
        if before > 0 { signal(number, SIG_DFL) }
      }
    }
  }

  /// How often somebody has asked.
  static var count: Int { interruptionRequests.load(ordering: .relaxed) }

  /// The exit code of a program that Ctrl-C ended, as shells count.
  static let exitCode: Int32 = 130
}

/// Global, because a signal's handler can't hold on to anything.
private let interruptionRequests = Atomic(0)
