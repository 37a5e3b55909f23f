internal import PoseGeometry
internal import Kinematics
internal import PoseSystem

/// Everything that is known about one person's pose, as a robust least-squares problem over the 17
/// joints in one frame and the logarithm of stature.
///
/// One formulation serves pictures with depth and without, from one camera or several: of every view the
/// keypoints' reprojection, the network's prediction of joints and flexions as a prior and, where there
/// are any, readings of the depth map; of the body the bones' lengths, symmetry, and knees that don't bend
/// forward. With one camera the frame is its own.
struct PoseProblem {
  /// The unknowns.
  struct State {
    /// Joints in metres.
    var positions: PerJoint<Vector3>
    /// The natural logarithm of stature in metres.
    var logStature: Double
    /// Stature in metres.
    var stature: Double { exp(logStature) }
  }

  /// The weights of the kinds of evidence.
  struct Weights {
    /// One standard deviation of a keypoint that the detector is sure of, as a fraction of the
    /// body's size in the picture.
    var keypointSigma: Double
    /// Factor on the prediction's lateral scale.
    var lateralScale: Double
  }

  /// The data of each camera; at least one.
  var views: [View]
  /// The prior of the stature: mean and standard deviation of its natural logarithm.
  var logStature: (mean: Double, sigma: Double)
  /// The joints of the limbs that are outside the picture or have no keypoint, in all views.
  let outside: Set<Joint>
  /// The person's proportions, where other pictures have shown them.
  let proportions: BodyProportions?
  /// The bones' lengths that the views predict, in the order of `LiftingNetwork.boneNames`.
  let lengths: [(mean: Double, scale: Double)]

  /// Whether the keypoints have the offsets of `KeypointOffsets`, rather than at the joints' centres.
  let keypointsAreMarks: Bool

  /// The problem of several views.
  init(
    views: [View], logStature: (mean: Double, sigma: Double), outside: Set<Joint> = [],
    proportions: BodyProportions? = nil, keypointsAreMarks: Bool = false
  ) {
    precondition(!views.isEmpty, "a problem without views")
    self.keypointsAreMarks = keypointsAreMarks
    self.views = views
    self.logStature = logStature
    self.outside = outside
    self.proportions = proportions
    lengths = Self.predictedLengths(views)
  }

  /// The problem of one camera, in its own frame.
  init(
    input: LifterInput, prediction: LiftingNetwork.Prediction, virtualFromCamera: Rotation,
    weights: Weights, logStature: (mean: Double, sigma: Double), outside: Set<Joint> = [],
    proportions: BodyProportions? = nil
  ) {
    self.init(
      views: [
        View(
          input: input, prediction: prediction, virtualFromCamera: virtualFromCamera,
          weights: weights)
      ], logStature: logStature, outside: outside, proportions: proportions)
  }

  // MARK: Solving

  /// Levenberg–Marquardt from a start: a fixed count of steps, the damping falling with each.
  ///
  /// - Parameter annealing: factor on the width of the kernels that reject evidence, at the first step; it
  ///   falls by 0.7 a step to 1, so that far readings pull first and are rejected later (graduated
  ///   non-convexity).
  /// - Returns: the last state; `nil` when the equations could not be solved.
  func solve(from start: State, steps: Int, annealing: Double = 1) -> State? {
    var state = start
    var equations = NormalEquations()
    var damping = 1e-3
    for index in 0..<steps {
      equations.removeAll()
      add(to: &equations, at: state, kernelFactor: max(1, annealing * pow(0.7, Double(index))))
      guard equations.solve(damping: damping) else { return nil }
      for joint in Joint.allCases {
        let step = equations.step(of: joint)
        let limit = Vector3(repeating: 0.5)
        state.positions[joint] += step.clamped(lowerBound: -limit, upperBound: limit)
        if isOfOneCamera { state.positions[joint].z = max(state.positions[joint].z, Self.nearest) }
      }
      state.logStature += max(-0.1, min(0.1, equations.stepOfLogStature))
      damping = max(damping * 0.3, 1e-6)
    }
    return state
  }

  /// The normal equations at a state.
  func equations(at state: State) -> NormalEquations {
    var equations = NormalEquations()
    add(to: &equations, at: state, kernelFactor: 1)
    return equations
  }

  /// Whether the frame is the only camera's own.
  private var isOfOneCamera: Bool { views.count == 1 && views[0].cameraFromFrame == nil }

  /// Adds every residual at a state with the weight that its robust kernel gives it there
  /// (iteratively reweighted least squares).
  private func add(
    to equations: inout NormalEquations, at state: State, kernelFactor: Double
  ) {
    let marked = marked(state)
    for view in views {
      view.addReprojection(marked, kernelFactor: kernelFactor, &equations)
      view.addPrior(state, &equations)
    }
    addMidpoints(state, &equations)
    addSymmetry(state, &equations)
    addBones(state, &equations)
    for view in views { view.addFlexions(state, &equations) }
    addKnees(state, &equations)
    for view in views { view.addReadings(state, kernelFactor: kernelFactor, &equations) }
    equations.term(NormalEquations.logStature, 1 / logStature.sigma)
    equations.add((state.logStature - logStature.mean) / logStature.sigma)
  }

  /// A state with every joint where its keypoint marks it.
  private func marked(_ state: State) -> State {
    guard keypointsAreMarks else { return state }
    let offsets = KeypointOffsets.offsets(state.positions, stature: state.stature)
    return State(
      positions: PerJoint { state.positions[$0] + offsets[$0] }, logStature: state.logStature)
  }

  /// The reprojection errors of the joints' marks in each view, as fractions of the body's size
  /// there.
  func reprojectionErrors(at state: State) -> [[(joint: Joint, error: Double)]] {
    let marked = marked(state)
    return views.map { $0.reprojectionErrors(at: marked) }
  }

  /// The median distance between the keypoints and where a state projects their joints, as a
  /// fraction of the body's size in the picture.
  func typicalReprojectionError(at state: State) -> Double {
    reprojectionErrors(at: state).joined().map(\.error).median ?? 0
  }

  /// The smallest distance from the camera's plane, in metres.
  static let nearest = 0.2

  /// Huber's weight (its square root, since it multiplies residual and slopes): 1 up to `limit`.
  static func huber(_ residual: Double, _ limit: Double) -> Double {
    let size = abs(residual)
    return size <= limit ? 1 : (limit / size).squareRoot()
  }

  // MARK: What several views say

  /// The factor on the standard deviations of the network's prediction in each of so many views.
  ///
  /// The network knows no more of a body from four views than from one: its predictions count as one
  /// together. Measured against independent parts of their errors in docs/research/accuracy.md.
  static func sigmaScale(ofViews count: Int) -> Double { Double(count).squareRoot() }

  private static func predictedLengths(_ views: [View]) -> [(mean: Double, scale: Double)] {
    guard views.count > 1 else { return views[0].prediction.lengths }
    return views[0].prediction.lengths.indices.map { index in
      var (weight, sum) = (0.0, 0.0)
      for view in views {
        let predicted = view.prediction.lengths[index]
        let scale = predicted.scale * view.sigmaScale
        weight += 1 / (scale * scale)
        sum += predicted.mean / (scale * scale)
      }
      return (sum / weight, 1 / weight.squareRoot())
    }
  }
}
