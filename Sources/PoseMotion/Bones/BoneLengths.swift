internal import Kinematics
internal import Pose3D
internal import PoseGeometry

/// The lengths of a person's bones over a sequence: one each, left and right alike.
struct BoneLengths {
  /// Metres by the bones' lower joints; 0 for the root.
  let lengths: PerJoint<Double>
  /// One standard deviation of each, metres by the bones' lower joints: `minimumSigma` of the length, and what
  /// the frames' spread leaves after their number, were they to err each on its own.
  let sigmas: PerJoint<Double>

  /// The minimum sigma for any number of frames, as a fraction of the length. Frames from one
  /// camera have most of their errors in common. On eight rendered clips of other people the
  /// lengths over the stature are off by 4.7 % with depth and 6 % without. These are root mean
  /// squares over people and bones (`pose3d-bench proportions CLIPS`).
  private static let minimumSigma = 0.055

  /// The stature in metres to which the bones add up.
  var stature: Double {
    var upright = PerJoint(repeating: Vector3.zero)
    for joint in Joint.allCases {
      guard let parent = joint.parent else { continue }
      upright[joint] = upright[parent] + Vector3(0, lengths[joint], 0)
    }
    return Anthropometry.stature(of: upright)
  }

  /// Lengths that are known.
  init(lengths: PerJoint<Double>, sigmas: PerJoint<Double>) {
    (self.lengths, self.sigmas) = (lengths, sigmas)
  }

  /// The lengths that the frames show; `nil` when there is no frame.
  ///
  /// Each is the weighted median over all frames and both sides. A frame weighs by the sigmas of
  /// the bone's ends: least where a limb points at the camera or is hidden. Joints
  /// that were not seen count only where no frame sees them; so do filled frames.
  init?(of states: [PersonMotion.State?]) {
    var samples = RigidBone.all.map { _ in [Sample]() }
    for case let state? in states {
      let variances = state.variances
      for (index, bone) in RigidBone.all.enumerated() {
        samples[index].append(Sample(of: bone, in: state, variances))
      }
    }
    var lengths = PerJoint(repeating: 0.0)
    var sigmas = lengths
    for (index, bone) in RigidBone.all.enumerated() {
      let both = samples[index] + (bone.opposite.map { samples[$0] } ?? [])
      let best = both.map(\.rank).max()
      let chosen = both.filter { $0.rank == best }.map(\.length)
      guard let length = chosen.median else { return nil }
      let off = chosen.map { WeightedSample(value: abs($0.value - length), weight: $0.weight) }
      // 1.4826 median absolute deviations are a normal distribution's standard deviation; 1.25 is how much less
      // exact a median is than a mean.
      let spread = 1.4826 * 1.25 * (off.median ?? 0) / Double(chosen.count).squareRoot()
      let least = Self.minimumSigma * length
      let sigma = (least * least + spread * spread).squareRoot()
      let share = bone.isWidth ? 0.5 : 1
      for joint in bone.isWidth ? [bone.proximal, bone.distal] : [bone.distal] {
        lengths[joint] = share * length
        sigmas[joint] = share * sigma
      }
    }
    self.lengths = lengths
    self.sigmas = sigmas
  }

  /// One frame's measurement of a bone.
  private struct Sample {
    let length: WeightedSample
    /// 1 where its joints were seen, else 0.
    let rank: Int

    init(of bone: RigidBone, in state: PersonMotion.State, _ variances: PerJoint<Double>) {
      let variance = bone.shares.reduce(0) { sum, end in
        sum + end.share * end.share * variances[end.joint]
      }
      length = WeightedSample(value: bone.span(state.body.positions).length, weight: 1 / variance)
      let isSeen = bone.shares.allSatisfy { state.body.sources[$0.joint] != .inferred }
      rank = isSeen && !state.isFilled ? 1 : 0
    }
  }
}

/// A measurement with its weight.
struct WeightedSample {
  let value: Double
  let weight: Double
}

extension [WeightedSample] {
  /// The value up to which half of the weight is; `nil` when there is none.
  var median: Double? {
    let sorted = sorted { ($0.value, $0.weight) < ($1.value, $1.weight) }
    let half = sorted.reduce(0) { $0 + $1.weight } / 2
    var sum = 0.0
    for sample in sorted {
      sum += sample.weight
      if sum >= half { return sample.value }
    }
    return sorted.last?.value
  }
}
