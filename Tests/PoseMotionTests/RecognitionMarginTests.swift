@testable import MotionTestSupport
import Foundation
import PoseGeometry
import Kinematics
import Pose3D
import TestSupport
import Testing

@testable import PoseMotion

/// What another processor, or another rounding, changes in the joints turns no sure answer over.
@Suite struct RecognitionMarginTests {
  private static func finding(
    _ activity: Activity, depth: Double, _ thresholds: ExerciseThresholds = .standard
  ) -> Finding {
    var set = SyntheticSet(activity, [depth, depth, depth], seconds: 1.3)
    (set.framesPerSecond, set.lead, set.tail) = (20, 0.4, 0.4)
    return Finding(of: set.person(), choice: .recognized, thresholds: thresholds)
  }

  /// The confidences on both sides of where the answer changes between two depths, 1e-4 apart.
  private static func confidences(
    _ activity: Activity, between low: Double, and high: Double,
    _ thresholds: ExerciseThresholds = .standard
  ) -> (answers: [String?], confidences: [Double]) {
    var (low, high) = (low, high)
    var findings = (
      finding(activity, depth: low, thresholds), finding(activity, depth: high, thresholds)
    )
    while high - low > 1e-4 * high {
      let middle = (low + high) / 2
      let found = finding(activity, depth: middle, thresholds)
      if found.exercise == findings.0.exercise {
        (low, findings.0) = (middle, found)
      } else {
        (high, findings.1) = (middle, found)
      }
    }
    return (
      [findings.0.exercise, findings.1.exercise], [findings.0.confidence, findings.1.confidence]
    )
  }

  @Test(arguments: Activity.allCases)
  func `the confidence is low if a small difference decides the exercise`(_ activity: Activity) {
    let depths = (4...24).map { Double($0) / 20 }
    let findings = depths.map { Self.finding(activity, depth: $0).exercise }
    for place in depths.indices.dropLast() where findings[place] != findings[place + 1] {
      let edge = Self.confidences(activity, between: depths[place], and: depths[place + 1])
      for confidence in edge.confidences {
        #expect(confidence < 0.65, "\(activity) at \(depths[place]): \(edge)")
      }
    }
  }

  @Test func `without a margin an answer changes from one sure one to another`() {
    var thresholds = ExerciseThresholds.standard
    thresholds.repetitions.margin.value = 0
    let depths = (4...24).map { Double($0) / 20 }
    var surest = 0.0
    for activity in [Activity.squat, .bicepsCurl, .lunge, .hipHinge, .jumpingJack] {
      let answers = depths.map { Self.finding(activity, depth: $0, thresholds).exercise }
      for place in depths.indices.dropLast() where answers[place] != answers[place + 1] {
        let edge = Self.confidences(
          activity, between: depths[place], and: depths[place + 1], thresholds)
        surest = max(surest, edge.confidences.max() ?? 0)
      }
    }
    #expect(surest > 0.8)
  }

  @Test func `joints that are off by a ten-thousandth leave the clips' answers as they are`() {
    var random = RandomNumbers(seed: 4)
    func shift() -> Double { Double(random.next() >> 11) / Double(1 << 53) * 2 - 1 }
    for (clip, recognized, reasons) in ThresholdClips.all.people {
      var person = clip.motion.person
      for frame in person.states.indices {
        guard var state = person.states[frame] else { continue }
        state.body.positions = state.body.positions.map {
          $0 + Vector3(shift() * $0.x, shift() * $0.y, shift() * $0.z) * 1e-4
        }
        person.states[frame] = state
      }
      let found = Finding(of: person, choice: .recognized)
      #expect(
        found.exercise == recognized?.rawValue || found.confidence < 0.65,
        "\(clip.name): \(found.exercise ?? "none"), \(found.confidence)")
      if found.exercise != nil, found.exercise == recognized?.rawValue {
        #expect(found.repetitions.map(\.reason) == reasons, "\(clip.name)")
      }
    }
  }

  @Test func `a limit is passed little by little`() {
    let limit = SoftLimit(limit: 40, margin: 0.05)
    #expect(limit.above(40) == 0.5 && limit.below(40) == 0.5)
    #expect(limit.above(42) == 1 && limit.above(38) == 0)
    #expect(limit.above(41) > 0.6 && limit.above(41) < 1)
    #expect(SoftLimit.passed(by: .infinity, margin: 2) == 1)
  }
}
