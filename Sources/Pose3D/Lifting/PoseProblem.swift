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
/// network's prediction as a prior, bone lengths, symmetry, knees that don't bend forward and, where
/// there are any, readings of the depth map.
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
    /// Weight of the network's prediction.
    var prior: Double
    /// Factor on the prediction's lateral scale.
    var lateralScale: Double
    /// Weight of the bone lengths' proportions.
    var bones: Double
  }

  var input: LifterInput
  var prediction: LiftingNetwork.Prediction
  var virtualFromCamera: Rotation
  var weights: Weights
  /// What is known of the stature: mean and standard deviation of its natural logarithm.
  var logStature: (mean: Double, sigma: Double)
  var readings: [SurfaceReading] = []

  /// Ray and weight of each joint that has a keypoint.
  private let keypoints: [(joint: Joint, ray: SIMD2<Double>, confidence: Double)]
  /// One standard deviation of a keypoint, in units of x/z.
  private let raySigma: Double
  /// The network's joints: what it predicts, and one over its standard deviations, weighted.
  private let prior: [(joint: Joint, mean: Vector3, scale: Vector3)]

  init(
    input: LifterInput, prediction: LiftingNetwork.Prediction, virtualFromCamera: Rotation,
    weights: Weights, logStature: (mean: Double, sigma: Double)
  ) {
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
      let lateral = prediction.lateralScale[joint] * Self.sigmaOfScale * weights.lateralScale
      let depth = prediction.depthScale[joint] * Self.sigmaOfScale
      let sigma = Vector3(lateral, lateral, depth) + 0.004
      return (joint, prediction.positions[joint], weights.prior.squareRoot() / sigma)
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
    var damping = 1e-3
    for index in 0..<steps {
      let width = max(1, annealing * pow(0.7, Double(index)))
      guard let step = equations(at: state, depthKernelFactor: width).step(damping: damping) else {
        return nil
      }
      state = Self.moved(state, by: step)
      damping = max(damping * 0.3, 1e-6)
    }
    return state
  }

  private static func moved(_ state: State, by step: [Double]) -> State {
    func clipped(_ value: Double, _ limit: Double) -> Double { max(-limit, min(limit, value)) }
    var moved = state
    moved.positions = PerJoint { joint in
      let first = 3 * joint.rawValue
      var p = state.positions[joint]
      for axis in 0..<3 { p[axis] += clipped(step[first + axis], 0.5) }
      p.z = max(p.z, Self.nearest)
      return p
    }
    moved.logStature += clipped(step[NormalEquations.logStature], 0.1)
    return moved
  }

  /// The normal equations at a state, every residual with the weight that its robust kernel gives
  /// it there (iteratively reweighted least squares).
  func equations(at state: State, depthKernelFactor: Double = 1) -> NormalEquations {
    var equations = NormalEquations()
    addReprojection(state, &equations)
    addPrior(state, &equations)
    addMidpoints(state, &equations)
    addBones(state, &equations)
    addKnees(state, &equations)
    addReadings(state, kernelFactor: depthKernelFactor, &equations)
    equations.term(NormalEquations.logStature, 1 / logStature.sigma)
    equations.add((state.logStature - logStature.mean) / logStature.sigma)
    return equations
  }

  /// The smallest distance from the camera's plane, in metres.
  private static let nearest = 0.2

  /// Huber's weight (its square root, since it multiplies residual and slopes): 1 up to `limit`.
  private static func huber(_ residual: Double, _ limit: Double) -> Double {
    let size = abs(residual)
    return size <= limit ? 1 : (limit / size).squareRoot()
  }

  // MARK: Residuals

  private func addReprojection(_ state: State, _ equations: inout NormalEquations) {
    for (joint, ray, confidence) in keypoints {
      let p = state.positions[joint]
      let z = max(p.z, Self.nearest)
      let scale = confidence / raySigma
      for axis in 0..<2 {
        let residual = scale * (p[axis] / z - ray[axis])
        equations.term(3 * joint.rawValue + axis, scale / z)
        equations.term(3 * joint.rawValue + 2, -scale * p[axis] / (z * z))
        equations.add(residual, weight: Self.huber(residual, 2.5))
      }
    }
  }

  /// The network's scales are those of a Laplace distribution: √2·b is its standard deviation.
  private static let sigmaOfScale = 1.4

  private func addPrior(_ state: State, _ equations: inout NormalEquations) {
    let root = state.positions[.root]
    let factor = Anthropometry.referenceHeight / state.stature
    // The virtual camera's axes in the camera's frame.
    let axes = virtualFromCamera.inverse
    for (joint, mean, scale) in prior {
      let offset = state.positions[joint] - root
      func add(_ direction: Vector3, _ mean: Double, _ scale: Double) {
        let relative = factor * direction.dot(offset)
        let residual = scale * (relative - mean)
        let slope = direction * (scale * factor)
        equations.term(joint, slope)
        equations.term(.root, -slope)
        equations.term(NormalEquations.logStature, -scale * relative)
        equations.add(residual, weight: Self.huber(residual, 2))
      }
      add(axes.x, mean.x, scale.x)
      add(axes.y, mean.y, scale.y)
      add(axes.z, mean.z, scale.z)
    }
  }

  /// Root and centerShoulder are the middles of hips and shoulders, to 6 mm.
  private func addMidpoints(_ state: State, _ equations: inout NormalEquations) {
    let scale = 1 / 0.006
    for (middle, left, right) in [
      (Joint.root, Joint.leftHip, Joint.rightHip),
      (.centerShoulder, .leftShoulder, .rightShoulder),
    ] {
      let p = state.positions
      let offset = p[middle] - (p[left] + p[right]) / 2
      for axis in 0..<3 {
        equations.term(3 * middle.rawValue + axis, scale)
        equations.term(3 * left.rawValue + axis, -scale / 2)
        equations.term(3 * right.rawValue + axis, -scale / 2)
        equations.add(scale * offset[axis])
      }
    }
  }

  /// One standard deviation between the bones of the two sides, as a fraction of their length.
  private static let asymmetry = 0.02

  private func addBones(_ state: State, _ equations: inout NormalEquations) {
    let stature = state.stature
    let bones = Self.bones.map { bone in
      let d = state.positions[bone.proximal] - state.positions[bone.distal]
      let length = d.length + 1e-9
      return (bone: bone, length: length, direction: d / length)
    }
    let weight = weights.bones.squareRoot()
    for (bone, length, direction) in bones {
      let scale = weight / (bone.ratio * bone.spread)
      equations.term(bone.proximal, direction * (scale / stature))
      equations.term(bone.distal, direction * (-scale / stature))
      equations.term(NormalEquations.logStature, -scale * length / stature)
      equations.add(scale * (length / stature - bone.ratio))
    }
    for (left, right) in Self.bonePairs {
      let scale = 1 / (bones[left].bone.ratio * Self.asymmetry * stature)
      for (index, sign) in [(left, 1.0), (right, -1.0)] {
        let (bone, _, direction) = bones[index]
        equations.term(bone.proximal, direction * (sign * scale))
        equations.term(bone.distal, direction * (-sign * scale))
      }
      equations.add(scale * (bones[left].length - bones[right].length))
    }
  }

  private static let bones = Anthropometry.bones

  /// Indices of the bones that exist on both sides.
  private static let bonePairs: [(left: Int, right: Int)] = {
    bones.indices.compactMap { right in
      let other = bones.firstIndex { $0.name == bones[right].name }
      return other.flatMap { $0 < right ? ($0, right) : nil }
    }
  }()

  /// A knee bends backwards: thigh × shank points along leftHip − rightHip, with a little leave.
  private func addKnees(_ state: State, _ equations: inout NormalEquations) {
    let p = state.positions
    guard let lateral = (p[.leftHip] - p[.rightHip]).normalized else { return }
    for (hip, knee, ankle) in [
      (Joint.leftHip, Joint.leftKnee, Joint.leftAnkle), (.rightHip, .rightKnee, .rightAnkle),
    ] {
      let (u, v) = (p[knee] - p[hip], p[ankle] - p[knee])
      let size = u.length * v.length + 1e-9
      let bend = u.cross(v).dot(lateral) / size
      guard bend < -0.03 else { continue }
      let scale = 1 / 0.06
      let alongU = v.cross(lateral) * (scale / size)
      let alongV = lateral.cross(u) * (scale / size)
      equations.term(hip, -alongU)
      equations.term(knee, alongU - alongV)
      equations.term(ankle, alongV)
      equations.add(scale * (bend + 0.03))
    }
  }

  /// Width of the depth kernel, in standard deviations.
  static let depthKernel = 2.5

  private func addReadings(
    _ state: State, kernelFactor: Double, _ equations: inout NormalEquations
  ) {
    let stature = state.stature
    for reading in readings {
      let z = reading.point.position(state.positions).z
      let flesh = reading.point.fleshRatio * stature
      let residual = (z - flesh - reading.depth) / reading.sigma
      // Geman–McClure: a reading far from its place counts for nothing.
      let q = residual / (Self.depthKernel * kernelFactor)
      for (joint, weight) in reading.point.joints {
        equations.term(3 * joint.rawValue + 2, weight / reading.sigma)
      }
      equations.term(NormalEquations.logStature, -flesh / reading.sigma)
      equations.add(residual, weight: 1 / (1 + q * q))

      // Free space: a joint lies behind the surface that is seen, not before it.
      guard let joint = reading.point.joint, abs(z - reading.depth) < 0.6 else { continue }
      let before = min(z - reading.depth + 0.01, 0) / 0.02
      guard before < 0 else { continue }
      equations.term(3 * joint.rawValue + 2, 1 / 0.02)
      equations.add(before, weight: Self.huber(before, 3))
    }
  }
}

// MARK: Starts

extension PoseProblem {
  /// The network's pose in the camera's axes, relative to the root, for a body of 1.8 m.
  var predictedPositions: PerJoint<Vector3> {
    let cameraFromVirtual = virtualFromCamera.inverse
    return prediction.positions.map { cameraFromVirtual * $0 }
  }

  /// The start without depth: the network's pose at the expected stature, moved to where it falls
  /// on the keypoints best: p·(Z + Tz) − (XY + Txy) = 0 in the least-squares sense.
  func start() -> State {
    let stature = exp(logStature.mean)
    let pose = predictedPositions.map { $0 * (stature / Anthropometry.referenceHeight) }
    var translation = Vector3(0, 0, 4)
    let rows = keypoints.map { (pose[$0.joint], $0.ray, $0.confidence * $0.confidence) }
    if let solved = Self.translation(rows), solved.z >= 0.5 { translation = solved }
    return State(
      positions: Self.placed(pose, at: translation), logStature: logStature.mean)
  }

  private static func translation(
    _ rows: [(position: Vector3, ray: SIMD2<Double>, weight: Double)]
  ) -> Vector3? {
    var matrix = [Double](repeating: 0, count: 9)
    var vector = [Double](repeating: 0, count: 3)
    for (position, ray, weight) in rows {
      for axis in 0..<2 {
        var row = [0.0, 0, -ray[axis]]
        row[axis] = 1
        accumulate(
          row, ray[axis] * position.z - position[axis], weight: weight, &matrix, &vector)
      }
    }
    for index in 0..<3 { matrix[4 * index] += 1e-9 }
    guard LinearAlgebra.solvePositiveDefinite(&matrix, &vector) else { return nil }
    return Vector3(vector[0], vector[1], vector[2])
  }

  /// The start with depth: the similarity X = k·μ + T that agrees best with the keypoints and with
  /// the readings at the joints, by a few reweighted linear solutions; returns also k, stature over
  /// 1.8 m.
  ///
  /// The torso decides first, the other joints come in as the kernel narrows from 0.4 to 0.12 m;
  /// without this step the solver falls into poses scaled to the wrong surface.
  func startOnReadings() -> (state: State, scale: Double) {
    let pose = predictedPositions
    let reference = Anthropometry.referenceHeight
    let joints = readings.compactMap { reading in
      reading.point.joint.map { (joint: $0, flesh: reading.point.fleshRatio, depth: reading.depth) }
    }
    let torsoDepths = joints.filter { Self.torso.contains($0.joint) }.map(\.depth).sorted()
    let typical =
      torsoDepths.isEmpty
      ? 3
      : (torsoDepths[torsoDepths.count / 2] + torsoDepths[(torsoDepths.count - 1) / 2]) / 2
    var weights = joints.map {
      (Self.torso.contains($0.joint) || $0.joint == .leftKnee || $0.joint == .rightKnee)
        && abs($0.depth - typical) < 0.6 ? 1.0 : 0.0
    }
    let raySigma = 0.012 * input.bodySize * typical
    let expected = exp(logStature.mean) / reference
    // A user's stature is exact; the population's spread is taken at a body of mean proportions.
    let expectedSigma = max(logStature.sigma, 0.001)
    var (translation, scale) = (Vector3(0, 0, typical), expected)
    for width in [0.4, 0.3, 0.22, 0.16, 0.12, 0.12, 0.12] {
      var matrix = [Double](repeating: 0, count: 16)
      var vector = [Double](repeating: 0, count: 4)
      for (joint, ray, confidence) in keypoints {
        for axis in 0..<2 {
          var row = [0, 0, -ray[axis], pose[joint][axis] - ray[axis] * pose[joint].z]
          row[axis] = 1
          let weight = confidence * confidence / (raySigma * raySigma)
          Self.accumulate(row, 0, weight: weight, &matrix, &vector)
        }
      }
      for (reading, weight) in zip(joints, weights) {
        let row = [0, 0, 1, pose[reading.joint].z - reading.flesh * reference]
        Self.accumulate(row, reading.depth, weight: weight / (0.05 * 0.05), &matrix, &vector)
      }
      let known = 1 / (expectedSigma * expectedSigma)
      Self.accumulate([0, 0, 0, 1], expected, weight: known, &matrix, &vector)
      for index in 0..<4 { matrix[5 * index] += 1e-9 }
      guard LinearAlgebra.solvePositiveDefinite(&matrix, &vector) else { break }
      translation = Vector3(vector[0], vector[1], vector[2])
      scale = max(0.72, min(1.2, vector[3]))
      weights = joints.map { reading in
        let z = scale * (pose[reading.joint].z - reading.flesh * reference) + translation.z
        let q = (z - reading.depth) / width
        return 1 / ((1 + q * q) * (1 + q * q))
      }
    }
    translation.z = max(translation.z, 0.4)
    let state = State(
      positions: Self.placed(pose.map { $0 * scale }, at: translation),
      logStature: log(scale * reference))
    return (state, scale)
  }

  /// The joints of the torso, whose depth says where the person stands.
  static let torso: Set<Joint> = [
    .leftShoulder, .rightShoulder, .leftHip, .rightHip, .spine, .root, .centerShoulder,
  ]

  private static func placed(
    _ pose: PerJoint<Vector3>, at translation: Vector3
  ) -> PerJoint<Vector3> {
    pose.map {
      let p = $0 + translation
      return Vector3(p.x, p.y, max(p.z, 0.3))
    }
  }

  /// Adds a weighted row to small normal equations (column-major, lower triangle).
  private static func accumulate(
    _ row: [Double], _ value: Double, weight: Double,
    _ matrix: inout [Double], _ vector: inout [Double]
  ) {
    let n = row.count
    for i in 0..<n {
      vector[i] += weight * row[i] * value
      for j in 0...i { matrix[j * n + i] += weight * row[i] * row[j] }
    }
  }
}
