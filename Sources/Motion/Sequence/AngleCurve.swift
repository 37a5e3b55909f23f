public import Kinematics

/// An angle of one person over a sequence, without jumps of a turn, and its velocity.
public struct AngleCurve: Sendable {
  /// What is measured.
  public let definition: AngleDefinition
  /// Seconds.
  public let times: [Double]
  /// Radians at each time; `nil` where it can't be measured. From one value to the next, across
  /// what is missing too, it never jumps by more than half a turn.
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
    self.definition = definition
    self.times = times
    self.isFilled = isFilled
    values = Self.unwrapped(angles.map { $0?.value })
    sigmas = angles.map { $0?.sigma }
    velocities = Self.velocities(of: values, at: times)
  }

  /// The angles with as many whole turns added as bring each nearest to the one before.
  private static func unwrapped(_ angles: [Double?]) -> [Double?] {
    var last: Double?
    return angles.map { angle in
      guard let angle else { return nil }
      let turns = last.map { (($0 - angle) / (2 * .pi)).rounded() } ?? 0
      last = angle + 2 * .pi * turns
      return last
    }
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
