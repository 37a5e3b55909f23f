internal import Synchronization

/// The result of work that takes long, done on a thread of its own: no thread of Swift's concurrency waits for it.
///
/// - Parameters:
///   - name: the thread's name in debuggers, at most 15 characters.
///   - refusal: the error where the system refuses a thread.
///   - work: called with a flag that is set when the task is cancelled.
package func onOwnThread<Result: Sendable>(
  _ name: String, refusal: any Error,
  _ work: @escaping @Sendable (CancellationFlag) throws -> Result
) async throws -> Result {
  let isCancelled = CancellationFlag()
  let thread = Mutex<WorkerThread?>(nil)
  // The thread has released all that it held before its result is used.
  defer { thread.withLock { $0 }?.join() }
  return try await withTaskCancellationHandler {
    try await withCheckedThrowingContinuation { continuation in
      let started = WorkerThread(name) {
        continuation.resume(with: Swift.Result { try work(isCancelled) })
      }
      guard let started else { return continuation.resume(throwing: refusal) }
      thread.withLock { $0 = started }
    }
  } onCancel: {
    isCancelled.set()
  }
}

/// Permits for tasks, which wait for one without a thread, in the order in which they came. `Permits` are for threads.
package actor TaskPermits {
  private var free: Int
  private var waiting: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
  private var last = 0

  /// The permits that can be taken without waiting, at least one.
  package init(_ count: Int) {
    precondition(count > 0, "no permits")
    free = count
  }

  /// Takes a permit; waits for one. Throws a `CancellationError`, without a permit, where the task is cancelled.
  package func wait() async throws {
    try Task.checkCancellation()
    guard free == 0 else {
      free -= 1
      return
    }
    last += 1
    let number = last
    let isTaken = await withTaskCancellationHandler {
      await withCheckedContinuation { waiting.append((number, $0)) }
    } onCancel: {
      Task { await giveUp(number) }
    }
    guard isTaken else { throw CancellationError() }
  }

  /// Gives a permit back.
  package func signal() {
    guard !waiting.isEmpty else {
      free += 1
      return
    }
    waiting.removeFirst().continuation.resume(returning: true)
  }

  /// The tasks that wait.
  package var waitingCount: Int { waiting.count }

  private func giveUp(_ number: Int) {
    // Who has got a permit meanwhile keeps it.
    guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
    waiting.remove(at: index).continuation.resume(returning: false)
  }
}

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
