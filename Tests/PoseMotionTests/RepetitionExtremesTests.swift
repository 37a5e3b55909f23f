import PoseMotion
import Testing

/// The best and the worst of some repetitions.
struct RepetitionExtremesTests {
  /// A repetition of so many degrees ± others, which misses so many criteria.
  private static func repetition(
    _ range: Double, _ sigma: Double? = 2, missed: Int = 0, isCounted: Bool = true
  ) -> Repetition {
    let criteria = (0..<3).map {
      Repetition.Criterion(name: "criterion", isMet: $0 >= missed, value: nil, unit: "degree")
    }
    let degree = Double.pi / 180
    return Repetition(
      person: 0, isCounted: isCounted, start: 0, turn: 1, end: 2, angle: "leftKneeFlexion",
      rangeOfMotion: range * degree, rangeOfMotionSigma: sigma.map { $0 * degree }, angleAtTurn: 0,
      peakVelocity: 1, criteria: criteria)
  }

  static let cases: [(name: String, [Repetition], best: Int, worst: Int, differ: Bool?)] = [
    ("the farthest and the least far", [80, 95, 70].map { repetition($0) }, 1, 2, true),
    ("within two sigmas of the difference", [90, 95].map { repetition($0) }, 1, 0, false),
    ("what misses a criterion is worse", [repetition(90), repetition(99, missed: 1)], 0, 1, true),
    (
      "what doesn't count is neither", [repetition(20, isCounted: false), repetition(80)], 1, 1,
      false
    ),
    ("unknown sigmas show nothing", [80, 120].map { repetition($0, nil) }, 1, 0, nil),
    ("of equal ones the earlier is better", [90, 90, 90].map { repetition($0) }, 0, 2, false),
  ]

  @Test(arguments: cases)
  func `the fewest missed criteria come first, then the range`(
    name: String, repetitions: [Repetition], best: Int, worst: Int, differ: Bool?
  ) throws {
    let extremes = try #require(RepetitionExtremes(of: repetitions))
    #expect(extremes.best == best && extremes.worst == worst, "\(name)")
    #expect(extremes.differ == differ, "\(name)")
  }

  @Test func `there are none where nothing counts`() {
    #expect(RepetitionExtremes(of: []) == nil)
    #expect(RepetitionExtremes(of: [Self.repetition(90, isCounted: false)]) == nil)
  }
}
