internal import PoseGeometry
internal import PoseWorkers
internal import Kinematics
internal import Pose3D

/// Corrects the depths of joints that one camera saw by what the person does before and after (`TemporalLifter`).
///
/// What the image shows stays as it is: joints and feet move along their rays. Where a depth map shows how far away the
/// person is, nothing is changed, nor where the joints' sigmas are unknown.
struct TemporalLifting {
  /// The vertical in the camera's frame.
  let world: WorldAxes

  /// A shorter stretch, in seconds, shows no motion.
  private static let shortest = 0.3
  /// Frames farther apart than this, in seconds, show no motion either.
  private static let longestStep = 0.2
  /// The cut-off in hertz with which joints are smoothed before they are read.
  private static let cutoff = 6.0
  /// So many moments are read together; those that count for them on either side are read, too.
  private static let window = 512
  /// No closer to the camera than this, in metres.
  fileprivate static let nearest = 0.2

  /// The person with corrected depths, and with the sigmas of the corrected joints; `nil` where nothing is to be
  /// corrected.
  func applied(to person: PersonMotion) -> PersonMotion? {
    var result = person
    let smooth = person.smoothed(.butterworth(cutoff: Self.cutoff))
    for run in SampleRuns.of(person.times, isPresent: { person.isOpenInDepth(at: $0) }) {
      let times = Array(person.times[run])
      guard let first = times.first, let last = times.last, last - first >= Self.shortest,
        let step = times.medianStep, step <= Self.longestStep
      else { continue }
      let samples = Self.samples(smooth, run, times)
      let stature = person.states[run.lowerBound]?.body.stature.metres ?? person.stature.metres
      let corrections = Self.corrections(of: samples, up: world.up, stature: stature)
      result.isLiftedOverTime = true
      for (place, frame) in run.enumerated() {
        let moment = (times[place] - first) * TemporalSample.rate
        result.states[frame]?.correct(by: Self.value(of: corrections, at: moment))
      }
    }
    return result.isLiftedOverTime ? result : nil
  }

  /// The moments of a stretch, from its first frame on.
  private static func samples(
    _ person: PersonMotion, _ run: Range<Int>, _ times: [Double]
  ) -> [TemporalSample] {
    let states = run.compactMap { person.states[$0] }
    let count = Int(((times[times.count - 1] - times[0]) * TemporalSample.rate).rounded(.down)) + 1
    let moments = (0..<count).map { times[0] + Double($0) / TemporalSample.rate }
    let curves = BodyPoint.all.map { point in
      // A foot that isn't known in a frame is not read from there: its ankle stands for it between its neighbours.
      let places = states.map { state in
        state[point] ?? point.anchor.map { state.body.positions[$0] } ?? .zero
      }
      return CubicInterpolation(times: times, values: places).values(at: moments)
    }
    var after = 0
    return moments.enumerated().map { index, moment in
      while after + 1 < times.count, times[after] < moment { after += 1 }
      let (earlier, later) = (states[max(after - 1, 0)], states[after])
      let hasFeet = [earlier, later].allSatisfy {
        $0.body.leftFoot != nil && $0.body.rightFoot != nil
      }
      let places = curves.map { $0[index] }
      let (sigmas, next) = (earlier.variances, later.variances)
      return TemporalSample(
        positions: PerJoint { places[$0.rawValue] },
        feet: hasFeet ? Array(places.suffix(4)) : nil,
        sigmas: PerJoint { ((sigmas[$0] + next[$0]) / 2).squareRoot() })
    }
  }

  /// The corrections of a long series, window by window: the same as those of the whole.
  private static func corrections(
    of samples: [TemporalSample], up: Vector3, stature: Double
  ) -> [[TemporalLifter.Correction]] {
    let starts = Array(stride(from: 0, to: samples.count, by: window))
    return concurrentMap(starts.count) { number in
      let start = starts[number]
      // One more than what counts, since a velocity is that between neighbours.
      let margin = TemporalLifter.reach + 1
      let end = min(start + window, samples.count)
      let range = max(0, start - margin)..<min(samples.count, end + margin)
      return TemporalLifter.corrections(of: Array(samples[range]), up: up, stature: stature)[
        (start - range.lowerBound)..<(end - range.lowerBound)]
    }.flatMap { $0 }
  }

  /// The corrections between two moments, in between.
  private static func value(
    of corrections: [[TemporalLifter.Correction]], at moment: Double
  ) -> [TemporalLifter.Correction] {
    let before = min(max(Int(moment), 0), corrections.count - 1)
    let after = min(before + 1, corrections.count - 1)
    let share = min(max(moment - Double(before), 0), 1)
    return zip(corrections[before], corrections[after]).map { one, other in
      TemporalLifter.Correction(
        shift: one.shift + share * (other.shift - one.shift),
        sigma: one.sigma + share * (other.sigma - one.sigma))
    }
  }
}

extension PersonMotion {
  /// Whether a person is known in a frame with sigmas, and no depth map shows how far away the hips are.
  fileprivate func isOpenInDepth(at frame: Int) -> Bool {
    guard let state = states[frame], state.body.covariances != nil else { return false }
    return state.body.sources[.leftHip] != .depth && state.body.sources[.rightHip] != .depth
  }
}

extension PersonMotion.State {
  /// Moves the points of `TemporalPoint` along their rays towards where the motion puts them, and gives the joints the
  /// sigmas that follow.
  ///
  /// The depths of one image and of the motion count by their precision. Their errors have much in common, so that the
  /// variance is taken to be the mean of both by the same weights, not the smaller one of independent measurements.
  fileprivate mutating func correct(by corrections: [TemporalLifter.Correction]) {
    let measured = body.positions
    guard let ray = measured[.root].normalized, var covariances = body.covariances else { return }
    let sigmas = depthSigmas
    func weight(_ correction: TemporalLifter.Correction, _ joint: Joint) -> Double {
      let (own, other) = (sigmas[joint], correction.sigma)
      return own * own / (own * own + other * other)
    }
    func moved(_ place: Vector3, by shift: Double) -> Vector3 {
      let (depth, nearest) = (place.dot(ray), TemporalLifting.nearest)
      return depth > nearest ? place * (max(depth + shift, nearest) / depth) : place
    }
    for (joint, correction) in zip(TemporalPoint.joints, corrections) {
      let (weight, own) = (weight(correction, joint), sigmas[joint])
      body.positions[joint] = moved(measured[joint], by: weight * correction.shift)
      let variance = weight * correction.sigma * correction.sigma + (1 - weight) * own * own
      covariances[joint] = covariances[joint].stretched(
        along: ray, by: variance.squareRoot() / own)
    }
    body.covariances = covariances
    for (point, correction) in zip(BodyPoint.ofFeet, corrections.suffix(BodyPoint.ofFeet.count)) {
      guard let ankle = point.anchor, let place = self[point] else { continue }
      self[point] = moved(place, by: weight(correction, ankle) * correction.shift)
    }
    let positions = body.positions
    body.positions[.root] = (positions[.leftHip] + positions[.rightHip]) / 2
    body.positions[.centerShoulder] = (positions[.leftShoulder] + positions[.rightShoulder]) / 2
  }
}
