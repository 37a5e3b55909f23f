@testable import MotionTestSupport
import Kinematics
import Pose3D
@testable import PoseMotion
import Testing

@Suite struct CriterionTests {
  /// The criteria of the first repetition of an exercise.
  private func criteria(
    _ activity: Activity, _ depth: Double = 1, knowsUp: Bool = true
  ) throws -> [Repetition.Criterion] {
    let person = SyntheticSet(activity, [depth]).person()
    let seen = PersonMotion(
      id: 7, times: person.times, states: person.states, world: knowsUp ? person.world : nil)
    let exercise = try #require(activity.exercise)
    let found = Finding(of: seen, choice: .named(exercise)).repetitions
    return try #require(found.first).criteria
  }

  @Test func `each exercise is judged by its own`() throws {
    let names = try RepetitionCountTests.exercises.map { activity in
      try criteria(activity).map { "\($0.name) \($0.isMet.map { "\($0)" } ?? "-") \($0.unit)" }
    }
    let expected: [[String]] = [
      ["hipBelowKnee false metre"], ["hipBelowKnee false metre"], ["hipBelowKnee false metre"],
      ["elbowsBentToRightAngle true degree", "bodyStraight true degree"],
      ["elbowsBentToRightAngle true degree", "bodyStraight true degree"],
      ["elbowsBentToRightAngle true degree", "bodyStraight true degree"],
      ["trunkRaised true degree"], ["upperArmStill true degree"],
      ["elbowsStraightAtTurn true degree", "wristsAboveHead true metre"],
      ["armsAtShoulderHeight true degree", "elbowsStraightAtTurn true degree"],
      ["wristsAboveHead true metre", "feetApart true metre"],
      ["kneesStraightStanding true degree"], ["kneesNearlyStraight true degree"],
      ["armsAtShoulderHeight true degree", "elbowsStraightAtTurn true degree"],
      ["elbowsBentToRightAngle true degree"], ["elbowsBentToRightAngle true degree"],
      ["kneesStraightStanding true degree"], ["elbowsBentToRightAngle true degree"],
      ["kneeAtHipHeight true metre"], ["kneesBentToRightAngle true degree"],
      ["hipsStraightAtTurn true degree"], ["kneeTowardsChest true degree"],
    ]
    #expect(names == expected)
  }

  @Test func `a deep squat brings the hips below the knees, by so many metres`() throws {
    let (a, b, c) = (
      try criteria(.squat, 0.6), try criteria(.squat), try criteria(.squat, 1.3)
    )
    let half = try #require(a.first?.value)
    let whole = try #require(b.first?.value)
    let deep = try #require(c.first)
    #expect(half < whole && whole < 0)
    // Thighs at 0.68 of 139°: 4.7° below the horizontal, of 0.43 m.
    #expect(deep.isMet == true)
    let depth = try #require(deep.value)
    #expect(abs(depth - 0.035) < 0.012)
  }

  @Test(arguments: [false, true])
  func `a lunge is judged by the leg in front, though the rear knee bends more`(
    isMirrored: Bool
  ) throws {
    var set = SyntheticSet(.lunge, [1])
    set.poses = { u in
      var pose = SyntheticPose()
      pose.kneeFlexion = (5 + 85 * u, 5 + 105 * u)
      pose.hipFlexion = (3 + 85 * u, 3 - 12 * u)
      pose.lean = 3
      return isMirrored ? pose.mirrored : pose
    }
    let person = set.person()
    let found = Finding(of: person, choice: .named(.lunge)).repetitions
    let height = try #require(found.first?.criteria.first?.value)
    // The front thigh is 5° from level at the turn: 0.43 m times sin 5°, against 0.42 m of the rear thigh.
    #expect(abs(height + 0.037) < 0.02)
  }

  @Test func `the hips' height over the knees is as uncertain as the vertical`() throws {
    var set = SyntheticSet(.squat, [1])
    set.noise = 0.01
    let person = set.person()
    let gravity = -(try #require(person.world)).up
    let sigmas = try [1.0, 10].map { degrees in
      let tilt = WorldAxes.TiltSigma(pitch: degrees * .pi / 180, roll: degrees * .pi / 180)
      let seen = PersonMotion(
        id: 7, times: person.times, states: person.states,
        world: WorldAxes(cameraGravity: gravity, sigma: tilt))
      let found = Finding(of: seen, choice: .named(.squat)).repetitions
      return try #require(found.first?.criteria.first?.sigma)
    }
    // The thigh is level within 20° there: 0.43 m times the tilt.
    #expect(sigmas[0] < 0.03 && sigmas[1] > 0.06 && sigmas[1] < 0.09)
  }

  @Test func `standing legs show the vertical where gravity is unknown`() throws {
    let told = try #require(try criteria(.squat).first)
    let shown = try #require(try criteria(.squat, knowsUp: false).first)
    let (value, other) = (try #require(told.value), try #require(shown.value))
    #expect(abs(value - other) < 0.03)
  }

  @Test func `knees that were hidden where a person stands can't be told`() throws {
    let set = SyntheticSet(.sitToStand, [1])
    var person = set.person()
    for (frame, time) in person.times.enumerated() where abs(time - set.truth[0].turn) < 0.3 {
      for joint in [Joint.leftKnee, .rightKnee, .leftAnkle, .rightAnkle] {
        person.states[frame]?.body.sources[joint] = .inferred
      }
    }
    let found = Finding(of: person, choice: .named(.sitToStand)).repetitions
    let criterion = try #require(found.first?.criteria.first)
    #expect(criterion.name == "kneesStraightStanding" && criterion.isMet == nil)
  }
}
