internal import PoseSystem
internal import Kinematics
internal import Pose3D
internal import PoseGeometry

/// Frames in which a person walks straight on, or on a treadmill.
struct WalkingStretch: Equatable {
  /// The frames.
  let frames: Range<Int>
  /// The direction of walking, of length 1.
  let forward: Vector3
  /// Against gravity, square to `forward`, of length 1.
  let up: Vector3
  /// Whether the body stays where it is.
  let isTreadmill: Bool
  /// The angle in radians by which the way bends, before a camera that turns: by a field of view that isn't the assumed
  /// one, or indeed; `nil` before a camera that stands.
  var bend: Double?
  /// One standard deviation of lengths along the camera's axis as a share of them: that of its focal length, where no depth
  /// map shows how far away the person is.
  var depthSigma = 0.0

  /// The length of the bent way over that of its shadow on `forward`.
  var arcFactor: Double {
    guard let bend, bend >= 1e-3 else { return 1 }
    return bend / 2 / sin(bend / 2)
  }

  /// To the person's left, of length 1.
  var left: Vector3 { up.cross(forward) }
}

/// Finds the stretches of straight walking by the path of the hips, and those on a treadmill by the feet.
enum WalkingStretches {
  // MARK: Numbers that were chosen

  /// One standard deviation of the Gaussian in which the hips' velocity is measured, in seconds: about a step.
  private static let window = 0.35
  /// Below this the person stands or turns on the spot, in m/s.
  private static let slowest = 0.3
  /// A pass's direction changes by no more than this, in radians, and by this share of how far the camera turns
  /// meanwhile: where its field of view is assumed, it turns by a quarter more or less than it seems to.
  private static let turn = (angle: 30 * Double.pi / 180, ofCamera: 0.5)
  /// A shorter stretch, in seconds, isn't looked at.
  private static let shortest = 1.0
  /// On a treadmill the feet move this far apart, in metres, and a stride takes this long, in seconds. They move along
  /// the direction in which the body faces (cosine).
  private static let treadmill = (swing: 0.4, stride: 0.6...2.2, shortest: 2.0, alignment: 0.7)
  /// The hips are above the ankles by at least this share of the stature: legs that cycle in the air walk on nothing.
  private static let lowestHips = 0.3
  /// In one image of so many a thigh of a person who walks is nearer to the line of the trunk than so many radians; chosen.
  /// In some thirty stretches of public videos of people who walk or run they are below 17 degrees, but 28 in a sprint's
  /// start. On a bicycle they are 36 and 53, and 32 where a man leaps on and off a box.
  private static let straightestHip = (angle: 30 * Double.pi / 180, share: 30)
  /// The trunk of a person who walks is nearer to the vertical than this (cosine): sprinters lean by more
  /// than 60° when they start.
  private static let upright = 0.35

  /// The stretches of a person in the order of their times.
  static func of(_ person: PersonMotion) -> [WalkingStretch] {
    tracks(of: person).flatMap { track in
      straight(track, person.turns).compactMap { stretch(of: person, $0) }
        + (mayBeTreadmill(person) ? still(track) : []).compactMap { onTreadmill(person, $0) }
    }
  }

  /// The stretches in which a person walks before a camera that moves: in its frame they may go nowhere, or anywhere.
  static func followed(_ person: PersonMotion) -> [WalkingStretch] {
    tracks(of: person).flatMap { track in
      steady(person, track).compactMap { onTreadmill(person, $0) }
    }
  }

  /// Whether a person walks on a treadmill in at least half of the frames in which they are known: their feet swing far
  /// to and fro, and the body stays where it is.
  static func areMostlyOnTreadmill(_ person: PersonMotion) -> Bool {
    let frames = tracks(of: person).reduce(0) { sum, track in
      still(track).reduce(sum) { $0 + (onTreadmill(person, $1)?.frames.count ?? 0) }
    }
    return frames > 0 && 2 * frames >= person.states.count { $0 != nil }
  }

  /// The hips' movement in a run of frames.
  private struct Track {
    let frames: Range<Int>
    let times: [Double]
    /// Metres a second along the ground.
    let velocities: [Vector3]

    /// The person's frames of a part of the track.
    func numbered(_ part: Range<Int>) -> Range<Int> {
      part.lowerBound + frames.lowerBound..<part.upperBound + frames.lowerBound
    }
  }

  private static func tracks(of person: PersonMotion) -> [Track] {
    SampleRuns.of(person.times) { person.states[$0] != nil }.compactMap { run in
      let times = Array(person.times[run])
      guard times.count > 2, times[times.count - 1] - times[0] >= shortest else { return nil }
      let hips = person.states[run].map { $0?.body.positions[.root] ?? .zero }
      let velocities = times.indices.map {
        level(GaussianSlope.slope(of: hips, at: times, $0, within: window), person.world)
      }
      return Track(frames: run, times: times, velocities: velocities)
    }
  }

  /// A velocity along the ground; as it is where the vertical is not known well enough.
  private static func level(_ velocity: Vector3, _ world: WorldAxes?) -> Vector3 {
    guard let world, world.source != .camera else { return velocity }
    return velocity - world.up * velocity.dot(world.up)
  }

  /// Frames in which the hips move on in one direction.
  private static func straight(_ track: Track, _ turns: [Rotation]?) -> [Range<Int>] {
    let (velocities, times) = (track.velocities, track.times)
    var parts: [Range<Int>] = []
    var first = 0
    var sum = Vector3.zero
    for index in 0...velocities.count {
      let velocity = index < velocities.count ? velocities[index] : .zero
      let isWalking = velocity.length > slowest
      let continues = isWalking && (sum == .zero || angle(velocity, sum) < turn.angle)
      if !continues {
        if index > first { parts.append(first..<index) }
        first = isWalking ? index : index + 1
        sum = .zero
      }
      if isWalking, let direction = velocity.normalized { sum += direction }
    }
    return parts.filter { part in
      guard times[part.upperBound - 1] - times[part.lowerBound] >= shortest else { return false }
      // A circle turns slowly all the time.
      let third = part.count / 3
      let begin = velocities[part.prefix(third)].reduce(.zero, +)
      let end = velocities[part.suffix(third)].reduce(.zero, +)
      let own = track.numbered(part)
      let ofCamera = turns.map { turns in
        (turns[own.upperBound - 1] * turns[own.lowerBound].inverse).rotationVector.length
      }
      return angle(begin, end) < turn.angle + turn.ofCamera * (ofCamera ?? 0)
    }.map(track.numbered)
  }

  private static func angle(_ a: Vector3, _ b: Vector3) -> Double {
    atan2(a.cross(b).length, a.dot(b))
  }

  private static func stretch(of person: PersonMotion, _ frames: Range<Int>) -> WalkingStretch? {
    let hips = frames.compactMap { frame in
      person.states[frame].map { (person.times[frame], $0.body.positions[.root]) }
    }
    let count = Double(hips.count)
    let time = hips.reduce(0) { $0 + $1.0 } / count
    let slope = hips.reduce(Vector3.zero) { $0 + $1.1 * ($1.0 - time) }
    guard let forward = level(slope, person.world).normalized,
      let vertical = up(of: person, frames),
      let up = (vertical - forward * vertical.dot(forward)).normalized
    else { return nil }
    var stretch = WalkingStretch(frames: frames, forward: forward, up: up, isTreadmill: false)
    stretch.depthSigma = person.hasDepth(in: frames) ? 0 : person.focalLengthSigma
    let third = hips.count / 3
    if person.turns != nil, third > 0 {
      let begin = level(hips[third].1 - hips[0].1, person.world)
      let end = level(hips[hips.count - 1].1 - hips[hips.count - 1 - third].1, person.world)
      // From the middle of the first third to that of the last one the way bends by two thirds of it.
      stretch.bend = 1.5 * angle(begin, end)
    }
    return stretch
  }

  // MARK: Cameras that move

  /// Frames in which a person faces one direction.
  private static func steady(_ person: PersonMotion, _ track: Track) -> [Range<Int>] {
    guard let up = up(of: person, track.frames) else { return [] }
    let facings = track.frames.map { frame -> Vector3 in
      guard let body = person.states[frame]?.body else { return .zero }
      let facing = facing(of: body, up)
      return (facing - up * facing.dot(up)).normalized ?? .zero
    }
    var parts: [Range<Int>] = []
    var (first, sum) = (0, Vector3.zero)
    // The sum over about a step: feet turn out as they go.
    var (from, to, around) = (0, 0, Vector3.zero)
    for (index, time) in track.times.enumerated() {
      while to < facings.count, track.times[to] <= time + window {
        around += facings[to]
        to += 1
      }
      while track.times[from] < time - window {
        around -= facings[from]
        from += 1
      }
      if sum != .zero, angle(around, sum) >= turn.angle {
        parts.append(first..<index)
        (first, sum) = (index, .zero)
      }
      sum += facings[index]
    }
    parts.append(first..<facings.count)
    return parts.filter {
      track.times[$0.upperBound - 1] - track.times[$0.lowerBound] >= treadmill.shortest
    }.map(track.numbered)
  }

  // MARK: Treadmills

  /// Feet that were held where they rest walk on no treadmill.
  private static func mayBeTreadmill(_ person: PersonMotion) -> Bool { person.grounding != .used }

  /// Frames in which the hips stay where they are.
  private static func still(_ track: Track) -> [Range<Int>] {
    SampleRuns.of(track.times) { track.velocities[$0].length <= slowest }.filter {
      track.times[$0.upperBound - 1] - track.times[$0.lowerBound] >= treadmill.shortest
    }.map(track.numbered)
  }

  private static func onTreadmill(_ person: PersonMotion, _ frames: Range<Int>) -> WalkingStretch? {
    guard let up = up(of: person, frames) else { return nil }
    let states = frames.map { person.states[$0] }
    let heights = states.compactMap { state -> Double? in
      state.map { state in
        let p = state.body.positions
        return (p[.root] - (p[.leftAnkle] + p[.rightAnkle]) / 2).dot(up) / state.body.stature.metres
      }
    }
    guard let height = heights.median, height > lowestHips else { return nil }
    let apart = states.map { state -> Vector3 in
      guard let positions = state?.body.positions else { return .zero }
      let offset = positions[.leftAnkle] - positions[.rightAnkle]
      return offset - up * offset.dot(up)
    }
    // The direction in which the feet move apart the farthest, by power iteration.
    let mean = apart.reduce(.zero, +) / Double(apart.count)
    guard var axis = apart.map({ $0 - mean }).max(by: { $0.length < $1.length })?.normalized else {
      return nil
    }
    for _ in 0..<20 {
      let next = apart.reduce(Vector3.zero) { $0 + ($1 - mean) * ($1 - mean).dot(axis) }
      guard let direction = next.normalized else { return nil }
      axis = direction
    }
    let swings = apart.map { ($0 - mean).dot(axis) }
    let turns = TurningPoints(of: swings)
    let times = turns.maxima.map { person.times[frames.lowerBound + $0] }
    let strides = zip(times, times.dropFirst()).map { $1 - $0 }
    guard let stride = strides.median, treadmill.stride.contains(stride),
      turns.range >= treadmill.swing
    else { return nil }
    let front = states.reduce(Vector3.zero) { sum, state in
      sum + (state.map { facing(of: $0.body, up) } ?? .zero)
    }
    // Feet that go apart sideways don't walk.
    let share = front.normalized?.dot(axis) ?? 0
    guard abs(share) > treadmill.alignment else { return nil }
    let forward = share < 0 ? -axis : axis
    return WalkingStretch(frames: frames, forward: forward, up: up, isTreadmill: true)
  }

  /// Whether both thighs stay bent against the trunk: those of a person who walks come in line with it, one after the other,
  /// those of one who pedals don't.
  static func isSeated(_ states: [PersonMotion.State?]) -> Bool {
    let straighter = states.compactMap { state -> Double? in
      guard let p = state?.body.positions else { return nil }
      let trunk = p[.centerShoulder] - p[.root]
      return min(
        trunk.angle(to: p[.leftHip] - p[.leftKnee]), trunk.angle(to: p[.rightHip] - p[.rightKnee]))
    }.sorted()
    guard !straighter.isEmpty else { return false }
    return straighter[straighter.count / straightestHip.share] > straightestHip.angle
  }

  /// The vertical, of length 1: a stated one, else the trunk's mean direction; `nil` of a person who isn't upright, by the
  /// vertical or the image's.
  private static func up(of person: PersonMotion, _ frames: Range<Int>) -> Vector3? {
    let trunk = frames.reduce(Vector3.zero) { sum, frame in
      guard let positions = person.states[frame]?.body.positions else { return sum }
      return sum + positions[.centerShoulder] - positions[.root]
    }.normalized
    guard let world = person.world else { return trunk }
    guard let trunk, trunk.dot(world.up) > upright else { return nil }
    return world.source != .camera ? world.up : trunk
  }

  /// The direction in which a body faces, not of length 1: of the feet where they are known, else across the hips.
  static func facing(of body: BodyEstimate, _ up: Vector3) -> Vector3 {
    let feet = [body.leftFoot, body.rightFoot].compactMap { $0 }
    if !feet.isEmpty { return feet.reduce(.zero) { $0 + $1.toe - $1.heel } }
    return (body.positions[.leftHip] - body.positions[.rightHip]).cross(up)
  }
}

/// The turning points of a curve that are no noise: from each to the next it moves by at least a third of its range
/// between the 5th and the 95th percentile. Maxima and minima alternate.
struct TurningPoints {
  private(set) var maxima: [Int] = []
  private(set) var minima: [Int] = []
  /// From the 5th to the 95th percentile.
  let range: Double

  /// The share of the range by which a curve moves between turning points; chosen.
  private static let share = 1.0 / 3

  init(of values: [Double]) {
    let sorted = values.sorted()
    let position = { (share: Double) in
      sorted[Int((share * Double(sorted.count - 1)).rounded())]
    }
    range = sorted.isEmpty ? 0 : position(0.95) - position(0.05)
    guard range > 0 else { return }
    var (high, low) = (0, 0)
    var rises: Bool?
    for index in values.indices {
      if values[index] > values[high] { high = index }
      if values[index] < values[low] { low = index }
      if rises != false, values[index] < values[high] - Self.share * range {
        if high > 0 { maxima.append(high) }
        (rises, low) = (false, index)
        high = index
      } else if rises != true, values[index] > values[low] + Self.share * range {
        if low > 0 { minima.append(low) }
        (rises, high) = (true, index)
        low = index
      }
    }
  }
}
