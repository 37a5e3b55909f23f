internal import Dispatch
internal import Synchronization

/// The most threads of a `concurrentMap`. Chosen: a long video is not split into many more parts, and each thread takes
/// memory.
private let maximumThreads = 16

/// The results of a function for the numbers from 0 to `count`, in their order. They are computed side by side, on as many
/// threads as the machine has processors or 16, and are the same for any number of them.
package func concurrentMap<Result: Sendable>(
  _ count: Int, _ body: @Sendable (Int) -> Result
) -> [Result] {
  guard count > 1 else { return (0..<count).map(body) }
  let results = Mutex<[Result?]>(Array(repeating: nil, count: count))
  let lanes = min(count, maximumThreads)
  DispatchQueue.concurrentPerform(iterations: lanes) { lane in
    for number in stride(from: lane, to: count, by: lanes) {
      let result = body(number)
      results.withLock { $0[number] = result }
    }
  }
  return results.withLock { $0.compactMap { $0 } }
}
