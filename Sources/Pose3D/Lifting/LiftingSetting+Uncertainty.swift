internal import Geometry
internal import Kinematics

/// How sure a solution is.
extension LiftingSetting {
  /// Where the keypoints come from.
  private var origin: SigmaFactors.Origin {
    if input.isBlazePose { return .blazePose }
    return switch options.keypoints {
    case .exact: .exact
    case .detected: .detected
    }
  }

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
      1, problem.typicalReprojectionError(at: state) / options.keypoints.sigma,
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
    let factors = SigmaFactors.of(origin)
    let sigmas = PerJoint { joint in
      let first = 3 * joint.rawValue
      var variance = 0.0
      for axis in 0..<3 {
        let (a, b) = (first + axis, root + axis)
        variance +=
          joint == .root ? element(a, a) : element(a, a) + element(b, b) - 2 * element(a, b)
      }
      let factor =
        switch depthEvidence?[joint].verdict {
        case nil: factors.withoutDepth
        case .agrees: factors.confirmed
        default: factors.unconfirmed
        }
      return misfit * factor * (max(variance, 0) / 3).squareRoot()
    }
    let statureVariance = element(NormalEquations.logStature, NormalEquations.logStature)
    return LiftingSolution(
      state: state, sigmas: sigmas,
      statureSigma: misfit * SigmaFactors.stature * state.stature * statureVariance.squareRoot(),
      depthEvidence: depthEvidence, priors: problem.priors(at: state), depthUse: depthUse,
      offsetRatios: problem.prediction.surfaces.map {
        $0.offset / Anthropometry.referenceHeight
      })
  }
}
