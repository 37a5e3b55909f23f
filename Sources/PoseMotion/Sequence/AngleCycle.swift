internal import Kinematics

/// An angle over the cycle of a movement, 0 to 100 % of it: the mean of several cycles and their spread.
public struct AngleCycle: Sendable, Equatable {
  /// The angle in the catalogue.
  public var name: String
  /// Radians at 101 positions, the mean of all cycles; `nil` where it was not measured in any.
  public var mean: [Double?]
  /// The standard deviation between the cycles; `nil` where fewer than two have a value.
  public var deviation: [Double?]
  /// One standard deviation of a single value as the measurement states it, a mean square over the cycles; `nil`
  /// if it is unknown.
  public var sigma: [Double?]

  /// A cycle from its parts, each with 101 values.
  public init(name: String, mean: [Double?], deviation: [Double?], sigma: [Double?]) {
    precondition([mean, deviation, sigma].allSatisfy { $0.count == 101 }, "not 101 values")
    (self.name, self.mean, self.deviation, self.sigma) = (name, mean, deviation, sigma)
  }

  /// The cycle of a curve over several stretches of time, in seconds; `nil` if nothing was measured in any.
  init?(of curve: AngleCurve, over stretches: [ClosedRange<Double>]) {
    let traces = stretches.map { stretch in
      (0...100).map { percent in
        let length = stretch.upperBound - stretch.lowerBound
        return curve.sample(at: stretch.lowerBound + length * Double(percent) / 100)
      }
    }
    let columns = (0...100).map { position in traces.compactMap { $0[position] } }
    guard columns.contains(where: { !$0.isEmpty }) else { return nil }
    self.init(
      name: curve.definition.name,
      mean: columns.map { $0.isEmpty ? nil : $0.map(\.value).mean },
      deviation: columns.map { $0.count > 1 ? $0.map(\.value).standardDeviation : nil },
      sigma: columns.map { [Double].rootMeanSquare($0.map(\.sigma)) })
  }
}

extension AngleCurve {
  /// A value between two frames, with its sigma; `nil` where either was not measured, and outside of them.
  fileprivate func sample(at time: Double) -> MotionMeasures.Value? {
    guard let first = times.first, let last = times.last, (first...last).contains(time) else {
      return nil
    }
    // The first frame that is not before the time, by halves: sessions are long.
    var (low, after) = (0, times.count - 1)
    while low < after {
      let middle = (low + after) / 2
      if times[middle] < time { low = middle + 1 } else { after = middle }
    }
    let before = times[after] > time ? after - 1 : after
    guard !isFilled[before], !isFilled[after], let a = values[before], let b = values[after] else {
      return nil
    }
    let step = times[after] - times[before]
    let share = step > 0 ? (time - times[before]) / step : 0
    let known = [sigmas[before], sigmas[after]].compactMap { $0 }
    // Neighbours err alike.
    return MotionMeasures.Value(a + (b - a) * share, sigma: known.count == 2 ? known.max() : nil)
  }
}
