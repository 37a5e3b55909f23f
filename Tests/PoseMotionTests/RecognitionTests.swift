@testable import MotionTestSupport
import Foundation
import Kinematics
import Pose3D
import Testing

@testable import PoseMotion

@Suite struct RecognitionTests {
  @Test(arguments: Activity.allCases, [0, 1])
  func `each exercise is recognised, and nothing else is one`(_ activity: Activity, _ run: Int) {
    // Seen from the front without noise, and from aside by a camera of unknown tilt.
    var set = SyntheticSet(
      activity, [1, 1, 0.5], seconds: activity.isQuick ? 1 : 1.8)
    if activity.exercise == nil { set.lead = 5 }
    if run == 1 {
      set.noise = 0.02
      set.heading = 50
      set.tilt = 12
      set.knowsGravity = false
      set.stature = 1.6
      set.seed = 11
    }
    let found = Finding(of: set.person(), choice: .recognized)
    #expect(found.exercise == activity.exercise?.rawValue)
    #expect(found.count == (activity.exercise == nil ? 0 : 2))
    #expect(found.confidence > 0.5 && found.confidence <= 1)
  }

  /// Those that only the person's place in space tells from another exercise.
  private static let placed: Set<Activity> = [.pullUp, .overheadPress]

  @Test(arguments: Activity.allCases.filter { $0.exercise != nil && !placed.contains($0) })
  func `exercises are recognised from joints relative to the hips`(_ activity: Activity) {
    let person = SyntheticSet(
      activity, [1, 1, 1], seconds: activity.isQuick ? 1 : 1.8
    ).person()
    let frames = zip(person.times, person.states).enumerated().map { index, frame in
      let positions = frame.1?.body.positions
      return PoseRecording.Frame(
        index: index, time: frame.0,
        people: positions.map { joints in
          [PoseObservation(BodyEstimate(positions: joints.map { $0 - joints[.root] }))]
        } ?? [])
    }
    // Bones of one length move the hips by millimetres.
    let sequence = PoseSequence(PoseRecording(frames: frames, world: person.world))
    let found = ExerciseAnalysis(of: sequence.people[0], choice: .recognized)
    #expect(found.exercise == activity.exercise?.rawValue)
  }

  @Test func `more repetitions raise the confidence`() {
    let (one, four) = (SyntheticSet(.squat, [1]), SyntheticSet(.squat, [1, 1, 1, 1]))
    let a = Finding(of: one.person(), choice: .recognized)
    let b = Finding(of: four.person(), choice: .recognized)
    #expect(a.exercise == "squat" && b.exercise == "squat")
    #expect(a.confidence < b.confidence)
  }

  @Test func `alternating and one-armed curls are curls`() {
    var set = SyntheticSet(.bicepsCurl, [1, 1, 1, 1])
    set.alternates = true
    #expect(Finding(of: set.person(), choice: .recognized).exercise == "bicepsCurl")
    set.alternates = false
    set.isOneArmed = true
    #expect(Finding(of: set.person(), choice: .recognized).exercise == "bicepsCurl")
  }

  @Test func `knees that are raised in turn are counted on both sides`() {
    var set = SyntheticSet(.highKnees, [1, 1, 1, 1, 1, 1], seconds: 0.7)
    set.alternates = true
    for place in set.repetitions.indices { set.repetitions[place].pause = 0 }
    let found = Finding(of: set.person(), choice: .recognized)
    #expect(found.exercise == "highKnees" && found.count == 6)
    #expect(Set(found.repetitions.map(\.angle)).count == 2)
  }

  @Test func `knees that are raised while the other comes down are told by the own leg`() {
    var set = SyntheticSet(.standing, [1, 1, 1, 1], seconds: 1)
    set.posesByTime = { time in
      let left = 0.5 - 0.5 * cos(2 * .pi * time / 0.66)
      var pose = SyntheticPose()
      // The right one goes a little higher.
      pose.hipFlexion = (3 + 82 * left, 3 + 90 * (1 - left))
      pose.kneeFlexion = (6 + 84 * left, 6 + 90 * (1 - left))
      pose.elbowFlexion = (80, 80)
      return pose
    }
    let found = Finding(of: set.person(), choice: .recognized)
    #expect(found.exercise == "highKnees" && found.count > 12)
  }

  @Test func `legs that climb in turn below a trunk on straight arms are counted on both sides`() {
    var set = SyntheticSet(.standing, [1, 1, 1, 1], seconds: 1)
    set.posesByTime = { time in
      let left = 0.5 - 0.5 * cos(2 * .pi * time / 0.8)
      var pose = Activity.mountainClimber.pose(0, time: 0)
      pose.hipFlexion = (8 + 100 * left, 8 + 100 * (1 - left))
      pose.kneeFlexion = (10 + 105 * left, 10 + 105 * (1 - left))
      return pose
    }
    let found = Finding(of: set.person(), choice: .recognized)
    #expect(found.exercise == "mountainClimber" && found.count > 10)
    #expect(Set(found.repetitions.map(\.angle)).count == 2)
  }

  @Test func `two movements that are an exercise in the mean alone are unlikely to be it`() {
    var set = SyntheticSet(.bicepsCurl, [1, 1])
    #expect(Finding(of: set.person(), choice: .recognized).confidence > 0.7)
    // The second with the upper arm held up.
    set.posesByNumber = { share, number in
      var pose = Activity.bicepsCurl.pose(share, time: 0)
      if number == 1 { pose.shoulderFlexion = (62 + 12 * share, 62 + 12 * share) }
      return pose
    }
    let found = Finding(of: set.person(), choice: .recognized)
    #expect(found.exercise == nil || found.confidence < 0.6, "\(found.confidence)")
  }

  /// What is found in three repetitions of other poses.
  private func found(
    _ activity: Activity, _ change: @escaping @Sendable (inout SyntheticPose, Double) -> Void
  ) -> Finding {
    var set = SyntheticSet(activity, [1, 1, 1], seconds: 1.8)
    set.poses = { share in
      var pose = activity.pose(share, time: 0)
      change(&pose, share)
      return pose
    }
    return Finding(of: set.person(), choice: .recognized)
  }

  @Test func `rows are rows with elbows that go out to the sides`() {
    // As far from the trunk aside of it as before it.
    let rows = found(.bentOverRow) { pose, share in
      pose.shoulderFlexion = (60 - 60 * share, 60 - 60 * share)
      pose.shoulderAbduction = (8 + 52 * share, 8 + 52 * share)
    }
    #expect(rows.exercise == "bentOverRow" && rows.count == 3 && rows.confidence > 0.8)
  }

  @Test func `dips are dips with the hands on a bench behind the back`() {
    let dips = found(.dip) { pose, share in
      pose.shoulderFlexion = (-46 - 36 * share, -46 - 36 * share)
      pose.hipFlexion = (70, 70)
      pose.kneeFlexion = (40, 40)
      let hand = pose.positions(1.75)[.leftWrist]
      pose.height += 0.45 - hand.y
      pose.place.z -= hand.z
    }
    #expect(dips.exercise == "dip" && dips.count == 3 && dips.confidence > 0.8)
  }

  @Test func `a push press is a press`() {
    let presses = found(.overheadPress) { pose, share in
      let dip = max(1 - share / 0.4, 0)
      pose.kneeFlexion = (45 * dip, 45 * dip)
      pose.hipFlexion = (33 * dip, 33 * dip)
      pose.lean = 10 * dip
    }
    #expect(presses.exercise == "overheadPress" && presses.count == 3 && presses.confidence > 0.8)
  }

  @Test func `a crunch is a sit-up, and its way back no glute bridge`() {
    let crunches = found(.sitUp) { pose, share in
      pose.lean = -88 + 30 * share
      pose.hipFlexion = (48 + 40 * share, 48 + 40 * share)
    }
    #expect(crunches.exercise == "sitUp" && crunches.count == 3)
    #expect(crunches.confidence > 0.8, "\(crunches.confidence)")
  }

  @Test(arguments: [Activity.bicepsCurl, .lateralRaise, .overheadPress])
  func `one repetition of an arm is named without legs in the picture`(_ activity: Activity) {
    var person = SyntheticSet(activity, [1]).person()
    for frame in person.states.indices {
      for joint in [Joint.leftKnee, .leftAnkle, .rightKnee, .rightAnkle] {
        person.states[frame]?.body.sources[joint] = .inferred
      }
    }
    let found = Finding(of: person, choice: .recognized)
    #expect(found.exercise == activity.exercise?.rawValue && found.count == 1)
    #expect((0.4..<0.6).contains(found.confidence), "\(found.confidence)")
  }

  @Test func `a deadlift that begins on the floor counts when the person stands`() {
    let set = SyntheticSet(.deadlift, [1, 1, 1, 1])
    let truth = set.truth
    let times = (0...Int(set.duration * 30)).map { Double($0) / 30 }
    // From the bottom of the first to the bottom of the last.
    let person = set.person(times: times.filter { truth[0].turn < $0 && $0 < truth[3].turn })
    let found = Finding(of: person, choice: .recognized)
    #expect(found.exercise == "deadlift" && found.count == 3)
  }

  @Test func `a side that was hidden is no asymmetry, and prevents no counting`() throws {
    var person = SyntheticSet(.jumpingJack, [1, 1, 1, 1], seconds: 1).person()
    let truth = SyntheticSet(.jumpingJack, [1, 1, 1, 1], seconds: 1).truth
    // From the third on the right arm is behind the body.
    for (frame, time) in person.times.enumerated() where time > truth[2].start - 0.1 {
      for joint in [Joint.rightElbow, .rightWrist] {
        person.states[frame]?.body.sources[joint] = .inferred
      }
    }
    let found = Finding(of: person, choice: .named(.jumpingJack)).repetitions
    #expect(found.map(\.isCounted) == [true, true, true, true])
    #expect(found.map { $0.asymmetry == nil } == [false, false, true, true])
    #expect(found.suffix(2).allSatisfy { $0.angle.hasPrefix("left") })
  }

  @Test func `sitting down once and staying is no exercise`() {
    let person = SyntheticSet(.sitToStand, [1]).person()
    // From standing to the end.
    let turn = SyntheticSet(.sitToStand, [1]).truth[0].turn
    let frames = person.times.indices.filter { person.times[$0] > turn }
    let seated = PersonMotion(
      id: 7, times: frames.map { person.times[$0] }, states: frames.map { person.states[$0] },
      world: person.world)
    let found = Finding(of: seated, choice: .recognized)
    #expect(found.exercise == nil)
    #expect(found.repetitions.isEmpty)
  }

  /// A person of whom some joints were not seen.
  private func person(
    _ activity: Activity, without joints: Set<Joint>, noise: Double = 0
  ) -> PersonMotion {
    var set = SyntheticSet(activity, [1, 1, 1])
    set.noise = noise
    var person = set.person()
    for frame in person.states.indices {
      for joint in joints { person.states[frame]?.body.sources[joint] = .inferred }
    }
    return person
  }

  @Test func `unseen joints speak for no exercise`() {
    let legs: Set<Joint> = [.leftKnee, .leftAnkle, .rightKnee, .rightAnkle]
    // Below the hips nothing matters to a curl.
    let curls = Finding(of: person(.bicepsCurl, without: legs), choice: .recognized)
    #expect(curls.exercise == "bicepsCurl")
    // Without hips a press is one by the arms, and no curl.
    let hips = legs.union([.leftHip, .rightHip, .root])
    let presses = Finding(of: person(.overheadPress, without: hips), choice: .recognized)
    #expect(presses.exercise == "overheadPress" && presses.count == 3)
    // Without upper arms a curl is elbows that bend, as in many exercises.
    let shoulders: Set<Joint> = [.leftShoulder, .rightShoulder, .centerShoulder]
    let elbows = Finding(
      of: person(.bicepsCurl, without: hips.union(shoulders)), choice: .recognized)
    #expect(elbows.exercise == nil)
  }

  @Test func `an exercise of the legs is doubtful without them`() {
    let legs: Set<Joint> = [.leftKnee, .leftAnkle, .rightKnee, .rightAnkle]
    for activity in [Activity.deadlift, .hipHinge] {
      let found = Finding(of: person(activity, without: legs), choice: .recognized)
      #expect(found.exercise == nil || found.confidence < 0.6, "\(activity)")
    }
  }

  @Test func `a press without hips in the picture has a sigma as large as one with hips`() throws {
    let hips: Set<Joint> = [.leftHip, .rightHip, .root]
    let seen = Finding(
      of: person(.overheadPress, without: [], noise: 0.01), choice: .named(.overheadPress))
    let hidden = Finding(
      of: person(.overheadPress, without: hips, noise: 0.01), choice: .named(.overheadPress))
    #expect(seen.count == 3 && hidden.count == 3)
    for (seen, hidden) in zip(seen.repetitions, hidden.repetitions) {
      let (one, other) = (
        try #require(seen.rangeOfMotionSigma), try #require(hidden.rangeOfMotionSigma)
      )
      #expect((0.7...1.5).contains(other / one), "\(one) \(other)")
    }
  }

  @Test func `what comes nearest is named with what speaks against it`() throws {
    let squat = Finding(of: SyntheticSet(.squat, [1, 1]).person(), choice: .recognized)
    #expect(squat.nearest == nil)
    let press = Finding(of: LookAlike.benchPress.set.person(), choice: .recognized)
    let nearest = try #require(press.nearest)
    #expect(press.exercise == nil)
    #expect(nearest.exercise == .bentOverRow)
    #expect(nearest.evidence == "chestUp")
    #expect(nearest.confidence < press.confidence)
    #expect(nearest.meaning?.contains("chest") == true)
    let standing = Finding(
      of: SyntheticSet(.standing, [], seconds: 4).person(), choice: .recognized)
    #expect(standing.nearest == nil)
  }

  @Test func `between the legs of a lunge there is no asymmetry`() {
    var lunges = SyntheticSet(.lunge, [1, 1])
    lunges.alternates = true
    let found = Finding(of: lunges.person(), choice: .recognized)
    #expect(found.exercise == "lunge" && found.count == 2)
    #expect(found.repetitions.allSatisfy { $0.asymmetry == nil })
  }

  @Test func `a range has its sigma where the turning point was not measured`() throws {
    var set = SyntheticSet(.squat, [1, 1])
    set.noise = 0.01
    for place in set.repetitions.indices { set.repetitions[place].stay = 1 }
    let person = set.person()
    let turn = set.truth[0].turn
    var hidden = person
    for (frame, time) in person.times.enumerated() where abs(time - turn) < 0.35 {
      hidden.states[frame] = nil
    }
    let whole = try #require(Finding(of: person, choice: .named(.squat)).repetitions.first)
    let found = try #require(Finding(of: hidden, choice: .named(.squat)).repetitions.first)
    #expect(abs(found.turn - turn) < 0.35)
    let (one, other) = (
      try #require(whole.rangeOfMotionSigma), try #require(found.rangeOfMotionSigma)
    )
    #expect((0.8...2).contains(other / one), "\(one) \(other)")
  }

  @Test func `an empty recording is no exercise, and no failure`() {
    let person = PersonMotion(id: 0, times: [0, 0.1], states: [nil, nil], world: nil)
    let found = ExerciseAnalysis(of: person)
    #expect(found.exercise == nil && found.confidence > 0.9 && found.repetitions.isEmpty)
    let none = PersonMotion(id: 0, times: [], states: [], world: nil)
    #expect(ExerciseAnalysis(of: none, choice: .named(.squat)).repetitions.isEmpty)
  }
}
