@testable import MotionTestSupport
import Foundation
import Kinematics

@testable import PoseMotion

/// The clips by which thresholds are moved, each with its expected verdict.
struct ThresholdClips: Sendable {
  /// Persons, with the exercise recognised and the repetitions listed by the standard thresholds.
  var people: [(clip: ThresholdClip, recognized: Exercise?, reasons: [Repetition.Reason?])] = []
  /// How many clips and curves there are.
  var count: (people: Int, curves: Int) { (people.count, polylines.count + angles.count) }

  /// Curves of an angle that isn't an exercise's, with how many repetitions count.
  private let angles: [(curve: AngleCurve, prepared: [RepetitionFinder.Prepared], count: Int)]
  /// Polylines in degrees, with how many repetitions they have.
  private let polylines: [(times: [Double], values: [Double], curve: EvenCurve, count: Int)]

  static let all = ThresholdClips()

  private init() {
    polylines = RepetitionCycleTests.polylines.map { line in
      let (times, values) = RepetitionCycleTests.sampled(line.points)
      return (times, values, EvenCurve(times: times, values: values), line.count)
    }
    angles = [
      (.bicepsCurl, [1, 0.5, 0.2], 1), (.bicepsCurl, [1, 1], 2), (.standing, [], 0),
      (.squat, [1, 0.9, 0.5, 1], 3),
    ].map { (activity: Activity, depths, count) in
      var set = SyntheticSet(activity, depths)
      (set.noise, set.framesPerSecond) = (0.005, 20)
      if depths.isEmpty { set.lead = 4 }
      let name = activity == .squat ? "leftKneeFlexion" : "leftElbowFlexion"
      let curve = set.person().curve(of: .named(name))
      let finder = Finding.finder(curve, nil, 7, ExerciseThresholds.standard.repetitions)
      return (curve, finder.prepared(SidedCurves(curve)), count)
    }
    addActivities()
    addSets()
    for movement in LookAlike.allCases {
      add("\(movement)", nil, [], movement.set.person(), isHard: false)
    }
    addRenderedSquats()
  }

  private mutating func add(
    _ name: String, _ exercise: Exercise?, _ reasons: [Repetition.Reason?], _ person: PersonMotion,
    isRecognized: Bool = true, isHard: Bool = true
  ) {
    let clip = ThresholdClip(name, exercise, person, isHard: isHard)
    people.append((clip, isRecognized ? exercise : nil, reasons))
  }

  /// Every activity seen from the front, and from aside by a tilted camera, with noise.
  private mutating func addActivities() {
    for activity in Activity.allCases {
      var set = SyntheticSet(
        activity, [1, 1, 0.5], seconds: activity.isQuick ? 1 : 1.3)
      (set.framesPerSecond, set.lead, set.tail) = (20, 0.4, 0.4)
      let reasons: [Repetition.Reason?] = activity.exercise == nil ? [] : [nil, nil, .partialRange]
      add("\(activity)", activity.exercise, reasons, set.person(), isHard: false)
      set.framesPerSecond = 30
      (set.noise, set.heading, set.tilt, set.knowsGravity) = (0.02, 50, 12, false)
      (set.stature, set.seed) = (1.6, 11)
      add(
        "\(activity), noisy and aside", activity.exercise, reasons, set.person(),
        isHard: activity.exercise != nil || [.walking, .running, .reaching].contains(activity))
    }
  }

  /// Sets that are hard to count, or to judge.
  private mutating func addSets() {
    func set(
      _ activity: Activity, _ depths: [Double], seconds: Double = 1.4,
      _ change: (inout SyntheticSet) -> Void = { _ in }
    ) -> PersonMotion {
      var set = SyntheticSet(activity, depths, seconds: seconds)
      (set.framesPerSecond, set.lead, set.tail) = (20, 0.4, 0.4)
      change(&set)
      return set.person()
    }
    let two: [Repetition.Reason?] = [nil, nil]
    add("one squat", .squat, [nil], set(.squat, [1]))
    add(
      "a warm-up", .squat, [.partialRange, nil, nil, .partialRange],
      set(.squat, [0.62, 1, 0.76, 0.4]))
    add(
      "shallow squats", .squat, [.partialRange, .partialRange], set(.squat, [0.4, 0.4]),
      isRecognized: false)
    add("sway", .squat, [], set(.squat, [0.18, 0.18]), isRecognized: false)
    add(
      "one of eight goes too far", .squat, Array(repeating: nil, count: 8),
      set(.squat, [0.8, 1, 1, 1, 1, 1, 1, 1.3], seconds: 1.2))
    add("a deep squat", .squat, two, set(.squat, [1.3, 1.3]))
    add(
      "slow squats", .squat, [.tooSlow, nil],
      set(.squat, [1, 1], seconds: 12) {
        $0.framesPerSecond = 15
        $0.repetitions[0].down = 12
      })
    add("quick curls", .bicepsCurl, two, set(.bicepsCurl, [1, 1], seconds: 0.6))
    add(
      "twitches", .bicepsCurl, [.tooFast, nil, nil],
      set(.bicepsCurl, [1, 1, 1]) {
        $0.framesPerSecond = 60
        ($0.repetitions[0].down, $0.repetitions[0].up) = (0.15, 0.15)
      })
    add(
      "alternating curls", .bicepsCurl, [nil, nil, nil],
      set(.bicepsCurl, [1, 1, 1]) { $0.alternates = true })
    add("one-armed curls", .bicepsCurl, two, set(.bicepsCurl, [1, 1]) { $0.isOneArmed = true })
    add("alternating lunges", .lunge, two, set(.lunge, [1, 1]) { $0.alternates = true })
    let squats = SyntheticSet(.squat, [1, 1, 1])
    let times = (0...200).map { Double($0) / 20 }
    let truth = squats.truth
    add(
      "begins and ends bent", .squat, [.startNotSeen, nil, .endNotSeen],
      squats.person(times: times.filter { $0 > truth[0].turn && $0 < truth[2].turn + 0.3 }))
    var hidden = squats.person(times: times.filter { $0 < squats.duration })
    for (frame, time) in hidden.times.enumerated()
    where time > truth[1].start + 0.2 && time < truth[1].turn - 0.1
      || time > truth[1].turn + 0.1 && time < truth[1].end - 0.2
    { hidden.states[frame] = nil }
    add("hidden for most of one", .squat, [nil, .notSeen, nil], hidden)
    let rising = SyntheticSet(.sitToStand, [1, 1])
    add(
      "ends standing", .sitToStand, two,
      rising.person(times: times.filter { $0 < rising.truth[1].turn + 0.2 }))
    add(
      "sits down and stays", nil, [],
      rising.person(times: times.filter { $0 > rising.truth[1].turn && $0 < rising.duration }))
    add("jacks and a somersault", .jumpingJack, [nil, nil, .notUpright], Self.somersault.person())
    // The vertical is unknown.
    for activity in [Activity.lunge, .bicepsCurl, .hipHinge] {
      let person = set(activity, [1, 1])
      add(
        "\(activity), up unknown", activity.exercise, two,
        PersonMotion(id: 7, times: person.times, states: person.states, world: nil))
    }
  }

  /// Two jacks, then a roll forwards with the arms about the knees.
  static let somersault: SyntheticSet = {
    var set = SyntheticSet(.jumpingJack, [1, 1, 1], seconds: 1)
    (set.framesPerSecond, set.lead, set.tail) = (30, 0.4, 0.4)
    set.posesByNumber = { u, number in
      guard number == 2 else { return Activity.jumpingJack.pose(u, time: 0) }
      var pose = SyntheticPose()
      pose.lean = 180 * u
      pose.hipFlexion = (3 + 110 * u, 3 + 110 * u)
      pose.kneeFlexion = (5 + 120 * u, 5 + 120 * u)
      pose.shoulderFlexion = (8 + 140 * u, 8 + 140 * u)
      return pose
    }
    return set
  }()

  private mutating func addRenderedSquats() {
    for hasDepth in [true, false] {
      let name = "rendered squats, \(hasDepth ? "depth" : "colour")"
      add(name, .squat, [nil, nil], RenderedSquat.recorded.person(hasDepth: hasDepth))
    }
  }
}

// MARK: - Judged again

extension ThresholdClips {
  /// Whether any verdict is another one when a threshold is moved that plays a role.
  func areJudgedOtherwise(by thresholds: ExerciseThresholds, _ role: ThresholdMove.Role) -> Bool {
    if people.contains(where: { $0.clip.isJudgedOtherwise(by: thresholds, role) }) { return true }
    switch role {
    case .curve: return areCountedOtherwise(by: thresholds.repetitions, preparedAgain: true)
    case .repetition, .anyAngle: return areCountedOtherwise(by: thresholds.repetitions)
    default: return false
    }
  }

  /// Whether a curve has more or fewer repetitions than it should.
  func areCountedOtherwise(
    by thresholds: RepetitionThresholds, preparedAgain: Bool = false
  ) -> Bool {
    polylines.contains { line in
      let curve =
        preparedAgain
        ? EvenCurve(times: line.times, values: line.values, thresholds: thresholds) : line.curve
      return RepetitionCycle.all(in: curve, swing: 15, thresholds: thresholds).count != line.count
    }
      || angles.contains { angle in
        let finder = Finding.finder(angle.curve, nil, 7, thresholds)
        let prepared =
          preparedAgain ? finder.prepared(SidedCurves(angle.curve)) : angle.prepared
        return finder.repetitions(in: prepared).count(where: \.isCounted) != angle.count
      }
  }
}
