internal import DepthIO
internal import Kinematics

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// What the solver found: the pose, and how sure it is.
struct LiftingSolution {
  var state: PoseProblem.State
  /// One standard deviation of each joint relative to the root, in metres along each axis.
  var sigmas: PerJoint<Double>
  /// One standard deviation of the stature in metres.
  var statureSigma: Double
  /// The joints whose place agrees with what the depth map shows there.
  var jointsInDepth: Set<Joint>
  /// What became of the depth map.
  var depthUse: BodyPose.DepthUse
}

/// Why a depth map was not used.
struct DepthRefusal: Error {
  let use: BodyPose.DepthUse
}

/// One person's keypoints with the network's prediction for them, ready to be solved with a depth
/// map or without.
struct LiftingSetting {
  let input: LifterInput
  let prediction: LiftingNetwork.Prediction
  let virtualFromCamera: Rotation
  let camera: Camera
  let options: Lifter.Options

  /// The logarithm of stature of adults, and its spread.
  private static let adults = (mean: log(1.71), sigma: 0.07)
  /// A stature that is known is held to a ten-thousandth.
  private static let knownStatureSigma = 1e-4

  // MARK: Without depth

  /// The pose from the keypoints and the prior alone, at the given or the reference height; `nil`
  /// when the solver fails.
  func solveWithoutDepth() -> LiftingSolution? {
    let height = options.bodyHeight ?? Anthropometry.referenceHeight
    let problem = PoseProblem(
      input: input, prediction: prediction, virtualFromCamera: virtualFromCamera,
      weights: .init(
        keypointSigma: options.keypointSigma, prior: 3, lateralScale: 2, bones: 0.3),
      logStature: (log(height), Self.knownStatureSigma))
    let start = problem.start()
    let solved = problem.solve(from: start, steps: 6)
    let state = solved.flatMap { Self.isPlausible($0) ? $0 : nil } ?? start
    guard Self.isPlausible(state) else { return nil }
    return solution(of: problem, at: state, jointsInDepth: [], depthUse: .notGiven)
  }

  // MARK: With depth

  /// The pose that agrees with the depth map too, or why there is none.
  func solve(with depth: DepthMap) -> Result<LiftingSolution, DepthRefusal> {
    var problem = PoseProblem(
      input: input, prediction: prediction, virtualFromCamera: virtualFromCamera,
      weights: .init(
        keypointSigma: options.keypointSigma, prior: 1.5, lateralScale: 2, bones: 1),
      logStature: options.bodyHeight.map { (log($0), Self.knownStatureSigma) } ?? Self.adults)

    problem.readings = firstReadings(depth)
    let (start, scale) = problem.startOnReadings()
    let found = problem.readings.count(where: \.isOnTorso)
    problem.readings = problem.readings.filter { isOnBody($0, start: start, scale: scale) }
    guard problem.readings.count(where: \.isOnTorso) >= 3 else {
      return .failure(DepthRefusal(use: found >= 3 ? .contradictory : .tooLittle))
    }
    // The gate may have changed what the start stands on: find it again.
    guard
      let first = problem.solve(from: problem.startOnReadings().state, steps: 10, annealing: 8)
    else { return .failure(DepthRefusal(use: .contradictory)) }

    problem.readings = readingsOnBody(depth, at: first)
    guard let state = problem.solve(from: first, steps: 6), Self.isPlausible(state) else {
      return .failure(DepthRefusal(use: .contradictory))
    }
    guard options.bodyHeight != nil || (1.2...2.2).contains(state.stature) else {
      return .failure(DepthRefusal(use: .implausibleHeight(state.stature)))
    }
    let agreeing = Set(problem.readings.filter { $0.agrees(with: state) }.compactMap(\.point.joint))
    guard agreeing.count >= Self.leastAgreeing,
      problem.typicalReprojectionError(at: state) < Self.mostReprojectionError
    else { return .failure(DepthRefusal(use: .contradictory)) }
    return solution(of: problem, at: state, jointsInDepth: agreeing, depthUse: .used)
      .map { .success($0) } ?? .failure(DepthRefusal(use: .contradictory))
  }

  /// Fewer joints than this in their place in the depth map don't say how large a body is.
  private static let leastAgreeing = 4
  /// The typical distance between keypoints and the solution's projection from which on the two
  /// don't show the same body, as a fraction of the body's size in the picture.
  private static let mostReprojectionError = 0.15

  /// The depth map read at the keypoints, and at the joints of trunk and head that lie between
  /// them.
  func firstReadings(_ depth: DepthMap) -> [SurfaceReading] {
    let rays = jointRays()
    let torso: [Joint] = [.leftShoulder, .rightShoulder, .leftHip, .rightHip, .spine]
    let typical = torso.compactMap { joint in
      rays[joint].flatMap { read(depth, at: $0, near: nil) }
    }.median
    return SurfacePoint.ofJoints.compactMap { point in
      guard let ray = point.joint.flatMap({ rays[$0] }),
        let found = read(depth, at: ray, near: typical)
      else { return nil }
      return SurfaceReading(point: point, depth: found, sigma: Self.readingSigma)
    }
  }

  /// One standard deviation of a reading in front of a joint as evidence for the joint's depth:
  /// mostly how much flesh lies between varies, not the sensor.
  private static let readingSigma = 0.025

  /// The rays of the joints that have a keypoint or lie between some that have.
  private func jointRays() -> [Joint: SIMD2<Double>] {
    var rays: [Joint: SIMD2<Double>] = [:]
    for (index, joint) in LifterInput.joints where input.isPresent[index] {
      rays[joint] = input.rays[index]
    }
    let middle = { (a: SIMD2<Double>?, b: SIMD2<Double>?) -> SIMD2<Double>? in
      guard let a, let b else { return nil }
      return (a + b) / 2
    }
    let ear = { (keypoint: Keypoint) -> SIMD2<Double>? in
      LifterInput.keypoints.firstIndex(of: keypoint)
        .flatMap { input.isPresent[$0] ? input.rays[$0] : nil }
    }
    rays[.centerHead] = middle(ear(.leftEar), ear(.rightEar))
    rays[.root] = middle(rays[.leftHip], rays[.rightHip])
    rays[.centerShoulder] = middle(rays[.leftShoulder], rays[.rightShoulder])
    rays[.spine] = middle(rays[.root], rays[.centerShoulder])
    return rays
  }

  /// Drops readings that can't belong to the person who was predicted there: those clearly behind
  /// (the background) or far before (something in front).
  private func isOnBody(
    _ reading: SurfaceReading, start: PoseProblem.State, scale: Double
  ) -> Bool {
    guard let joint = reading.point.joint else { return true }
    let flesh = scale * reading.point.fleshRatio * Anthropometry.referenceHeight
    let expected = start.positions[joint].z - flesh
    let uncertainty = prediction.depthScale[joint]
    return reading.depth - expected < 0.12 + 2.5 * uncertainty && expected - reading.depth < 0.6
  }

  /// The depth map read again where a first solution puts the joints and the bones; readings that
  /// are clearly behind or before the body there are left out.
  func readingsOnBody(_ depth: DepthMap, at state: PoseProblem.State) -> [SurfaceReading] {
    (SurfacePoint.ofJoints + SurfacePoint.alongBones).compactMap { point in
      let p = point.position(state.positions)
      guard let found = read(depth, at: SIMD2(p.x, p.y) / p.z, near: state.positions[.root].z)
      else { return nil }
      let expected = p.z - point.fleshRatio * state.stature
      let uncertainty = point.joints.reduce(0) { $0 + prediction.depthScale[$1.joint] * $1.weight }
      guard abs(found - expected) < 0.10 + 1.5 * uncertainty else { return nil }
      let sigma = point.joint == nil ? 1.4 * Self.readingSigma : Self.readingSigma
      return SurfaceReading(point: point, depth: found, sigma: sigma)
    }
  }

  /// Reads the map along a ray of the camera, in a window of 1.2 % of the body's size.
  private func read(
    _ depth: DepthMap, at ray: SIMD2<Double>, near expected: Double?
  ) -> Double? {
    guard let pixel = camera.pixel(of: Vector3(ray.x, ray.y, 1)) else { return nil }
    let (sx, sy) = (
      Double(depth.width) / Double(camera.width), Double(depth.height) / Double(camera.height)
    )
    let radius = (0.012 * input.bodySize * camera.fx * sx).rounded(.toNearestOrEven)
    let window = DepthWindow(radius: Int(max(1, min(radius, 64))))
    let place = SIMD2((pixel.x + 0.5) * sx - 0.5, (pixel.y + 0.5) * sy - 0.5)
    return depth.sample(at: place, window: window, near: expected).depth
  }

  // MARK: Uncertainty

  private static func isPlausible(_ state: PoseProblem.State) -> Bool {
    state.logStature.isFinite
      && Joint.allCases.allSatisfy {
        let p = state.positions[$0]
        return (p.x + p.y + p.z).isFinite && p.z > 0.2
      }
  }

  /// The solver takes a detector's errors as independent, but they come together: on 59 rendered
  /// pictures the median error is that of twice the standard deviations that it arrives at. With
  /// exact keypoints no factor is needed.
  private static let sigmaCalibration = 2.0
  /// Where there is depth, joints that it doesn't confirm err by more than the solver thinks, by this
  /// factor on the same pictures: a keypoint is on the wrong limb, or something hides the joint.
  private static let unconfirmedFactor = 1.4
  /// Below this sigma keypoints count as exact: marked by hand, or rendered.
  private static let exactKeypoints = 0.008

  private func solution(
    of problem: PoseProblem, at state: PoseProblem.State, jointsInDepth: Set<Joint>,
    depthUse: BodyPose.DepthUse
  ) -> LiftingSolution? {
    guard let covariance = problem.equations(at: state).covariance() else { return nil }
    let n = NormalEquations.order
    // The lower triangle, column-major.
    func element(_ a: Int, _ b: Int) -> Double { covariance[min(a, b) * n + max(a, b)] }
    let root = 3 * Joint.root.rawValue
    let calibration = options.keypointSigma < Self.exactKeypoints ? 1 : Self.sigmaCalibration
    let sigmas = PerJoint { joint in
      let first = 3 * joint.rawValue
      var variance = 0.0
      for axis in 0..<3 {
        let (a, b) = (first + axis, root + axis)
        variance +=
          joint == .root ? element(a, a) : element(a, a) + element(b, b) - 2 * element(a, b)
      }
      let isUnconfirmed = !problem.readings.isEmpty && !jointsInDepth.contains(joint)
      let factor = calibration * (isUnconfirmed ? Self.unconfirmedFactor : 1)
      return factor * (max(variance, 0) / 3).squareRoot()
    }
    let statureVariance = element(NormalEquations.logStature, NormalEquations.logStature)
    return LiftingSolution(
      state: state, sigmas: sigmas,
      statureSigma: calibration * state.stature * statureVariance.squareRoot(),
      jointsInDepth: jointsInDepth, depthUse: depthUse)
  }
}

extension SurfaceReading {
  /// Whether it was read in front of one of the torso's joints.
  fileprivate var isOnTorso: Bool { point.joint.map(PoseProblem.torso.contains) ?? false }

  /// Whether the point lies as far behind the reading as flesh is thick.
  fileprivate func agrees(with state: PoseProblem.State) -> Bool {
    let residual = point.position(state.positions).z - point.fleshRatio * state.stature - depth
    return abs(residual) < PoseProblem.depthKernel * sigma
  }
}
