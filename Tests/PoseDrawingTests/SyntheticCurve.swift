import Kinematics
import PoseMotion
import Testing

/// Curves of an angle and repetitions for plots.
enum SyntheticCurve {
  static let degree = Double.pi / 180

  /// The curve of a function of time, in degrees; `nil` where the function is.
  static func curve(
    _ name: String = "leftKneeFlexion", frames: Int, rate: Double = 30, sigma: Double? = 3,
    filled: Range<Int> = 0..<0, _ degrees: (Double) -> Double?
  ) throws -> AngleCurve {
    let definition = try #require(AngleDefinition.catalogue.first { $0.name == name })
    let times = (0..<frames).map { Double($0) / rate }
    return AngleCurve(
      definition: definition, times: times,
      angles: times.map { time in
        degrees(time).map {
          JointAngle(name: name, value: $0 * degree, sigma: sigma.map { $0 * degree })
        }
      }, isFilled: (0..<frames).map(filled.contains))
  }

  /// Up to 90° and back every three seconds.
  static func squat(_ time: Double) -> Double {
    let phase = (time / 3).truncatingRemainder(dividingBy: 1)
    return 4 + 172 * min(phase, 1 - phase)
  }

  static func knees(frames: Int = 300, filled: Range<Int> = 0..<0) throws -> [AngleCurve] {
    [
      try curve(frames: frames, filled: filled, squat),
      try curve("rightKneeFlexion", frames: frames, filled: filled) { squat($0) * 0.95 },
    ]
  }

  /// One every three seconds; those of `missed` don't count.
  static func repetitions(
    _ count: Int, missed: [Int: Repetition.Reason] = [:], length: Double = 3
  ) -> [Repetition] {
    (0..<count).map { index in
      let start = length * Double(index)
      return Repetition(
        person: 0, isCounted: missed[index] == nil, reason: missed[index], start: start + 0.1,
        turn: start + length / 2, end: start + length - 0.1, angle: "leftKneeFlexion",
        rangeOfMotion: (missed[index] == nil ? 80 : 50) * degree, angleAtTurn: 90 * degree,
        peakVelocity: 1)
    }
  }
}
