internal import Synchronization

/// A count of open connections, with a limit.
final class ConnectionCount: Sendable {
  private let limit: Int
  private let count = Mutex(0)

  init(limit: Int) { self.limit = limit }

  /// Counts one more; `false` when there are as many as there may be.
  func enter() -> Bool {
    count.withLock { count in
      guard count < limit else { return false }
      count += 1
      return true
    }
  }

  func leave() { count.withLock { $0 -= 1 } }

  var current: Int { count.withLock { $0 } }
}
