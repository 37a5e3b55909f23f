import Foundation
import Testing

import PoseGeometry
@testable import PoseMotion

/// Distributions of scores by sigmas, and ranges by inputs that are not known.
@Suite("Uncertainty of posture scores")
struct ErgonomicUncertaintyTests {
  private typealias Postures = ErgonomicScoringTests

  private static let favourable = ErgonomicScoringTests.favourable

  @Test func `an angle at a limit is on both sides with the same probability`() throws {
    for sigma in [0.1, 3, 20] {
      let angle = MeasuredQuantity(value: 20 * .pi / 180, sigma: sigma * .pi / 180)
      let points = PointDistribution(ScoreSteps(1, [.above(20, 2)]), of: angle)
      #expect(abs(points.probabilities[1] - 0.5) < 1e-12)
      #expect(abs(points.probabilities[2] - 0.5) < 1e-12)
    }
    // One sigma below the limit 84 % are below it.
    let angle = MeasuredQuantity(value: 15 * .pi / 180, sigma: 5 * .pi / 180)
    let points = PointDistribution(ScoreSteps(1, [.above(20, 2)]), of: angle)
    #expect(abs(points.probabilities[1] - 0.841345) < 1e-6)
  }

  @Test func `an angle without a sign that errs beyond 0 is greater`() {
    // 5° ± 15°: as often below −20° as 25° is from 5°, which is a bend of more than 20°, too.
    let angle = MeasuredQuantity(value: 5 * .pi / 180, sigma: 15 * .pi / 180)
    let steps = ScoreSteps(1, [.above(20, 2)])
    let (one, both) = (
      PointDistribution(steps, of: angle), PointDistribution(steps, of: angle, isUnsigned: true)
    )
    #expect(abs(one.probabilities[2] - 0.158655) < 1e-6)
    #expect(abs(both.probabilities[2] - (0.158655 + 0.047790)) < 1e-6)
  }

  @Test(arguments: ErgonomicMethod.allCases, [0.0, 2, 10, 40])
  func `probabilities are not negative and have the sum 1`(
    method: ErgonomicMethod, sigma: Double
  ) throws {
    let scoring = ErgonomicScoring(method, WorkConditions())
    for trunk in stride(from: -30.0, through: 90, by: 15) {
      for bound in ErgonomicScoring.Bound.allCases {
        let posture = Postures.posture(
          trunk: trunk, neck: trunk / 3, knee: trunk.magnitude, sigma: sigma,
          left: Postures.arm(trunk.magnitude, elbow: 100 - trunk, sigma: sigma))
        let worse = try #require(scoring.scores(of: posture, bound)).worse.probabilities
        #expect(worse.min() >= 0 && abs(worse.sum() - 1) < 1e-9)
        #expect((0..<16).allSatisfy { method.scores.contains($0) || worse[$0] == 0 })
      }
    }
  }

  /// Against counting: each quantity is drawn by itself, and the certain posture scored.
  @Test(arguments: ErgonomicMethod.allCases)
  func `the distribution is that of drawn angles`(method: ErgonomicMethod) throws {
    let scoring = ErgonomicScoring(method, Self.favourable)
    let posture = Postures.posture(
      trunk: 18, bend: 7, twist: -8, neck: 12, neckBend: 9, knee: 33, sigma: 8,
      left: Postures.arm(40, abduction: 15, elbow: 65, wrist: 0.2, sigma: 8),
      right: Postures.arm(25, abduction: 22, isBehind: true, elbow: 95, wrist: 1.8, sigma: 8))
    let exact = try #require(scoring.scores(of: posture, .lowest))
    var normals = RandomNumbers(seed: 42)
    let draws = 20_000
    var counts = SIMD16<Double>.zero
    for _ in 0..<draws {
      let drawn = posture.drawn((0..<WorkingPosture.errorCount).map { _ in normals.normal() })
      counts += try #require(scoring.scores(of: drawn, .lowest)).worse.probabilities
    }
    for score in method.scores {
      let (p, share) = (exact.worse.probabilities[score], counts[score] / Double(draws))
      let sigma = (p * (1 - p) / Double(draws)).squareRoot()
      #expect(abs(p - share) < 4 * sigma + 1e-4, "score \(score): \(p), drawn \(share)")
    }
  }

  @Test func `normal numbers have the mean 0 and the deviation 1, the same each time`() {
    var (one, other) = (RandomNumbers(seed: 42), RandomNumbers(seed: 42))
    let numbers = (0..<20_000).map { _ in one.normal() }
    #expect(numbers.prefix(10).allSatisfy { $0 == other.normal() })
    #expect(abs(numbers.mean) < 0.03 && abs(numbers.standardDeviation - 1) < 0.03)
    #expect(abs(Double(numbers.count { abs($0) < 1 }) / 20_000 - 0.6827) < 0.015)
  }

  // MARK: What isn't known

  /// Every way to state the work, of those that differ in points.
  private static let statements: [WorkConditions] = {
    var all = [WorkConditions()]
    func each<Value>(_ path: WritableKeyPath<WorkConditions, Value?>, _ values: [Value]) {
      all = all.flatMap { conditions in
        values.map { value in
          var stated = conditions
          stated[keyPath: path] = value
          return stated
        }
      }
    }
    each(\.load, [.init(kilograms: 0), .init(kilograms: 7), .init(kilograms: 30, isShock: true)])
    each(\.coupling, [.good, .unacceptable])
    each(\.activity, [[], [.static], [.static, .repeated, .rapid]])
    each(\.wrist, [.init(.neutral), .init(.bent, isDeviated: true, isTwisted: true)])
    each(\.arms, [.init(areSupported: true), .init(), .init(areRaised: true)])
    each(\.neckIsTwisted, [false, true])
    each(\.legs, [.sitting, .both, .one])
    return all
  }()

  @Test(arguments: ErgonomicMethod.allCases)
  func `the range of what isn't stated holds every way to state it`(method: ErgonomicMethod) throws
  {
    var unseen = Postures.posture(
      trunk: 30, neck: 15, knee: 40, left: Postures.arm(50), right: Postures.arm(30))
    unseen.trunkTwist = nil
    unseen.neckBend = nil
    unseen.arms.left.abduction = nil
    unseen.arms.left.wristOffset = nil
    unseen.isOnBothFeet = nil
    for posture in [Postures.posture(), unseen] {
      let unknown = ErgonomicScoring(method, WorkConditions())
      let lowest = try #require(unknown.scores(of: posture, .lowest)).worse.entries[0].points
      let highest = try #require(unknown.scores(of: posture, .highest)).worse.entries[0].points
      #expect(lowest < highest)
      var found: Set<Int> = []
      // A foot that is seen on the ground isn't stated to be off it.
      for conditions in Self.statements
      where conditions.legs != .one || posture.isOnBothFeet == nil {
        let scoring = ErgonomicScoring(method, conditions)
        for bound in ErgonomicScoring.Bound.allCases {
          found.insert(try #require(scoring.scores(of: posture, bound)).worse.entries[0].points)
        }
      }
      #expect(found.min() == lowest && found.max() == highest)
    }
  }

  @Test func `a statement never widens the range`() throws {
    let posture = Postures.posture(trunk: 30, neck: 15, sigma: 6)
    for method in ErgonomicMethod.allCases {
      func range(_ conditions: WorkConditions) throws -> (Double, Double) {
        let scoring = ErgonomicScoring(method, conditions)
        let means = try ErgonomicScoring.Bound.allCases.map { bound in
          let points = try #require(scoring.scores(of: posture, bound)).worse
          return ScoreDistribution(points, of: method).mean
        }
        return (means[0], means[1])
      }
      var conditions = WorkConditions()
      var last = try range(conditions)
      #expect(conditions.unknown(to: method).count == (method == .reba ? 7 : 6))
      for state in [
        { (c: inout WorkConditions) in c.load = .init(kilograms: 7) },
        { (c: inout WorkConditions) in c.coupling = .fair },
        { (c: inout WorkConditions) in c.activity = [.repeated] },
        { (c: inout WorkConditions) in c.wrist = .init(.slight) },
        { (c: inout WorkConditions) in c.arms = .init() },
        { (c: inout WorkConditions) in c.neckIsTwisted = true },
        { (c: inout WorkConditions) in c.legs = .standing },
      ] {
        state(&conditions)
        let next = try range(conditions)
        #expect(next.0 >= last.0 - 1e-9 && next.1 <= last.1 + 1e-9)
        last = next
      }
      #expect(abs(last.0 - last.1) < 1e-9 && conditions.unknown(to: method).isEmpty)
    }
  }
}
