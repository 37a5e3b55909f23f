internal import Kinematics
internal import Pose3D

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
