internal import PoseSystem
internal import Kinematics
internal import Pose3D
internal import PoseGeometry

/// The jumps of a person: flights between two contacts of the feet.
struct Jumps {
  /// A flight.
  struct Flight {
    /// Seconds, with its sigma.
    let takeoff: MotionMeasures.Value
    /// Seconds, with its sigma.
    let landing: MotionMeasures.Value
    /// Metres: how far the pelvis rises above standing, and how far it moves along the ground meanwhile; `nil` if the
    /// person doesn't stand still before.
    let rise: (height: Double, along: Double)?

    var time: Double { landing.value - takeoff.value }
  }

  /// In the order of time.
  let flights: [Flight]
  private let isFastEnough: Bool
  private let hasVertical: Bool
  private let scaleSigma: Double
  /// One standard deviation of the vertical in radians.
  private let tiltSigma: Double

  // MARK: Numbers

  /// Standard gravity in m/s².
  private static let gravity = 9.80665
  // Chosen:
  /// Flights of jumps last this long, in seconds.
  private static let times = 0.15...1.0
  /// The longest step between frames, in seconds: 45 a second.
  private static let longestStep = 1.0 / 45
  /// In flight the pelvis rises and falls by at least this share of what its time asks for.
  private static let minimumShare = 0.5
  /// A person stands still for so many seconds within so many before the takeoff, below so many m/s.
  private static let standing = (seconds: 0.3, within: 4.0, speed: 0.1)
  /// One standard deviation of a difference of two heights of the pelvis in metres, across the view.
  private static let heightSigma = 0.05
  /// Heels rise by about this before the takeoff, in metres, with one standard deviation.
  private static let heels = (rise: 0.1, sigma: 0.05)
  /// A sigma of the heights' difference in metres from which on nothing can be told.
  private static let largestDoubt = 0.12

  init(of person: PersonMotion) {
    isFastEnough =
      person.times.medianStep.map { $0 <= Self.longestStep } ?? false
    scaleSigma =
      person.stature.estimation == nil ? 0 : (person.stature.sigma ?? 0) / person.stature.metres
    guard let up = person.world?.up else {
      (hasVertical, tiltSigma, flights) = (false, 0, [])
      return
    }
    hasVertical = true
    tiltSigma = person.world?.tiltSigma.largest ?? 0
    let hips = person.states.map { $0?.body.positions[.root] }
    flights = Self.airborne(person.contacts).compactMap { takeoff, landing in
      Self.flight(takeoff, landing, person.times, hips, up)
    }
  }

  /// The times between contacts in which no foot rests.
  private static func airborne(
    _ contacts: [Contact]
  ) -> [(takeoff: MotionMeasures.Value, landing: MotionMeasures.Value)] {
    var found: [(MotionMeasures.Value, MotionMeasures.Value)] = []
    var last: Contact?
    for contact in contacts.sorted(by: { $0.start < $1.start }) {
      if let before = last, contact.start > before.end, let end = before.endSigma,
        let start = contact.startSigma
      {
        found.append(
          (
            MotionMeasures.Value(before.end, sigma: end),
            MotionMeasures.Value(contact.start, sigma: start)
          ))
      }
      if last.map({ contact.end > $0.end }) ?? true { last = contact }
    }
    return found
  }

  private static func flight(
    _ takeoff: MotionMeasures.Value, _ landing: MotionMeasures.Value, _ times: [Double],
    _ hips: [Vector3?], _ up: Vector3
  ) -> Flight? {
    let time = landing.value - takeoff.value
    guard Self.times.contains(time) else { return nil }
    let frames = times.positions(from: takeoff.value, to: landing.value)
    let known = frames.compactMap { hips[$0] }
    guard known.count > 2, let top = known.max(by: { $0.dot(up) < $1.dot(up) }),
      let first = known.first?.dot(up), let last = known.last?.dot(up)
    else { return nil }
    let apex = top.dot(up)
    // A person who steps down only falls, and one who is lifted doesn't fall.
    let asked = gravity * time * time / 8
    guard min(apex - first, apex - last) >= minimumShare * asked else { return nil }
    return Flight(
      takeoff: takeoff, landing: landing,
      rise: standing(before: takeoff.value, times, hips, up).map { stand in
        let way = top - stand
        return (way.dot(up), (way - up * way.dot(up)).length)
      })
  }

  /// The pelvis's position while the person last stood still before a time.
  private static func standing(
    before time: Double, _ times: [Double], _ hips: [Vector3?], _ up: Vector3
  ) -> Vector3? {
    let frames = times.positions(from: time - standing.within, to: time)
    var best: Vector3?
    var run: [(time: Double, place: Vector3)] = []
    for frame in frames {
      guard let place = hips[frame] else {
        run = []
        continue
      }
      // The pelvis moves by noise; where it goes on it moves away from where it was.
      if let first = run.first,
        abs((place - first.place).dot(up)) > max(standing.speed * (times[frame] - first.time), 0.03)
      {
        run = []
      }
      run.append((times[frame], place))
      if let first = run.first, times[frame] - first.time >= standing.seconds {
        best = run.reduce(Vector3.zero) { $0 + $1.place } / Double(run.count)
      }
    }
    return best
  }

  // MARK: The test

  func result() -> FunctionalTestResult {
    let best = flights.max { $0.time < $1.time }
    let trials = flights.map {
      FunctionalTestResult.Trial(start: $0.takeoff.value, end: $0.landing.value)
    }
    func missing(
      _ reason: FunctionalTestResult.Missing
    ) -> [FunctionalTestResult.Value] {
      [.flightHeight, .flightTime, .pelvisRise].map {
        FunctionalTestResult.Value(quantity: $0, value: nil, missing: reason)
      }
    }
    guard hasVertical else {
      return FunctionalTestResult(.jump, values: missing(.noVertical), findings: [], trials: [])
    }
    guard let best else {
      return FunctionalTestResult(.jump, values: missing(.noJump), findings: [], trials: trials)
    }
    let timeSigma = hypot(best.takeoff.sigma ?? 0, best.landing.sigma ?? 0)
    let height = Self.gravity * best.time * best.time / 8
    let heightSigma = Self.gravity * best.time / 4 * timeSigma
    let rise = best.rise.map {
      // A vertical that leans makes a way along the ground a rise.
      MotionMeasures.Value(
        $0.height,
        sigma: hypot(hypot(Self.heightSigma, scaleSigma * $0.height), tiltSigma * $0.along))
    }
    let isFast = isFastEnough
    let agrees = rise.flatMap { rise -> Bool? in
      guard isFast else { return nil }
      let sigma = hypot(hypot(rise.sigma ?? 0, heightSigma), Self.heels.sigma)
      guard sigma <= Self.largestDoubt else { return nil }
      return abs(rise.value - height - Self.heels.rise) <= 2 * sigma
    }
    return FunctionalTestResult(
      .jump,
      values: [
        .init(
          quantity: .flightHeight,
          value: isFast ? MotionMeasures.Value(height, sigma: heightSigma) : nil,
          missing: isFast ? nil : .frameRate),
        .init(
          quantity: .flightTime,
          value: isFast ? MotionMeasures.Value(best.time, sigma: timeSigma) : nil,
          missing: isFast ? nil : .frameRate),
        .init(quantity: .pelvisRise, value: rise, missing: rise == nil ? .noStanding : nil),
      ], findings: [.init(requirement: .heightsAgree, isMet: agrees)], trials: trials)
  }
}
