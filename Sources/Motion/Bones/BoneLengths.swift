internal import Geometry
internal import Kinematics
internal import Pose3D

/// The lengths of a person's bones over a sequence: one each, left and right alike.
struct BoneLengths {
  /// Metres by the bones' lower joints; 0 for the root.
  let lengths: PerJoint<Double>

  /// The stature in metres to which the bones add up.
  var stature: Double {
    var upright = PerJoint(repeating: Vector3.zero)
    for joint in Joint.allCases {
      guard let parent = joint.parent else { continue }
      upright[joint] = upright[parent] + Vector3(0, lengths[joint], 0)
    }
    return Anthropometry.stature(of: upright)
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
    for (index, bone) in RigidBone.all.enumerated() {
      let both = samples[index] + (bone.opposite.map { samples[$0] } ?? [])
      let best = both.map(\.rank).max()
      let chosen = both.filter { $0.rank == best }.map(\.length)
      guard let length = chosen.median else { return nil }
      if bone.isWidth { lengths[bone.proximal] = length / 2 }
      lengths[bone.distal] = bone.isWidth ? length / 2 : length
    }
    self.lengths = lengths
  }

  /// What one frame says of a bone.
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
