internal import Geometry
internal import Kinematics

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Everything that is known about one person's pose, as a robust least-squares problem over the 17
/// joints in the camera's frame and the logarithm of stature.
///
/// One formulation serves pictures with depth and without: the keypoints' reprojection, the
/// network's prediction of joints, bone lengths and flexions as a prior, symmetry, knees that don't bend
/// forward and, where there are any, readings of the depth map.
struct PoseProblem {
  /// The unknowns.
  struct State {
    /// Joints in the camera's frame, in metres.
    var positions: PerJoint<Vector3>
    /// The natural logarithm of stature in metres.
    var logStature: Double
    /// Stature in metres.
    var stature: Double { exp(logStature) }
  }

  /// How much each kind of evidence counts.
  struct Weights {
    /// One standard deviation of a keypoint that the detector is sure of, as a fraction of the
    /// body's size in the picture.
    var keypointSigma: Double
    /// Factor on the prediction's lateral scale.
    var lateralScale: Double
  }

  var input: LifterInput
  var prediction: LiftingNetwork.Prediction
  var virtualFromCamera: Rotation
  var weights: Weights
  /// What is known of the stature: mean and standard deviation of its natural logarithm.
  var logStature: (mean: Double, sigma: Double)
  var readings: [SurfaceReading] = []
  /// The joints of the limbs that are outside the picture or have no keypoint.
  let outside: Set<Joint>
  /// The person's proportions, where other pictures have shown them.
  let proportions: BodyProportions?

  /// Ray and weight of each joint that has a keypoint.
  let keypoints: [(joint: Joint, ray: SIMD2<Double>, confidence: Double)]
  /// One standard deviation of a keypoint, in units of x/z.
  let raySigma: Double
  /// The network's joints: what it predicts, and one over its standard deviations.
  let prior: [(joint: Joint, mean: Vector3, scale: Vector3)]

  init(
    input: LifterInput, prediction: LiftingNetwork.Prediction, virtualFromCamera: Rotation,
    weights: Weights, logStature: (mean: Double, sigma: Double), outside: Set<Joint> = [],
    proportions: BodyProportions? = nil
  ) {
    self.outside = outside
    self.proportions = proportions
    self.input = input
    self.prediction = prediction
    self.virtualFromCamera = virtualFromCamera
    self.weights = weights
    self.logStature = logStature
    keypoints = LifterInput.joints.filter { input.isPresent[$0.index] }.map {
      ($0.joint, input.rays[$0.index], input.confidence[$0.index])
    }
    raySigma = weights.keypointSigma * input.bodySize
    prior = LiftingNetwork.outputJoints.map { joint in
      let lateral = weights.lateralScale
      let sigma =
        prediction.scales[joint] * Self.jointSigmaOfScale * Vector3(lateral, lateral, 1)
        + Self.leastSigma
      return (joint, prediction.positions[joint], Vector3(repeating: 1) / sigma)
    }
  }

  // MARK: Solving

  /// Levenberg–Marquardt from a start: a fixed count of steps, the damping falling with each.
  ///
  /// - Parameter annealing: factor on the depth kernel's width at the first step; it falls by 0.7 a
  ///   step to 1, so that far readings pull first and are rejected later (graduated
  ///   non-convexity).
  /// - Returns: the last state; `nil` when the equations could not be solved.
  func solve(from start: State, steps: Int, annealing: Double = 1) -> State? {
    var state = start
    var equations = NormalEquations()
    var damping = 1e-3
    for index in 0..<steps {
      equations.removeAll()
      add(to: &equations, at: state, depthKernelFactor: max(1, annealing * pow(0.7, Double(index))))
      guard equations.solve(damping: damping) else { return nil }
      for joint in Joint.allCases {
        let step = equations.step(of: joint)
        let limit = Vector3(repeating: 0.5)
        state.positions[joint] += step.clamped(lowerBound: -limit, upperBound: limit)
        state.positions[joint].z = max(state.positions[joint].z, Self.nearest)
      }
      state.logStature += max(-0.1, min(0.1, equations.stepOfLogStature))
      damping = max(damping * 0.3, 1e-6)
    }
    return state
  }

  /// The normal equations at a state.
  func equations(at state: State) -> NormalEquations {
    var equations = NormalEquations()
    add(to: &equations, at: state, depthKernelFactor: 1)
    return equations
  }

  /// Adds every residual at a state with the weight that its robust kernel gives it there
  /// (iteratively reweighted least squares).
  private func add(
    to equations: inout NormalEquations, at state: State, depthKernelFactor: Double
  ) {
    addReprojection(state, &equations)
    addPrior(state, &equations)
    addMidpoints(state, &equations)
    addSymmetry(state, &equations)
    addBones(state, &equations)
    addFlexions(state, &equations)
    addKnees(state, &equations)
    addReadings(state, kernelFactor: depthKernelFactor, &equations)
    equations.term(NormalEquations.logStature, 1 / logStature.sigma)
    equations.add((state.logStature - logStature.mean) / logStature.sigma)
  }

  /// The median distance between the keypoints and where a state projects their joints, as a
  /// fraction of the body's size in the picture.
  func typicalReprojectionError(at state: State) -> Double {
    keypoints.map { joint, ray, _ in
      let p = state.positions[joint]
      let offset = SIMD2(p.x, p.y) / max(p.z, Self.nearest) - ray
      return offset.length / input.bodySize
    }.median ?? 0
  }

  /// One standard deviation of a joint for a scale of the network. That of a Laplace distribution is √2
  /// times its scale; held tighter, people that it wasn't trained with come out better.
  private static let jointSigmaOfScale = 1.0
  /// What is added to every standard deviation of the network, in metres: none is exact.
  private static let leastSigma = 0.002

  /// The smallest distance from the camera's plane, in metres.
  static let nearest = 0.2

  /// Huber's weight (its square root, since it multiplies residual and slopes): 1 up to `limit`.
  static func huber(_ residual: Double, _ limit: Double) -> Double {
    let size = abs(residual)
    return size <= limit ? 1 : (limit / size).squareRoot()
  }
}
