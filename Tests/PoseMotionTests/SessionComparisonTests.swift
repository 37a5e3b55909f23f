import Foundation
import Pose3D
import Kinematics
import PoseFiles
import PoseGeometry
import TestSupport
import Testing

@testable import PoseMotion

/// Two sessions of values whose spread and sigma are known.
@Suite("Comparison of sessions")
struct SessionComparisonTests {
  private static let degree = Double.pi / 180

  private static func session(
    _ values: [Double], sigma: Double? = 4, facing: Double? = 0, distance: Double? = 3,
    exercise: String? = "squat", thigh: Double = 0.3
  ) -> SessionSummary {
    SessionSummary(
      name: "a.json", exercise: exercise, repetitions: values.count,
      measures: [
        SessionSummary.Measure(
          name: "leftKneeFlexion.maximum", unit: .radian, values: values.map { $0 * degree },
          sigma: sigma.map { $0 * degree })
      ], cycles: [], facing: facing.map { MotionMeasures.Value($0 * degree) },
      distance: distance.map { MotionMeasures.Value($0) },
      proportions: ["thigh": thigh, "shank": 0.6 - thigh, "trunk": 0.4],
      stature: Stature(metres: 1.8))
  }

  // Oracle: scipy.stats.t.isf(share / 2, freedom).
  @Test(arguments: [
    (0.05, 1.0, 12.706204736), (0.05, 2, 4.302652730), (0.05, 2.5, 3.574654842),
    (0.05, 3, 3.182446305), (0.05, 3.7, 2.867520707), (0.05, 5, 2.570581836),
    (0.05, 7.3, 2.345066737), (0.05, 10, 2.228138852), (0.05, 30, 2.042272456),
    (0.05, 100, 1.983971519), (0.05, .infinity, 1.959963985), (0.025, 1, 25.4517),
    (0.025, 2, 6.205347), (0.025, 3, 4.176535), (0.025, 4.5, 3.304667), (0.025, 8, 2.751524),
    (0.025, 30, 2.359562), (0.025, .infinity, 2.241402728), (0.01, 2, 9.924843),
    (0.01, 3, 5.840909), (0.01, 4.5, 4.272824), (0.01, 8, 3.355387), (0.01, 30, 2.749996),
    (0.01, .infinity, 2.575829304),
  ])
  func `a share of Student's distribution lies beyond the limit`(
    share: Double, freedom: Double, limit: Double
  ) {
    #expect(abs(StudentT.limit(beyond: share, freedom: freedom) / limit - 1) < 1e-3)
  }

  @Test(arguments: [0.05, 0.0125])
  func `with fewer degrees of freedom the limit is never smaller`(share: Double) {
    let limits = stride(from: 1.0, through: 40, by: 0.05).map {
      StudentT.limit(beyond: share, freedom: $0)
    }
    #expect(zip(limits, limits.dropFirst()).allSatisfy { $0 >= $1 - 1e-3 })
  }

  @Test func `in a series the conditions of each later session count`() {
    let alike = Self.session([95, 97, 94, 96])
    let turned = Self.session([95, 97, 94, 96], facing: 60)
    let series = SessionSeries([Self.session([96, 97, 94, 96]), alike, turned])
    #expect(series.sessions.count == 3 && series.comparisons[0].differences.isEmpty)
    #expect(series.comparisons[1].differences == [.view])
    #expect(series.comparisons.map(\.residualShare) == [0.4, 1])
    #expect(series.assumptions.count == 2 && series.conditionSentences.count == 1)
  }

  @Test func `a session doesn't differ from itself`() {
    let one = Self.session([95, 97, 94, 96])
    let row = SessionComparison(before: one, after: one).rows[0]
    #expect(row.difference.value == 0 && row.verdict == .noChangeShown)
    let comparison = SessionComparison(before: one, after: one)
    #expect(comparison.differences == [.sameRecording])
    #expect(
      comparison.conditionSentences == [
        "Both sessions are the same recording: all values are equal."
      ])
  }

  // By hand: spreads 1.29 and 1.29 of four values each, 0.4 of a sigma of 4 in both: a variance of
  // 2 · 1.667 / 4 + 2 · 1.6² = 5.953, and Welch's degrees of freedom 306, for which the limit is 1.968.
  @Test func `the minimal detectable change has the spread and what remains of the sigmas`() throws
  {
    let comparison = SessionComparison(
      before: Self.session([94, 95, 96, 97]), after: Self.session([104, 105, 106, 107]))
    let row = comparison.rows[0]
    #expect(comparison.residualShare == 0.4)
    #expect(abs(row.difference.value - 10 * Self.degree) < 1e-12)
    let sigma = try #require(row.difference.sigma)
    #expect(abs(sigma / Self.degree - 5.9533.squareRoot()) < 1e-3)
    let limit = try #require(row.minimalDetectableChange)
    #expect(abs(limit / sigma - 1.968) < 2e-3)
    #expect(row.verdict == .changed)
    #expect(
      row.before.sigma.map { abs($0 / Self.degree - (5.0 / 12 + 16).squareRoot()) < 1e-3 } == true)
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func `swapped sessions differ by as much the other way`(seed: UInt64) {
    var random = RandomNumbers(seed: seed)
    let values = { (count: Int) in
      (0..<count).map { _ in 90 + Double(random.next() % 2000) / 100 }
    }
    let (a, b) = (Self.session(values(3)), Self.session(values(6)))
    let forth = SessionComparison(before: a, after: b).rows[0]
    let back = SessionComparison(before: b, after: a).rows[0]
    #expect(abs(forth.difference.value + back.difference.value) < 1e-12)
    let limits = [forth, back].map { $0.minimalDetectableChange ?? 0 }
    #expect(abs(limits[0] / limits[1] - 1) < 1e-12)
    #expect(forth.verdict == back.verdict && forth.counts.before == back.counts.after)
  }

  /// A session of repetitions about 95° that scatter by 3°, with an error of the whole session that remains of a sigma.
  private static func unchanged(
    _ count: Int, sigma: Double, _ random: inout RandomNumbers
  ) -> SessionSummary {
    func normal() -> Double {
      func uniform() -> Double {
        (Double(random.next() >> 11) + 0.5) / 9_007_199_254_740_992
      }
      return (-2 * log(uniform())).squareRoot() * cos(2 * .pi * uniform())
    }
    let bias = sigma * SessionComparison.sharedConditions * normal()
    return session((0..<count).map { _ in 95 + bias + 3 * normal() }, sigma: sigma)
  }

  // Sessions of one person and place, drawn from their model: 5 % of the unchanged may be told to have
  // changed. With few repetitions Welch's degrees of freedom are cautious: 2.5 to 6.5 % of 2,000 pairs.
  @Test(arguments: [(3, 0.0), (5, 0.0), (5, 4.0), (10, 4.0)])
  func `one in twenty unchanged pairs is reported as changed`(count: Int, sigma: Double) {
    var random = RandomNumbers(seed: UInt64(count * 10) + UInt64(sigma))
    let changed = (0..<2000).count { _ in
      let pair = (0..<2).map { _ in Self.unchanged(count, sigma: sigma, &random) }
      return SessionComparison(before: pair[0], after: pair[1]).rows[0].verdict == .changed
    }
    #expect((50...130).contains(changed), "\(changed) of 2000")
  }

  // The later sessions share the first one, and Bonferroni's inequality is cautious: fewer than 5 % of the series.
  @Test(arguments: [(3, 5, 0.0), (4, 5, 4.0), (6, 5, 4.0), (10, 8, 4.0)])
  func `of unchanged series one in twenty at most has a session that is reported as changed`(
    sessions: Int, count: Int, sigma: Double
  ) {
    var random = RandomNumbers(seed: UInt64(sessions * 100 + count * 10) + UInt64(sigma))
    let changed = (0..<2000).count { _ in
      let series = SessionSeries(
        (0..<sessions).map { _ in Self.unchanged(count, sigma: sigma, &random) })
      return series.comparisons.contains { $0.rows[0].verdict == .changed }
    }
    #expect((20...130).contains(changed), "\(changed) of 2000")
  }

  static let conditions: [(SessionSummary, SessionComparison.Condition?)] = [
    (session([1, 2, 3]), nil), (session([1, 2, 3], facing: 19), nil),
    (session([1, 2, 3], facing: 21), .view), (session([1, 2, 3], facing: -179), .view),
    (session([1, 2, 3], distance: 3.7), nil), (session([1, 2, 3], distance: 3.8), .distance),
    (session([1, 2, 3], distance: 2.3), .distance), (session([1, 2, 3], thigh: 0.35), .person),
    (session([1, 2, 3], exercise: "lunge"), .exercise), (session([1, 2]), .fewRepetitions),
  ]

  @Test(arguments: conditions)
  func `a condition that differs is named`(
    other: SessionSummary, condition: SessionComparison.Condition?
  ) {
    let comparison = SessionComparison(before: Self.session([1, 2, 4]), after: other)
    #expect(comparison.differences == [condition].compactMap { $0 })
    let cancels = [nil, .fewRepetitions].contains(condition)
    #expect(comparison.residualShare == (cancels ? 0.4 : 1))
    #expect(comparison.conditionSentences.count == comparison.differences.count)
  }

  @Test func `nothing cancels where the view or the distance is not known`() {
    for unknown in [Self.session([1, 2, 3], facing: nil), Self.session([1, 2, 3], distance: nil)] {
      #expect(SessionComparison(before: unknown, after: unknown).residualShare == 1)
      #expect(SessionComparison(before: unknown, after: Self.session([1])).residualShare == 1)
    }
  }

  // Faces the camera, then turns to the right by 90°: the left side is towards it. x is to the right, z away.
  @Test(arguments: [(0.0, 0.0), (90, 90), (-90, -90), (45, 45)])
  func `the view is counted towards the left side`(turn: Double, facing: Double) throws {
    let angle = turn * Self.degree
    let recording = PoseRecording(
      frames: DocumentedSquat.recording.frames.map { frame in
        var frame = frame
        for place in frame.people.indices {
          let body = frame.people[place].body
          frame.people[place].body.positions = body.positions.map { point in
            let (x, z) = (point.x, point.z - 3)
            return Vector3(
              x * cos(angle) + z * sin(angle), point.y, 3 - x * sin(angle) + z * cos(angle))
          }
        }
        return frame
      }, camera: DocumentedSquat.camera, gravity: Vector3(0, 1, 0))
    let sequence = PoseSequence(recording, options: DocumentedSquat.untouched)
    let person = sequence.people[0]
    let session = SessionSummary(
      of: person, ExerciseAnalysis(of: person), name: "a", isInCameraFrame: true, hasCamera: true)
    let found = try #require(session.facing)
    #expect(abs(found.value / Self.degree - facing) < 0.5)
    // Hips 0.2 m apart with sigmas of 0.011 and 0.014 m.
    #expect(try #require(found.sigma) > 0.05 && found.sigma ?? 0 < 0.2)
    #expect(abs(try #require(session.distance).value - 3) < 0.3)
    let elsewhere = SessionSummary(
      of: person, ExerciseAnalysis(of: person), name: "a", isInCameraFrame: true, hasCamera: false)
    #expect(elsewhere.distance == nil && elsewhere.facing != nil)
  }

  @Test func `one repetition has its sigma, and without one nothing can be told`() throws {
    let one = SessionComparison(before: Self.session([95]), after: Self.session([105])).rows[0]
    #expect(try #require(one.difference.sigma) > 0 && one.verdict == .noChangeShown)
    let none = SessionComparison(
      before: Self.session([95], sigma: nil), after: Self.session([105], sigma: nil)
    ).rows[0]
    #expect(none.difference.sigma == nil && none.verdict == .unknown)
    // The spread of several leaves out what all of them have wrong.
    let several = SessionComparison(
      before: Self.session([95, 96, 97], sigma: nil),
      after: Self.session([125, 126, 127], sigma: nil)
    ).rows[0]
    #expect(several.difference.sigma == nil && several.verdict == .unknown)
  }

  // MARK: A recorded session

  private static let squats: SessionSummary = {
    let document = DocumentedSquat.document(of: DocumentedSquat.recording)
    return SessionSummary(
      of: document.sequence.people[0], document.analyses[0], name: "squat.json",
      isInCameraFrame: true, hasCamera: true)
  }()

  @Test func `a session of squats has ranges, times and curves of its repetitions`() throws {
    let session = Self.squats
    #expect(session.exercise == "squat" && session.repetitions == 2)
    let range = try #require(session.measures.first { $0.name == "leftKneeFlexion.range" })
    #expect(range.values.count == 2 && range.values.allSatisfy { (1.2...2).contains($0) })
    let cycle = try #require(session.cycles.first { $0.name == "leftKneeFlexion" })
    let knee = cycle.mean.compactMap { $0 }
    #expect(cycle.mean.count == 101 && knee.count == 101)
    // Bent in the middle, straight at both ends.
    #expect(knee[50] > knee[0] + 1 && knee[50] > knee[100] + 1)
    // The sigma of the measurement is there wherever there is a value.
    #expect(zip(cycle.mean, cycle.sigma).allSatisfy { ($0 == nil) == ($1 == nil) })
    #expect(session.stature.sigma != nil)
    let sum = session.proportions.values.reduce(0, +)
    #expect(abs(sum - 1) < 1e-9)
  }

  @Test func `sides are paired by repetition, and not at all where each lacks another one`() throws
  {
    func session(right missing: Int?, left other: Int?) -> SessionSummary {
      var session = Self.session([90, 100, 110, 120])
      func measure(_ side: String, _ offset: Double, without missing: Int?)
        -> SessionSummary.Measure
      {
        let kept = (0..<4).filter { $0 != missing }
        return SessionSummary.Measure(
          name: side + "KneeFlexion.maximum", unit: .radian,
          values: kept.map { (90 + 10 * Double($0) + offset) * Self.degree },
          sigma: 0.5 * Self.degree,
          repetitions: kept)
      }
      session.measures = [
        measure("left", 5, without: other), measure("right", 0, without: missing),
      ]
      return session
    }
    let row = { (session: SessionSummary) in SessionComparison(sidesOf: session).rows.first }
    // Repetition by repetition the left side goes 5° farther, however much the repetitions differ.
    for same in [nil, 1] {
      let paired = try #require(row(session(right: same, left: same)))
      #expect(abs(paired.difference.value - 5 * Self.degree) < 1e-9 && paired.verdict == .changed)
    }
    let unpaired = try #require(row(session(right: 3, left: 0)))
    #expect(unpaired.verdict == .noChangeShown)
    #expect(try #require(unpaired.difference.sigma) > 5 * Self.degree)
  }

  @Test func `the sides of a symmetric squat are not told apart`() {
    let comparison = SessionComparison(sidesOf: Self.squats)
    #expect(comparison.rows.contains { $0.name == "hipFlexion.range" })
    #expect(comparison.shownRows.allSatisfy { $0.verdict == .noChangeShown })
  }

  @Test(.enabled(SchemaValidator.note, SchemaValidator.isInstalled))
  func `a comparison's document is valid, and not with what the schema forbids`() async throws {
    let document = ComparisonDocument(
      version: "1.0", comparison: SessionComparison(before: Self.squats, after: Self.squats),
      warnings: ["A sentence."])
    let folder = try TemporaryFolder()
    let file = try folder.file("comparison.json", Data(document.json.utf8))
    try await SchemaValidator("comparison").expect(
      file,
      exceptWith: [
        ("\"pairing\": \"sessions\"", "\"pairing\": \"pairs\""),
        ("\"verdict\": \"noChangeShown\"", "\"verdict\": \"same\""),
        ("\"residualShare\": 0.4", "\"residualShare\": 1.4"), ("\"facing\":", "\"view\":"),
      ])
    let lines = document.csv.split(separator: "\n")
    #expect(lines.count == document.comparison.rows.count + 1)
    #expect(lines.allSatisfy { $0.count { $0 == "," } == 11 })
    #expect(lines[1].hasPrefix("leftKneeFlexion.maximum,degree,"))
  }

  @Test(.enabled(SchemaValidator.note, SchemaValidator.isInstalled))
  func `a series matches its schema, and not with what that forbids`() async throws {
    let sessions = [94, 95, 110].map { Self.session([$0, $0 + 1, $0 + 2]) }
    let document = SeriesDocument(
      version: "1", series: SessionSeries(sessions), warnings: ["a warning"])
    let folder = try TemporaryFolder()
    try await SchemaValidator("series").expect(
      folder.file("series.json", document.json),
      exceptWith: [
        ("\"after\": 1", "\"after\": 0"), ("\"before\": 0", "\"before\": 1"),
        ("\"comparisons\":", "\"comparison\":"), ("\"confidence\": 0.95", "\"confidence\": 1"),
        ("\"verdict\": \"changed\"", "\"verdict\": \"better\""),
      ])
  }
}
