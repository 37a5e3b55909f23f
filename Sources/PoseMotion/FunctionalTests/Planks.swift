internal import Kinematics
internal import Pose3D
internal import PoseGeometry

/// The times for which a person holds a plank: prone on hands or forearms and toes, with a straight body.
struct Planks {
  /// A plank.
  private struct Plank {
    let frames: Range<Int>
    let time: HoldingTime
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
  /// The hips are above the lowest of elbows, wrists and ankles by at least this share of the stature: in a plank by about
  /// 0.14, and of a person who lies on the floor, propped on the elbows, by 0.04.
  private static let hipsLifted = 0.08
  /// The elbows stay within this of what they are at the beginning, in radians; those of push-ups don't.
  private static let elbowMoves = 25 * Double.pi / 180
  /// The frames of that beginning.
  private static let elbowCount = 30
  /// A posture that was lost for no longer, in seconds, was held.
  private static let longestBreak = 0.5
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
      let isStraight = [hip, knee].allSatisfy { $0.map { abs($0) < Self.bent } ?? false }
      return Posture(
        isHeld: isStraight && Self.isProne(body, up), elbow: mean(elbows, frame), hip: hip)
    }
    self.postures = postures
    planks = Self.planks(of: person.times, postures)
  }

  /// Whether the trunk is level, the chest faces the floor, and the arms hold the shoulders up.
  private static func isProne(_ body: BodyEstimate, _ up: Vector3) -> Bool {
    let p = body.positions
    guard let stance = Stance(p, up: up, stature: body.stature.metres), let trunk = stance.lean,
      let chest = stance.frontUp
    else { return false }
    let hands = [Joint.leftElbow, .rightElbow, .leftWrist, .rightWrist].map { p[$0].dot(up) }
    let height = p[.centerShoulder].dot(up) - (hands.min() ?? 0)
    let lowest = (hands + [Joint.leftAnkle, .rightAnkle].map { p[$0].dot(up) }).min() ?? 0
    let hips = p[.root].dot(up) - lowest
    return lean.contains(trunk) && chest <= chestUp && height > lifted * body.stature.metres
      && hips > hipsLifted * body.stature.metres
  }

  /// A plank that goes on.
  private struct Beginning {
    let first: Int
    var last: Int
    /// The elbows of its beginning, in radians.
    var elbows: [Double] = []

    /// Whether the elbows are where they were.
    func keeps(_ elbow: Double?) -> Bool {
      guard let elbow, let usual = elbows.median else { return true }
      return abs(elbow - usual) <= elbowMoves
    }

    mutating func extend(to frame: Int, _ elbow: Double?) {
      last = frame
      if let elbow, elbows.count < elbowCount { elbows.append(elbow) }
    }
  }

  private static func planks(of times: [Double], _ postures: [Posture?]) -> [Plank] {
    var found: [Plank] = []
    var open: Beginning?
    func close(_ plank: Beginning, before frame: Int) {
      let (start, end) = (times[plank.first], times[plank.last])
      guard end - start >= shortest else { return }
      // Where the person isn't seen just before or after it, it may have lasted longer.
      let before = times.positions(from: start - longestBreak, to: start).dropLast()
      let time = HoldingTime(
        start: start, end: end,
        isStartSeen: before.contains { postures[$0] != nil },
        isEndSeen: postures[plank.last + 1..<frame].contains { $0 != nil })
      found.append(Plank(frames: plank.first..<plank.last + 1, time: time))
    }
    for (frame, posture) in postures.enumerated() {
      if var plank = open {
        if let posture, posture.isHeld, plank.keeps(posture.elbow) {
          plank.extend(to: frame, posture.elbow)
          open = plank
        } else if times[frame] - times[plank.last] > longestBreak {
          close(plank, before: frame + 1)
          open = nil
        }
      }
      if open == nil, let posture, posture.isHeld {
        open = Beginning(first: frame, last: frame)
        open?.extend(to: frame, posture.elbow)
      }
    }
    if let open { close(open, before: postures.count) }
    return found
  }

  // MARK: The test

  func result() -> FunctionalTestResult {
    let longest = planks.max { $0.time.duration < $1.time.duration }
    var time = FunctionalTestResult.Value(
      quantity: .time, value: nil, missing: hasVertical ? .notHeld : .noVertical)
    var findings: [FunctionalTestResult.Finding] = []
    if let longest {
      time = longest.time.result(.time, sigma: Self.timeSigma)
      let bends = longest.frames.compactMap { postures[$0]?.hip }
      let bend = bends.map { abs($0) }.median
      findings = [.init(requirement: .bodyStraight, isMet: bend.map { $0 <= Self.straight })]
    }
    return FunctionalTestResult(
      .plank, values: [time], findings: findings,
      trials: planks.map { .init(start: $0.time.start, end: $0.time.end) })
  }
}
