internal import Dispatch
internal import Foundation
internal import Synchronization

/// The most threads of a `concurrentMap`. Chosen: a long video is not split into many more parts, and each thread takes
/// memory.
private let maximumThreads = 16

/// The results of a function for the numbers from 0 to `count`, in their order. They are computed side by side, on as many
/// threads as the machine has processors or 16, and are the same for any number of them. Where the system refuses
/// threads, the calling thread does the work.
package func concurrentMap<Result: Sendable>(
  _ count: Int, _ body: @Sendable (Int) -> Result
) -> [Result] {
  guard count > 1 else { return (0..<count).map(body) }
  let results = Mutex<[Result?]>(Array(repeating: nil, count: count))
  let next = AtomicCounter()
  let lanes = min(count, maximumThreads, max(2, Processors.count))
  // The threads have ended before this function does.
  withoutActuallyEscaping(body) { body in
    let work = { @Sendable in
      while true {
        let number = next.next()
        guard number < count else { return }
        let result = body(number)
        results.withLock { $0[number] = result }
      }
    }
    var threads: [WorkerThread] = []
    while threads.count < lanes - 1, let thread = WorkerThread("side by side", work) {
      threads.append(thread)
    }
    work()
    for thread in threads { thread.join() }
  }
  return results.withLock { $0.compactMap { $0 } }
}

/// Hands out the numbers from 0, each to one thread.
package final class AtomicCounter: Sendable {
  private let value = Atomic(0)

  /// A counter that starts at 0.
  package init() {}

  /// The next number.
  package func next() -> Int { value.add(1, ordering: .relaxed).oldValue }
}

/// Carries a value that isn't `Sendable` to another thread. From then on that thread alone uses the value,
/// which the caller guarantees.
package struct UncheckedTransfer<Value>: @unchecked Sendable {
  package let value: Value

  package init(_ value: Value) { self.value = value }
}

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
