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
  /// Radians a second, by central differences on the frames' own times; `nil` where a neighbour is
  /// missing.
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
    values = angles.map { $0?.value }
    sigmas = angles.map { $0?.sigma }
    velocities = Array(repeating: nil, count: times.count)
  }
}
