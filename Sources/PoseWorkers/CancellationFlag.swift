internal import Synchronization

/// A flag that any thread may set, once, and any thread may read. No other memory is ordered by it.
package final class CancellationFlag: Sendable {
  private let value = Atomic(false)

  /// A flag that isn't set.
  package init() {}

  /// Whether the flag has been set.
  package var isSet: Bool { value.load(ordering: .relaxed) }

  /// Sets the flag.
  package func set() { value.store(true, ordering: .relaxed) }
}
