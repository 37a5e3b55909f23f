import Kinematics
@testable import PoseMotion
import Testing

struct AngleCurveTests {
  /// Angles in turns, `nil` where they are missing, and the unwrapped ones.
  @Test(
    arguments: [
      ([0.4, 0.45, -0.45, -0.4], [0.4, 0.45, 0.55, 0.6]),
      ([-0.4, -0.45, 0.45, 0.4], [-0.4, -0.45, -0.55, -0.6]),
      ([0.4, nil, nil, -0.4, -0.2, 0, 0.2, 0.4], [0.4, nil, nil, 0.6, 0.8, 1, 1.2, 1.4]),
      ([nil, 0.1, 0.3, -0.3, 0.3], [nil, 0.1, 0.3, 0.7, 0.3]),
      ([nil, nil], [nil, nil]),
    ] as [([Double?], [Double?])])
  func `a curve never jumps by more than half a turn`(turns: [Double?], expected: [Double?]) {
    let values = curve(turns.map { $0.map { $0 * 2 * .pi } }).values
    for (value, expected) in zip(values, expected) {
      #expect((value == nil) == (expected == nil))
      if let value, let expected { #expect(abs(value - expected * 2 * .pi) < Tolerance.exact) }
    }
  }

  @Test func `velocities are those of the frames' own times`() {
    let times = [0, 0.03, 0.07, 0.1, 0.2, 0.22]
    // A parabola is followed exactly, at its ends too; a frame without a value splits it.
    let values = times.map { Double?(1 + 2 * $0 - 5 * $0 * $0) }
    for (velocity, time) in zip(curve(values, times).velocities, times) {
      #expect(velocity.map { abs($0 - (2 - 10 * time)) < 1e-9 } == true)
    }
    var split = values
    split[2] = nil
    let velocities = curve(split, times).velocities
    #expect(velocities[2] == nil)
    // Two values are a line.
    let line = 2 - 5 * times[1]
    for velocity in velocities[..<2] { #expect(velocity.map { abs($0 - line) < 1e-9 } == true) }
    split[4] = nil
    let alone = curve(split, times).velocities
    #expect(alone[3] == nil && alone[5] == nil)
  }

  @Test func `an unwrapped turn has the speed of the turn`() {
    let times = (0..<20).map { Double($0) / 10 }
    let angles = times.map { time -> Double? in
      let turn = 0.7 * time
      return 2 * .pi * (turn - turn.rounded())
    }
    for velocity in curve(angles, times).velocities {
      #expect(velocity.map { abs($0 - 1.4 * .pi) < 1e-9 } == true)
    }
  }

  @Test func `a joint doesn't turn beyond what joints do`() throws {
    let joint = try #require(AngleDefinition.catalogue.first { $0.segments.count > 1 })
    var unwrapping = AngleUnwrapping(of: joint)
    let turns = [0.4, -0.4, -0.2, 0].enumerated().map { index, turn in
      unwrapping.next(turn * 2 * .pi, at: Double(index) / 30).map { $0 / (2 * .pi) }
    }
    for (turn, expected) in zip(turns, [0.4, 0.6, -0.2, 0]) {
      #expect(turn.map { abs($0 - expected) < Tolerance.exact } == true)
    }
  }

  /// A curve of a segment in the room, which may turn on and on.
  private func curve(_ values: [Double?], _ times: [Double]? = nil) -> AngleCurve {
    let definition = AngleDefinition.catalogue.first { $0.segments.count == 1 }!
    return AngleCurve(
      definition: definition, times: times ?? values.indices.map { Double($0) / 30 },
      angles: values.map { $0.map { JointAngle(name: definition.name, value: $0, sigma: nil) } },
      isFilled: values.map { _ in false })
  }
}
