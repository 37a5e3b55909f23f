package import Kinematics
package import Pose3D
internal import PoseSystem

/// One person followed while they move: each frame is smoothed as it comes, from what came before it,
/// and repetitions are found in the last half minute.
///
/// Positions go through the One-Euro filter and bones are held at their lengths, as in a
/// `PoseSequence` with `Smoothing.oneEuro`. Planted feet stay where they came to rest (`FootLock`).
/// Work that needs later frames isn't done: swapped sides and turned depths stay as they were
/// measured, and gaps stay open. The bones' lengths are those of the last half minute. Memory
/// doesn't grow with time.
package struct OnlinePersonFilter: Sendable {
  /// The tracker's number of the person.
  package let id: Int
  /// The vertical; `nil` when unknown.
  package var world: WorldAxes?
  /// The pitch and roll of a camera for which the person stands upright; `nil` while they don't stand still with both
  /// feet planted.
  var lean: StandingVertical.Lean?
  /// The time at which the person was last seen, in seconds; `nil` before the first frame.
  package var lastTime: Double? { last }

  /// The number of past frames that it holds.
  var remembered: Int { recent.count + samples.count }

  /// Whether joints are in the frame of the camera that saw them, and planted feet are kept where they are.
  private let groundsFeet: Bool
  private var footLock = FootLock()
  /// The lengths of `GroundedBody.Length`, of the frames that bones are measured in.
  private var lengths: [Double] = []
  private var last: Double?
  private var filters = [OneEuroFilter](repeating: OneEuroFilter(), count: BodyPoint.all.count)
  /// Every so often what was measured, from which bones and stature are taken.
  private var samples: [(time: Double, state: PersonMotion.State)] = []
  private var bones: BoneLengths?
  private var stature: Stature?
  /// The last half minute as it was shown, with the angles that exercises follow.
  private var recent: [(time: Double, state: PersonMotion.State, angles: [JointAngle])] = []
  private var lastShown: (time: Double, body: BodyEstimate)?
  private var lastTurn = -Double.infinity
  /// The recognised exercise, and the time of the last attempt to recognise one.
  private var recognized: (exercise: Exercise, confidence: Double)?
  private var lastRecognition = -Double.infinity

  /// A gap, in seconds, beyond which the measurements before and after are independent; so long are
  /// gaps that `PoseSequence` fills.
  private static let longestGap = 0.5
  /// Seconds that are remembered: two of the longest repetitions.
  private static let memory = 30.0
  /// Seconds from one frame that bones are measured in to the next, and from one that repetitions are
  /// looked for in to the next: at most 36 a second, so that memory doesn't depend on the camera.
  private static let sampling = (bones: 0.2, repetitions: 1 / 36.0)
  /// Seconds from one recognition of the exercise to the next, while one is known.
  private static let recognition = 2.0
  /// The angles that exercises follow.
  private static let followed = [
    "KneeFlexion", "HipFlexion3D", "ElbowFlexion", "ShoulderElevation",
  ]
  .flatMap { angle in ["left", "right"].map { AngleDefinition.named($0 + angle) } }
  /// Seconds for which a repetition has to be over: where it ends is known by then.
  private static let settling = 0.15
  /// A repetition whose turn is within this share of its length after the last one's is the same one.
  private static let sameTurn = 0.25

  /// A person of whom nothing is known yet.
  ///
  /// - Parameter groundsFeet: whether planted feet stand still, and the body follows: joints have to be in the frame
  ///   of the one camera that sees them.
  package init(id: Int, world: WorldAxes?, groundsFeet: Bool) {
    (self.id, self.world, self.groundsFeet) = (id, world, groundsFeet)
  }

  /// The points of the feet that rest on the ground in the newest frame; `nil` where feet aren't grounded.
  package var plantedPoints: [ContactPoint]? { groundsFeet ? footLock.plantedPoints : nil }

  /// The person in the next frame, smoothed, with bones of one length.
  ///
  /// - Parameters:
  ///   - measured: what was measured.
  ///   - time: seconds, later than those before.
  package mutating func add(_ measured: BodyEstimate, at time: Double) -> BodyEstimate {
    if let last, time - last > Self.longestGap {
      for index in filters.indices { filters[index].reset() }
      footLock.reset()
      lastShown = nil
    }
    last = time
    let state = PersonMotion.State(stature?.applied(to: measured) ?? measured, observation: 0)
    learn(from: state, at: time)
    var shown = smoothed(state, at: time)
    if let bones, let held = shown.held(at: bones) {
      shown = groundsFeet ? locked(held, state, bones, at: time) : held
    }
    if let stature { shown.body.stature = stature.shown(bones) }
    lean = lean(of: shown.body, at: time)
    lastShown = (time, shown.body)
    if recent.last.map({ time - $0.time >= Self.sampling.repetitions - 1e-6 }) ?? true {
      let angles = shown.body.skeleton(world: world).angles(Self.followed)
      recent.append((time, shown, angles))
    }
    recent.removeAll { time - $0.time > Self.memory }
    return shown.body
  }

  /// Returns the person's exercise in the last half minute, and the repetitions completed since the
  /// last call, counted or not, each once. A repetition is never taken back.
  package mutating func progress(
    _ choice: ExerciseChoice
  ) -> (exercise: String?, title: String?, confidence: Double, completed: [Repetition]) {
    guard let last, recent.count > 2 else { return (nil, nil, 0, []) }
    var person = PersonMotion(
      id: id, times: recent.map(\.time), states: recent.map(\.state), world: world)
    for (number, definition) in Self.followed.enumerated() {
      person.measuredAngles[definition.name] = recent.map { $0.angles[number] }
    }
    let finding = finding(in: person, choice, at: last)
    let completed = finding.repetitions.filter { repetition in
      repetition.reason != .endNotSeen && repetition.end <= last - Self.settling
        && repetition.turn - lastTurn > Self.sameTurn * (repetition.end - repetition.start)
    }
    if let turn = completed.map(\.turn).max() { lastTurn = turn }
    let title = finding.exercise.map { Exercise(rawValue: $0)?.title ?? AngleWords($0).text }
    return (finding.exercise, title, finding.confidence, completed)
  }

  /// Returns the exercise and its repetitions; a recent recognition is reused if one is needed.
  private mutating func finding(
    in person: PersonMotion, _ choice: ExerciseChoice, at time: Double
  ) -> (exercise: String?, confidence: Double, repetitions: [Repetition]) {
    if choice == .recognized, let recognized, time - lastRecognition < Self.recognition {
      let finding = Finding(of: person, choice: .named(recognized.exercise))
      return (finding.exercise, recognized.confidence, finding.repetitions)
    }
    let finding = Finding(of: person, choice: choice)
    lastRecognition = time
    // What a caller named isn't recognised.
    recognized =
      choice == .recognized
      ? finding.exercise.flatMap(Exercise.init(rawValue:)).map { ($0, finding.confidence) } : nil
    return (finding.exercise, finding.confidence, finding.repetitions)
  }

  /// Forgets the motion in which repetitions are found: another exercise is to be counted from now on.
  package mutating func forgetMotion() { (recent, recognized) = ([], nil) }

  /// What the person shows of the vertical in the newest frame.
  private func lean(of body: BodyEstimate, at time: Double) -> StandingVertical.Lean? {
    guard groundsFeet, footLock.plantedAnkles.count == 2, let lastShown else { return nil }
    return StandingVertical.lean(
      of: body, after: lastShown.body, seconds: time - lastShown.time)
  }

  /// The person with planted feet where they are, and bones of one length.
  private mutating func locked(
    _ held: PersonMotion.State, _ measured: PersonMotion.State, _ bones: BoneLengths,
    at time: Double
  ) -> PersonMotion.State {
    let locked = footLock.applied(
      to: held, measured, lengths: lengths, stature: bones.stature, at: time)
    return locked.held(at: bones, planted: footLock.plantedAnkles) ?? locked
  }

  // MARK: Smoothing

  private mutating func smoothed(
    _ measured: PersonMotion.State, at time: Double
  ) -> PersonMotion.State {
    var result = measured
    // The root first, then what hangs on it, as `PersonMotion.smoothed` does.
    for (index, point) in BodyPoint.all.enumerated() {
      guard let place = measured[point] else {
        filters[index].reset()
        continue
      }
      let offset = point.anchor.map { place - measured.body.positions[$0] } ?? place
      let anchor = point.anchor.map { result.body.positions[$0] } ?? .zero
      result[point] = anchor + filters[index].filter(offset, at: time)
    }
    return result
  }

  private mutating func learn(from state: PersonMotion.State, at time: Double) {
    guard samples.last.map({ time - $0.time >= Self.sampling.bones - 1e-6 }) ?? true else { return }
    samples.append((time, state))
    samples.removeAll { time - $0.time > Self.memory }
    bones = BoneLengths(of: samples.map(\.state))
    lengths = bones.map { GroundedBody.lengths($0, feetOf: samples.map(\.state)) } ?? []
    stature = Stature(ofSequence: samples.map(\.state.body.stature))
  }
}

extension Stature {
  /// A height that was measured is that of the bones, where these are held.
  fileprivate func shown(_ bones: BoneLengths?) -> Stature {
    guard let bones, estimation != .reference, estimation != .user else { return self }
    return Stature(metres: bones.stature, sigma: sigma, estimation: estimation)
  }
}

/// The vertical in the frame of a live camera, from the people who stood before it in the last minute: what
/// `StandingVertical` finds in a whole recording.
package struct OnlineVertical: Sendable {
  /// The world with the vertical; `nil` until a person has stood for long enough.
  package private(set) var world: WorldAxes?

  private var leans: [(time: Double, lean: StandingVertical.Lean)] = []
  private var found: StandingVertical?
  private var lastTime: Double?

  // MARK: Numbers that were chosen

  /// Seconds that are remembered, and seconds from one frame that is to the next.
  private static let (memory, sampling) = (60.0, 0.1)
  /// The fewest frames, over half a second or more.
  private static let fewest = 6
  /// The time constant in seconds with which the world follows what is found, so that angles don't jump.
  private static let following = 0.5

  /// Nothing is known yet.
  package init() {}

  /// Takes what the people of a frame show.
  ///
  /// - Parameters:
  ///   - people: as they are shown in the frame.
  ///   - time: seconds, later than those before.
  package mutating func add(_ people: [OnlinePersonFilter], at time: Double) {
    let step = lastTime.map { time - $0 } ?? 0
    lastTime = time
    if leans.last.map({ time - $0.time >= Self.sampling - 1e-6 }) ?? true {
      let count = leans.count
      leans += people.compactMap { person in person.lean.map { (time, $0) } }
      let isLonger = leans.count > count
      leans.removeAll { time - $0.time > Self.memory }
      if isLonger, leans.count >= Self.fewest {
        found = StandingVertical(live: leans.map(\.lean))
      }
    }
    guard let target = found?.world else { return }
    let before = world ?? WorldAxes(cameraGravity: nil)
    let share = 1 - exp(-step / Self.following)
    func next(_ angle: KeyPath<WorldAxes, Double>) -> (value: Double, rest: Double) {
      let rest = (target[keyPath: angle] - before[keyPath: angle]) * (1 - share)
      return (target[keyPath: angle] - rest, rest)
    }
    let (pitch, roll) = (next(\.cameraPitch), next(\.cameraRoll))
    world = WorldAxes(
      cameraPitch: pitch.value, roll: roll.value,
      sigma: .init(
        pitch: hypot(target.tiltSigma.pitch, pitch.rest),
        roll: hypot(target.tiltSigma.roll, roll.rest)))
  }
}
