@testable import MotionTestSupport
import Foundation
import Kinematics
import Pose3D
import PoseFiles
import PoseGeometry
import TestSupport
import Testing

@testable import PoseMotion

/// Tests of function by synthetic people, whose times and heights are known.
@Suite("Functional tests")
struct FunctionalTestTests {
  // MARK: Rises

  /// Rises after the start of the recording: a person who sits rises and sits down again so many times.
  private static func chair(_ count: Int, seconds: Double = 2) -> (PersonMotion, SyntheticSet) {
    let set = SyntheticSet(
      .sitToStand, Array(repeating: 1, count: count), seconds: seconds)
    return (set.person(), set)
  }

  @Test(arguments: [2.0, 3])
  func `five rises take the time from the first movement to the fifth standing`(
    seconds: Double
  ) throws {
    let (person, set) = Self.chair(5, seconds: seconds)
    let result = FunctionalTestResult(.fiveTimesSitToStand, of: person)
    let truth = set.truth[4].turn - set.truth[0].start
    let time = try #require(result.value(.time)?.value)
    // The knees of a smooth rise are within a tenth of their way for a while at both ends.
    #expect(abs(time.value - truth) < 2 * (try #require(time.sigma)))
    #expect(result.trials.count == 5 && result.value(.rises)?.value?.value == 5)
    for (trial, cycle) in zip(result.trials, set.truth) {
      #expect(abs(trial.start - cycle.start) < 0.6 && abs(trial.end - cycle.turn) < 0.4)
    }
    #expect(result.findings.first { $0.requirement == .standsFully }?.isMet == true)
    #expect(result.findings.first { $0.requirement == .withoutPause }?.isMet == true)
  }

  @Test func `four rises are too few, and nothing is made up`() {
    let result = FunctionalTestResult(.fiveTimesSitToStand, of: Self.chair(4).0)
    #expect(result.value(.time)?.value == nil && result.value(.time)?.missing == .tooFewRises)
    #expect(result.value(.rises)?.value?.value == 4)
  }

  @Test func `rises in 30 seconds are counted, and a shorter recording isn't`() throws {
    let (person, set) = Self.chair(14, seconds: 3)
    let result = FunctionalTestResult(.chairStand, of: person)
    let start = set.truth[0].start
    // By the middle of each way up.
    let truth = set.truth.count { ($0.start + $0.turn) / 2 <= start + 30 }
    let count = try #require(result.value(.rises)?.value)
    #expect(abs(count.value - Double(truth)) <= 2 * (count.sigma ?? 0))
    let short = FunctionalTestResult(.chairStand, of: Self.chair(5).0)
    #expect(short.value(.rises)?.missing == .endNotSeen)
  }

  @Test(arguments: [Activity.standing, .walking, .bicepsCurl, .waving])
  func `a person who doesn't sit down has no rises`(activity: Activity) {
    let result = FunctionalTestResult(
      .fiveTimesSitToStand, of: SyntheticSet(activity, [1, 1, 1]).person())
    #expect(result.trials.isEmpty && result.value(.time)?.missing == .tooFewRises)
  }

  // MARK: Published values

  @Test(
    arguments: [
      (FunctionalTest.fiveTimesSitToStand, 60, nil, 11.4), (.fiveTimesSitToStand, 79, .woman, 12.6),
      (.fiveTimesSitToStand, 89, .man, 14.8), (.timedUpAndGo, 69, nil, 9.0),
      (.timedUpAndGo, 70, nil, 10.2), (.timedUpAndGo, 99, nil, 12.7), (.chairStand, 60, .woman, 12),
      (.chairStand, 64, .man, 14), (.chairStand, 65, .woman, 11), (.chairStand, 74, .woman, 10),
      (.chairStand, 75, .man, 11), (.chairStand, 84, .man, 10), (.chairStand, 85, nil, 8),
      (.chairStand, 94, .woman, 4), (.chairStand, 90, .man, 7),
    ] as [(FunctionalTest, Int, FunctionalTestReference.Sex?, Double)])
  func `limits are those that were published for the age`(
    test: FunctionalTest, age: Int, sex: FunctionalTestReference.Sex?, limit: Double
  ) throws {
    let reference = try FunctionalTestReference(test, age: age, sex: sex)
    #expect(reference.limit == limit && reference.ages.contains(age))
    #expect(reference.isWorseAbove == (test != .chairStand))
  }

  @Test(
    arguments: [
      (.jump, 70, "no values by age are known for jump, but for 5xsts, 30s-chair-stand, tug"),
      (.timedUpAndGo, 59, "values are published for 60 to 99 years, not for 59"),
      (.chairStand, 70, "the values of women and men differ: state the sex, too"),
    ] as [(FunctionalTest, Int, String)])
  func `where no limit is known the reason is given`(
    test: FunctionalTest, age: Int, reason: String
  ) throws {
    let missing = try #require(throws: FunctionalTestReference.Missing.self) {
      try FunctionalTestReference(test, age: age)
    }
    #expect(missing.description == reason)
  }

  @Test(
    arguments: [
      (13.7, 0.5, true), (13.5, 0.5, nil), (12.6, 0, false), (11.7, 0.5, nil), (11.5, 0.5, false),
      (20, nil, nil),
    ] as [(Double, Double?, Bool?)])
  func `a time is worse or no worse if it is two sigmas from the limit`(
    time: Double, sigma: Double?, worse: Bool?
  ) throws {
    let reference = try FunctionalTestReference(.fiveTimesSitToStand, age: 72)
    let value = MotionMeasures.Value(time, sigma: sigma)
    let result = FunctionalTestResult(
      .fiveTimesSitToStand, values: [.init(quantity: .time, value: value)], findings: [], trials: []
    )
    #expect(reference.isWorse(result) == worse)
  }

  @Test func `a test that wasn't done as required isn't compared`() throws {
    let reference = try FunctionalTestReference(.timedUpAndGo, age: 72)
    let value = FunctionalTestResult.Value(
      quantity: .time, value: MotionMeasures.Value(7, sigma: 0.5))
    for (isMet, answer) in [
      (true, "no"), (nil, "no"), (false, "can't be told: not done as required"),
    ] {
      let result = FunctionalTestResult(
        .timedUpAndGo, values: [value],
        findings: [.init(requirement: .walksThreeMetres, isMet: isMet)], trials: [])
      #expect(reference.answer(result) == answer)
      #expect(reference.isWorse(result) == (isMet == false ? nil : false))
    }
  }

  @Test(
    arguments: [
      (9, nil, true), (10, nil, false), (9, 0.5, nil), (8, 0.5, true), (11, 0.5, false),
    ] as [(Double, Double?, Bool?)])
  func `a count is worse below the limit, unless one more would not be`(
    count: Double, sigma: Double?, worse: Bool?
  ) throws {
    let reference = try FunctionalTestReference(.chairStand, age: 72, sex: .woman)
    let value = MotionMeasures.Value(count, sigma: sigma)
    let result = FunctionalTestResult(
      .chairStand, values: [.init(quantity: .rises, value: value)], findings: [], trials: [])
    #expect(reference.isWorse(result) == worse)
    let none = FunctionalTestResult(
      .chairStand, values: [.init(quantity: .rises, value: nil, missing: .endNotSeen)],
      findings: [], trials: [])
    #expect(reference.isWorse(none) == nil)
  }

  // MARK: Hints

  @Test func `a recording shows the tests that it has a result of`() {
    #expect(
      FunctionalTest.shown(by: Self.chair(2).0, exercise: .sitToStand) == [
        .fiveTimesSitToStand, .chairStand,
      ])
    #expect(FunctionalTest.shown(by: Self.jump(flight: 0.45), exercise: nil) == [.jump])
    #expect(FunctionalTest.shown(by: Self.upAndGo(), exercise: nil) == [.timedUpAndGo])
    #expect(FunctionalTest.shown(by: Self.upAndGo(turns: false), exercise: nil) == [])
    // A hop of 3 cm.
    #expect(FunctionalTest.shown(by: Self.jump(flight: 0.16), exercise: nil) == [])
  }

  @Test(arguments: [Activity.standing, .walking, .bicepsCurl, .waving, .squat])
  func `other movements show no test`(activity: Activity) {
    let person = SyntheticSet(activity, [1, 1, 1]).person()
    #expect(FunctionalTest.shown(by: person, exercise: nil) == [])
  }

  // MARK: Planks

  /// A person who stands, goes down, holds a plank on straight arms for some seconds, and stands again.
  private static func plank(seconds: Double, elbows: Double = 0, hips: Double = 0) -> PersonMotion {
    var set = SyntheticSet(.standing, [])
    set.lead = seconds + 4
    set.posesByTime = { time in
      guard time > 2, time < 2 + seconds else { return SyntheticPose() }
      var pose = SyntheticPose()
      pose.lean = 75
      pose.shoulderFlexion = (72, 72)
      // There and back in a second and a half.
      let bent = elbows * (0.5 - 0.5 * cos(.pi * (time - 2) / 0.75))
      pose.elbowFlexion = (bent, bent)
      pose.hipFlexion = (hips, hips)
      return pose
    }
    return set.person()
  }

  @Test func `a plank is timed while the body is straight and the arms hold it up`() throws {
    let held = Self.plank(seconds: 12.4)
    let result = FunctionalTestResult(.plank, of: held)
    let time = try #require(result.value(.time)?.value)
    #expect(abs(time.value - 12.4) < 2 * (try #require(time.sigma)))
    #expect(result.findings == [.init(requirement: .bodyStraight, isMet: true)])
    #expect(FunctionalTest.shown(by: held, exercise: nil) == [.plank])
    // A third of a second in which the person isn't found ends none.
    var blinking = held
    for (frame, time) in held.times.enumerated() where time > 7 && time < 7.33 {
      blinking.states[frame] = nil
    }
    let again = FunctionalTestResult(.plank, of: blinking)
    #expect(again.trials.count == 1 && again.value(.time)?.value?.value == time.value)
    // With bent hips it is none, and neither are arms that bend all the while.
    for other in [Self.plank(seconds: 8, hips: 50), Self.plank(seconds: 8, elbows: 90)] {
      #expect(FunctionalTestResult(.plank, of: other).value(.time)?.missing == .notHeld)
    }
    #expect(FunctionalTest.shown(by: Self.plank(seconds: 2), exercise: nil) == [])
  }

  @Test func `who lies on the floor, propped on the elbows, holds no plank`() {
    var set = SyntheticSet(.standing, [])
    set.lead = 8
    set.posesByTime = { time in
      guard time > 2 else { return SyntheticPose() }
      var pose = SyntheticPose()
      // The legs are level.
      (pose.lean, pose.hipFlexion) = (65, (-25, -25))
      (pose.shoulderFlexion, pose.elbowFlexion) = ((65, 65), (90, 90))
      return pose
    }
    let result = FunctionalTestResult(.plank, of: set.person())
    #expect(result.value(.time)?.missing == .notHeld && result.trials.isEmpty)
  }

  @Test func `a knee that bends alone, and one who is upside down, rise from no chair`() {
    func motion(_ change: @escaping @Sendable (inout SyntheticPose, Double) -> Void) -> PersonMotion
    {
      var set = SyntheticSet(.standing, [])
      set.lead = 12
      set.posesByTime = { time in
        var pose = SyntheticPose()
        change(&pose, 50 * (1 - cos(2 * .pi * time / 3)))
        return pose
      }
      return set.person()
    }
    let both = motion { pose, bend in
      (pose.kneeFlexion, pose.hipFlexion) = ((bend, bend), (bend, bend))
    }
    #expect(ChairRises(of: both).rises.count >= 3)
    let one = motion { pose, bend in
      (pose.kneeFlexion, pose.hipFlexion) = ((1.3 * bend, 0), (1.3 * bend, 0))
    }
    #expect(ChairRises(of: one).rises.isEmpty)
    let over = motion { pose, bend in
      (pose.lean, pose.kneeFlexion, pose.hipFlexion) = (170, (bend, bend), (bend, bend))
    }
    #expect(ChairRises(of: over).rises.isEmpty)
  }

  @Test func `a plank that lasts longer than the recording has a time that it lasts at least`()
    throws
  {
    let held = Self.plank(seconds: 12)
    let frames = held.times.indices.filter { held.times[$0] < 9 }
    let cut = PersonMotion(
      id: 7, times: frames.map { held.times[$0] }, states: frames.map { held.states[$0] },
      world: held.world)
    let result = FunctionalTestResult(.plank, of: cut)
    let time = try #require(result.value(.time))
    #expect(time.missing == .endNotSeen && time.value == nil)
    let (atLeast, trial) = (try #require(time.atLeast), try #require(result.trials.first))
    #expect(result.trials.count == 1 && 0 < atLeast && atLeast < trial.end - trial.start)
    #expect(FunctionalTestResult(.plank, of: held).value(.time)?.atLeast == nil)
    // Words promise no more than the number.
    let words = FunctionalTestResult.Value(
      quantity: .time, value: nil, missing: .endNotSeen, atLeast: 7.97)
    #expect(words.text == "at least 7.9 s: its beginning or end isn't seen")
  }

  @Test(arguments: [Activity.pushUp, .squat, .sitUp, .bentOverRow, .hipHinge])
  func `exercises are no planks`(activity: Activity) {
    let person = SyntheticSet(activity, [1, 1, 1], seconds: 1.5).person()
    #expect(!FunctionalTest.shown(by: person, exercise: nil).contains(.plank))
  }

  // MARK: Jumps

  /// A person who stands still for two seconds, is in the air for some time, and stands again.
  private static func jump(
    flight: Double, rate: Double = 100, rises: Bool = true, standsHigher: Double = 0
  ) -> PersonMotion {
    let body = SyntheticWalk()
    let frames = (0...Int(4.5 * rate)).map { index -> PoseRecording.Frame in
      let time = Double(index) / rate
      let since = time - 2
      var height = since < 0 ? standsHigher : 0
      if since > 0, since < flight {
        let thrown = 9.80665 / 2 * since * (flight - since)
        height = (rises ? thrown : 0) + standsHigher * (1 - since / flight)
      }
      // One posture throughout: both feet beside each other.
      let markers = body.markers(at: 0).mapValues { $0 + SIMD3(0, height, 0) }
      let point = { (name: String) -> Vector3 in
        var marker = markers[name] ?? .zero
        if name.hasSuffix("Ankle") || name.hasSuffix("Heel") || name.hasSuffix("Toe") {
          marker.y = height + (name.hasSuffix("Ankle") ? 0.09 : 0.03)
        }
        return marker
      }
      let foot = { (side: String) in
        Foot(heel: point(side + "Heel"), toe: point(side + "Toe"), sigma: 0.01)
      }
      return PoseRecording.Frame(
        index: index, time: time,
        people: [
          PoseObservation(
            BodyEstimate(
              positions: PerJoint { point($0.name) }, sigmas: PerJoint(repeating: 0.01),
              leftFoot: foot("left"), rightFoot: foot("right"), stature: Stature(metres: 1.8)))
        ])
    }
    let world = WorldAxes(up: Vector3(0, 1, 0), front: Vector3(1, 0, 0), source: .file)
    return PoseSequence(PoseRecording(frames: frames, world: world)).people[0]
  }

  @Test(arguments: [0.3, 0.45, 0.6])
  func `a jump has the height of its time of flight, and the pelvis rises as high`(
    flight: Double
  ) throws {
    let result = FunctionalTestResult(.jump, of: Self.jump(flight: flight))
    #expect(result.trials.count == 1)
    let (time, height, rise) = (
      try #require(result.value(.flightTime)?.value),
      try #require(result.value(.flightHeight)?.value),
      try #require(result.value(.pelvisRise)?.value)
    )
    let truth = 9.80665 * flight * flight / 8
    #expect(abs(time.value - flight) < 2 * (try #require(time.sigma)))
    #expect(abs(height.value - truth) < 2 * (try #require(height.sigma)))
    #expect(abs(rise.value - truth) < 2 * (try #require(rise.sigma)))
    #expect(abs(height.value - 9.80665 * time.value * time.value / 8) < 1e-12)
  }

  @Test func `too few frames a second give the pelvis's rise alone`() throws {
    let result = FunctionalTestResult(.jump, of: Self.jump(flight: 0.5, rate: 30))
    #expect(result.value(.flightHeight)?.missing == .frameRate)
    #expect(result.value(.flightTime)?.missing == .frameRate)
    let rise = try #require(result.value(.pelvisRise)?.value)
    #expect(abs(rise.value - 9.80665 * 0.25 / 8) < 2 * (try #require(rise.sigma)))
  }

  @Test func `a step down is no jump, and standing isn't one`() {
    for person in [
      Self.jump(flight: 0.3, rises: false, standsHigher: 0.4), Self.jump(flight: 0),
    ] {
      let result = FunctionalTestResult(.jump, of: person)
      #expect(result.trials.isEmpty)
      #expect(result.values.allSatisfy { $0.value == nil && $0.missing == .noJump })
    }
  }

  @Test(arguments: FunctionalTest.allCases)
  func `a test on feet that most images don't show states that, and was not "not done"`(
    test: FunctionalTest
  ) {
    let isOnFeet = [.jump, .singleLegStance, .singleLegSquat, .hipROM].contains(test)
    let seen = Self.jump(flight: 0)
    var hidden = seen
    for index in hidden.states.indices where index % 3 > 0 {
      hidden.states[index]?.body.leftFoot = nil
      hidden.states[index]?.body.rightFoot = nil
      for ankle in [Joint.leftAnkle, .rightAnkle] {
        hidden.states[index]?.body.sources[ankle] = .inferred
      }
    }
    let reasons = [seen, hidden].map { FunctionalTestResult(test, of: $0).values.map(\.missing) }
    #expect(!reasons[0].contains(.feetUnseen))
    #expect(reasons[1].allSatisfy { ($0 == .feetUnseen) == isOnFeet })
  }

  @Test func `a jump down from a box is found, and its heights don't agree`() {
    let result = FunctionalTestResult(.jump, of: Self.jump(flight: 0.5, standsHigher: 0.5))
    #expect(result.findings.first { $0.requirement == .heightsAgree }?.isMet != true)
  }

  // MARK: Up and go

  /// A person who gets up after a second, walks for three, turns within one, walks back and sits down.
  private static func upAndGo(
    way: Double = 3, turns: Bool = true, by share: Double = 1, isAwayFromCamera: Bool = false
  ) -> PersonMotion {
    PosedPerson.motion(seconds: 12.5) { time in
      typealias P = PosedPerson
      let out = P.step(time, from: 2, to: 5)
      let back = P.step(time, from: 6, to: 9)
      // Less than half a turn is taken back before the chair.
      let turned =
        P.step(time, from: 5, to: 6) + (share < 1 ? -1 : 1) * P.step(time, from: 9, to: 10)
      let sitting = 1 - P.step(time, from: 1, to: 2) + P.step(time, from: 10, to: 11)
      let place = way * (out - back)
      return PosedPerson(
        place: isAwayFromCamera ? SIMD2(0, place) : SIMD2(place, 0),
        heading: (turns ? .pi * share * turned : 0) - (isAwayFromCamera ? .pi / 2 : 0),
        sitting: sitting,
        lean: 0.5 * sin(.pi * min(max(time - 0.7, 0), 1)))
    }
  }

  @Test func `the phases of up and go are timed, and their sum is the whole`() throws {
    let result = FunctionalTestResult(.timedUpAndGo, of: Self.upAndGo())
    let truth: [(FunctionalTestResult.Quantity, Double)] = [
      (.time, 10.1), (.riseTime, 1.1), (.walkOutTime, 3.3), (.turnTime, 0.6),
      (.walkBackTime, 3.6), (.sitTime, 1.6), (.distance, 3.4),
    ]
    for (quantity, seconds) in truth {
      let value = try #require(result.value(quantity)?.value, "\(quantity)")
      #expect(
        abs(value.value - seconds) < 2 * (try #require(value.sigma)),
        "\(quantity): \(value.value) where \(seconds) was expected")
    }
    let phases = result.values.dropFirst().prefix(5).compactMap { $0.value?.value }
    #expect(abs(phases.reduce(0, +) - (try #require(result.values[0].value?.value))) < 1e-9)
    #expect(result.trials.map(\.phase) == result.values.dropFirst().prefix(5).map(\.quantity))
    #expect(result.findings == [.init(requirement: .walksThreeMetres, isMet: true)])
  }

  @Test func `a person who doesn't turn has the whole time, and no phases that need the turn`()
    throws
  {
    // One who turns by 117° never faces the way back.
    for person in [Self.upAndGo(turns: false), Self.upAndGo(by: 0.65)] {
      let result = FunctionalTestResult(.timedUpAndGo, of: person)
      #expect(result.value(.time)?.value != nil && result.value(.riseTime)?.value != nil)
      for quantity in [
        FunctionalTestResult.Quantity.walkOutTime, .turnTime, .walkBackTime, .sitTime,
      ] {
        #expect(result.value(quantity)?.missing == .noTurn)
      }
      #expect(FunctionalTest.shown(by: person, exercise: nil).isEmpty)
    }
  }

  @Test
  func `a way of four and a half metres is not the protocol's, and one of one metre is no way`() {
    let far = FunctionalTestResult(.timedUpAndGo, of: Self.upAndGo(way: 4.5))
    #expect(far.findings.first?.isMet == false)
    let near = FunctionalTestResult(.timedUpAndGo, of: Self.upAndGo(way: 0.8))
    #expect(near.trials.isEmpty && near.value(.time)?.missing == .noRoundTrip)
  }

  @Test func `a way along the view is as uncertain as the field of view, one across it isn't`()
    throws
  {
    for isAway in [true, false] {
      var person = Self.upAndGo(isAwayFromCamera: isAway)
      let known = FunctionalTestResult(.timedUpAndGo, of: person)
      person.focalLengthSigma = 0.25
      let assumed = FunctionalTestResult(.timedUpAndGo, of: person)
      let (a, b) = (known.value(.distance)?.value, assumed.value(.distance)?.value)
      #expect(a?.value == b?.value)
      let length = try #require(a?.value)
      let added = isAway ? 0.25 * length : 0
      #expect(abs(try #require(b?.sigma) - hypot(try #require(a?.sigma), added)) < 0.01 * length)
      #expect(known.findings.first?.isMet == true)
      #expect(assumed.findings.first?.isMet == (isAway ? nil : true))
    }
  }

  // MARK: One leg

  @Test func `the longest stance on each leg is timed, and steps are none`() throws {
    let person = PosedPerson.motion(seconds: 20) { time in
      typealias P = PosedPerson
      // Six seconds on the right leg, three on it again, and four on the left one; and a step.
      let left =
        P.step(time, from: 1, to: 1.3) - P.step(time, from: 7, to: 7.3)
        + P.step(time, from: 9, to: 9.3) - P.step(time, from: 12, to: 12.3)
      let right =
        P.step(time, from: 13, to: 13.3) - P.step(time, from: 17, to: 17.3)
        + P.step(time, from: 18, to: 18.2) - P.step(time, from: 18.4, to: 18.6)
      return PosedPerson(leftThigh: 0.9 * left, rightThigh: 0.9 * right)
    }
    let result = FunctionalTestResult(.singleLegStance, of: person)
    #expect(result.trials.map(\.side) == [.right, .right, .left])
    let (right, left) = (
      try #require(result.value(.rightStance)?.value),
      try #require(result.value(.leftStance)?.value)
    )
    #expect(abs(right.value - 6.1) < 2 * (try #require(right.sigma)))
    #expect(abs(left.value - 4.1) < 2 * (try #require(left.sigma)))
    #expect(result.findings == [.init(requirement: .armsFolded, isMet: false)])
  }

  @Test
  func `a stance that the recording cuts off lasts at least what was seen, and one that hops ends`()
    throws
  {
    let cut = PosedPerson.motion(seconds: 5) { time in
      PosedPerson(leftThigh: 0.9 * PosedPerson.step(time, from: 1, to: 1.3))
    }
    let result = FunctionalTestResult(.singleLegStance, of: cut)
    let stance = try #require(result.value(.rightStance))
    #expect(stance.missing == .endNotSeen && stance.value == nil)
    // The foot is up from 1.15 s to the end.
    let atLeast = try #require(stance.atLeast)
    #expect(3 < atLeast && atLeast < 3.85)
    #expect(result.value(.leftStance)?.missing == .notDone)
    // In any direction along the ground.
    for way in [SIMD2(0.4, 0), SIMD2(0, 0.4), SIMD2(0, -0.4)] {
      let hops = PosedPerson.motion(seconds: 8) { time in
        typealias P = PosedPerson
        return PosedPerson(
          place: way * P.step(time, from: 4, to: 4.3),
          leftThigh: 0.9 * (P.step(time, from: 1, to: 1.3) - P.step(time, from: 7, to: 7.3)))
      }
      let stances = FunctionalTestResult(.singleLegStance, of: hops).trials
      #expect(stances.count == 2 && stances.allSatisfy { $0.end - $0.start < 3.5 })
    }
  }

  /// Two squats on the left leg.
  private static func squatsOnOneLeg(sigma: Double?) -> PersonMotion {
    PosedPerson.motion(seconds: 9, sigma: sigma) { time in
      typealias P = PosedPerson
      let up = P.step(time, from: 0.5, to: 0.9) - P.step(time, from: 8, to: 8.4)
      let down =
        P.step(time, from: 2, to: 3) - P.step(time, from: 3.4, to: 4.4)
        + P.step(time, from: 5, to: 6) - P.step(time, from: 6.4, to: 7.4)
      return PosedPerson(rightThigh: 1.3 * up, sinking: 0.12 * down, list: 0.15 * down)
    }
  }

  @Test func `joints of unknown uncertainty have all values, too uncertain ones the reason`() throws
  {
    let plain = FunctionalTestResult(.singleLegSquat, of: Self.squatsOnOneLeg(sigma: nil))
    let drop = try #require(plain.value(.leftPelvicDrop)?.value)
    #expect(abs(drop.value - 0.15) < 0.03 && drop.sigma == nil)
    let unsure = FunctionalTestResult(.singleLegSquat, of: Self.squatsOnOneLeg(sigma: 0.1))
    #expect(unsure.value(.leftPelvicDrop)?.missing == .tooUncertain)
  }

  @Test func `squats on one leg have their depth and the pelvis's drop`() throws {
    let person = Self.squatsOnOneLeg(sigma: 0.01)
    let result = FunctionalTestResult(.singleLegSquat, of: person)
    #expect(result.trials.map(\.side) == [.left, .left])
    let depth = try #require(result.value(.leftSquatDepth)?.value)
    // Two bones of 0.425 m, whose ends are 0.12 m nearer, less the 0.013 m by which the list lifts the left hip.
    #expect(abs(depth.value * 180 / .pi - 60.7) < 2, "\(depth.value * 180 / .pi)")
    let drop = try #require(result.value(.leftPelvicDrop)?.value)
    #expect(abs(drop.value - 0.15) < 0.03, "\(drop.value)")
    // Of two moments, both of which err.
    let list = person.curve(of: .named("pelvisList"))
    let least = try #require(list.sigmas.compactMap(\.self).min())
    #expect(try #require(drop.sigma) >= 2.0.squareRoot() * least)
    #expect(result.value(.rightSquatDepth)?.missing == .notDone)
  }

  // MARK: Range of motion

  @Test func `arms have the angles to which they are raised to the front and to the side`() throws {
    let degree = Double.pi / 180
    let person = PosedPerson.motion(seconds: 16) { time in
      typealias P = PosedPerson
      func raise(_ start: Double) -> Double {
        P.step(time, from: start, to: start + 1.2) - P.step(time, from: start + 2, to: start + 3.2)
      }
      var posed = PosedPerson()
      let isFirst = time < 8
      // To the front: left 160°, right 120°; then to the side: left 150°, right 45° between both.
      posed.leftArm = isFirst ? (160 * degree * raise(1), .pi / 2) : (150 * degree * raise(9), 0.1)
      posed.rightArm =
        isFirst ? (120 * degree * raise(4), 1.4) : (100 * degree * raise(12), .pi / 4)
      return posed
    }
    let result = FunctionalTestResult(.shoulderROM, of: person)
    for (quantity, angle) in [
      (FunctionalTestResult.Quantity.leftShoulderFlexion, 160.0), (.rightShoulderFlexion, 120),
      (.leftShoulderAbduction, 150),
    ] {
      let value = try #require(result.value(quantity)?.value, "\(quantity)")
      #expect(abs(value.value / degree - angle) < 4, "\(quantity): \(value.value / degree)")
    }
    #expect(result.value(.rightShoulderAbduction)?.missing == .notDone)
    #expect(result.findings == [.init(requirement: .trunkUpright, isMet: true)])
    #expect(result.trials.map(\.side) == [.left, .right, .left])
  }

  /// From 0 to 1 and back, with a stay of a second.
  private static func raise(_ time: Double, from start: Double) -> Double {
    PosedPerson.step(time, from: start, to: start + 0.8)
      - PosedPerson.step(time, from: start + 2, to: start + 2.8)
  }

  @Test func `a stiff shoulder has its angle, too`() throws {
    let degree = Double.pi / 180
    let person = PosedPerson.motion(seconds: 8) { time in
      var posed = PosedPerson()
      posed.leftArm = (50 * degree * Self.raise(time, from: 1), .pi / 2)
      posed.rightArm = (45 * degree * Self.raise(time, from: 4), 0.1)
      return posed
    }
    let result = FunctionalTestResult(.shoulderROM, of: person)
    for (quantity, angle) in [
      (FunctionalTestResult.Quantity.leftShoulderFlexion, 50.0), (.rightShoulderAbduction, 45),
    ] {
      let value = try #require(result.value(quantity)?.value, "\(quantity)")
      #expect(abs(value.value / degree - angle) < 4, "\(quantity): \(value.value / degree)")
    }
  }

  @Test func `a thigh that is raised has its angle, and walking is no raise`() throws {
    let degree = Double.pi / 180
    let person = PosedPerson.motion(seconds: 12) { time in
      func raise(_ start: Double) -> Double { Self.raise(time, from: start) }
      return PosedPerson(
        leftThigh: 100 * degree * raise(1), rightThigh: 80 * degree * raise(4.5),
        leftAbduction: 35 * degree * raise(8))
    }
    let result = FunctionalTestResult(.hipROM, of: person)
    for (quantity, angle) in [
      (FunctionalTestResult.Quantity.leftHipFlexion, 100.0), (.rightHipFlexion, 80),
      (.leftHipAbduction, 35),
    ] {
      let value = try #require(result.value(quantity)?.value, "\(quantity)")
      #expect(abs(value.value / degree - angle) < 5, "\(quantity): \(value.value / degree)")
    }
    #expect(result.value(.leftHipExtension)?.missing == .notDone)
  }

  @Test(arguments: [(-15.0, 20.0), (-10, 17)])
  func `raises that hardly lift the foot have their angles`(
    extension back: Double, abduction: Double
  ) throws {
    let degree = Double.pi / 180
    let person = PosedPerson.motion(seconds: 12) { time in
      func raise(_ start: Double) -> Double { Self.raise(time, from: start) }
      return PosedPerson(
        leftThigh: back * degree * raise(1), rightThigh: back * degree * raise(4.5),
        leftAbduction: abduction * degree * raise(8))
    }
    let result = FunctionalTestResult(.hipROM, of: person)
    for (quantity, angle) in [
      (FunctionalTestResult.Quantity.leftHipExtension, -back), (.rightHipExtension, -back),
      (.leftHipAbduction, abduction),
    ] {
      let value = try #require(result.value(quantity)?.value, "\(quantity)")
      #expect(abs(value.value / degree - angle) < 3, "\(quantity): \(value.value / degree)")
    }
    #expect(result.value(.leftHipFlexion)?.missing == .notDone)
    #expect(result.trials.map(\.side) == [.left, .right, .left])
  }

  @Test(arguments: FunctionalTest.allCases)
  func `a person who stands does no test`(test: FunctionalTest) {
    let person = PosedPerson.motion(seconds: 5) { _ in PosedPerson() }
    let result = FunctionalTestResult(test, of: person)
    #expect(
      result.trials.isEmpty && result.values.allSatisfy { $0.value == nil || $0.quantity == .rises }
    )
  }

  // MARK: Documents

  @Test(.enabled(SchemaValidator.note, SchemaValidator.isInstalled))
  func `a document is valid, and not with what the schema forbids`() async throws {
    let document = FunctionalTestDocument(
      version: "1.0", file: "chair.json",
      reference: try FunctionalTestReference(.fiveTimesSitToStand, age: 72),
      people: [
        .init(id: 0, result: FunctionalTestResult(.fiveTimesSitToStand, of: Self.chair(5).0)),
        .init(id: 1, result: FunctionalTestResult(.jump, of: Self.jump(flight: 0.4))),
      ], warnings: ["A sentence."])
    let folder = try TemporaryFolder()
    let file = try folder.file("test.json", Data(document.json.utf8))
    try await SchemaValidator("functionalTest").expect(
      file,
      exceptWith: [
        ("\"test\": \"5xsts\"", "\"test\": \"6xsts\""),
        ("\"quantity\": \"time\"", "\"quantity\": \"hours\""),
        ("\"name\": \"standsFully\"", "\"name\": \"stands\""),
        ("\"unit\": \"m\"", "\"unit\": \"cm\""),
        ("\"sex\": null", "\"sex\": \"boy\""), ("\"worse\": null", "\"worse\": \"no\""),
      ])
  }
}
