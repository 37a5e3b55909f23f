internal import Dispatch

/// A counting semaphore that may be released at any count.
///
/// libdispatch ends the program if a `DispatchSemaphore` is released below the value it was made with:
/// after an error, with a permit still taken. This one is made with 0 and raised afterwards, and no count
/// is below that.
package struct Permits: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  /// The permits that can be taken without waiting.
  package init(_ count: Int) {
    for _ in 0..<count { semaphore.signal() }
  }

  /// Takes a permit; waits for one.
  package func wait() { semaphore.wait() }

  /// Gives a permit back.
  package func signal() { semaphore.signal() }
}
