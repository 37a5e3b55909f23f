internal import PoseGeometry
internal import Kinematics
internal import Pose3D

extension PersonMotion {
  /// The motion with every bone at one length throughout, the same on both sides; but for upper trunk, neck
  /// and the width of the shoulders, which change with the arms.
  ///
  /// Joints are moved as little as their sigmas allow; the feet go with their ankles. A frame in which
  /// that isn't possible (two joints in one place) stays as it is. The sigmas stay, too.
  ///
  /// - Parameters:
  ///   - measured: the motion before it was smoothed, from which the lengths are taken: smoothing shortens what turns.
  ///   - grounding: what became of contacts: its lengths go first, and its planted feet stay where they are. `nil`
  ///     without any.
  func boneHeld(as measured: PersonMotion, _ grounding: Grounding? = nil) -> PersonMotion {
    guard let bones = grounding?.bones ?? BoneLengths(of: measured.states) else { return self }
    var result = self
    result.boneLengths = bones.lengths
    result.boneSigmas = bones.sigmas
    for (frame, state) in states.enumerated() {
      guard let state else { continue }
      let planted = grounding?.planted(in: frame) ?? []
      result.states[frame] = state.held(at: bones, planted: planted) ?? state
    }
    return result
  }
}

extension PersonMotion.State {
  /// The state with every bone at its length; `nil` where that isn't possible.
  ///
  /// - Parameter planted: the ankles of planted feet, which hardly move.
  func held(at bones: BoneLengths, planted: Set<Joint> = []) -> PersonMotion.State? {
    var variances = variances
    for ankle in planted { variances[ankle] *= 1e-3 }
    let held = ConstantBoneLengths(lengths: bones.lengths).held(
      body.positions, variances: variances)
    guard let positions = held else { return nil }
    var state = self
    state.body.positions = positions
    for point in BodyPoint.ofFeet {
      guard let ankle = point.anchor, let place = state[point] else { continue }
      state[point] = place + (positions[ankle] - body.positions[ankle])
    }
    return state
  }

  /// The variances of the joints' positions in the body, in m² along each axis. The root's is that
  /// of the hips, between which it is: the body's distance doesn't matter here.
  var variances: PerJoint<Double> {
    guard let covariances = body.covariances else { return PerJoint(repeating: 1) }
    return PerJoint { joint in
      let trace =
        joint == .root
        ? (covariances[.leftHip].trace + covariances[.rightHip].trace) / 2
        : covariances[joint].trace
      return max(trace / 3, Self.minimumSigma * Self.minimumSigma)
    }
  }

  /// A sigma below this is rounding, in metres.
  private static let minimumSigma = 1e-3
}

extension Stature {
  /// One person's stature in a whole sequence, as the frames say it; `nil` when there is none: the
  /// weighted median of those in which it was measured, where there are such.
  ///
  /// Its sigma doesn't get less with more frames: what a frame has wrong (the place of the hips in the
  /// flesh, the camera's scale) the next one has, too.
  init?(ofSequence statures: [Stature]) {
    let measured = statures.filter { $0.estimation == .measured }
    let chosen = measured.isEmpty ? statures : measured
    guard let first = chosen.first else { return nil }
    let heights = chosen.map { WeightedSample(value: $0.metres, weight: $0.weight) }
    let sigmas = chosen.compactMap { one in
      one.sigma.map { WeightedSample(value: $0, weight: one.weight) }
    }
    self.init(
      metres: heights.median ?? first.metres, sigma: sigmas.median, estimation: first.estimation)
  }

  /// One over the variance; 1 where that isn't known.
  private var weight: Double { sigma.map { $0 > 0 ? 1 / ($0 * $0) : 1 } ?? 1 }

  /// A person in a camera's frame whose size was assumed, at the size that other frames measured:
  /// farther or nearer on the same rays, for the picture is the same. Others stay as they are.
  func applied(to body: BodyEstimate) -> BodyEstimate {
    guard estimation == .measured, body.stature.estimation == .reference else { return body }
    var scaled = body.scaled(by: metres / body.stature.metres)
    scaled.stature.metres = metres
    scaled.stature.sigma = sigma
    return scaled
  }
}
