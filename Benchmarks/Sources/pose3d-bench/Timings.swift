import Foundation

/// The best time of each of several things that are done in turns: whatever else runs on the machine
/// only ever adds.
struct Timings {
  /// CPU time of what is measured.
  enum Clock {
    /// All threads of this process.
    case process
    /// This thread alone: OpenBLAS' threads idle, but look around now and then.
    case thread

    var seconds: Double {
      var time = timespec()
      clock_gettime(self == .process ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
  }

  let clock: Clock
  /// Units a second, 1000 for milliseconds.
  let perSecond: Double
  private var best: [String: Double] = [:]

  init(_ clock: Clock, perSecond: Double) {
    self.clock = clock
    self.perSecond = perSecond
  }

  /// Times some work that is done `count` times.
  mutating func time(_ name: String, count: Int, _ work: () throws -> Void) rethrows {
    let start = clock.seconds
    try work()
    add(name, (clock.seconds - start) * perSecond / Double(count))
  }

  /// Adds a time that was measured elsewhere; `nil` is none.
  mutating func add(_ name: String, _ value: Double?) {
    guard let value else { return }
    best[name] = min(best[name] ?? .infinity, value)
  }

  /// The best time; `nil` for what wasn't measured.
  subscript(name: String) -> Double? { best[name] }

  /// Prints a line with a title and the best time, if it was measured.
  func printRow(_ title: String, _ name: String) {
    guard let value = best[name] else { return }
    print(
      title.padding(toLength: 52, withPad: " ", startingAt: 0) + String(format: "%9.2f", value))
  }
}
