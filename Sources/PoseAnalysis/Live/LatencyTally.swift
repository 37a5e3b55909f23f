internal import Foundation

/// The distribution of a repeated step's durations: their median and 95 % quantile, in memory that
/// doesn't grow.
public struct LatencyTally: Sendable {
  /// Times of like length, each 2 % longer than the one before: a tenth of a millisecond to a minute and a
  /// half.
  private var counts = [Int](repeating: 0, count: 700)
  /// The number of measurements.
  public private(set) var count = 0
  /// The longest, in seconds; 0 without any.
  public private(set) var longest = 0.0

  private static let (least, step) = (1e-4, log(1.02))

  /// No time yet.
  public init() {}

  /// Adds a time in seconds.
  public mutating func add(_ seconds: Double) {
    let place = seconds > Self.least ? log(seconds / Self.least) / Self.step : 0
    counts[min(counts.count - 1, Int(place))] += 1
    count += 1
    longest = max(longest, seconds)
  }

  /// Seconds that such a share of the times, 0…1, stays below, to 2 %; `nil` without any.
  public func quantile(_ share: Double) -> Double? {
    precondition((0...1).contains(share), "a share of \(share)")
    guard count > 0 else { return nil }
    let rank = max(1, Int((share * Double(count)).rounded(.up)))
    var below = 0
    for (place, count) in counts.enumerated() {
      below += count
      if below >= rank { return min(longest, Self.least * exp(Double(place + 1) * Self.step)) }
    }
    return longest
  }
}
