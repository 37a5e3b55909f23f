internal import Kinematics
internal import PoseGeometry
internal import PoseImaging
internal import PoseSystem

/// The solver's result: the pose and its uncertainty.
struct LiftingSolution {
  /// The problem that was solved.
  var problem: PoseProblem
  /// The state at which the solver ended.
  var state: PoseProblem.State
  /// The covariance of each joint relative to the root, in m² along the camera's axes; the root's own.
  var covariances: PerJoint<SymmetricMatrix3>
  /// One standard deviation of the stature in metres.
  var statureSigma: Double
  /// The evidence of the depth map in front of each joint; `nil` when it was not used.
  var depthEvidence: PerJoint<JointEvidence.Depth>?
  /// The network's sigma of each joint; `nil` for the root.
  var priors: PerJoint<JointEvidence.Prior?>
  /// The use of the depth map.
  var depthUse: BodyPose.DepthUse
  /// The distance behind the surface at which each of `SurfacePoint.all` is expected, as a fraction
  /// of stature. Without depth it is a guess, good for a first scale of a map whose unit isn't
  /// known.
  var offsetRatios: [Double]
  /// The sum of the squares that the solver minimised, each as its robust kernel counts it.
  var cost: Double
}

/// The reason why a depth map was not used.
struct DepthRefusal: Error {
  let use: BodyPose.DepthUse
}

/// One person's keypoints, ready to be solved with a depth map or without.
struct LiftingProblem {
  /// The keypoints as they were found: what the network reads.
  let input: LifterInput
  /// The keypoints moved to the joints' centres: what the solver reads.
  let centers: LifterInput
  let camera: Camera
  let options: Lifter.Options
  /// Whether the depth map is a phone's LiDAR.
  let readsPhonesMap: Bool
  /// The joints that are seen in the picture.
  let seen: Set<Joint>
  /// The joints of the limbs that are outside the picture or have no keypoint.
  let outside: Set<Joint>
  private let bodySize: Double

  init(
    input: LifterInput, centers: LifterInput, camera: Camera, options: Lifter.Options,
    seen: Set<Joint> = Set(Joint.allCases), outside: Set<Joint> = [], readsPhonesMap: Bool = false
  ) {
    self.outside = outside
    self.seen = seen
    self.input = input
    self.centers = centers
    self.camera = camera
    self.options = options
    self.readsPhonesMap = readsPhonesMap
    bodySize = input.bodySize
  }

  /// A stature that is known is held to a ten-thousandth.
  private static let knownStatureSigma = 1e-4
  /// The network's scales are those of a Laplace distribution: √2·b is its standard deviation.
  private static let sigmaOfScale = 1.4
  /// The network's stature is held no tighter than this.
  private static let minimumStatureSigma = 0.01
  /// One in ten thousand people is taller, in metres; what is behind a person makes one of them.
  private static let implausibleStature = 2.05
  /// By BlazePose's keypoints people come out too small by this, in the logarithm of stature: the
  /// median of those that the network was not trained with.
  private static let blazePoseStatureBias = -0.013
  /// A stature by the map that differs from the stated one by more, in its logarithm, is another one: where no body of
  /// the stated one agrees with the map, and where one does. Chosen: twice and five times the sigma of measured statures.
  private static let otherStature = (refused: 0.05, used: 0.15)
  /// Statures that people have, in metres: others are never measured.
  static let statures = 0.9...2.3

  // MARK: Without depth

  /// The pose from the keypoints and the prior alone, at the given or the reference height; `nil`
  /// when the solver fails.
  func solveWithoutDepth() -> LiftingSolution? {
    let problem = problem(
      LifterFeatures(input), logStature: { _ in (log(height), Self.knownStatureSigma) })
    let start = problem.start()
    let solved = problem.solve(from: start, steps: 6)
    let state = solved.flatMap { Self.isPlausible($0) ? $0 : nil } ?? start
    guard Self.isPlausible(state),
      problem.typicalReprojectionError(at: state) < Self.maximumReprojectionError
    else { return nil }
    return solution(of: problem, at: state, depthUse: .notGiven)
  }

  /// The given height, the one that other pictures of the person measured, or the reference.
  private var height: Double {
    options.bodyHeight ?? options.proportions?.measuredStature?.metres
      ?? Anthropometry.referenceHeight
  }

  private func problem(
    _ features: LifterFeatures,
    logStature: (LiftingNetwork.Prediction) -> (mean: Double, sigma: Double)
  ) -> PoseProblem {
    var prediction = LiftingNetwork.builtIn.predict(features)
    if let proportions = options.proportions { prediction.rescale(to: proportions) }
    return PoseProblem(
      input: centers, prediction: prediction, virtualFromCamera: features.virtualFromCamera,
      weights: .init(
        keypointSigma: options.keypoints.sigma, lateralScale: options.keypoints.lateralScale),
      logStature: logStature(prediction), outside: outside, proportions: options.proportions)
  }

  // MARK: With depth

  /// The pose that agrees with the depth map too, or why there is none.
  func solve(with depth: DepthMap) -> Result<LiftingSolution, DepthRefusal> {
    guard depth.isMetric else { return solve(withRelative: depth) }
    guard let stated = options.bodyHeight else { return solve(with: depth, isSizeKnown: false) }
    let result = solve(with: depth, isSizeKnown: true)
    let limit: Double
    switch result {
    case .success: limit = Self.otherStature.used
    case .failure(let refusal) where refusal.use == .contradictory:
      limit = Self.otherStature.refused
    case .failure: return result
    }
    // Where the map agrees with a body of another size, the stated one is wrong, or the map's unit.
    guard case .success(let own) = solve(with: depth, isSizeKnown: false),
      abs(log(own.state.stature / stated)) > limit
    else { return result }
    return .failure(DepthRefusal(use: .contradictsHeight(own.state.stature)))
  }

  private func solve(
    with depth: DepthMap, isSizeKnown: Bool
  ) -> Result<LiftingSolution, DepthRefusal> {
    let keypointReadings = readings(of: depth)
    let torso = DepthReadings.torso.count { keypointReadings.depths[$0] != nil }
    let all = keypointReadings.depths.count { $0 != nil }
    guard torso >= 3 || torso >= 2 && all >= Self.minimumReadings else {
      return .failure(DepthRefusal(use: .tooLittle))
    }
    if let planarityResidual = keypointReadings.planarityResidual,
      planarityResidual < Self.minimumPlanarityResidual * bodySize
    {
      return .failure(DepthRefusal(use: .flat))
    }
    var problem = problem(LifterFeatures(input, depth: keypointReadings)) { prediction in
      isSizeKnown ? (log(height), Self.knownStatureSigma) : logStature(said: prediction)
    }
    // The network's pose goes where its surfaces meet what was read at the limbs.
    problem.views[0].readings = DepthReadings.limbs.compactMap { place, joint in
      keypointReadings.depths[place].map {
        reading(SurfacePoint.indices[joint], depth: $0, problem.views[0], problem.logStature.mean)
      }
    }
    var state = problem.moved(problem.start())
    // Far readings pull first and are rejected later; then the map is read again where the joints
    // have come to lie.
    for annealing in [8.0, 1] {
      problem.views[0].readings = readings(
        of: depth, at: state, problem.views[0], logStature: problem.logStature.mean)
      guard let solved = problem.solve(from: state, steps: 6, annealing: annealing),
        Self.isPlausible(solved)
      else { return .failure(DepthRefusal(use: .contradictory)) }
      state = solved
    }
    if !isSizeKnown {
      // What the solver takes for the stature, and what the bones add up to.
      for stature in [state.stature, Anthropometry.stature(of: state.withMiddles.positions)]
      where !Self.statures.contains(stature) {
        return .failure(DepthRefusal(use: .implausibleHeight(stature)))
      }
    }
    let evidence = evidence(of: depth, problem.views[0].readings, at: state)
    guard
      Self.agrees(
        evidence, isImplausiblyTall: !isSizeKnown && state.stature > Self.implausibleStature),
      problem.typicalReprojectionError(at: state) < Self.maximumReprojectionError
    else { return .failure(DepthRefusal(use: .contradictory)) }
    guard
      let solution = solution(of: problem, at: state, depthUse: .used, depthEvidence: evidence)
    else { return .failure(DepthRefusal(use: .contradictory)) }
    return .success(solution)
  }

  /// The natural logarithm of the stature that the network predicts from depth.
  func logStature(said prediction: LiftingNetwork.Prediction) -> (mean: Double, sigma: Double) {
    if let known = options.proportions?.measuredStature, let sigma = known.sigma {
      return (log(known.metres), max(sigma / known.metres, Self.knownStatureSigma))
    }
    let sigma = max(Self.sigmaOfScale * prediction.logStature.scale, Self.minimumStatureSigma)
    let bias = input.isBlazePose ? Self.blazePoseStatureBias : 0
    let said = prediction.logStature.mean - bias
    guard !seesLegs else { return (said, sigma) }
    let own = 1 / (sigma * sigma + Self.cutStatureSigma * Self.cutStatureSigma)
    let whole = said - Self.cutStatureBias
    let adults = 1 / (Self.adultStature.sigma * Self.adultStature.sigma)
    return (
      (own * whole + adults * Self.adultStature.mean) / (own + adults),
      (1 / (own + adults)).squareRoot()
    )
  }

  /// The bias of the stature of people who reach out of the frame, in its logarithm. They come out
  /// too small: the detector's guesses of legs outside it mislead the network. Measured on 109
  /// rendered people that it was not trained with.
  private static let cutStatureBias = -0.05
  /// The addition to the sigma of the stature of a body without legs, by its logarithm.
  private static let cutStatureSigma = 0.15
  /// The stature of adults by its logarithm.
  static let adultStature = (
    mean: log(Anthropometry.adultStature.median), sigma: Anthropometry.adultStature.logSigma
  )

  /// Whether at least one leg is seen down to the ankle.
  var seesLegs: Bool {
    [[Joint.leftHip, .leftKnee, .leftAnkle], [.rightHip, .rightKnee, .rightAnkle]].contains {
      seen.isSuperset(of: $0)
    }
  }

  /// The pose that agrees with a map whose unit is not known: the one factor that makes it fit a
  /// body of the given or the reference height is found along the way.
  private func solve(withRelative depth: DepthMap) -> Result<LiftingSolution, DepthRefusal> {
    guard var solution = solveWithoutDepth() else {
      return .failure(DepthRefusal(use: .contradictory))
    }
    var map = depth
    // The first round only brings the map near metres, in which surfaces are separated.
    for round in 0..<3 {
      let read = readings(of: map)
      let ratios = DepthReadings.limbs.compactMap { place, joint -> Double? in
        guard let depth = read.depths[place] else { return nil }
        let flesh = solution.offsetRatios[SurfacePoint.indices[joint]] * height
        return (solution.state.positions[joint].z - flesh) / depth
      }
      guard let factor = ratios.median, factor > 0 else {
        return .failure(DepthRefusal(use: .tooLittle))
      }
      map = map.scaled(by: factor)
      guard round > 0 else { continue }
      switch solve(with: map, isSizeKnown: true) {
      case .success(let better): solution = better
      case .failure(let refusal): return .failure(refusal)
      }
    }
    solution.depthUse = .relative
    return .success(solution)
  }

  /// A map that, where the person is, differs by less than this from a plane shows a wall or a floor,
  /// as a fraction of the body's size: rendered bodies differ by 0.06 and more, walls seen by a noisy
  /// sensor by 0.01.
  private static let minimumPlanarityResidual = 0.025
  /// The typical distance between keypoints and the solution's projection from which on the two
  /// don't show the same body, as a fraction of the body's size in the picture.
  private static let maximumReprojectionError = 0.08
  /// The sensor's share, which is added to the standard deviation of every reading, in metres.
  static let sensorSigma = 0.006
  /// The joint in front of which the network expects a surface to be seen has a scale below this, in
  /// metres; behind something else it is far larger.
  static let seenScale = 0.05

  /// The minimum number of places of the body with a reading if only two of the torso have one.
  private static let minimumReadings = 6

  /// The depth map read at the keypoints and around them.
  func readings(of depth: DepthMap) -> DepthReadings {
    DepthReadings(
      of: input,
      read: { ray, expected in read(depth, at: ray, in: window(of: depth), near: expected) },
      pixel: { ray in
        guard let place = place(of: ray, in: depth) else { return nil }
        let pixel = place.rounded(.toNearestOrEven)
        // Compared before they are whole numbers: an odd lens puts rays beyond all of these.
        guard pixel.x >= 0, pixel.x < Double(depth.width), pixel.y >= 0,
          pixel.y < Double(depth.height)
        else { return nil }
        let metres = depth[Int(pixel.x), Int(pixel.y)]
        return metres.isNaN ? nil : Double(metres)
      })
  }

  /// The depth map read where a state in the camera's frame puts the joints and the middles of bones.
  func readings(
    of depth: DepthMap, at state: PoseProblem.State, _ view: PoseProblem.View, logStature: Double
  ) -> [SurfaceReading] {
    let expected = state.positions[.root].z
    let window = evidenceWindow(of: depth, near: expected)
    return SurfacePoint.all.enumerated().compactMap { index, point in
      let p = point.position(state.positions)
      let ray = SIMD2(p.x, p.y) / p.z
      guard let found = read(depth, at: ray, in: window, near: expected) else { return nil }
      return reading(index, depth: found.depth, view, logStature)
    }
  }

  /// A reading as evidence for a point: how far behind it the point lies is the network's word.
  private func reading(
    _ index: Int, depth: Double, _ view: PoseProblem.View, _ logStature: Double
  ) -> SurfaceReading {
    let surface = view.prediction.surfaces[index]
    let size = exp(logStature) / Anthropometry.referenceHeight
    return SurfaceReading(
      point: SurfacePoint.all[index], depth: depth,
      offsetRatio: surface.offset / Anthropometry.referenceHeight,
      sigma: surface.scale * size + Self.sensorSigma)
  }

  /// Reads the map along a ray of the camera.
  private func read(
    _ depth: DepthMap, at ray: SIMD2<Double>, in window: DepthWindow, near expected: Double?
  ) -> DepthSample.Reading? {
    guard let place = place(of: ray, in: depth) else { return nil }
    return depth.sample(at: place, window: window, near: expected).reading
  }

  /// The window in which the map is read at keypoints, 1.2 % of the body's size to each side: the one
  /// that the network was trained with.
  private func window(of depth: DepthMap) -> DepthWindow {
    let radius = (0.012 * bodySize * focalLength(of: depth)).rounded(.toNearestOrEven)
    return DepthWindow(radius: Int(max(1, min(radius, 64))))
  }

  /// The window in which the solver's evidence is read, for a body so far away. A phone's map is
  /// smoothed across edges, so that thin limbs sink into what is behind them: `DepthWindow.joint` undoes
  /// that. The network goes on reading as it was trained, and so do other maps: on people held out from
  /// training the joint's window made both worse.
  private func evidenceWindow(of depth: DepthMap, near expected: Double) -> DepthWindow {
    guard readsPhonesMap, expected > 0 else { return window(of: depth) }
    return .joint(at: expected, focalLength: focalLength(of: depth))
  }

  /// The camera's focal length in pixels of the depth map.
  private func focalLength(of depth: DepthMap) -> Double {
    camera.fx * (Double(depth.width) / Double(camera.width))
  }

  /// The pixel of the depth map at a ray of the camera.
  func place(of ray: SIMD2<Double>, in depth: DepthMap) -> SIMD2<Double>? {
    guard let pixel = camera.pixel(of: Vector3(ray.x, ray.y, 1)) else { return nil }
    let (sx, sy) = (
      Double(depth.width) / Double(camera.width), Double(depth.height) / Double(camera.height)
    )
    return SIMD2((pixel.x + 0.5) * sx - 0.5, (pixel.y + 0.5) * sy - 0.5)
  }

  // MARK: Result

  /// No camera that shows a person is farther away than this, in metres: files refuse such places.
  private static let farthest = 1e4

  static func isPlausible(_ state: PoseProblem.State) -> Bool {
    state.logStature.isFinite
      && Joint.allCases.allSatisfy {
        let p = state.positions[$0]
        return (p.x + p.y + p.z).isFinite && p.z > 0.2 && p.length < Self.farthest
      }
  }
}

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
