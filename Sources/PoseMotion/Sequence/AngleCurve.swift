public import Kinematics

/// An angle of one person over a sequence, without jumps of a turn, and its velocity.
public struct AngleCurve: Sendable {
  /// The definition of the angle.
  public let definition: AngleDefinition
  /// Seconds.
  public let times: [Double]
  /// Radians at each time; `nil` where it can't be measured. An angle with an anatomical range is
  /// within half a turn of that range's middle. Any other doesn't jump by more than half a turn
  /// from one value to the next, even across a gap of up to half a second. After a longer gap it
  /// starts again between −π and π. A whole turn is removed if an angle between two segments of the
  /// body would leave ±270°: no joint turns that far, so that noise has led it there.
  public let values: [Double?]
  /// One standard deviation in radians; `nil` where unknown.
  public let sigmas: [Double?]
  /// Radians a second: the slope of the parabola through a value and its two neighbours, at the
  /// frames' own times; at the ends of what is measured, of the last three values, or the line through
  /// two. `nil` where there is no value, and where one stands alone.
  public let velocities: [Double?]
  /// Whether the person was not measured at that time: a gap was filled.
  public let isFilled: [Bool]

  /// A curve from an angle's measurements, `nil` where the person is not known.
  public init(
    definition: AngleDefinition, times: [Double], angles: [JointAngle?], isFilled: [Bool]
  ) {
    precondition(
      times.count == angles.count && times.count == isFilled.count,
      "\(angles.count) angles at \(times.count) times")
    self.init(
      definition: definition, times: times, measured: angles.map { $0?.value },
      sigmas: angles.map { $0?.sigma }, isFilled: isFilled)
  }

  /// - Parameter measured: the values as they were measured, not yet unwrapped.
  init(
    definition: AngleDefinition, times: [Double], measured: [Double?], sigmas: [Double?],
    isFilled: [Bool]
  ) {
    self.definition = definition
    self.times = times
    self.sigmas = sigmas
    self.isFilled = isFilled
    var unwrapping = AngleUnwrapping(of: definition)
    values = zip(measured, times).map { unwrapping.next($0, at: $1) }
    velocities = Self.velocities(of: values, at: times)
  }

  private static func velocities(of values: [Double?], at times: [Double]) -> [Double?] {
    var result = [Double?](repeating: nil, count: values.count)
    for run in SampleRuns.of(times, isPresent: { values[$0] != nil }) where run.count > 1 {
      let (moments, angles) = (times[run], values[run].compactMap { $0 })
      let slopes = ParabolaSlope.slopes(of: angles, at: Array(moments))
      for (index, slope) in zip(run, slopes) { result[index] = slope }
    }
    return result
  }
}

/// Takes the jumps of whole turns out of an angle, frame after frame. A joint's angle is put where
/// bodies can be; to any other as many turns are added as bring a value nearest to the one before.
package struct AngleUnwrapping {
  private let definition: AngleDefinition
  private let isBounded: Bool
  private var last: (value: Double, time: Double)?

  /// The longest time without a value across which turns are counted, in seconds.
  private static let memory = 0.5
  /// Beyond this no joint turns, in radians.
  private static let reach = 1.5 * Double.pi

  /// Starts again. The angle between two segments can't turn without end; a segment in the room
  /// can.
  package init(of definition: AngleDefinition) {
    self.definition = definition
    isBounded = definition.segments.count > 1
  }

  /// The next value, in radians, at a time in seconds; without a value there is none.
  package mutating func next(_ angle: Double?, at time: Double) -> Double? {
    guard let angle else { return nil }
    if let value = definition.anatomical(angle) { return value }
    var value = angle
    if let last, time - last.time <= Self.memory {
      value += 2 * .pi * ((last.value - angle) / (2 * .pi)).rounded()
      if isBounded && abs(value) > Self.reach { value = angle }
    }
    last = (value, time)
    return value
  }
}

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
