internal import Synchronization

/// Results that threads put in their places.
final class ResultList<Value: Sendable>: Sendable {
  private let results: Mutex<[Result<Value, any Error>?]>

  /// So many results, none of which is there.
  init(count: Int) { results = Mutex(Array(repeating: nil, count: count)) }

  /// Whether one of them is an error.
  var hasFailure: Bool {
    results.withLock { $0.contains { if case .failure = $0 { true } else { false } } }
  }

  subscript(place: Int) -> Result<Value, any Error>? {
    get { results.withLock { $0[place] } }
    set { results.withLock { $0[place] = newValue } }
  }

  /// All values; throws the first error in their order.
  func values() throws -> [Value] {
    let all = results.withLock { $0 }
    for case .failure(let error)? in all { throw error }
    return try all.compactMap { try $0?.get() }
  }
}
