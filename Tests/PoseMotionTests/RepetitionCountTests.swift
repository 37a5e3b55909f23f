import PoseGeometry
@testable import MotionTestSupport
import TestSupport
import Testing

@testable import PoseMotion

@Suite struct RepetitionCountTests {
  static let exercises = Activity.allCases.filter { $0.exercise != nil }

  @Test(arguments: exercises, [(15.0, 2.0, 0.0), (30, 1.2, 0.02), (60, 4, 0.01)])
  func `half repetitions are listed and not counted, whatever the rate, tempo and noise`(
    _ activity: Activity, _ recording: (rate: Double, seconds: Double, noise: Double)
  ) {
    var set = SyntheticSet(activity, [1, 0.9, 0.5, 1, 0.6], seconds: recording.seconds)
    set.framesPerSecond = recording.rate
    set.noise = recording.noise
    set.seed = 5
    let found = Finding(of: set.person(), choice: .named(activity.exercise!)).repetitions
    #expect(found.map(\.isCounted) == [true, true, false, true, false])
    #expect(found.compactMap(\.reason) == [.partialRange, .partialRange])
  }

  @Test(arguments: exercises)
  func `start, turning point and end are where the movement leaves, turns and is back`(
    _ activity: Activity
  ) {
    let set = SyntheticSet(activity, [1, 0.85, 1], seconds: 1.6)
    let found = Finding(of: set.person(), choice: .named(activity.exercise!)).repetitions
    #expect(found.count == 3)
    for (repetition, truth) in zip(found, set.truth) {
      #expect(abs(repetition.start - truth.start) < 0.08)
      #expect(abs(repetition.turn - truth.turn) < 0.08)
      #expect(abs(repetition.end - truth.end) < 0.08)
    }
  }

  @Test func `a range is that of the pose, with the sigma of a difference`() throws {
    let person = SyntheticSet(.squat, [1], seconds: 2).person()
    let squat = try #require(Finding(of: person, choice: .named(.squat)).repetitions.first)
    #expect(abs(squat.rangeOfMotion * 180 / .pi - 104) < 1.5)
    #expect(abs(squat.angleAtTurn * 180 / .pi - 108) < 1.5)
    // Of 104° in a second along a cosine: π/2 times the mean speed.
    #expect(abs(squat.peakVelocity * 180 / .pi - 104 * .pi / 2) < 6)
    #expect(squat.rangeOfMotionSigma == nil)
    var noisy = SyntheticSet(.squat, [1], seconds: 2)
    noisy.noise = 0.01
    let other = try #require(
      Finding(of: noisy.person(), choice: .named(.squat)).repetitions.first)
    let sigma = try #require(other.rangeOfMotionSigma)
    // A knee between bones of 0.43 m with 1 cm at each joint: 4.0° if the three erred by themselves, less as
    // they err together; and twice that squared.
    let degrees = sigma * 180 / .pi
    #expect(degrees > 2 && degrees < 8)
  }

  @Test func `an asymmetry has the sigma of both sides`() throws {
    var even = SyntheticSet(.squat, Array(repeating: 1, count: 24), seconds: 1.6)
    even.noise = 0.02
    let found = Finding(of: even.person(), choice: .named(.squat)).repetitions
    #expect(found.count == 24)
    let asymmetries = try found.map { try #require($0.asymmetry) }
    for (repetition, asymmetry) in zip(found, asymmetries) {
      // Of two ranges alike and as noisy: √2 of one's relative sigma, as neither side is hidden.
      let relative = try #require(repetition.rangeOfMotionSigma) / repetition.rangeOfMotion
      let sigma = try #require(asymmetry.sigma)
      #expect(abs(sigma / (relative * 2.0.squareRoot()) - 1) < 0.25)
    }
    // The filters take some of the noise, which the sigma doesn't count on.
    let standardized = asymmetries.map { $0.value / ($0.sigma ?? 0) }
    let spread = (standardized.map { $0 * $0 }.reduce(0, +) / 24).squareRoot()
    #expect((0.2...1.3).contains(spread))
  }

  @Test(arguments: [0.6, 10])
  func `a repetition may take 0.6 s or 10 s`(_ seconds: Double) {
    let person = SyntheticSet(.bicepsCurl, [1, 1, 1], seconds: seconds).person()
    #expect(Finding(of: person, choice: .named(.bicepsCurl)).count == 3)
  }

  @Test func `slower than 15 s is no repetition`() {
    let person = SyntheticSet(.squat, [1], seconds: 18).person()
    let found = Finding(of: person, choice: .named(.squat)).repetitions
    #expect(found.map(\.reason) == [.tooSlow])
  }

  @Test func `a stay at the turning point is neither eccentric nor concentric`() throws {
    var set = SyntheticSet(.squat, [1], seconds: 2)
    set.repetitions[0].down = 1.5
    set.repetitions[0].stay = 2
    let squat = try #require(
      Finding(of: set.person(), choice: .named(.squat)).repetitions.first)
    #expect(abs(squat.turn - set.truth[0].turn) < 0.15)
    let eccentric = try #require(squat.eccentricTime)
    let concentric = try #require(squat.concentricTime)
    #expect(abs(eccentric - 1.5) < 0.25)
    #expect(abs(concentric - 1) < 0.25)
  }

  @Test func `a stay that is a little longer changes the phases a little`() throws {
    let times = try stride(from: 0.3, through: 1.5, by: 0.1).map { stay -> Double in
      var set = SyntheticSet(.squat, [1], seconds: 2)
      set.repetitions[0].stay = stay
      let squat = try #require(
        Finding(of: set.person(), choice: .named(.squat)).repetitions.first)
      return try #require(squat.eccentricTime)
    }
    for (one, next) in zip(times, times.dropFirst()) { #expect(abs(next - one) < 0.2, "\(times)") }
  }

  @Test func `the concentric phase comes first where the exercise raises a weight`() throws {
    for (activity, exercise) in [(Activity.squat, Exercise.squat), (.bicepsCurl, .bicepsCurl)] {
      var set = SyntheticSet(activity, [1])
      set.repetitions[0].down = 2
      set.repetitions[0].up = 1
      let found = try #require(
        Finding(of: set.person(), choice: .named(exercise)).repetitions.first)
      let eccentric = try #require(found.eccentricTime)
      let concentric = try #require(found.concentricTime)
      #expect((eccentric > concentric) == (exercise == .squat))
    }
  }

  @Test func `a warm-up that isn't deep is partial, and so are halves beside one whole`() {
    let choice = ExerciseChoice.named(.squat)
    let warmUp = SyntheticSet(.squat, [0.55, 1, 1]).person()
    #expect(
      Finding(of: warmUp, choice: choice).repetitions.map(\.isCounted) == [false, true, true])
    let halves = SyntheticSet(.squat, [0.5, 1, 0.5, 0.5]).person()
    #expect(Finding(of: halves, choice: choice).count == 1)
  }

  @Test func `shallow repetitions don't count though the person does no deeper ones`() {
    let shallow = SyntheticSet(.squat, [0.4, 0.4, 0.4]).person()
    let found = Finding(of: shallow, choice: .named(.squat)).repetitions
    #expect(found.map(\.reason) == [.partialRange, .partialRange, .partialRange])
    let sway = SyntheticSet(.squat, [0.15, 0.15, 0.15]).person()
    #expect(Finding(of: sway, choice: .named(.squat)).repetitions.isEmpty)
  }

  @Test func `clips that begin and end within a repetition say so`() {
    let set = SyntheticSet(.squat, [1, 1, 1])
    let times = (0...400).map { Double($0) / 30 }.filter {
      $0 > set.truth[0].turn && $0 < set.truth[2].turn + 0.3
    }
    let found = Finding(of: set.person(times: times), choice: .named(.squat)).repetitions
    #expect(found.map(\.reason) == [.startNotSeen, nil, .endNotSeen])
  }

  @Test func `a repetition that was unseen for the most part doesn't count`() {
    let set = SyntheticSet(.squat, [1, 1, 1])
    let lost = (set.truth[1].start + 0.2)...(set.truth[1].turn - 0.1)
    var person = set.person()
    for (frame, time) in person.times.enumerated() where lost.contains(time) {
      person.states[frame] = nil
    }
    #expect(Finding(of: person, choice: .named(.squat)).count == 3)
    for (frame, time) in person.times.enumerated()
    where time > set.truth[1].start + 0.2 && time < set.truth[1].turn - 0.1
      || time > set.truth[1].turn + 0.1 && time < set.truth[1].end - 0.2
    { person.states[frame] = nil }
    let found = Finding(of: person, choice: .named(.squat)).repetitions
    #expect(found.map(\.reason) == [nil, .notSeen, nil])
  }

  @Test func `sit-to-stand counts stands, also when the clip ends standing`() {
    let set = SyntheticSet(.sitToStand, [1, 1, 1])
    let times = (0...400).map { Double($0) / 30 }.filter { $0 < set.truth[2].turn + 0.2 }
    let choice = ExerciseChoice.named(.sitToStand)
    #expect(Finding(of: set.person(), choice: choice).count == 3)
    #expect(Finding(of: set.person(times: times), choice: choice).count == 3)
  }

  @Test func `alternating arms have repetitions of their own`() {
    var set = SyntheticSet(.bicepsCurl, [1, 1, 1, 1])
    set.alternates = true
    let found = Finding(of: set.person(), choice: .named(.bicepsCurl)).repetitions
    #expect(
      found.map(\.angle) == [
        "leftElbowFlexion", "rightElbowFlexion", "leftElbowFlexion", "rightElbowFlexion",
      ])
    #expect(found.allSatisfy { $0.isCounted && $0.asymmetry == nil })
  }

  @Test func `alternating lunges are one series, each with its leg`() {
    var set = SyntheticSet(.lunge, [1, 1, 1, 1])
    set.alternates = true
    let found = Finding(of: set.person(), choice: .named(.lunge)).repetitions
    #expect(found.map(\.isCounted) == [true, true, true, true])
    #expect(Set(found.map(\.angle)).count == 2)
  }

  @Test func `a one-armed curl is followed on the arm that moves`() {
    var set = SyntheticSet(.bicepsCurl, [1, 1])
    set.isOneArmed = true
    let found = Finding(of: set.person(), choice: .named(.bicepsCurl)).repetitions
    #expect(found.map(\.angle) == ["leftElbowFlexion", "leftElbowFlexion"])
  }

  @Test func `frames at uneven times change nothing`() {
    let set = SyntheticSet(.squat, [1, 0.5, 1])
    var random = RandomNumbers(seed: 3)
    var (times, time) = ([0.0], 0.0)
    while time < set.duration {
      time += Double.random(in: 0.012...0.07, using: &random)
      times.append(time)
    }
    let found = Finding(of: set.person(times: times), choice: .named(.squat)).repetitions
    #expect(found.map(\.isCounted) == [true, false, true])
  }
}
