internal import Kinematics
internal import Pose3D
internal import PoseGeometry

/// The times for which a person holds a plank: prone on hands or forearms and toes, with a straight body.
struct Planks {
  /// A plank.
  private struct Plank {
    let frames: Range<Int>
    /// Seconds.
    let start: Double
    /// Seconds.
    let end: Double
    /// Whether the recording begins or ends meanwhile, or the person is lost.
    let isCut: Bool

    var time: Double { end - start }
  }

  /// A person's posture in a frame.
  private struct Posture {
    /// Whether it is a plank's.
    let isHeld: Bool
    /// Radians: the mean of the elbows that were seen; `nil` where neither was.
    let elbow: Double?
    /// Radians between trunk and thighs, the mean of the sides that were seen.
    let hip: Double?
  }

  private let planks: [Plank]
  private let postures: [Posture?]
  private let hasVertical: Bool

  // MARK: Numbers that were chosen

  /// The trunk's angle with the vertical, in radians.
  private static let lean = 60 * Double.pi / 180...110 * Double.pi / 180
  /// The vertical part of where the chest faces is no more than this.
  private static let chestUp = -0.5
  /// Trunk and thighs, and thighs and shanks, are bent by no more than this, in radians: on toes, not on knees.
  private static let bent = 35 * Double.pi / 180
  /// The shoulders are above the lowest of elbows and wrists by at least this share of the stature: more than half of
  /// an upper arm of 0.186 (Winter). Of a person who lies on the floor they are beside each other.
  private static let lifted = 0.1
  /// The elbows stay within this, in radians; those of push-ups don't.
  private static let elbowMoves = 25 * Double.pi / 180
  /// A shorter one, in seconds, is part of another movement.
  private static let shortest = 1.0
  /// A body is straight whose trunk and thighs are bent by no more than this, in radians, as in push-ups.
  private static let straight = 25 * Double.pi / 180
  /// One standard deviation of a plank's time, in seconds: the body comes to its posture and leaves it for a while.
  private static let timeSigma = 0.3

  init(of person: PersonMotion) {
    hasVertical = person.world != nil
    let curves = { (name: String) in
      person.curves(of: [.named("left" + name), .named("right" + name)])
    }
    let (hips, knees, elbows) = (
      curves("HipFlexion3D"), curves("KneeFlexion"), curves("ElbowFlexion")
    )
    func mean(_ curves: [AngleCurve], _ frame: Int) -> Double? {
      let values = curves.compactMap { $0.values[frame] }
      return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
    let postures = person.states.indices.map { frame -> Posture? in
      guard let up = person.world?.up, let body = person.states[frame]?.body else { return nil }
      let (hip, knee) = (mean(hips, frame), mean(knees, frame))
      return Posture(
        isHeld: Self.isProne(body, up) && abs(hip ?? 0) < Self.bent && knee ?? 0 < Self.bent,
        elbow: mean(elbows, frame), hip: hip)
    }
    self.postures = postures
    planks = SampleRuns.of(person.times, isPresent: { postures[$0] != nil }).flatMap { run in
      Self.planks(in: run, of: person.times, postures)
    }
  }

  /// Whether the trunk is level, the chest faces the floor, and the arms hold the shoulders up.
  private static func isProne(_ body: BodyEstimate, _ up: Vector3) -> Bool {
    let p = body.positions
    guard let stance = Stance(p, up: up, stature: body.stature.metres), let trunk = stance.lean,
      let chest = stance.frontUp
    else { return false }
    let hands = [Joint.leftElbow, .rightElbow, .leftWrist, .rightWrist].map { p[$0].dot(up) }
    let height = p[.centerShoulder].dot(up) - (hands.min() ?? 0)
    return lean.contains(trunk) && chest <= chestUp && height > lifted * body.stature.metres
  }

  private static func planks(
    in run: Range<Int>, of times: [Double], _ postures: [Posture?]
  ) -> [Plank] {
    var found: [Plank] = []
    var first = run.lowerBound
    while first < run.upperBound {
      guard postures[first]?.isHeld == true else {
        first += 1
        continue
      }
      var (least, most) = (Double.infinity, -Double.infinity)
      var last = first
      while last < run.upperBound, let posture = postures[last], posture.isHeld {
        if let elbow = posture.elbow {
          let range = (min(least, elbow), max(most, elbow))
          if range.1 - range.0 > elbowMoves { break }
          (least, most) = range
        }
        last += 1
      }
      let plank = Plank(
        frames: first..<last, start: times[first], end: times[last - 1],
        isCut: first == run.lowerBound || last == run.upperBound)
      if plank.time >= shortest { found.append(plank) }
      first = last
    }
    return found
  }

  // MARK: The test

  func result() -> FunctionalTestResult {
    let longest = planks.max { $0.time < $1.time }
    var time = FunctionalTestResult.Value(
      quantity: .time, value: nil, missing: hasVertical ? .notHeld : .noVertical)
    var findings: [FunctionalTestResult.Finding] = []
    if let longest {
      // One that goes on after the recording lasts longer.
      time.missing = longest.isCut ? .endNotSeen : nil
      time.value =
        longest.isCut ? nil : MotionMeasures.Value(longest.time, sigma: Self.timeSigma)
      let bends = longest.frames.compactMap { postures[$0]?.hip }
      let bend = bends.map { abs($0) }.median
      findings = [.init(requirement: .bodyStraight, isMet: bend.map { $0 <= Self.straight })]
    }
    return FunctionalTestResult(
      .plank, values: [time], findings: findings,
      trials: planks.map { .init(start: $0.start, end: $0.end) })
  }
}
