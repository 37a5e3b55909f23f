internal import Kinematics
internal import PoseGeometry
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

  /// The damping of the first step, its factor from step to step, and the least; chosen.
  private static let damping = (first: 1e-3, factor: 0.3, least: 1e-6)
  /// The longest step of a joint along an axis in metres, and of the stature's logarithm; chosen.
  private static let longestStep = (metres: 0.5, logStature: 0.1)
  /// The factor from step to step on the width of kernels that begin wider; chosen.
  private static let annealed = 0.7

  /// Levenberg–Marquardt from a start: a fixed count of steps, the damping falling with each.
  ///
  /// - Parameter annealing: factor on the width of the kernels that reject evidence, at the first step; it
  ///   falls by 0.7 a step to 1, so that far readings pull first and are rejected later (graduated
  ///   non-convexity).
  /// - Returns: the last state; `nil` when the equations could not be solved.
  func solve(from start: State, steps: Int, annealing: Double = 1) -> State? {
    var state = start
    var equations = Self.noEquations()
    var damping = Self.damping.first
    for index in 0..<steps {
      equations.removeAll()
      let widening = annealing * pow(Self.annealed, Double(index))
      add(to: &equations, at: state, kernelFactor: max(1, widening))
      guard equations.solve(damping: damping) else { return nil }
      for joint in Joint.allCases {
        let step = equations.step(of: joint)
        let limit = Vector3(repeating: Self.longestStep.metres)
        state.positions[joint] += step.clamped(lowerBound: -limit, upperBound: limit)
        if isOfOneCamera { state.positions[joint].z = max(state.positions[joint].z, Self.nearest) }
      }
      let growth = equations.step(of: PoseUnknowns.logStature)
      state.logStature += max(
        -Self.longestStep.logStature, min(Self.longestStep.logStature, growth))
      damping = max(damping * Self.damping.factor, Self.damping.least)
    }
    return state
  }

  /// Equations of the joints and of stature without residuals.
  private static func noEquations() -> DenseNormalEquations {
    DenseNormalEquations(order: PoseUnknowns.order, floor: 1e-6)
  }

  /// The normal equations at a state.
  func equations(at state: State) -> DenseNormalEquations {
    var equations = Self.noEquations()
    add(to: &equations, at: state, kernelFactor: 1)
    return equations
  }

  /// Whether the frame is the only camera's own.
  private var isOfOneCamera: Bool { views.count == 1 && views[0].cameraFromFrame == nil }

  /// Adds every residual at a state with the weight that its robust kernel gives it there
  /// (iteratively reweighted least squares).
  private func add(
    to equations: inout DenseNormalEquations, at state: State, kernelFactor: Double
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
    equations.term(PoseUnknowns.logStature, 1 / logStature.sigma)
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

/// Where the unknowns of `PoseProblem` stand among those of its equations.
enum PoseUnknowns {
  /// Three coordinates a joint, in the joints' order, and one for the stature.
  static let order = 52
  /// The index of the logarithm of stature.
  static let logStature = 51

  /// The index of a joint's first coordinate.
  @inline(__always)
  static func first(of joint: Joint) -> Int { 3 * joint.rawValue }
}

extension DenseNormalEquations {
  /// The residual changes by `slope · d` when the joint moves by d metres.
  @inline(__always)
  mutating func term(_ joint: Joint, _ slope: Vector3) {
    term(from: PoseUnknowns.first(of: joint), slope)
  }

  /// Adds residuals of the offset of one joint from another, whose scale is the logarithm of stature.
  mutating func add(_ block: OffsetBlock, of joint: Joint, from origin: Joint) {
    add(
      block, of: PoseUnknowns.first(of: joint), from: PoseUnknowns.first(of: origin),
      scale: PoseUnknowns.logStature)
  }

  /// The equations of a weighted linear problem over three unknowns: a translation, a plane. An unknown that no
  /// equation has is zero.
  static func ofThreeUnknowns() -> DenseNormalEquations {
    DenseNormalEquations(order: 3, floor: 1e-9)
  }

  /// Adds the weighted equation row · unknowns = value.
  mutating func add(_ row: Vector3, equals value: Double, weight: Double) {
    term(from: 0, row)
    add(-value, squaredWeight: weight)
  }

  /// The step that `solve` found for a joint, in metres.
  func step(of joint: Joint) -> Vector3 { step(from: PoseUnknowns.first(of: joint)) }
}

/// The states from which the solver starts.
extension PoseProblem {
  /// The network's pose by a view in the axes of the unknowns, relative to the root, for a body of 1.8 m.
  func predictedPositions(by view: View) -> PerJoint<Vector3> {
    view.prediction.positions.map { view.virtualAxes * $0 }
  }

  /// The start with one camera and without depth: the network's pose at the expected stature, moved to
  /// where it falls on the keypoints best: p·(Z + Tz) − (XY + Txy) = 0 in the least-squares sense.
  func start() -> State {
    let stature = exp(logStature.mean)
    let pose = predictedPositions(by: views[0]).map {
      $0 * (stature / Anthropometry.referenceHeight)
    }
    var translation = Vector3(0, 0, 4)
    let rows = views[0].keypoints.map { (pose[$0.joint], $0.ray, $0.confidence * $0.confidence) }
    if let solved = Self.translation(rows), solved.z >= 0.5 { translation = solved }
    return State(
      positions: Self.placed(pose, at: translation), logStature: logStature.mean)
  }

  /// The starts with several cameras: the network's pose by each of them, at the expected stature, moved to
  /// where it falls on the keypoints of all best.
  func startsByView() -> [State] {
    let factor = exp(logStature.mean) / Anthropometry.referenceHeight
    return views.compactMap { view in
      let pose = predictedPositions(by: view).map { $0 * factor }
      guard let translation = translation(of: pose) else { return nil }
      return State(positions: pose.map { $0 + translation }, logStature: logStature.mean)
    }
  }

  /// The translation at which a pose falls on the keypoints of all views best. A ray (x, y, 1) of a
  /// camera meets a point p in its frame where p.x − x·p.z = 0 and p.y − y·p.z = 0.
  private func translation(of pose: PerJoint<Vector3>) -> Vector3? {
    var equations = DenseNormalEquations.ofThreeUnknowns()
    for view in views {
      for (joint, ray, confidence) in view.keypoints {
        let seen = view.inCamera(pose[joint])
        for axis in 0..<2 {
          var row = Vector3(0, 0, -ray[axis])
          row[axis] = 1
          equations.add(
            view.frameFromCamera * row, equals: ray[axis] * seen.z - seen[axis],
            weight: confidence * confidence)
        }
      }
    }
    return equations.solve() ? equations.step(from: 0) : nil
  }

  private static func translation(
    _ rows: [(position: Vector3, ray: SIMD2<Double>, weight: Double)]
  ) -> Vector3? {
    var equations = DenseNormalEquations.ofThreeUnknowns()
    for (position, ray, weight) in rows {
      let moved = ray * position.z - SIMD2(position.x, position.y)
      equations.add(SIMD3(1, 0, -ray.x), equals: moved.x, weight: weight)
      equations.add(SIMD3(0, 1, -ray.y), equals: moved.y, weight: weight)
    }
    return equations.solve() ? equations.step(from: 0) : nil
  }

  /// A start has its root at least so far from the camera's plane, and its joints, in metres; chosen.
  private static let nearestStart = (root: 0.4, joint: 0.3)

  /// A start moved along the viewing ray, so that by the median its surfaces lie at the readings;
  /// itself if there are none.
  func moved(_ start: State) -> State {
    let offsets = views[0].readings.map { -$0.residual(at: start) * $0.sigma }
    guard let offset = offsets.median else { return start }
    let z = start.positions[.root].z
    let shift = start.positions[.root] * (max(z + offset, Self.nearestStart.root) / z - 1)
    var moved = start
    moved.positions = Self.placed(start.positions, at: shift)
    return moved
  }

  private static func placed(
    _ pose: PerJoint<Vector3>, at translation: Vector3
  ) -> PerJoint<Vector3> {
    pose.map {
      let p = $0 + translation
      return Vector3(p.x, p.y, max(p.z, Self.nearestStart.joint))
    }
  }
}

/// The prior knowledge of bodies, as weighted residuals with their slopes.
extension PoseProblem {
  /// One standard deviation of the middles of hips and shoulders from root and centerShoulder, in metres; chosen.
  private static let middle = 0.006

  /// Root and centerShoulder are the middles of hips and shoulders.
  func addMidpoints(_ state: State, _ equations: inout DenseNormalEquations) {
    addMidpoint(.root, .leftHip, .rightHip, state, &equations)
    addMidpoint(.centerShoulder, .leftShoulder, .rightShoulder, state, &equations)
  }

  private func addMidpoint(
    _ middle: Joint, _ left: Joint, _ right: Joint, _ state: State,
    _ equations: inout DenseNormalEquations
  ) {
    let scale = 1 / Self.middle
    let p = state.positions
    let offset = p[middle] - (p[left] + p[right]) / 2
    for axis in 0..<3 {
      equations.term(3 * middle.rawValue + axis, scale)
      equations.term(3 * left.rawValue + axis, -scale / 2)
      equations.term(3 * right.rawValue + axis, -scale / 2)
      equations.add(scale * offset[axis])
    }
  }

  /// One standard deviation between the bones of the two sides, as a fraction of their length.
  private static let asymmetry = 0.02

  /// The bones of the two sides are alike.
  func addSymmetry(_ state: State, _ equations: inout DenseNormalEquations) {
    let stature = state.stature
    for (left, right) in Self.bonePairs {
      let scale = 1 / (left.ratio * Self.asymmetry * stature)
      let (leftLength, leftDirection) = left.span(state)
      let (rightLength, rightDirection) = right.span(state)
      equations.term(left.proximal, leftDirection * scale)
      equations.term(left.distal, leftDirection * -scale)
      equations.term(right.proximal, rightDirection * -scale)
      equations.term(right.distal, rightDirection * scale)
      equations.add(scale * (leftLength - rightLength))
    }
  }

  /// The factor on the network's scales for a bone's length, which are those of a Laplace
  /// distribution, and the minimum, as a fraction of the length.
  private static let boneSigma = (factor: 2.0, least: 0.02)

  /// The bones have the lengths that the network predicts, since it has learnt how the proportions
  /// of people vary together. It puts an uncertain joint in the middle of its possible positions,
  /// which shortens the bone. Bones that reach out of the frame get the usual lengths for the
  /// visible part of the body: the network takes people at the frame's edge for too small.
  func addBones(_ state: State, _ equations: inout DenseNormalEquations) {
    let stature = state.stature
    for (index, bone) in Self.bones.enumerated() {
      let isOutside = outside.contains(bone.proximal) || outside.contains(bone.distal)
      let expected: Double
      let spread: Double
      if let known = proportions?.ratios[index] {
        expected = stature * exp(known.logarithm)
        spread = hypot(known.sigma, Self.changes[index])
      } else {
        let predicted = lengths[Self.predictedBones[index]]
        expected = bone.ratio * stature * (isOutside ? 1 : exp(predicted.mean))
        spread =
          isOutside
          ? Self.spreads[index] : Self.boneSigma.factor * predicted.scale + Self.boneSigma.least
      }
      let scale = 1 / (spread * expected)
      let (length, direction) = bone.span(state)
      equations.term(bone.proximal, direction * scale)
      equations.term(bone.distal, direction * -scale)
      equations.term(PoseUnknowns.logStature, -scale * expected)
      let residual = scale * (length - expected)
      equations.add(residual, weight: RobustLoss.huber(residual, 2))
    }
  }

  /// The difference of a person's bones between pictures, as a fraction of the length. For those
  /// that follow the arms it is chosen, not measured. 0.05 and 0 give the same on 59 rendered
  /// frames; leaving them to the network is 0.6 to 0.8 mm worse.
  private static let changes = Anthropometry.bones.map { $0.followsArms ? 0.05 : 0 }

  /// The spread of the bones' lengths between people, as fractions of the length.
  private static let spreads = Anthropometry.bones.map(\.spread)

  /// The index of each bone in `LiftingNetwork.boneNames`.
  static let predictedBones = Anthropometry.bones.map {
    LiftingNetwork.boneNames.index(ofKnown: $0.name)
  }

  /// The part of a bone that the solver reads. Strings or lists would be reference-counted each
  /// time.
  private struct Bone {
    let proximal: Joint
    let distal: Joint
    let ratio: Double

    /// The length in metres, and the direction from the distal to the proximal end.
    func span(_ state: State) -> (length: Double, direction: Vector3) {
      let d = state.positions[proximal] - state.positions[distal]
      let length = d.length + 1e-9
      return (length, d / length)
    }
  }

  private static let bones = Anthropometry.bones.map {
    Bone(proximal: $0.proximal, distal: $0.distal, ratio: $0.ratio)
  }

  /// The bones that exist on both sides.
  private static let bonePairs: [(left: Bone, right: Bone)] = {
    let names = Anthropometry.bones.map(\.name)
    return names.indices.compactMap { right in
      let left = names.firstIndex(of: names[right])
      return left.flatMap { $0 < right ? (bones[$0], bones[right]) : nil }
    }
  }()

  /// A knee bends backwards: thigh × shank points along leftHip − rightHip, with a little leave.
  func addKnees(_ state: State, _ equations: inout DenseNormalEquations) {
    let p = state.positions
    guard let lateral = (p[.leftHip] - p[.rightHip]).normalized else { return }
    addKnee(.leftHip, .leftKnee, .leftAnkle, lateral, p, &equations)
    addKnee(.rightHip, .rightKnee, .rightAnkle, lateral, p, &equations)
  }

  /// The sine by which a knee may bend forwards, and one standard deviation beyond it; chosen.
  private static let forwardBend = (free: 0.03, sigma: 0.06)

  private func addKnee(
    _ hip: Joint, _ knee: Joint, _ ankle: Joint, _ lateral: Vector3, _ p: PerJoint<Vector3>,
    _ equations: inout DenseNormalEquations
  ) {
    let (u, v) = (p[knee] - p[hip], p[ankle] - p[knee])
    let size = u.length * v.length + 1e-9
    let bend = u.cross(v).dot(lateral) / size
    guard bend < -Self.forwardBend.free else { return }
    let scale = 1 / Self.forwardBend.sigma
    let alongU = v.cross(lateral) * (scale / size)
    let alongV = lateral.cross(u) * (scale / size)
    equations.term(hip, -alongU)
    equations.term(knee, alongU - alongV)
    equations.term(ankle, alongV)
    equations.add(scale * (bend + Self.forwardBend.free))
  }
}
