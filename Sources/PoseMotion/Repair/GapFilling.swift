import PoseGeometry
import Kinematics
internal import Pose3D

/// Fills short gaps in which a person was not seen.
///
/// The root, and every joint relative to it, go along the cubic that starts and ends with the places
/// and speeds of what was measured around the gap (Hermite): the mean of all ways by which a speed
/// that changes at random (white acceleration of density q) leads from one to the other. Sigmas are
/// those of the ends, wider inside by the variance of those ways, q/3·(t·(T − t)/T)³. Nothing is added
/// before the first measurement or after the last.
struct GapFilling {
  /// The longest time between two measurements that is filled, in seconds.
  var longestGap: Double

  /// The span of the motion at an end from which its speed is taken, in seconds.
  private static let speedSpan = 0.1

  /// Fills a person's gaps.
  func fill(_ person: inout PersonMotion) {
    let seen = person.states.indices.filter { person.states[$0] != nil }
    for (place, (before, after)) in zip(seen, seen.dropFirst()).enumerated()
    where after > before + 1 && person.times[after] - person.times[before] <= longestGap {
      let gap = Gap(
        person, before: before, after: after,
        earlier: Self.far(from: before, in: seen[...place].reversed(), person.times),
        later: Self.far(from: after, in: seen[(place + 1)...], person.times))
      for frame in before + 1..<after { person.states[frame] = gap?.state(at: person.times[frame]) }
    }
  }

  /// The frame farthest from an end of a gap that tells of the speed there; itself if none does.
  private static func far(
    from end: Int, in seen: some Sequence<Int>, _ times: [Double]
  ) -> Int {
    var far = end
    for frame in seen where abs(frame - end) > 0 {
      if abs(times[frame] - times[end]) > speedSpan + 1e-9 { break }
      far = frame
    }
    return far
  }
}

/// One gap: what was measured at its ends.
private struct Gap {
  private let before: PersonMotion.State
  private let after: PersonMotion.State
  private let start: Double
  private let span: Double
  /// Metres a second: of the root in space, of the other joints relative to it.
  private let startSpeeds: PerJoint<Vector3>
  private let endSpeeds: PerJoint<Vector3>
  /// The joints that weren't seen at both ends.
  private let hidden: Set<Joint>

  /// The gap between two measurements, with the ones farther out that tell of the speeds.
  init?(_ person: PersonMotion, before: Int, after: Int, earlier: Int, later: Int) {
    guard let first = person.states[before], let last = person.states[after] else { return nil }
    (self.before, self.after) = (first, last)
    hidden = Set(
      Joint.allCases.filter {
        first.body.sources[$0] == .inferred || last.body.sources[$0] == .inferred
      })
    start = person.times[before]
    span = person.times[after] - start
    func speeds(_ from: Int, _ to: Int) -> PerJoint<Vector3> {
      let time = person.times[to] - person.times[from]
      guard time > 0, let first = person.states[from], let last = person.states[to] else {
        return PerJoint(repeating: .zero)
      }
      return PerJoint { (Self.place($0, last) - Self.place($0, first)) / time }
    }
    startSpeeds = speeds(earlier, before)
    endSpeeds = speeds(after, later)
  }

  private static func place(_ joint: Joint, _ state: PersonMotion.State) -> Vector3 {
    joint == .root
      ? state.body.positions[.root] : state.body.positions[joint] - state.body.positions[.root]
  }

  /// The person at a time within the gap.
  func state(at time: Double) -> PersonMotion.State {
    let share = (time - start) / span
    var state = before
    state.observation = nil
    state.body.sources = PerJoint(repeating: .inferred)
    state.hidden = hidden
    let root = place(.root, share)
    state.body.positions = PerJoint { $0 == .root ? root : root + place($0, share) }
    if let first = before.body.covariances, let last = after.body.covariances {
      state.body.covariances = PerJoint { joint in
        let way = span * share * (1 - share)
        let varianceGrowth = Self.varianceGrowth[joint] / 3 * way * way * way
        return first[joint] * (1 - share) + last[joint] * share
          + SymmetricMatrix3(diagonal: Vector3(repeating: varianceGrowth))
      }
    } else {
      state.body.covariances = nil
    }
    state.body.leftFoot = foot(\.body.leftFoot, .leftAnkle, state, share)
    state.body.rightFoot = foot(\.body.rightFoot, .rightAnkle, state, share)
    return state
  }

  /// Hermite's cubic.
  private func place(_ joint: Joint, _ t: Double) -> Vector3 {
    let (a, b) = (Self.place(joint, before), Self.place(joint, after))
    let rest = 1 - t
    return a * ((1 + 2 * t) * rest * rest) + b * (t * t * (1 + 2 * rest))
      + (startSpeeds[joint] * rest - endSpeeds[joint] * t) * (span * t * rest)
  }

  /// A foot that was measured at both ends goes with its ankle.
  private func foot(
    _ side: KeyPath<PersonMotion.State, Foot?>, _ ankle: Joint, _ state: PersonMotion.State,
    _ share: Double
  ) -> Foot? {
    guard let first = before[keyPath: side], let last = after[keyPath: side] else { return nil }
    func point(_ point: KeyPath<Foot, Vector3>) -> Vector3 {
      state.body.positions[ankle]
        + (first[keyPath: point] - before.body.positions[ankle]) * (1 - share)
        + (last[keyPath: point] - after.body.positions[ankle]) * share
    }
    return Foot(
      heel: point(\.heel), toe: point(\.toe),
      sigma: first.sigma.flatMap { sigma in last.sigma.map { max(sigma, $0) } })
  }

  /// The density q of the acceleration, m²/s³ along each axis, relative to the root: what such cubics
  /// miss over 0.2–0.5 s of 115 motion-captured clips (walking, running, jumping, ball games, climbing),
  /// where it is the same at all lengths of the gap. The root's own is that of walking.
  private static let varianceGrowth = PerJoint<Double> { joint in
    switch joint {
    case .leftAnkle, .rightAnkle: 7
    case .leftWrist, .rightWrist: 5
    case .leftKnee, .rightKnee, .leftElbow, .rightElbow: 2.4
    case .leftShoulder, .rightShoulder, .centerShoulder, .centerHead, .topHead, .root: 0.5
    case .spine: 0.15
    case .leftHip, .rightHip: 0.03
    }
  }
}
