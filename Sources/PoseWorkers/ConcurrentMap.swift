internal import Dispatch
internal import Synchronization

/// The results of a function for the numbers from 0 to `count`, in their order. They are computed side by side, on as many
/// threads as the machine has processors, and are the same for any number of them.
package func concurrentMap<Result: Sendable>(
  _ count: Int, _ body: @Sendable (Int) -> Result
) -> [Result] {
  guard count > 1 else { return (0..<count).map(body) }
  let results = Mutex<[Result?]>(Array(repeating: nil, count: count))
  DispatchQueue.concurrentPerform(iterations: count) { number in
    let result = body(number)
    results.withLock { $0[number] = result }
  }
  return results.withLock { $0.compactMap { $0 } }
}
