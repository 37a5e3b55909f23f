internal import PoseSystem
internal import PoseGeometry
internal import Kinematics
internal import Pose3D

/// Finds the times at which points of the feet rest on the ground, by their speeds.
///
/// A hidden Markov model with two states, planted and moving, for each point by itself; the probabilities are those of
/// the forward–backward algorithm (Rabiner 1989, Proc. IEEE 77:257). With one camera the speed across the view is
/// measured well. The speed in depth is that of the foot relative to the hips, whose own depth changes slowly: a foot
/// that swings towards the camera hardly moves across the view. Where neither foot is seen, both are where a network puts
/// those of anybody, and nothing is known.
struct ContactFinder {
  /// Whether the joints are in the frame of one camera, whose depths are the least certain coordinate.
  let isOfOneCamera: Bool
  /// Whether points count as planted that slide slowly, as a detector's points do while the body moves over them.
  var takesSliding = true

  // MARK: Numbers that were chosen on marker trials with force plates and a detector's noise

  /// One standard deviation of a planted point's speed, in m/s: the detector's noise across the view, and in depth what
  /// the hips' motion and the leg's depth have wrong.
  private static let plantedSpeed = (across: 0.25, inDepth: 0.5)
  /// The mean speed of a moving foot, in m/s: its distribution is taken as exponential.
  private static let movingSpeed = 1.2
  /// Changes between the states per second.
  private static let changeRate = 2.5
  /// Seconds for which a speed's error lasts: frames closer together are not independent evidence.
  private static let correlationTime = (across: 0.06, inDepth: 0.15)
  /// One standard deviation of the Gaussian in which a velocity is measured, in seconds.
  private static let velocityWindow = 0.02
  /// The same for the depth of the hips: faster changes of it are errors.
  private static let hipWindow = 0.3
  /// A foot is on the ground before it is still, and for a while after it has begun to roll off: the ends of a contact
  /// go on while the speed is below these, in m/s, and no farther than so many seconds. Markers of a walk and of a jump
  /// move at 0.2 to 1.6 m/s (heel) when a force plate first feels the foot, and at 1.1 to 2.2 m/s (toe) when it last
  /// does, which is half of how fast it moves soon after, within `swing` seconds.
  private static let boundary = (start: 0.9, end: 1.4, share: 0.55, swing: 0.4, time: 0.12)
  /// One standard deviation of a contact's start or end at a high frame rate, in seconds: 30 ms is the median error on
  /// the trials.
  private static let timeSigma = 0.043
  /// A point slides that moves at this mean speed, in m/s, within so many seconds on both sides. Chosen: planted points
  /// of marker trials with a detector's noise hardly ever do, a toe that turns with the body about its heel does.
  private static let sliding = (speed: 0.2, reach: 0.2)
  /// A planted point that moves on at this speed in m/s, measured in a Gaussian of so many seconds, until it is farther
  /// away than this share of the stature, wasn't planted meanwhile: as a heel that is raised slowly. Steps are shorter than
  /// such contacts. Chosen on a marker trial of a man who stands up with one heel raised.
  private static let departing = (speed: 0.05, window: 0.2, distance: 0.03, contact: 1.0)
  /// A shorter contact, in seconds, is noise.
  private static let shortest = 0.06
  /// A state is at most this much less likely than the other in one frame (logarithm).
  private static let maximumEvidence = 12.0
  /// The least probability with which a point of a foot that isn't seen is taken as planted still: half a second between
  /// two frames that show it planted, a seventh after one.
  private static let unseen = 0.75
  /// A foot rests on no ground that is above the hips by more than this share of the stature, as of people who lie with raised
  /// legs, as far as the vertical is sure.
  private static let highest = 0.05

  /// A point's contacts.
  struct Found {
    let point: ContactPoint
    /// The probability that the point is planted in each frame; 0 where the person is not seen.
    var probabilities: [Double]
    var contacts: [Contact]
  }

  /// The contacts of the points of a person's feet: heel and toe, or the ankle of a foot of which they are not known in
  /// most frames.
  func contacts(of person: PersonMotion) -> [Found] {
    let points = Self.points(of: person)
    var found = points.map { point in
      Found(point: point, probabilities: person.states.map { _ in 0 }, contacts: [])
    }
    // As the camera would see them if it didn't turn, each point along its own ray.
    let isTurning = person.turns != nil
    for run in SampleRuns.of(person.times, isPresent: { person.states[$0] != nil })
    where run.count > 2 {
      let times = Array(person.times[run])
      let hips = person.states[run].map { state in
        (state?.body.positions[.root]).map { isTurning ? $0.length : $0.z } ?? 0
      }
      let isSeen = person.states[run].map { $0?.showsFeet ?? false }
      var tracks = points.map { point in
        let places = Self.places(of: point, person.states[run])
        let speeds = speeds(of: places, hips: hips, at: times, isTurning: isTurning)
        var planted = Self.probabilities(speeds: speeds, isSeen: isSeen, at: times)
        if !takesSliding {
          dropSliding(&planted, places: places, at: times, isTurning: isTurning)
        }
        return Track(places: places, speeds: speeds, planted: planted)
      }
      let stature = person.states[run.lowerBound]?.body.stature.metres ?? 0
      dropDeparting(&tracks, at: times, isTurning: isTurning, stature: stature)
      for (number, var track) in tracks.enumerated() {
        for (place, frame) in run.enumerated()
        where Self.isRaised(track.places[place], person, frame) {
          track.planted[place] = 0
        }
        for (frame, probability) in zip(run, track.planted) {
          found[number].probabilities[frame] = probability
        }
        found[number].contacts += Self.contacts(
          points[number], track.planted, track.speeds, times)
      }
    }
    return found
  }

  /// A point over a run of frames, and the probabilities that it is planted.
  private struct Track {
    let places: [Vector3]
    let speeds: [Speed]
    var planted: [Double]
  }

  /// Whether a point is above the hips.
  private static func isRaised(_ place: Vector3, _ person: PersonMotion, _ frame: Int) -> Bool {
    guard let world = person.world, let body = person.states[frame]?.body else { return false }
    let offset = place - body.positions[.root]
    let doubt = offset.length * sin(min(world.tiltSigma.largest, .pi / 2))
    return offset.dot(world.up) - doubt > highest * body.stature.metres
  }

  /// The points whose contacts are found.
  private static func points(of person: PersonMotion) -> [ContactPoint] {
    let seen = person.states.compactMap { $0 }
    func points(
      _ foot: (BodyEstimate) -> Foot?, _ points: [ContactPoint], _ ankle: ContactPoint
    ) -> [ContactPoint] {
      2 * seen.count { foot($0.body) != nil } > seen.count ? points : [ankle]
    }
    return points(\.leftFoot, [.leftHeel, .leftToe], .leftAnkle)
      + points(\.rightFoot, [.rightHeel, .rightToe], .rightAnkle)
  }

  /// The places of a point in the frames of a run; where a foot is not known, where it was last, or will be next,
  /// relative to the ankle.
  static func places(
    of point: ContactPoint, _ states: ArraySlice<PersonMotion.State?>
  ) -> [Vector3] {
    let ankle = point.isLeft ? Joint.leftAnkle : .rightAnkle
    let offsets = states.map { state in
      state.flatMap { state in state[point.bodyPoint].map { $0 - state.body.positions[ankle] } }
    }
    var last = offsets.lazy.compactMap { $0 }.first ?? .zero
    return zip(states, offsets).map { state, offset in
      last = offset ?? last
      return (state?.body.positions[ankle] ?? .zero) + last
    }
  }

  // MARK: Speeds

  /// The speed of a point in m/s.
  private struct Speed {
    /// Across the view with one camera, else in space.
    let across: Double
    /// Away from the one camera, or towards it; `nil` with several.
    let inDepth: Double?

    /// A speed across the view that is as many standard deviations of a planted point's.
    var equivalent: Double {
      let share = plantedSpeed.across / plantedSpeed.inDepth
      return inDepth.map { hypot(across, $0 * share) } ?? across
    }
  }

  /// The speeds of a point in some of its frames, or all; `hips` are the hips' depths in its frames, where the camera
  /// turns their distances.
  private func speeds(
    of places: [Vector3], hips: [Double], at times: [Double], in range: Range<Int>? = nil,
    isTurning: Bool = false
  ) -> [Speed] {
    let range = range ?? places.indices
    guard isOfOneCamera else {
      return range.map { index in
        Speed(
          across: GaussianSlope.slope(of: places, at: times, index, within: Self.velocityWindow)
            .length,
          inDepth: nil)
      }
    }
    if isTurning { return radialSpeeds(of: places, hips: hips, at: times, in: range) }
    // Across the view as slopes, and the depth relative to the hips.
    let samples = zip(places, hips).map { Vector3($0.x / $0.z, $0.y / $0.z, $0.z - $1) }
    let depths = hips.map { Vector3(0, 0, $0) }
    return range.map { index in
      let own = GaussianSlope.slope(of: samples, at: times, index, within: Self.velocityWindow)
      let body = GaussianSlope.slope(of: depths, at: times, index, within: Self.hipWindow)
      return Speed(across: hypot(own.x, own.y) * places[index].z, inDepth: own.z + body.z)
    }
  }

  /// The same before a camera that turns: the frame's z may be along no view.
  private func radialSpeeds(
    of places: [Vector3], hips: [Double], at times: [Double], in range: Range<Int>
  ) -> [Speed] {
    let rays = places.map { $0.normalized ?? .zero }
    let offsets = zip(places, hips).map { Vector3(0, 0, $0.length - $1) }
    let depths = hips.map { Vector3(0, 0, $0) }
    return range.map { index in
      let own = GaussianSlope.slope(of: rays, at: times, index, within: Self.velocityWindow)
      let offset = GaussianSlope.slope(of: offsets, at: times, index, within: Self.velocityWindow)
      let body = GaussianSlope.slope(of: depths, at: times, index, within: Self.hipWindow)
      return Speed(across: own.length * places[index].length, inDepth: offset.z + body.z)
    }
  }

  // MARK: The hidden Markov model

  /// Sets the probabilities to 0 where a planted point slides: more slowly than a detector's noise from frame to
  /// frame, but for longer than that lasts.
  private func dropSliding(
    _ planted: inout [Double], places: [Vector3], at times: [Double], isTurning: Bool
  ) {
    let (known, reach) = (planted, Self.sliding.reach)
    var end = 0
    var (first, last) = (0, 0)
    for frame in known.indices where known[frame] > 0.5 {
      if frame >= end {
        end = frame
        while end < known.count, known[end] > 0.5 { end += 1 }
        (first, last) = (frame, frame)
      }
      // The frames around this one in which the point is planted throughout.
      while times[frame] - times[first] > reach { first += 1 }
      last = max(last, frame)
      while last + 1 < end, times[last + 1] - times[frame] <= reach { last += 1 }
      guard times[last] - times[first] >= 1.5 * reach else { continue }
      let speed = speed(of: places[first...last], at: times[first...last], isTurning: isTurning)
      if speed > Self.sliding.speed { planted[frame] = 0 }
    }
  }

  /// Sets the probabilities to 0 where a planted point goes to another place, however slowly, while another one rests: where
  /// all go, the camera does, or the ground.
  private func dropDeparting(
    _ tracks: inout [Track], at times: [Double], isTurning: Bool, stature: Double
  ) {
    let known = tracks
    let goings = known.map {
      departing($0, at: times, isTurning: isTurning, farther: Self.departing.distance * stature)
    }
    for (number, frames) in goings.enumerated() where !frames.isEmpty {
      for frame in frames {
        let isOtherResting = known.indices.contains {
          $0 != number && known[$0].planted[frame] > 0.5 && !goings[$0].contains(frame)
        }
        if isOtherResting { tracks[number].planted[frame] = 0 }
      }
    }
  }

  /// The frames in which a planted point goes farther away than a distance.
  private func departing(
    _ track: Track, at times: [Double], isTurning: Bool, farther distance: Double
  ) -> Set<Int> {
    let limit = Self.departing
    var frames: Set<Int> = []
    for stretch in SampleRuns.of(times, isPresent: { track.planted[$0] > 0.5 }) {
      let times = Array(times[stretch])
      guard times[times.count - 1] - times[0] >= limit.contact else { continue }
      let samples = seen(Array(track.places[stretch]), isTurning: isTurning)
      let slopes = samples.indices.map {
        GaussianSlope.slope(of: samples, at: times, $0, within: limit.window)
      }
      var first = 0
      while first < slopes.count {
        var end = first
        var way = Vector3.zero
        while end < slopes.count, slopes[end].length > limit.speed {
          way += slopes[end] * (times[min(end + 1, times.count - 1)] - times[end])
          end += 1
        }
        if way.length > distance {
          frames.formUnion(stretch.lowerBound + first..<stretch.lowerBound + end)
        }
        first = max(end, first + 1)
      }
    }
    return frames
  }

  /// Places across the view with one camera, at their mean distance; else in space.
  private func seen(_ places: [Vector3], isTurning: Bool) -> [Vector3] {
    guard isOfOneCamera else { return places }
    let depths = places.map { isTurning ? $0.length : $0.z }
    let distance = depths.reduce(0, +) / Double(max(depths.count, 1))
    return zip(places, depths).map { place, depth in
      Vector3(place.x, place.y, isTurning ? place.z : 0) * (distance / depth)
    }
  }

  /// The speed of a straight line through a point's places, in m/s: across the view with one camera, else in space.
  private func speed(
    of places: ArraySlice<Vector3>, at times: ArraySlice<Double>, isTurning: Bool
  ) -> Double {
    let middle = times.reduce(0, +) / Double(times.count)
    var (sum, square) = (Vector3.zero, 0.0)
    for (place, time) in zip(places, times) {
      let depth = isTurning ? place.length : place.z
      let seen =
        isOfOneCamera ? Vector3(place.x, place.y, isTurning ? place.z : 0) / depth : place
      sum += seen * (time - middle)
      square += (time - middle) * (time - middle)
    }
    let depths = places.reduce(0) { $0 + (isTurning ? $1.length : $1.z) }
    let distance = isOfOneCamera ? depths / Double(places.count) : 1
    return sum.length / square * distance
  }

  /// The probability that a point is planted in each frame.
  private static func probabilities(
    speeds: [Speed], isSeen: [Bool], at times: [Double]
  ) -> [Double] {
    let evidence = times.indices.map { index -> Double in
      guard isSeen[index] else { return 0 }
      let step = index > 0 ? times[index] - times[index - 1] : times[1] - times[0]
      return Self.evidence(of: speeds[index], over: step)
    }
    // The logarithms of the odds, forwards and backwards.
    var forward = evidence
    for index in times.indices.dropFirst() {
      forward[index] += passed(forward[index - 1], over: times[index] - times[index - 1])
    }
    var backward = [Double](repeating: 0, count: times.count)
    for index in times.indices.dropLast().reversed() {
      backward[index] = passed(
        backward[index + 1] + evidence[index + 1], over: times[index + 1] - times[index])
    }
    return times.indices.map { index in
      let probability = 1 / (1 + exp(-(forward[index] + backward[index])))
      return isSeen[index] || probability >= unseen ? probability : 0
    }
  }

  /// The logarithm of how much more likely a speed is of a planted point, as the evidence of a time in seconds.
  private static func evidence(of speed: Speed, over step: Double) -> Double {
    let across = evidence(speed.across, planted: plantedSpeed.across)
    let inDepth = speed.inDepth.map { evidence(abs($0), planted: plantedSpeed.inDepth) } ?? 0
    return max(across, -maximumEvidence) * min(1, step / correlationTime.across)
      // A foot that is still in depth may move across the view.
      + min(max(inDepth, -maximumEvidence), 0) * min(1, step / correlationTime.inDepth)
  }

  /// The logarithm of the odds of being planted some seconds later.
  private static func passed(_ odds: Double, over step: Double) -> Double {
    let change = 0.5 * (1 - exp(-2 * changeRate * step))
    let p = 1 / (1 + exp(-odds))
    return log((p * (1 - change) + (1 - p) * change) / (p * change + (1 - p) * (1 - change)))
  }

  /// The odds of being planted at the last of some frames, from those at the frame before; logarithms.
  ///
  /// - Parameters:
  ///   - before: the odds at the frame before; `nil` if nothing is known of them.
  ///   - places: a point's places in some frames, at most a second of them.
  ///   - hips: the depths of the hips in the same frames.
  ///   - isSeen: whether the last frame shows the feet.
  /// - Returns: the odds; `nil` where too little is known by now.
  func odds(
    after before: Double?, places: [Vector3], hips: [Double], at times: [Double], isSeen: Bool
  ) -> Double? {
    let last = times.count - 1
    let step = times[last] - times[last - 1]
    let passed = before.map { Self.passed($0, over: step) }
    guard isSeen else {
      return passed.flatMap { $0 >= log(Self.unseen / (1 - Self.unseen)) ? $0 : nil }
    }
    let speed = speeds(of: places, hips: hips, at: times, in: last..<last + 1)[0]
    return (passed ?? 0) + Self.evidence(of: speed, over: step)
  }

  /// The logarithm of how much more likely a speed is of a planted point than of a moving one. Half of a normal
  /// distribution: nothing is more likely to be planted than what is still.
  private static func evidence(_ speed: Double, planted sigma: Double) -> Double {
    let planted = 0.5 * log(2 / .pi) - log(sigma) - speed * speed / (2 * sigma * sigma)
    let moving = -log(movingSpeed) - speed / movingSpeed
    return planted - moving
  }

  private static func contacts(
    _ point: ContactPoint, _ planted: [Double], _ speeds: [Speed], _ times: [Double]
  ) -> [Contact] {
    var contacts: [Contact] = []
    var first = 0
    while first < planted.count {
      guard planted[first] > 0.5 else {
        first += 1
        continue
      }
      var last = first
      while last + 1 < planted.count, planted[last + 1] > 0.5 { last += 1 }
      let probability = planted[first...last].reduce(0, +) / Double(last - first + 1)
      let (start, end) = extended(first, last, speeds, times, after: contacts.last?.end)
      if times[end] - times[start] >= shortest {
        contacts.append(
          Contact(
            point: point, start: times[start], end: times[end],
            startSigma: start == 0 ? nil : sigma(times[start] - times[start - 1]),
            endSigma: end == times.count - 1 ? nil : sigma(times[end + 1] - times[end]),
            probability: probability))
      }
      first = last + 1
    }
    return contacts
  }

  /// A contact's frames with those in which the foot comes to rest and rolls off.
  private static func extended(
    _ first: Int, _ last: Int, _ speeds: [Speed], _ times: [Double], after: Double?
  ) -> (Int, Int) {
    var (start, end) = (first, last)
    while start > 0, times[first] - times[start - 1] <= boundary.time,
      speeds[start - 1].equivalent < boundary.start, times[start - 1] > after ?? -.infinity
    {
      start -= 1
    }
    var fastest = 0.0
    for (time, speed) in zip(times[last...], speeds[last...]) {
      guard time - times[last] <= boundary.swing else { break }
      fastest = max(fastest, speed.equivalent)
    }
    let limit = min(boundary.end, max(boundary.share * fastest, plantedSpeed.across))
    while end + 1 < times.count, times[end + 1] - times[last] <= boundary.time,
      speeds[end + 1].equivalent < limit
    {
      end += 1
    }
    return (start, end)
  }

  /// The sigma of a boundary between two frames: the model's, and that of a time somewhere between them.
  private static func sigma(_ step: Double) -> Double {
    (timeSigma * timeSigma + step * step / 12).squareRoot()
  }
}
