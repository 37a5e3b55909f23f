internal import Synchronization

/// Hands out the numbers from 0, each to one thread.
package final class AtomicCounter: Sendable {
  private let value = Atomic(0)

  /// A counter that starts at 0.
  package init() {}

  /// The next number.
  package func next() -> Int { value.add(1, ordering: .relaxed).oldValue }
}
