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
