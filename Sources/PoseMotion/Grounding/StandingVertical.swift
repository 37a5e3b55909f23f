package import Kinematics
package import Pose3D
internal import PoseGeometry
internal import PoseImaging
internal import PoseSystem

/// The vertical in the frame of a camera, estimated from people who stand or walk: while both feet are planted and the
/// legs are nearly straight, the centre of mass is above the feet.
///
/// The estimate is combined with what is known of any camera: that it is about level.
package struct StandingVertical {
  /// The world with the estimated vertical.
  package let world: WorldAxes

  /// The pitch and roll of a camera, in radians, that sees a centre of mass straight above the feet.
  typealias Lean = (pitch: Double, roll: Double)

  // MARK: Numbers that were chosen

  /// The largest flexion of a knee in radians: a seat holds those who sit, and their legs are bent.
  private static let straight = 40 * Double.pi / 180
  /// The maximum speed of a standing person's centre of mass against the feet, in m/s.
  private static let still = 0.3
  /// The shortest time of standing in seconds, and the fewest frames.
  private static let shortest = (seconds: 0.5, frames: 5)
  /// The camera's pitch and roll are less than this, in radians: a body that leans more is held by something else. Few
  /// cameras roll that far, and many people lean on walls and bars.
  private static let farthest = (pitch: 40 * Double.pi / 180, roll: 25 * Double.pi / 180)
  /// The trunk's roll in the image is within this of the feet's under the centre of mass, in radians: the legs of a person
  /// who leans their back on a wall are slanted and the trunk isn't.
  private static let bend = 15 * Double.pi / 180
  /// One standard deviation of the estimate from a motion in radians. A real man with markers, seen by virtual cameras
  /// from three sides with pitches from −15 to 25°: errors of 5.9° in pitch and 0.8° in roll over 70 clips. The rest is
  /// for other people, burdens and detectors.
  private static let sigmaOfMotion = WorldAxes.TiltSigma(
    pitch: 6 * .pi / 180, roll: 3 * .pi / 180)
  /// That of the estimate from a live camera, where feet are less certain in depth.
  private static let sigmaOfLive = WorldAxes.TiltSigma(
    pitch: 7 * .pi / 180, roll: 3.5 * .pi / 180)
  /// That of the estimate from a still. 24 rendered people who stand give 4.5° in pitch and 2.2° in roll; the rest is for
  /// those who are about to step or to fall.
  private static let sigmaOfStill = WorldAxes.TiltSigma(pitch: 7 * .pi / 180, roll: 5 * .pi / 180)
  /// In a still the knees are straighter, in radians, both feet at about one height and not far apart, as shares of the
  /// stature: no contact shows that they are planted.
  private static let stillLimits = (flexion: 30 * Double.pi / 180, step: 0.03, stride: 0.3)
  /// `nil` where no person stands or walks for long enough with feet that are known.
  ///
  /// - Parameter people: in the frame of a camera, smoothed, with contacts.
  init?(of people: [PersonMotion]) {
    if people.allSatisfy({ $0.times.count == 1 }) {
      self.init(still: people.compactMap { $0.states.first.flatMap { $0?.body } })
      return
    }
    var (pitches, rolls): ([Double], [Double]) = ([], [])
    for person in people where person.grounding != .contradicted {
      guard let step = person.times.medianStep else { continue }
      let leans = Self.leans(of: person)
      guard leans.count >= Self.shortest.frames,
        Double(leans.count) * step >= Self.shortest.seconds
      else { continue }
      pitches += leans.map(\.pitch)
      rolls += leans.map(\.roll)
    }
    self.init(pitches: pitches, rolls: rolls, sigma: Self.sigmaOfMotion)
  }

  /// The vertical from frames of a live camera; `nil` without one.
  ///
  /// - Parameter leans: of persons who stand.
  init?(live leans: [Lean]) {
    self.init(
      pitches: leans.map(\.pitch), rolls: leans.map(\.roll), sigma: Self.sigmaOfLive)
  }

  /// The vertical from a single image; `nil` where no person stands on both feet, as far as the image shows.
  ///
  /// - Parameter bodies: in the frame of a camera.
  package init?(still bodies: [BodyEstimate]) {
    let leans = bodies.compactMap { body -> Lean? in
      guard let feet = Self.feet(of: body),
        Self.hasStraightLegs(body.positions, within: Self.stillLimits.flexion)
      else { return nil }
      let mass = CenterOfMass.of(body.positions) - feet.middle
      guard let up = mass.normalized,
        abs((feet.left - feet.right).dot(up)) < Self.stillLimits.step * body.stature.metres,
        (feet.left - feet.right).length < Self.stillLimits.stride * body.stature.metres
      else { return nil }
      return Self.lean(of: mass, body.positions)
    }
    self.init(
      pitches: leans.map(\.pitch), rolls: leans.map(\.roll), sigma: Self.sigmaOfStill)
  }

  private init?(pitches: [Double], rolls: [Double], sigma: WorldAxes.TiltSigma) {
    guard let pitch = pitches.median, let roll = rolls.median else { return nil }
    let inPitch = Self.combined(pitch, sigma.pitch, with: WorldAxes.expectedPitch)
    let inRoll = Self.combined(roll, sigma.roll, with: WorldAxes.expectedRoll)
    world = WorldAxes(
      cameraPitch: Self.rounded(inPitch.value), roll: Self.rounded(inRoll.value),
      sigma: .init(pitch: Self.rounded(inPitch.sigma), roll: Self.rounded(inRoll.sigma)))
  }

  /// The mean and the sigma of an angle that was measured with a sigma, and is expected to be 0 with one of several
  /// sigmas, of which each has a share: a mixture of normal distributions.
  private static func combined(
    _ value: Double, _ sigma: Double, with expected: [(share: Double, sigma: Double)]
  ) -> (value: Double, sigma: Double) {
    let parts = expected.map { share, spread -> (share: Double, mean: Double, variance: Double) in
      let total = spread * spread + sigma * sigma
      let weight = spread * spread / total
      return (
        share * exp(-value * value / (2 * total)) / total.squareRoot(), value * weight,
        sigma * sigma * weight
      )
    }
    let sum = parts.reduce(0) { $0 + $1.share }
    let mean = parts.reduce(0) { $0 + $1.share * $1.mean } / sum
    let variance = parts.reduce(0) { sum, part in
      sum + part.share * (part.variance + (part.mean - mean) * (part.mean - mean))
    }
    return (mean, (variance / sum).squareRoot())
  }

  /// As in a document, so that the same angles follow from it.
  private static func rounded(_ radians: Double) -> Double {
    (radians * 180 / .pi * 1e4).rounded() / 1e4 * .pi / 180
  }

  /// The pitch and roll of a camera that sees the centre of mass straight above the feet, in each frame in which a
  /// person stands or walks.
  private static func leans(of person: PersonMotion) -> [Lean] {
    let planted = bothPlanted(person)
    let masses = person.states.map { state -> Vector3? in
      guard let state, !state.isFilled, let feet = feet(of: state.body) else { return nil }
      return CenterOfMass.of(state.body.positions) - feet.middle
    }
    var walks = person.states.map { _ in false }
    for stretch in WalkingStretches.of(person) where !stretch.isTreadmill {
      for frame in stretch.frames { walks[frame] = true }
    }
    return person.states.indices.compactMap { frame in
      guard planted[frame], let mass = masses[frame], let state = person.states[frame],
        hasStraightLegs(state.body.positions, within: straight),
        walks[frame] || isStill(masses, person.times, frame)
      else { return nil }
      return lean(of: mass, state.body.positions)
    }
  }

  /// What a person with both feet planted shows in the newer of two frames of a live camera; `nil` where they don't
  /// stand still on nearly straight legs.
  static func lean(of body: BodyEstimate, after last: BodyEstimate, seconds: Double) -> Lean? {
    guard let feet = feet(of: body), let lastFeet = self.feet(of: last), seconds > 0,
      hasStraightLegs(body.positions, within: straight)
    else { return nil }
    let mass = CenterOfMass.of(body.positions) - feet.middle
    let lastMass = CenterOfMass.of(last.positions) - lastFeet.middle
    return (mass - lastMass).length < still * seconds ? lean(of: mass, body.positions) : nil
  }

  /// The middles of both feet, and of all four points; `nil` where a foot is unknown.
  private static func feet(
    of body: BodyEstimate
  ) -> (left: Vector3, right: Vector3, middle: Vector3)? {
    guard let left = body.leftFoot, let right = body.rightFoot else { return nil }
    let (a, b) = ((left.heel + left.toe) / 2, (right.heel + right.toe) / 2)
    return (a, b, (a + b) / 2)
  }

  /// The pitch and roll of a camera that sees the centre of mass straight above the feet; `nil` for a body that leans
  /// far, or with legs and trunk in different directions.
  private static func lean(of mass: Vector3, _ positions: PerJoint<Vector3>) -> Lean? {
    let pitch = atan2(-mass.z, (mass.x * mass.x + mass.y * mass.y).squareRoot())
    let roll = atan2(-mass.x, -mass.y)
    let trunk = positions[.centerShoulder] - positions[.root]
    guard abs(pitch) < farthest.pitch, abs(roll) < farthest.roll,
      abs(atan2(-trunk.x, -trunk.y) - roll) < bend
    else { return nil }
    return (pitch, roll)
  }

  /// The frames in which a point of each foot is planted.
  private static func bothPlanted(_ person: PersonMotion) -> [Bool] {
    func planted(left: Bool) -> [Bool] {
      var planted = person.times.map { _ in false }
      for contact in person.contacts where contact.point.isLeft == left {
        for frame in person.times.positions(from: contact.start, to: contact.end) {
          planted[frame] = true
        }
      }
      return planted
    }
    return zip(planted(left: true), planted(left: false)).map { $0 && $1 }
  }

  private static func hasStraightLegs(_ p: PerJoint<Vector3>, within limit: Double) -> Bool {
    [{ $0 }, \.mirrored].allSatisfy { (side: (Joint) -> Joint) in
      let (hip, knee, ankle) = (p[side(.leftHip)], p[side(.leftKnee)], p[side(.leftAnkle)])
      return (hip - knee).angle(to: knee - ankle) < limit
    }
  }

  /// Whether the centre of mass moves slowly against the feet, from the frame before to the next.
  private static func isStill(_ masses: [Vector3?], _ times: [Double], _ frame: Int) -> Bool {
    guard frame > 0, frame + 1 < masses.count, let before = masses[frame - 1],
      let after = masses[frame + 1]
    else { return false }
    return (after - before).length < still * (times[frame + 1] - times[frame - 1])
  }
}

/// The height of a camera over the floor, by the feet that rest on it.
enum CameraHeight {
  /// One standard deviation of the height of a foot's keypoint over the floor, in metres; chosen.
  private static let footSigma = 0.03
  /// The fewest frames with a planted foot.
  private static let fewestFrames = 5
  // Chosen:
  /// Contacts whose heights differ by more than this, in metres, with none between, are on different levels: a box, a
  /// step.
  private static let levelGap = 0.12
  /// The share of the planted points that a level has at least; what is lower than that is a mistake.
  private static let leastShare = 0.15

  /// The median height in metres over the heels and toes that are planted on the lowest level, with the uncertainty of the
  /// vertical, the body's size, the field of view and the feet; `nil` where the vertical is not known, or no foot rests.
  ///
  /// - Parameters:
  ///   - people: in the frame of the camera, with contacts.
  ///   - world: the vertical.
  ///   - focalLengthSigma: that of the camera, as a share.
  static func value(
    of people: [PersonMotion], world: WorldAxes?, focalLengthSigma: Double
  ) -> MotionMeasures.Value? {
    guard let world, [.gravity, .posture].contains(world.source) else { return nil }
    let down = -world.up
    var (contacts, frames, sizes): ([[Vector3]], Int, [Double]) = ([], 0, [])
    var framesWithDepth = 0
    for person in people where ![.contradicted, .movingCamera].contains(person.grounding) {
      var (seen, measured) = (Set<Int>(), Set<Int>())
      for contact in person.contacts {
        var places: [Vector3] = []
        for frame in person.times.positions(from: contact.start, to: contact.end) {
          guard let state = person.states[frame], !state.isFilled,
            let place = contact.point.place(in: state.body)
          else { continue }
          let isAnkle = contact.point == contact.point.ankle
          let sole = isAnkle ? Anthropometry.ankleHeightRatio * person.stature.metres : 0
          places.append(place + down * sole)
          seen.insert(frame)
          if [.leftHip, .rightHip].contains(where: { state.body.sources[$0] == .depth }) {
            measured.insert(frame)
          }
        }
        contacts.append(places)
      }
      guard !seen.isEmpty else { continue }
      frames += seen.count
      framesWithDepth += measured.count
      if let sigma = person.stature.sigma { sizes.append(sigma / person.stature.metres) }
    }
    let places = onLowestLevel(contacts, down)
    let heights = places.map { $0.dot(down) }
    guard frames >= fewestFrames, let height = heights.median else { return nil }
    let ahead = places.map { abs($0.dot(world.front)) }.median ?? 0
    let across = places.map { abs($0.dot(down.cross(world.front))) }.median ?? 0
    // A longer focal length puts people farther away, or with a measured distance makes them smaller.
    let along = places.map { abs($0.z * down.z) }.median ?? 0
    let hasDepth = 2 * framesWithDepth > frames
    let focal = hasDepth ? abs(height) : along
    let size = hasDepth ? 0 : sizes.max() ?? 0
    let parts = [
      ahead * world.tiltSigma.pitch, across * world.tiltSigma.roll, height * size,
      focal * focalLengthSigma, footSigma,
    ]
    return MotionMeasures.Value(
      height, sigma: parts.reduce(0) { $0 + $1 * $1 }.squareRoot())
  }

  /// The places of the contacts on the lowest level.
  private static func onLowestLevel(_ contacts: [[Vector3]], _ down: Vector3) -> [Vector3] {
    let total = contacts.reduce(0) { $0 + $1.count }
    let ordered = contacts.compactMap { places in
      places.map { $0.dot(down) }.median.map { (depth: $0, places: places) }
    }.sorted { $0.depth > $1.depth }
    var level: [Vector3] = []
    var last = Double.infinity
    for contact in ordered {
      if last - contact.depth > levelGap {
        if Double(level.count) >= leastShare * Double(total) { break }
        level = []
      }
      level += contact.places
      last = contact.depth
    }
    return level
  }
}
