internal import PoseGeometry
internal import Kinematics

/// The uncertainty of a solution.
extension LiftingProblem {
  /// The factor on the solver's sigmas for a body that fits its keypoints badly, or has implausible
  /// proportions. It exceeds 1 if the typical keypoint is farther off than its standard deviation,
  /// or the bones are off by more than twice the spread among people: then it is hardly a person's
  /// body.
  private func misfit(of problem: PoseProblem, at state: PoseProblem.State) -> Double {
    let deviations = Anthropometry.bones.map { bone in
      let length = (state.positions[bone.proximal] - state.positions[bone.distal]).length
      return (length / state.stature - bone.ratio) / (bone.ratio * bone.spread)
    }
    let square = deviations.reduce(0) { $0 + $1 * $1 } / Double(deviations.count)
    return max(
      1, problem.typicalReprojectionError(at: state) / options.keypoints.sigma,
      square.squareRoot() / 2)
  }

  /// One standard deviation of the logarithm of the stature of a body without legs, beside the
  /// solver's. It is the error on rendered people that the network was not trained with.
  private static let unseenLegsSigma = 0.045

  /// A solved state with its sigmas; `nil` when the equations there have no inverse.
  func solution(
    of problem: PoseProblem, at state: PoseProblem.State, depthUse: BodyPose.DepthUse,
    depthEvidence: PerJoint<JointEvidence.Depth>? = nil
  ) -> LiftingSolution? {
    let equations = problem.equations(at: state)
    guard let covariance = equations.covariance() else { return nil }
    let joints = JointCovariances(unknowns: covariance)
    let misfit = misfit(of: problem, at: state)
    let model = JointErrorModel(isBlazePose: input.isBlazePose, accuracy: options.keypoints)
    let covariances = PerJoint { joint in
      let depth: JointErrorModel.Depth =
        switch depthEvidence?[joint].verdict {
        case nil: .none
        case .agrees: .confirmed
        default: .unconfirmed
        }
      return joints.relative(joint).scaled(byAxis: model.factors(of: joint, depth) * misfit)
    }
    // A stature that the evidence drags away from the expected one is less certain than the
    // solver's sigma.
    let strain = abs(state.logStature - problem.logStature.mean) / problem.logStature.sigma
    let solved =
      misfit * max(1, strain / 2) * model.stature * joints.logStatureVariance.squareRoot()
    let unseen = seesLegs ? 0 : Self.unseenLegsSigma
    return LiftingSolution(
      problem: problem, state: state, covariances: covariances,
      statureSigma: state.stature * (solved * solved + unseen * unseen).squareRoot(),
      depthEvidence: depthEvidence, priors: problem.views[0].priors(at: state), depthUse: depthUse,
      offsetRatios: problem.views[0].prediction.surfaces.map {
        $0.offset / Anthropometry.referenceHeight
      }, cost: equations.cost)
  }
}
