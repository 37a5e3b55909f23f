internal import PoseGeometry
internal import PoseImaging
internal import Kinematics

/// The evidence for a solution.
extension LiftingProblem {
  /// Returns the evidence of the depth map in front of each joint at a solved state in the camera's
  /// frame.
  func evidence(
    of depth: DepthMap, _ readings: [SurfaceReading], at state: PoseProblem.State
  ) -> PerJoint<JointEvidence.Depth> {
    var evidence = PerJoint<JointEvidence.Depth> { joint in
      JointEvidence.Depth(
        verdict: isInside(depth, state.positions[joint]) ? .noReading : .outsideMap)
    }
    for reading in readings {
      guard let joint = reading.point.joint else { continue }
      evidence[joint] = Self.evidence(of: reading, at: state)
    }
    return evidence
  }

  /// The evidence about a state from a reading in front of a joint.
  fileprivate static func evidence(
    of reading: SurfaceReading, at state: PoseProblem.State
  ) -> JointEvidence.Depth {
    let residual = reading.residual(at: state)
    let verdict: JointEvidence.DepthVerdict =
      if reading.sigma >= seenScale + sensorSigma {
        .hidden
      } else if reading.agrees(with: state) {
        .agrees
      } else {
        residual > 0 ? .foreground : .background
      }
    return JointEvidence.Depth(
      verdict: verdict,
      reading: JointEvidence.Reading(
        depth: reading.depth, expectedOffset: reading.offsetRatio * state.stature,
        sigma: reading.sigma, residual: residual * reading.sigma))
  }

  /// Whether the joints lie where the map shows them, by and large: a map of something else puts
  /// some of them there by chance. A giant needs better evidence.
  static func agrees(_ evidence: PerJoint<JointEvidence.Depth>, isImplausiblyTall: Bool) -> Bool {
    let counts = { (verdict: JointEvidence.DepthVerdict) in
      Joint.allCases.count { evidence[$0].verdict == verdict }
    }
    let (agreeing, others) = (counts(.agrees), counts(.foreground) + counts(.background))
    let misses = Joint.allCases.compactMap { joint in
      evidence[joint].reading.map { abs($0.residual) / $0.sigma }
    }
    return agreeing >= minimumAgreeing
      && Double(agreeing) >= (isImplausiblyTall ? minimumOfTall : minimumAgreement)
        * Double(agreeing + others)
      && (misses.median ?? 0) <= (isImplausiblyTall ? 0.5 : 1) * maximumMiss
  }

  /// Fewer joints than this in their place in the depth map don't say how large a body is.
  private static let minimumAgreeing = 4
  /// The share of the joints that are expected to be seen that must be in their place, and the most
  /// that the median joint may be off it, in standard deviations: on 61 rendered people it is at
  /// least 0.86 and at most 1.12; of their maps shifted by 15 to 50 % of the picture, as far as they
  /// give a person of human size, every other one fails.
  private static let minimumAgreement = 0.75
  /// The same share for a body of implausible stature; chosen.
  private static let minimumOfTall = 0.9
  /// The most that the median joint may be off its reading, in standard deviations; half of it for a body of
  /// implausible stature.
  private static let maximumMiss = 1.2

  /// Whether a point of the camera's frame is seen where the map has pixels.
  private func isInside(_ depth: DepthMap, _ point: Vector3) -> Bool {
    guard let place = place(of: SIMD2(point.x, point.y) / point.z, in: depth) else { return false }
    return (-0.5..<Double(depth.width) - 0.5).contains(place.x)
      && (-0.5..<Double(depth.height) - 0.5).contains(place.y)
  }
}

extension PerJoint where Value == JointEvidence.Depth {
  /// Returns the evidence of the same readings about another state.
  func moved(to state: PoseProblem.State, readings: [SurfaceReading]) -> Self {
    var evidence = self
    for reading in readings {
      guard let joint = reading.point.joint else { continue }
      evidence[joint] = LiftingProblem.evidence(of: reading, at: state)
    }
    return evidence
  }
}

extension PoseProblem.View {
  /// The prior's sigma of each joint of a body of the state's stature; `nil` for the root.
  func priors(at state: PoseProblem.State) -> PerJoint<JointEvidence.Prior?> {
    let size = state.stature / Anthropometry.referenceHeight
    var priors = PerJoint<JointEvidence.Prior?>(repeating: nil)
    for (joint, _, scale) in prior {
      priors[joint] = JointEvidence.Prior(
        lateralSigma: size / scale.x, depthSigma: size / scale.z)
    }
    return priors
  }
}

extension PoseProblem.State {
  /// The state with root and centerShoulder in the middle of hips and shoulders, where they are by
  /// definition; the solver holds them to 6 mm.
  var withMiddles: Self {
    var state = self
    let p = positions
    state.positions[.root] = (p[.leftHip] + p[.rightHip]) / 2
    state.positions[.centerShoulder] = (p[.leftShoulder] + p[.rightShoulder]) / 2
    return state
  }
}
