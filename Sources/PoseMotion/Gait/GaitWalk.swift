internal import Foundation
internal import Kinematics
internal import Pose3D
internal import PoseGeometry

/// The feet of a person on one straight stretch: their events, and where they rest.
///
/// A foot strikes the ground when its heel is farthest in front of the hips, and leaves it when its toe is farthest
/// behind them (Zeni, Richards & Higginson 2008, Gait & Posture 27:710). Contacts of the feet find the same events by
/// speeds; where both are known their mean is taken, which is better than either.
///
/// Who runs has left the ground long before the toe is farthest behind. There the toe leaves it when it is accelerated most
/// upwards, and no contact is long enough to be found.
struct GaitWalk {
  /// An event with what its error has in common with others.
  struct FootEvent {
    let side: GaitAnalysis.Side
    let time: Double
    /// One standard deviation in seconds of the part that is this event's own.
    let random: Double
    /// One standard deviation in seconds of the part that all events have alike.
    let shift: Double
    /// One standard deviation in seconds of the part that all events of its kind have alike.
    let kind: Double
  }

  /// A foot from its strike until it leaves the ground.
  struct Stance {
    let strike: FootEvent
    /// `nil` if it is not seen.
    let off: FootEvent?
    /// The mean position of the heel, or the ankle, while the foot is flat, in the frame of the joints in metres; `nil`
    /// if it isn't seen then.
    let position: Vector3?
    /// The mean direction from heel to toe meanwhile, not of length 1; `nil` if they are not known.
    let foot: Vector3?
    /// Metres a second: how fast the foot moves backwards against the hips meanwhile; `nil` if it isn't seen.
    let backwardSpeed: Double?
  }

  let stretch: WalkingStretch
  /// Whether the person runs.
  let isRun: Bool
  /// Whether the legs move as in running or on a treadmill, and the hips stay bent: on a bicycle.
  let isSeated: Bool
  /// Seconds of the stretch.
  let times: ClosedRange<Double>
  /// The stances of each side, in the order of their strikes.
  let stances: [GaitAnalysis.Side: [Stance]]
  /// Toes that leave the ground before the first strike of their side.
  private let firstOffs: [FootEvent]
  /// From the camera to the person in the middle of the stretch, in metres; `nil` for joints without a camera.
  let fromCamera: Vector3?
  /// Into the camera's frame in the middle of the stretch, where the camera turns.
  private let turn: Rotation
  private let facesForward: Bool
  /// Whether the person faces to the side of where they go.
  private let isSideways: Bool
  private let showsFeet: Bool
  /// Seconds between two frames, the median.
  private let step: Double

  // MARK: Numbers measured with two marker walks, repeated to five strides, seen by virtual cameras from four sides

  /// One standard deviation of an event of which contact and position are known, and of one known by its position
  /// alone, in seconds.
  private static let both = (random: 0.022, shift: 0.022, kind: 0.015)
  /// The same of an event that is known by its position alone.
  private static let alone = (random: 0.035, shift: 0.03, kind: 0.02)
  /// A contact that begins this near an event, in seconds, is its own.
  private static let nearness = 0.2
  /// The same of a strike and of a toe off in a run: of one man at 3.5 to 7 m/s, seen by virtual cameras from four sides, and, of
  /// the markers alone, of two others at 2 to 5 m/s on a treadmill with force plates. The heel is farthest in front 10, 30 and
  /// 50 ms before it strikes the ground.
  private static let run = (
    strike: (lead: 0.035, random: 0.02, shift: 0.015, kind: 0.025),
    off: (random: 0.025, shift: 0.015, kind: 0.02)
  )
  /// The toe leaves the ground this share of a stride before it is farthest behind, where a person runs.
  private static let runningOff = 0.04...0.24
  /// How long a foot is on the ground, in seconds, where its end isn't seen; chosen.
  private static let stance = (walk: 0.6, run: 0.25)
  /// The share of a stance in which the foot is flat.
  static let flat = (first: 0.15, last: 0.6)
  /// Between two strikes of a foot, in seconds.
  private static let strideTimes = 0.4...2.5
  /// From a foot's strike to the other's, in seconds: sprinters take 0.2 s.
  private static let stepTimes = 0.12...1.25

  /// Who faces this far from where they go, in radians, steps sideways; chosen: one camera errs by about 20°.
  private static let sideways = 60 * Double.pi / 180
  /// Steps take half a second, and those of runs less: frames are no farther apart than this, in seconds; chosen.
  private static let longestFrameStep = 0.1 + 1e-6

  init(_ person: PersonMotion, _ stretch: WalkingStretch, isInCameraFrame: Bool) {
    self.stretch = stretch
    let seconds = Array(person.times[stretch.frames])
    step = seconds.medianStep ?? 0
    times = seconds[0]...seconds[seconds.count - 1]
    let states = Array(person.states[stretch.frames])
    let fromCamera = isInCameraFrame ? states[states.count / 2]?.body.positions[.root] : nil
    self.fromCamera = fromCamera
    let line = fromCamera?.normalized
    let up = Self.up(person, stretch, line)
    let sides = GaitAnalysis.Side.allCases.map { FootTrack(states, $0, stretch, up: up) }
    var slope = 0.0
    if stretch.isTreadmill, person.world?.source == .camera, let line {
      slope = Self.unknownSlope * abs(stretch.forward.dot(line))
    }
    let seems = Self.isRun(sides, seconds, stature: person.stature.metres, slope: slope)
    var events = Self.stancesAndOffs(of: sides, isRun: seems, person.contacts, seconds)
    // Noise lifts feet, too: who runs is in the air by what is found then.
    let isRun = seems && Self.flight(of: events.stances) ?? 1 > Self.leastFlight
    if isRun != seems {
      events = Self.stancesAndOffs(of: sides, isRun: isRun, person.contacts, seconds)
    }
    self.isRun = isRun
    // People with bent hips walk, too, but don't run, and not on treadmills.
    isSeated = (isRun || stretch.isTreadmill) && WalkingStretches.isSeated(states)
    self.stances = Self.withoutOddEnds(events.stances)
    firstOffs = events.firstOffs
    turn = person.turns?[stretch.frames][stretch.frames.lowerBound + states.count / 2] ?? .identity
    let facing = states.reduce(Vector3.zero) { sum, state in
      sum + (state.map { WalkingStretches.facing(of: $0.body, stretch.up) } ?? .zero)
    }
    facesForward = facing.dot(stretch.forward) > 0
    isSideways =
      facing.normalized.map { abs($0.dot(stretch.forward)) < cos(Self.sideways) } ?? false
    showsFeet = 2 * states.count { $0?.showsFeet ?? false } >= states.count
  }

  /// The reason to leave the stretch out; `nil` if it counts.
  var reasonToLeaveOut: GaitAnalysis.Exclusion.Reason? {
    if !showsFeet { return .feetUnseen }
    if step > Self.longestFrameStep { return .lowFrameRate }
    if isSideways { return .sideways }
    if !facesForward { return .backwards }
    let phases = GaitAnalysis.Side.allCases.flatMap { side in
      pairs(of: side).map { pair in
        (pair.between.strike.time - pair.from.strike.time)
          / (pair.to.strike.time - pair.from.strike.time)
      }
    }
    if steps.count < 2 || phases.isEmpty { return .tooFewSteps }
    let least = phases.count > 1 ? Self.leastPhase.several : Self.leastPhase.one
    if let phase = phases.map({ min($0, 1 - $0) }).median, phase < least { return .notInTurn }
    if !isRegular { return .irregular }
    return isSeated ? .hipsBent : nil
  }

  /// Whether most steps of a foot take about the same time: where legs are taken for each other, or strikes are missed, they
  /// don't.
  private var isRegular: Bool {
    let steps = Self.regularity(of: inOrder)
    let others = steps.count { !$0 }
    return others < 2 || Double(others) < Self.regular.others * Double(steps.count)
  }

  /// For each strike but the first whether the step to it takes about the median time of its foot's. Strikes of one foot one
  /// after the other are no step.
  private static func regularity(of stances: [Stance]) -> [Bool] {
    let strikes = stances.map(\.strike)
    let ways = zip(strikes, strikes.dropFirst())
    let usual = GaitAnalysis.Side.allCases.map { side in
      ways.filter { $0.side != side && $1.side == side }.map { $1.time - $0.time }.median
    }
    return ways.map { from, to in
      guard from.side != to.side, let time = usual[to.side == .left ? 0 : 1] else { return false }
      return abs(to.time - from.time - time) <= regular.within * time
    }
  }

  /// Steps take the median time of their foot within this share of it, but for so many of them. Chosen: far more than the
  /// steps of a walk vary.
  private static let regular = (within: 0.35, others: 0.25)

  /// The stances without those at both ends to which, or from which, a step takes another time than most: there people come
  /// into view, begin to walk or stop.
  private static func withoutOddEnds(
    _ stances: [GaitAnalysis.Side: [Stance]]
  ) -> [GaitAnalysis.Side: [Stance]] {
    let all = inOrder(stances)
    let isRegular = regularity(of: all)
    guard let first = isRegular.firstIndex(of: true), let last = isRegular.lastIndex(of: true)
    else { return stances }
    return Dictionary(grouping: all[first...last + 1], by: \.strike.side)
  }

  /// The share of a stride from one foot's strike to the nearer one of the other's, at least, in most of several strides, and
  /// in the only one. Chosen: half is even, and one foot may take twice as long as the other; a single stride that is so
  /// uneven is more often none.
  private static let leastPhase = (several: 0.22, one: 0.3)

  /// The stretch as it is shown.
  var pass: GaitAnalysis.Pass {
    let strikes = stances.values.flatMap { $0 }.map {
      ($0.strike, GaitAnalysis.Event.Kind.footStrike)
    }
    let leaving = GaitAnalysis.Side.allCases.flatMap { offs(of: $0) }.map {
      ($0, GaitAnalysis.Event.Kind.toeOff)
    }
    let events = (strikes + leaving).map { event, kind in
      GaitAnalysis.Event(
        kind: kind, side: event.side, time: event.time,
        sigma: (event.random * event.random + event.shift * event.shift + event.kind * event.kind)
          .squareRoot())
    }.sorted { ($0.time, $0.side.rawValue) < ($1.time, $1.side.rawValue) }
    let heading = fromCamera.map { _ in
      // In the camera's frame x is to the right and z away from it.
      let forward = turn * stretch.forward
      return atan2(-forward.x, -forward.z)
    }
    return GaitAnalysis.Pass(
      start: times.lowerBound, end: times.upperBound, heading: heading,
      isTreadmill: stretch.isTreadmill, events: events)
  }

  /// The times at which a foot leaves the ground, in no order.
  func offs(of side: GaitAnalysis.Side) -> [FootEvent] {
    (stances[side] ?? []).compactMap(\.off) + firstOffs.filter { $0.side == side }
  }

  /// The viewing direction in the middle of the stretch; `nil` without a camera.
  var viewingDirection: Vector3? { fromCamera?.normalized }

  /// The stances of both feet in the order of their strikes.
  private var inOrder: [Stance] { Self.inOrder(stances) }

  private static func inOrder(_ stances: [GaitAnalysis.Side: [Stance]]) -> [Stance] {
    GaitAnalysis.Side.allCases.flatMap { stances[$0] ?? [] }
      .sorted { $0.strike.time < $1.strike.time }
  }

  /// Two stances one after the other, of different feet.
  var steps: [(from: Stance, to: Stance)] {
    zip(inOrder, inOrder.dropFirst()).filter { first, second in
      first.strike.side != second.strike.side
        && Self.stepTimes.contains(second.strike.time - first.strike.time)
    }.map { ($0, $1) }
  }

  /// Two stances one after the other of one foot, with one of the other foot's between them.
  func pairs(of side: GaitAnalysis.Side) -> [(from: Stance, to: Stance, between: Stance)] {
    let own = stances[side] ?? []
    return zip(own, own.dropFirst()).compactMap { first, second in
      let between = (stances[side.other] ?? []).filter {
        first.strike.time < $0.strike.time && $0.strike.time < second.strike.time
      }
      guard between.count == 1,
        Self.strideTimes.contains(second.strike.time - first.strike.time)
      else { return nil }
      return (first, second, between[0])
    }
  }

  /// The strides of a side, from strike to strike in seconds.
  func strides(of side: GaitAnalysis.Side) -> [ClosedRange<Double>] {
    pairs(of: side).map { $0.from.strike.time...$0.to.strike.time }
  }

  // MARK: Events

  /// The least time in the air from a step to the next of a person who runs, in seconds: less is an error of the events.
  /// Chosen.
  private static let leastFlight = 0.015

  private typealias Events = (stances: [GaitAnalysis.Side: [Stance]], firstOffs: [FootEvent])

  private static func stancesAndOffs(
    of sides: [FootTrack], isRun: Bool, _ contacts: [Contact], _ seconds: [Double]
  ) -> Events {
    var found: Events = ([:], [])
    for track in sides {
      let (side, strikes, offs) =
        isRun
        ? (track.side, strikesOfRun(track, seconds), offsOfRun(track, seconds))
        : eventsOfWalk(track, contacts, seconds)
      found.stances[side] = strikes.enumerated().map { number, strike in
        let until = number + 1 < strikes.count ? strikes[number + 1].time : .infinity
        let off = offs.first { strike.time < $0.time && $0.time < until }
        return track.stance(strike, off, seconds, usual: isRun ? stance.run : stance.walk)
      }
      found.firstOffs += offs.filter { $0.time < strikes.first?.time ?? .infinity }
    }
    return found
  }

  /// The mean time from a foot's toe off to the other's strike, in seconds, below 0 where both are on the ground; `nil` if no
  /// toe off is seen.
  private static func flight(of stances: [GaitAnalysis.Side: [Stance]]) -> Double? {
    let flights = GaitAnalysis.Side.allCases.flatMap { side in
      (stances[side] ?? []).compactMap { stance -> Double? in
        guard let off = stance.off,
          let next = stances[side.other]?.first(where: { $0.strike.time > stance.strike.time })
        else { return nil }
        return next.strike.time - off.time
      }
    }
    return flights.isEmpty ? nil : flights.mean
  }

  /// Whether a person runs: when a foot strikes the ground the other has left it, in most steps.
  private static func isRun(
    _ sides: [FootTrack], _ seconds: [Double], stature: Double, slope: Double
  ) -> Bool {
    let hasFeet = sides.allSatisfy(\.hasFoot)
    let strikes = sides.map { TurningPoints(of: $0.heel).maxima }
    let rises = zip([0, 1], [1, 0]).flatMap { own, other in
      strikes[other].compactMap { strike -> Double? in
        guard let before = strikes[own].last(where: { $0 < strike }),
          let landed = seconds[strike...].firstIndex(where: {
            $0 >= seconds[strike] + run.strike.lead
          })
        else { return nil }
        return sides[own].rise(from: before, to: landed)
      }
    }
    guard let rise = rises.median else { return false }
    return rise > ((hasFeet ? leastRise.ofToe : leastRise.ofAnkle) + slope) * stature
  }

  /// The vertical for the height of feet. Where it isn't known, the image shows how much the camera is rolled, and for its
  /// pitch the image and the trunk count alike: cameras are pitched, and trunks lean.
  private static func up(
    _ person: PersonMotion, _ stretch: WalkingStretch, _ line: Vector3?
  ) -> Vector3 {
    guard let world = person.world else { return stretch.up }
    guard world.source == .camera, let line, let across = line.cross(world.up).normalized else {
      return world.up
    }
    let level = stretch.up - across * stretch.up.dot(across)
    let byTrunk = (level + across * world.up.dot(across)).normalized ?? world.up
    return (byTrunk + world.up).normalized ?? world.up
  }

  /// What a foot on a belt that goes along the view seems to rise by because the vertical is off by 6°, as a share of the
  /// stature.
  private static let unknownSlope = 0.03

  /// How far a foot is above its place on the ground when the other strikes it, as a share of the stature, if the person runs.
  /// In marker trials toes are 2 % and more above it in the median of runs of three people at 2 to 9 m/s, and on it in
  /// walks of four. Ankles rise before the toe leaves the ground; theirs is chosen.
  private static let leastRise = (ofToe: 0.018, ofAnkle: 0.08)

  private static func eventsOfWalk(
    _ track: FootTrack, _ contacts: [Contact], _ seconds: [Double]
  ) -> (side: GaitAnalysis.Side, strikes: [FootEvent], offs: [FootEvent]) {
    let own = merged(contacts.filter { $0.point.isLeft == (track.side == .left) })
    return (
      track.side,
      events(
        at: TurningPoints(of: track.heel).maxima, of: track.heel, seconds, track.side,
        contacts: own.compactMap { $0.startSigma == nil ? nil : $0.start }),
      events(
        at: TurningPoints(of: track.toe).minima, of: track.toe, seconds, track.side,
        contacts: own.compactMap { $0.endSigma == nil ? nil : $0.end })
    )
  }

  private static func strikesOfRun(_ track: FootTrack, _ seconds: [Double]) -> [FootEvent] {
    TurningPoints(of: track.heel).maxima.map { index in
      FootEvent(
        side: track.side, time: vertex(index, track.heel, seconds) + run.strike.lead,
        random: hypot(run.strike.random, frame(index, seconds)),
        shift: run.strike.shift, kind: run.strike.kind)
    }
  }

  /// When the toe is accelerated most upwards, before it is farthest behind.
  private static func offsOfRun(_ track: FootTrack, _ seconds: [Double]) -> [FootEvent] {
    let strikes = TurningPoints(of: track.heel).maxima
    let strides = zip(strikes, strikes.dropFirst()).map { seconds[$1] - seconds[$0] }
    guard let stride = strides.median else { return [] }
    let acceleration = track.toeAcceleration(seconds)
    return TurningPoints(of: track.toe).minima.compactMap { behind in
      let window =
        seconds[behind] - runningOff.upperBound * stride...seconds[behind] - runningOff.lowerBound
        * stride
      // Before the last frames it may rise again, by what the toe does in the air.
      let peaks = (1..<seconds.count - 1).filter { frame in
        window.contains(seconds[frame]) && acceleration[frame] > acceleration[frame - 1]
          && acceleration[frame] >= acceleration[frame + 1]
      }
      guard let most = peaks.max(by: { acceleration[$0] < acceleration[$1] }) else { return nil }
      return FootEvent(
        side: track.side, time: vertex(most, acceleration, seconds),
        random: hypot(run.off.random, frame(most, seconds)), shift: run.off.shift,
        kind: run.off.kind)
    }
  }

  /// One standard deviation of a time because it is seen in frames, in seconds.
  private static func frame(_ index: Int, _ seconds: [Double]) -> Double {
    (seconds[index + 1] - seconds[index - 1]) / 2 / 12.0.squareRoot()
  }

  /// Contacts of the points of one foot that touch each other are one.
  private static func merged(_ contacts: [Contact]) -> [Contact] {
    contacts.sorted { $0.start < $1.start }.reduce(into: []) { merged, contact in
      guard let last = merged.last, contact.start <= last.end else {
        merged.append(contact)
        return
      }
      guard contact.end > last.end else { return }
      merged[merged.count - 1] = Contact(
        point: last.point, start: last.start, end: contact.end, startSigma: last.startSigma,
        endSigma: contact.endSigma, probability: min(last.probability, contact.probability))
    }
  }

  private static func events(
    at turns: [Int], of values: [Double], _ times: [Double], _ side: GaitAnalysis.Side,
    contacts: [Double]
  ) -> [FootEvent] {
    turns.map { index in
      let time = vertex(index, values, times)
      let frame = frame(index, times)
      guard let contact = contacts.min(by: { abs($0 - time) < abs($1 - time) }),
        abs(contact - time) < nearness
      else {
        return FootEvent(
          side: side, time: time, random: hypot(alone.random, frame),
          shift: alone.shift, kind: alone.kind)
      }
      return FootEvent(
        side: side, time: (time + contact) / 2,
        random: hypot(both.random, frame),
        shift: both.shift, kind: both.kind)
    }
  }

  /// The time of the vertex of the parabola through a turning point and its neighbours.
  private static func vertex(_ index: Int, _ values: [Double], _ times: [Double]) -> Double {
    let (a, b) = (times[index - 1] - times[index], times[index + 1] - times[index])
    let (u, v) = (values[index - 1] - values[index], values[index + 1] - values[index])
    // u = p a² + q a, v = p b² + q b.
    let determinant = a * b * (a - b)
    let p = (u * b - v * a) / determinant
    let q = (v * a * a - u * b * b) / determinant
    guard p != 0 else { return times[index] }
    return times[index] + min(max(-q / (2 * p), a), b)
  }
}
