import Kinematics
@testable import PoseMotion
import Testing

@Suite("The state of an exercise at a time")
struct ExerciseTimelineTests {
  private let degree = Double.pi / 180

  /// An angle that rises from 0° to 100° in a second and falls again, over and over, measured four
  /// times a second.
  private func curve(_ name: String = "leftKneeFlexion", gap: Range<Int> = 0..<0) throws
    -> AngleCurve
  {
    let definition = try #require(AngleDefinition.catalogue.first { $0.name == name })
    let values = [0.0, 25, 50, 75, 100, 75, 50, 25]
    let frames = 0..<25
    return AngleCurve(
      definition: definition, times: frames.map { Double($0) / 4 },
      angles: frames.map { frame in
        gap.contains(frame)
          ? nil : JointAngle(name: name, value: values[frame % 8] * degree, sigma: nil)
      }, isFilled: frames.map { _ in false })
  }

  private func repetition(
    _ start: Double, _ range: Double = 100, _ reason: Repetition.Reason? = nil,
    angle: String = "leftKneeFlexion"
  ) -> Repetition {
    Repetition(
      person: 3, isCounted: reason == nil, reason: reason, start: start, turn: start + 1,
      end: start + 2, angle: angle, rangeOfMotion: range * degree, angleAtTurn: range * degree,
      peakVelocity: 1)
  }

  private func timeline(
    _ repetitions: [Repetition], of exercise: Exercise? = .squat, curves: [AngleCurve]? = nil,
    person: Int = 3, presence: ClosedRange<Double>? = 0...6
  ) throws -> ExerciseTimeline {
    ExerciseTimeline(
      person: person, title: exercise?.title, exercise: exercise, repetitions: repetitions,
      presence: presence, curves: try curves ?? [curve()])
  }

  @Test(
    "A repetition is counted when it is over",
    arguments: [(0, 0), (1.9, 0), (2, 1), (3.999, 1), (4, 1), (5.9, 1), (6, 2), (99, 2)])
  func count(time: Double, expected: Int) throws {
    let repetitions = [repetition(0), repetition(2, 60, .partialRange), repetition(4)]
    #expect(try timeline(repetitions).progress(at: time).count == expected)
  }

  @Test(
    "The counter is that of a person in the image, or else of who left last, or comes next",
    arguments: [
      (0.5, [0, 2, 1, 3]), (1, [0, 2, 1, 3]), (3, [2, 0, 1, 3]), (4, [2, 0, 1, 3]),
      (5.5, [2, 0, 1, 3]), (6, [1, 2, 0, 3]), (8, [1, 2, 0, 3]), (9, [1, 2, 0, 3]),
    ] as [(Double, [Int])])
  func preference(time: Double, expected: [Int]) throws {
    let presences: [ClosedRange<Double>?] = [1...2, 6...8, 2.5...5, nil]
    let people = try presences.enumerated().map {
      try timeline([], person: $0, presence: $1)
    }
    #expect(ExerciseTimeline.preferred(people, at: time).map(\.person) == expected)
  }

  @Test(
    "The phase follows the exercise's way: squats begin downwards, curls upwards",
    arguments: [
      (Exercise.squat, ["lowering", "lifting"]), (.lunge, ["lowering", "lifting"]),
      (.pushUp, ["lowering", "lifting"]), (.hipHinge, ["lowering", "lifting"]),
      (.sitUp, ["lifting", "lowering"]), (.bicepsCurl, ["lifting", "lowering"]),
      (.overheadPress, ["lifting", "lowering"]), (.lateralRaise, ["lifting", "lowering"]),
      (.frontRaise, ["lifting", "lowering"]), (.bentOverRow, ["lifting", "lowering"]),
      (.pullUp, ["lifting", "lowering"]), (.highKnees, ["lifting", "lowering"]),
      (.deadlift, ["lowering", "lifting"]), (.dip, ["lowering", "lifting"]),
      (.legPress, ["lowering", "lifting"]),
      (.sitToStand, ["lowering", "lifting"]), (.jumpingJack, ["out", "back"]),
      (.mountainClimber, ["out", "back"]), (nil, ["out", "back"]),
    ] as [(Exercise?, [String])])
  func phases(exercise: Exercise?, words: [String]) throws {
    let timeline = try timeline([repetition(2), repetition(4, 50, .partialRange)], of: exercise)
    let phases = [1, 2, 2.9, 3, 3.9, 4, 5, 6].map { timeline.progress(at: $0).phase.rawValue }
    #expect(
      phases == [
        "rest", words[0], words[0], words[1], words[1], words[0], words[1], "rest",
      ])
  }

  @Test(
    "A person who gets up from a chair or lifts the hips off the floor is lifted first",
    arguments: [Exercise.sitToStand, .gluteBridge])
  func phasesOfAFallingAngle(exercise: Exercise) throws {
    var rising = repetition(1)
    rising.angleAtTurn = 0
    let timeline = try timeline([rising], of: exercise)
    let phases = [1, 1.9, 2, 2.9, 3].map { timeline.progress(at: $0).phase }
    #expect(phases == [.lifting, .lifting, .lowering, .lowering, .rest])
  }

  @Test(
    "The bar runs from rest to the turning point, and the angle is between those of the frames",
    arguments: [(0, 0, 0), (0.125, 12.5, 0.125), (0.5, 50, 0.5), (1, 100, 1), (1.75, 25, 0.25)])
  func fraction(time: Double, degrees: Double, fraction: Double) throws {
    let progress = try timeline([repetition(0), repetition(2)]).progress(at: time)
    #expect(progress.angleName == "leftKneeFlexion")
    #expect(abs(try #require(progress.angle) - degrees * degree) < 1e-12)
    #expect(abs(try #require(progress.fraction) - fraction) < 1e-12)
  }

  @Test("The bar neither goes below rest nor beyond the turning point")
  func fractionIsClamped() throws {
    // The middle one of the repetitions turns at 80°.
    let repetitions = [repetition(0), repetition(2, 80), repetition(4, 70)]
    let timeline = try timeline(repetitions)
    #expect(timeline.progress(at: 1).fraction == 1)
    #expect(timeline.progress(at: 0).fraction == 0)
    #expect(abs(try #require(timeline.progress(at: 0.5).fraction) - 50.0 / 80) < 1e-12)
  }

  @Test("A falling angle fills the bar as a rising one does")
  func fallingAngle() throws {
    var opening = repetition(1)
    opening.angleAtTurn = 0
    let timeline = try timeline([opening])
    #expect(try #require(timeline.progress(at: 1).fraction) < 1e-12)
    #expect(abs(try #require(timeline.progress(at: 1.75).fraction) - 0.75) < 1e-12)
    #expect(timeline.progress(at: 2).fraction == 1)
  }

  @Test("Each side's angle is shown with its own repetitions")
  func sidesAlternate() throws {
    let curves = [try curve(), try curve("rightKneeFlexion")]
    let repetitions = [repetition(0), repetition(2.5, angle: "rightKneeFlexion")]
    let timeline = try timeline(repetitions, of: .lunge, curves: curves)
    let names = [-1, 0.5, 2.2, 3, 9].map { timeline.progress(at: $0).angleName }
    #expect(
      names == [
        "leftKneeFlexion", "leftKneeFlexion", "leftKneeFlexion", "rightKneeFlexion",
        "rightKneeFlexion",
      ])
  }

  @Test(
    "A repetition that didn't count is reported for a second, with its share of the usual range")
  func misses() throws {
    let repetitions = [repetition(0), repetition(2, 62, .partialRange)]
    let timeline = try timeline(repetitions)
    func miss(_ time: Double) -> ExerciseProgress.Miss? { timeline.progress(at: time).miss }
    #expect(miss(3.9) == nil)
    let told = try #require(miss(4))
    #expect(told.reason == .partialRange)
    #expect(abs(try #require(told.share) - 0.62) < 1e-12)
    #expect(miss(4.99) == told)
    #expect(miss(5) == nil)
    let alone = try self.timeline([repetition(0, 40, .tooFast)]).progress(at: 2.5)
    #expect(alone.miss == ExerciseProgress.Miss(reason: .tooFast, share: nil))
  }

  @Test(
    "Where the angle isn't known there is none: in a gap, outside the clip, without repetitions")
  func unknownAngles() throws {
    let gap = try timeline([repetition(0)], curves: [curve(gap: 3..<6)])
    #expect(gap.progress(at: 1).angle == nil)
    #expect(gap.progress(at: 1).fraction == nil)
    #expect(try #require(gap.progress(at: 0.55).angle) == 50 * degree)
    let known = try timeline([repetition(0)])
    for time in [-0.1, 6.1, .nan] { #expect(known.progress(at: time).angle == nil) }
    #expect(try timeline([]).progress(at: 1) == ExerciseProgress(count: 0, phase: .rest))
    let noCurve = try timeline([repetition(0)], curves: []).progress(at: 1)
    #expect(
      noCurve == ExerciseProgress(count: 0, phase: .lifting, angleName: "leftKneeFlexion"))
  }
}
