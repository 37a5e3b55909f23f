@testable import MotionTestSupport
import Foundation
import PoseGeometry
import Kinematics
import PoseMotion
import Pose3D
import Testing

/// Motions beyond a body's limits aren't counted, and the reason is given.
struct RepetitionLimitTests {
  @Test func `each reason has words of its own, short enough for a drawing`() {
    let reasons = Repetition.Reason.allCases
    #expect(Set(reasons.map(\.label)).count == reasons.count)
    #expect(Set(reasons.map(\.clause)).count == reasons.count)
    for reason in reasons {
      #expect((4...16).contains(reason.label.count), "\(reason)")
      // A part of a sentence: "Not counted: it was too short."
      #expect(reason.clause.first?.isLowercase == true && reason.clause.last != ".", "\(reason)")
    }
  }

  @Test func `a somersault among jumping jacks is none`() {
    let found = ExerciseAnalysis(of: ThresholdClips.somersault.person())
    #expect(found.exercise == "jumpingJack" && found.count == 2)
    #expect(found.repetitions.map(\.reason) == [nil, nil, .notUpright])
    let named = ExerciseAnalysis(
      of: ThresholdClips.somersault.person(), choice: .named(.jumpingJack))
    #expect(named.count == 2)
  }

  @Test func `arms that go up while the feet stay make no jumping jack`() {
    var set = SyntheticSet(.jumpingJack, [1, 1, 1], seconds: 1)
    set.posesByNumber = { u, number in
      var pose = Activity.jumpingJack.pose(u, time: 0)
      if number == 1 { pose.hipAbduction = (1, 1) }
      return pose
    }
    let found = ExerciseAnalysis(of: set.person())
    #expect(found.exercise == "jumpingJack")
    #expect(found.repetitions.map(\.reason) == [nil, .criterionNotMet, nil])
    #expect(found.repetitions[1].criteria.map(\.isMet) == [true, false])
  }

  @Test func `knees that go different ways make no squat`() {
    var set = SyntheticSet(.squat, [1, 1, 1])
    set.posesByNumber = { u, number in
      var pose = Activity.squat.pose(u, time: 0)
      if number == 2 { pose.kneeFlexion = (4 + 125 * u, 4 + 30 * u) }
      return pose
    }
    let found = ExerciseAnalysis(of: set.person(), choice: .named(.squat))
    #expect(found.repetitions.map(\.reason) == [nil, nil, .sidesDiffer])
  }

  @Test func `no arm moves at 1300 degrees a second`() {
    var set = SyntheticSet(.jumpingJack, [1, 1, 1], seconds: 1)
    (set.framesPerSecond, set.repetitions[1].down) = (60, 0.15)
    let found = ExerciseAnalysis(of: set.person(), choice: .named(.jumpingJack))
    #expect(found.repetitions.map(\.reason) == [nil, .impossible, nil])
  }

  @Test func `a range that is uncertain by more than 45 degrees doesn't count`() {
    let certain = SyntheticSet(.bicepsCurl, [1, 1]).person()
    let person = PersonMotion(
      id: 7, times: certain.times,
      states: certain.states.map { state in
        var state = state
        state?.body.sigmas = PerJoint(repeating: 0.25)
        return state
      }, world: certain.world)
    let found = ExerciseAnalysis(of: person, choice: .named(.bicepsCurl))
    #expect(found.repetitions.map(\.reason) == [.uncertain, .uncertain])
    #expect(found.measures.ranges.allSatisfy { $0.minimum.sigma ?? 0 <= .pi / 4 })
    #expect(found.measures.undetermined.contains { $0.name == "leftElbowFlexion" })
  }

  @Test func `walking in a circle and moving the arms counts no jumping jacks`() {
    for start in stride(from: 0.0, to: 360, by: 45) {
      var set = SyntheticSet(.walking, [])
      (set.lead, set.noise, set.seed) = (6, 0.02, UInt64(start) + 1)
      set.posesByTime = { time in
        var pose = Activity.walking.pose(0, time: time)
        let raised = 0.5 - 0.5 * cos(2 * .pi * time / 1.7)
        pose.shoulderAbduction = (10 + 120 * raised, 10 + 120 * raised)
        pose.heading = start + 60 * time
        let angle = pose.heading * .pi / 180
        pose.place = (-0.9 * cos(angle), 0.9 * sin(angle))
        return pose
      }
      #expect(ExerciseAnalysis(of: set.person()).exercise == nil, "from \(start)°")
    }
  }
}
