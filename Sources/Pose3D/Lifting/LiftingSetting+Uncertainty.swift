internal import Geometry
internal import Kinematics

/// How sure a solution is.
extension LiftingSetting {
  /// The solver's standard deviations of joints, times one of these, hold 68 % of the errors along an
  /// axis, on rendered pictures that the network was not trained with (weighed between the benchmark's
  /// and those of the training's validation, whose poses are harder). The network says √2·b for a
  /// Laplace distribution, of which 68 % lie within 1.15·b; a detector's keypoints err together,
  /// where the solver takes them as independent; and joints that the depth map doesn't confirm err
  /// by more than the solver thinks: a keypoint is on the wrong limb, or something hides the joint.
  private func sigmaFactor(confirmed: Bool, hasDepth: Bool) -> Double {
    let (withoutDepth, seen, unseen) =
      if input.isBlazePose {
        (1.0, 1.12, 1.25)
      } else if hasExactKeypoints {
        (0.50, 0.52, 0.65)
      } else {
        (0.72, 1.1, 1.35)
      }
    return hasDepth ? confirmed ? seen : unseen : withoutDepth
  }

  /// The same for the logarithm of stature.
  private static let statureSigmaFactor = 1.3

  /// How much less sure than the solver says one is of a body that doesn't fall on its keypoints, or
  /// has no body's proportions: when the typical keypoint is farther off than its standard deviation,
  /// or the bones are off by more than twice the spread among people, they are hardly a person's.
  private func misfit(of problem: PoseProblem, at state: PoseProblem.State) -> Double {
    let deviations = Anthropometry.bones.map { bone in
      let length = (state.positions[bone.proximal] - state.positions[bone.distal]).length
      return (length / state.stature - bone.ratio) / (bone.ratio * bone.spread)
    }
    let square = deviations.reduce(0) { $0 + $1 * $1 } / Double(deviations.count)
    return max(
      1, problem.typicalReprojectionError(at: state) / options.keypointSigma,
      square.squareRoot() / 2)
  }

  /// A solved state with its sigmas; `nil` when the equations there have no inverse.
  func solution(
    of problem: PoseProblem, at state: PoseProblem.State, depthUse: BodyPose.DepthUse,
    depthEvidence: PerJoint<JointEvidence.Depth>? = nil
  ) -> LiftingSolution? {
    guard let covariance = problem.equations(at: state).covariance() else { return nil }
    let n = NormalEquations.order
    // The lower triangle, column-major.
    func element(_ a: Int, _ b: Int) -> Double { covariance[min(a, b) * n + max(a, b)] }
    let root = 3 * Joint.root.rawValue
    let misfit = misfit(of: problem, at: state)
    let sigmas = PerJoint { joint in
      let first = 3 * joint.rawValue
      var variance = 0.0
      for axis in 0..<3 {
        let (a, b) = (first + axis, root + axis)
        variance +=
          joint == .root ? element(a, a) : element(a, a) + element(b, b) - 2 * element(a, b)
      }
      let factor = sigmaFactor(
        confirmed: depthEvidence?[joint].verdict == .agrees, hasDepth: depthEvidence != nil)
      return misfit * factor * (max(variance, 0) / 3).squareRoot()
    }
    let statureVariance = element(NormalEquations.logStature, NormalEquations.logStature)
    return LiftingSolution(
      state: state, sigmas: sigmas,
      statureSigma: misfit * Self.statureSigmaFactor * state.stature * statureVariance.squareRoot(),
      depthEvidence: depthEvidence, priors: problem.priors(at: state), depthUse: depthUse,
      offsetRatios: problem.prediction.surfaces.map {
        $0.offset / Anthropometry.referenceHeight
      })
  }
}
