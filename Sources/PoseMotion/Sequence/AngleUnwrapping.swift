package import Kinematics

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
