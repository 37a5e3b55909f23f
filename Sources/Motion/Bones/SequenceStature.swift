internal import Kinematics
internal import Pose3D

/// One person's stature in a whole sequence.
struct SequenceStature {
  /// Metres.
  let metres: Double
  /// One standard deviation; `nil` when unknown. It doesn't get less with more frames: what a frame
  /// has wrong (the place of the hips in the flesh, the camera's scale) the next one has, too.
  let sigma: Double?
  /// Where it came from; `nil`: from the bones in a file of 3D joints.
  let estimation: BodyPose.HeightEstimation?

  /// The stature that the frames say; `nil` when there is none: the weighted median of those in which
  /// it was measured, where there are such.
  init?(of observations: [PoseObservation]) {
    let measured = observations.filter { $0.heightEstimation == .measured }
    let chosen = measured.isEmpty ? observations : measured
    guard let first = chosen.first else { return nil }
    func weight(_ observation: PoseObservation) -> Double {
      observation.bodyHeightSigma.map { $0 > 0 ? 1 / ($0 * $0) : 1 } ?? 1
    }
    let heights = chosen.map { WeightedSample(value: $0.bodyHeight, weight: weight($0)) }
    let sigmas = chosen.compactMap { one in
      one.bodyHeightSigma.map { WeightedSample(value: $0, weight: weight(one)) }
    }
    metres = heights.median ?? first.bodyHeight
    sigma = sigmas.median
    estimation = first.heightEstimation
  }

  /// A person in a camera's frame whose size was assumed, at the size that other frames measured:
  /// farther or nearer on the same rays, for the picture is the same. Others stay as they are.
  func applied(to observation: PoseObservation) -> PoseObservation {
    guard estimation == .measured, observation.heightEstimation == .reference else {
      return observation
    }
    let factor = metres / observation.bodyHeight
    var scaled = observation
    scaled.positions = observation.positions.map { $0 * factor }
    scaled.sigmas = observation.sigmas?.map { $0 * factor }
    scaled.leftFoot = observation.leftFoot?.scaled(by: factor)
    scaled.rightFoot = observation.rightFoot?.scaled(by: factor)
    scaled.bodyHeight = metres
    scaled.bodyHeightSigma = sigma
    return scaled
  }
}

extension Foot {
  fileprivate func scaled(by factor: Double) -> Foot {
    Foot(heel: heel * factor, toe: toe * factor, sigma: sigma.map { $0 * factor })
  }
}
