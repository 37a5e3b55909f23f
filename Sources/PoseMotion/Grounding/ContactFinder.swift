#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

internal import PoseGeometry
internal import Kinematics
internal import Pose3D

/// Finds the times at which points of the feet rest on the ground, by their speeds.
///
/// A hidden Markov model with two states, planted and moving, for each point by itself; the probabilities are those of
/// the forward–backward algorithm (Rabiner 1989, Proc. IEEE 77:257). With one camera only the speed across the
/// view counts, which is measured; the speed in depth is not.
struct ContactFinder {
  /// Whether the joints are in the frame of one camera, whose depths are the least certain coordinate.
  let isOfOneCamera: Bool

  // MARK: Numbers that were chosen on marker trials with force plates and a detector's noise

  /// One standard deviation of a planted point's speed, in m/s: the detector's noise.
  private static let plantedSpeed = 0.25
  /// The mean speed of a moving foot, in m/s: its distribution is taken as exponential.
  private static let movingSpeed = 1.2
  /// Changes between the states per second.
  private static let changeRate = 2.5
  /// Seconds for which a speed's error lasts: frames closer together are not independent evidence.
  private static let correlationTime = 0.06
  /// One standard deviation of the Gaussian in which a velocity is measured, in seconds.
  private static let velocityWindow = 0.02
  /// A foot is on the ground before it is still, and for a while after it has begun to roll off: the ends of a contact
  /// go on while the speed is below this, in m/s, and no farther than so many seconds.
  private static let boundary = (speed: 0.9, time: 0.12)
  /// One standard deviation of a contact's start or end at a high frame rate, in seconds: 20 ms is the median error on
  /// the trials.
  private static let timeSigma = 0.03
  /// A shorter contact, in seconds, is noise.
  private static let shortest = 0.06
  /// A state is at most this much less likely than the other in one frame (logarithm).
  private static let maximumEvidence = 12.0

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
    let runs = SampleRuns.of(person.times) { person.states[$0] != nil }
    return Self.points(of: person).map { point in
      var found = Found(
        point: point, probabilities: person.states.map { _ in 0 }, contacts: [])
      for run in runs where run.count > 2 {
        let times = Array(person.times[run])
        let places = Self.places(of: point, person.states[run])
        let speeds = speeds(of: places, at: times)
        let planted = Self.probabilities(speeds: speeds, at: times)
        for (frame, probability) in zip(run, planted) { found.probabilities[frame] = probability }
        found.contacts += Self.contacts(point, planted, speeds, times)
      }
      return found
    }
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

  /// The speeds of a point in m/s: across the view with one camera.
  private func speeds(of places: [Vector3], at times: [Double]) -> [Double] {
    let samples = isOfOneCamera ? places.map { Vector3($0.x / $0.z, $0.y / $0.z, 0) } : places
    return places.indices.map { index in
      let speed = Self.velocity(of: samples, at: times, index).length
      return isOfOneCamera ? speed * places[index].z : speed
    }
  }

  /// The slope of the line through the samples around one, by least squares with Gaussian weights.
  private static func velocity(
    of samples: [Vector3], at times: [Double], _ index: Int
  ) -> Vector3 {
    let middle = times[index]
    let neighbours = [index - 1, index + 1].filter(times.indices.contains)
    let step = neighbours.map { abs(times[$0] - middle) }.min() ?? 0
    let width = max(velocityWindow, 0.75 * step)
    var (weight, time, square) = (0.0, 0.0, 0.0)
    var (sum, moment) = (Vector3.zero, Vector3.zero)
    func add(_ place: Int) {
      let t = times[place] - middle
      let w = exp(-t * t / (2 * width * width))
      weight += w
      time += w * t
      square += w * t * t
      sum += samples[place] * w
      moment += samples[place] * (w * t)
    }
    var place = index
    while place >= 0, middle - times[place] <= 3 * width { add(place); place -= 1 }
    place = index + 1
    while place < times.count, times[place] - middle <= 3 * width { add(place); place += 1 }
    let scale = weight * square - time * time
    guard scale > 0 else { return .zero }
    return (moment * weight - sum * time) / scale
  }

  // MARK: The hidden Markov model

  /// The probability that a point is planted in each frame.
  private static func probabilities(speeds: [Double], at times: [Double]) -> [Double] {
    let evidence = times.indices.map { index -> Double in
      let speed = speeds[index]
      // Half of a normal distribution: nothing is more likely to be planted than what is still.
      let planted =
        0.5 * log(2 / .pi) - log(plantedSpeed)
        - speed * speed / (2 * plantedSpeed * plantedSpeed)
      let moving = -log(movingSpeed) - speed / movingSpeed
      let step = index > 0 ? times[index] - times[index - 1] : times[1] - times[0]
      return max(planted - moving, -maximumEvidence) * min(1, step / correlationTime)
    }
    // The logarithms of the odds, forwards and backwards.
    func passed(_ odds: Double, over step: Double) -> Double {
      let change = 0.5 * (1 - exp(-2 * changeRate * step))
      let p = 1 / (1 + exp(-odds))
      return log((p * (1 - change) + (1 - p) * change) / (p * change + (1 - p) * (1 - change)))
    }
    var forward = evidence
    for index in times.indices.dropFirst() {
      forward[index] += passed(forward[index - 1], over: times[index] - times[index - 1])
    }
    var backward = [Double](repeating: 0, count: times.count)
    for index in times.indices.dropLast().reversed() {
      backward[index] = passed(
        backward[index + 1] + evidence[index + 1], over: times[index + 1] - times[index])
    }
    return zip(forward, backward).map { 1 / (1 + exp(-($0 + $1))) }
  }

  private static func contacts(
    _ point: ContactPoint, _ planted: [Double], _ speeds: [Double], _ times: [Double]
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
    _ first: Int, _ last: Int, _ speeds: [Double], _ times: [Double], after: Double?
  ) -> (Int, Int) {
    var (start, end) = (first, last)
    while start > 0, times[first] - times[start - 1] <= boundary.time,
      speeds[start - 1] < boundary.speed, times[start - 1] > after ?? -.infinity
    {
      start -= 1
    }
    while end + 1 < times.count, times[end + 1] - times[last] <= boundary.time,
      speeds[end + 1] < boundary.speed
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
