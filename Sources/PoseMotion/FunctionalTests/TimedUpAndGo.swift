internal import PoseSystem
internal import Kinematics
internal import Pose3D
internal import PoseGeometry

/// A person who rises from a chair, walks away, turns, walks back and sits down.
struct TimedUpAndGo {
  /// The times of the phases in seconds.
  private struct Course {
    let onset: Double
    let stand: Double
    /// The turn at the far end, and the beginning of the one before the chair; `nil` where the direction in which the
    /// person faces doesn't show them.
    let turn: (start: Double, end: Double)?
    let lastTurn: Double?
    let seated: Double
    /// Metres from the chair to the turn.
    let distance: Double
    /// One standard deviation of that as a share of it, by the camera's focal length.
    let focalSigma: Double
  }

  private let course: Course?
  private let scaleSigma: Double

  // MARK: Numbers

  /// The way of the hips in metres: 3 m of the protocol, and what they move forward when the person rises. They turn
  /// before or behind the mark.
  private static let way = (metres: 3.3, tolerance: 0.7)
  // Chosen:
  /// A person walks away at least this far, in metres.
  private static let shortest = 1.5
  /// A turn begins when the person faces this far from straight ahead, and ends when as much is left, in radians.
  private static let turned = 30 * Double.pi / 180
  /// One standard deviation of the Gaussian that smooths where a person faces, in seconds.
  private static let window = 0.15
  /// One standard deviation in seconds: of the first movement and of sitting, as of `ChairRises`, and of where a turn
  /// begins or ends, within which a step falls.
  private static let timeSigma = (onset: 0.5, stand: 0.05, seated: 0.2, turn: 0.3)
  /// One standard deviation of a distance, as a share of it: what the camera's distance has wrong besides the stature and
  /// the focal length.
  private static let distanceSigma = 0.05

  init(of person: PersonMotion) {
    scaleSigma =
      person.stature.estimation == nil ? 0 : (person.stature.sigma ?? 0) / person.stature.metres
    course = Self.course(of: person)
  }

  private static func course(of person: PersonMotion) -> Course? {
    let rises = ChairRises(of: person).rises
    // Backwards in time a person who sits down rises.
    let sits = ChairRises(of: person.reversed).rises
    guard let first = rises.first, !sits.isEmpty, let up = up(of: person),
      let chair = hips(of: person, at: first.onset)
    else { return nil }
    let ground = { (vector: Vector3) in vector - up * vector.dot(up) }
    let distances = person.states.map { state in
      state.map { ground($0.body.positions[.root] - chair).length } ?? 0
    }
    guard
      let farthest = distances.indices.filter({ person.times[$0] > first.stand })
        .max(by: { distances[$0] < distances[$1] }), distances[farthest] >= shortest,
      let away = person.states[farthest].flatMap({
        ground($0.body.positions[.root] - chair).normalized
      })
    else { return nil }
    let time = person.times[farthest]
    guard let rise = rises.last(where: { $0.stand < time }),
      let sit = sits.last(where: { -$0.stand > time })
    else { return nil }
    let turns = turns(person, up, away, from: rise.stand, to: -sit.leaves, around: time)
    return Course(
      onset: rise.onset, stand: rise.stand, turn: turns.far, lastTurn: turns.near,
      seated: -sit.leaves, distance: distances[farthest],
      focalSigma: focalSigma(of: person, away, from: chair))
  }

  /// A camera's focal length counts along its axis, unless a depth map shows how far away the person is. A camera that
  /// turns follows them.
  private static func focalSigma(
    of person: PersonMotion, _ away: Vector3, from chair: Vector3
  ) -> Double {
    guard !person.hasDepth(in: person.states.indices) else { return 0 }
    let axis = Vector3(0, 0, 1)
    let share = away.dot(person.turns == nil ? axis : chair.normalized ?? axis)
    return share * share * person.focalLengthSigma
  }

  private static func hips(of person: PersonMotion, at time: Double) -> Vector3? {
    person.times.nearestPosition(to: time).flatMap { person.states[$0]?.body.positions[.root] }
  }

  /// A known vertical, else the trunk's mean direction.
  private static func up(of person: PersonMotion) -> Vector3? {
    if let world = person.world { return world.up }
    return person.states.reduce(Vector3.zero) { sum, state in
      guard let positions = state?.body.positions else { return sum }
      return sum + positions[.centerShoulder] - positions[.root]
    }.normalized
  }

  /// The turn at the far end, and the beginning of the turn before the chair, by the direction in which the person
  /// faces.
  private static func turns(
    _ person: PersonMotion, _ up: Vector3, _ away: Vector3, from stand: Double,
    to seated: Double, around farthest: Double
  ) -> (far: (start: Double, end: Double)?, near: Double?) {
    let frames = person.times.positions(from: stand, to: seated)
    let facing = frames.map { frame -> Vector3 in
      guard let body = person.states[frame]?.body else { return .zero }
      return WalkingStretches.facing(of: body, up).normalized ?? .zero
    }
    let times = frames.map { person.times[$0] }
    // 0 on the way out, π on the way back.
    let angles = times.indices.map { index -> Double in
      let reach = 3 * window
      let near = times.positions(from: times[index] - reach, to: times[index] + reach)
      let sum = near.reduce(Vector3.zero) { sum, other in
        let offset = (times[other] - times[index]) / window
        return sum + facing[other] * exp(-offset * offset / 2)
      }
      let level = sum - up * sum.dot(up)
      return level.length > 0 ? level.angle(to: away) : 0
    }
    let crossings = angles.indices.dropFirst().filter {
      (angles[$0] > .pi / 2) != (angles[$0 - 1] > .pi / 2)
    }
    // Out to back, as near as possible to the farthest point.
    // Who never faces the way out, or the way back, doesn't turn from one to the other.
    guard
      let far = crossings.filter({ angles[$0] > .pi / 2 })
        .min(by: { abs(times[$0] - farthest) < abs(times[$1] - farthest) }),
      let start = angles[..<far].lastIndex(where: { $0 < turned }),
      let end = angles[far...].firstIndex(where: { $0 > .pi - turned })
    else { return (nil, nil) }
    // Back to where the chair faces.
    let near = crossings.last { $0 > end && angles[$0] < .pi / 2 }
    let begins = near.flatMap { near in angles[end..<near].lastIndex { $0 > .pi - turned } }
    return ((times[start], times[end]), begins.map { times[$0] })
  }

  func result() -> FunctionalTestResult {
    let quantities: [FunctionalTestResult.Quantity] = [
      .time, .riseTime, .walkOutTime, .turnTime, .walkBackTime, .sitTime, .distance,
    ]
    guard let course else {
      return FunctionalTestResult(
        .timedUpAndGo,
        values: quantities.map { .init(quantity: $0, value: nil, missing: .noRoundTrip) },
        findings: [], trials: [])
    }
    typealias Mark = (time: Double, sigma: Double)
    let sigma = Self.timeSigma
    let onset: Mark = (course.onset, sigma.onset)
    let stand: Mark = (course.stand, sigma.stand)
    let seated: Mark = (course.seated, sigma.seated)
    let turn = course.turn.map {
      (start: Mark($0.start, sigma.turn), end: Mark($0.end, sigma.turn))
    }
    let lastTurn = course.lastTurn.map { Mark($0, sigma.turn) }
    let phases: [(quantity: FunctionalTestResult.Quantity, start: Mark?, end: Mark?)] = [
      (.riseTime, onset, stand), (.walkOutTime, stand, turn?.start),
      (.turnTime, turn?.start, turn?.end), (.walkBackTime, turn?.end, lastTurn),
      (.sitTime, lastTurn, seated),
    ]
    func value(
      _ quantity: FunctionalTestResult.Quantity, _ start: Mark?, _ end: Mark?
    ) -> FunctionalTestResult.Value {
      guard let start, let end else {
        return .init(quantity: quantity, value: nil, missing: .noTurn)
      }
      return .init(
        quantity: quantity,
        value: MotionMeasures.Value(
          end.time - start.time, sigma: hypot(start.sigma, end.sigma)), missing: nil)
    }
    let distance = MotionMeasures.Value(
      course.distance,
      sigma: course.distance * hypot(hypot(scaleSigma, Self.distanceSigma), course.focalSigma))
    return FunctionalTestResult(
      .timedUpAndGo,
      values: [value(.time, onset, seated)] + phases.map { value($0.quantity, $0.start, $0.end) }
        + [.init(quantity: .distance, value: distance, missing: nil)],
      findings: [.init(requirement: .walksThreeMetres, isMet: Self.isRight(distance))],
      trials: phases.compactMap { phase in
        guard let start = phase.start, let end = phase.end else { return nil }
        return .init(start: start.time, end: end.time, phase: phase.quantity)
      })
  }

  /// Whether a way is as long as the protocol's; `nil` if it can't be told.
  private static func isRight(_ distance: MotionMeasures.Value) -> Bool? {
    let off = abs(distance.value - way.metres)
    let sigma = distance.sigma ?? 0
    if off > way.tolerance + sigma { return false }
    return off <= way.tolerance && sigma < way.tolerance ? true : nil
  }
}

extension PersonMotion {
  /// The person backwards in time: times are negative.
  fileprivate var reversed: PersonMotion {
    var person = PersonMotion(
      id: id, times: times.reversed().map { -$0 }, states: states.reversed(), world: world)
    person.stature = stature
    return person
  }
}
