internal import Kinematics
public import PoseGeometry
public import PoseImaging
internal import PoseSystem

/// Lifts one person's 2D keypoints, with a depth map where there is one, to the 17 joints in metres.
///
/// A residual network reads the keypoints and what the depth map shows at them, and predicts the
/// pose; one robust least-squares solver then reconciles that prediction with the keypoints, the
/// symmetry of the body and the depth map, which is read again where the joints come to lie. Without
/// depth the size of the body is not seen: the result has the given height, or Vision's reference of
/// 1.8 m.
public struct Lifter: Sendable {
  /// Options of the lifter.
  public struct Options: Sendable {
    /// The person's stature in metres; `nil` when unknown.
    public var bodyHeight: Double?
    /// The proportions of the person, where other pictures have shown them; `nil` when unknown. Their
    /// stature counts where it was measured and `bodyHeight` is `nil`.
    public var proportions: BodyProportions?
    /// Keypoints below this confidence are left out.
    public var minimumConfidence = 0.1
    /// Joints whose keypoint is below this confidence count as not seen (`inferred`), where the detector
    /// looked once. In rendered pictures its error more than doubles below it.
    public var minimumSeenConfidence = 0.3
    /// The largest sigma of a keypoint that counts as seen, whatever its confidence, if the
    /// detector made several inference passes (`Pose2D.Point.sigma`). It is a fraction of 2.6 times
    /// the keypoints' root mean square spread (about the body's height); 0.025 is about 40 mm. In
    /// rendered images half of the keypoints beyond it are off by 95 mm and more, confident ones
    /// included. Unsure keypoints on which the inference passes agree are off by 30 to 70 mm.
    public var largestSeenSigma = 0.025
    /// The accuracy of the keypoints.
    public var keypoints = KeypointAccuracy.detected()
    /// The direction of gravity (down) in the camera's frame, when known.
    public var gravity: Vector3?

    /// The defaults.
    public init() {}
  }

  /// The options.
  public var options: Options

  /// A lifter with these options.
  public init(options: Options = Options()) { self.options = options }

  /// The person's skeleton.
  ///
  /// - Parameters:
  ///   - pose: the keypoints, in pixels of the picture.
  ///   - camera: the camera at the picture's size.
  ///   - depth: a depth map registered to the image (same view, any resolution), or `nil`. The map
  ///     counts as absent if it shows too little of the torso, contradicts the keypoints, or gives
  ///     an implausible body height; the pose's `depthUse` is the reason.
  /// - Returns: the skeleton. Where the depth map was used its height is `measured`: the sum of the
  ///   bones, with a sigma that grows with what the map doesn't show.
  /// - Throws: `LiftingError` when the keypoints don't show enough of a person.
  public func bodyPose(
    from pose: Pose2D, camera: Camera, depth: DepthMap? = nil
  ) throws(LiftingError) -> BodyPose {
    try moment(at: 0, from: pose, camera: camera, depth: depth).bodyPose
  }

  /// A person's keypoints, and what the solver is given of them.
  func setting(
    of pose: Pose2D, camera: Camera, depth: DepthMap?
  ) throws(LiftingError) -> (person: PreparedKeypoints, setting: LiftingProblem) {
    let person = PreparedKeypoints(pose, camera: camera)
    let input = LifterInput(person.usable, camera: camera, options: options)
    try check(input, of: person.usable)
    return (
      person,
      LiftingProblem(
        input: input, centers: LifterInput(person.centered, camera: camera, options: options),
        camera: camera, options: options, seen: seenJoints(person.usable),
        outside: outsideJoints(person.usable), readsPhonesMap: depth?.isPhonesMap ?? false)
    )
  }

  /// Size and checksum (FNV-1a, 64 bits) of the network's weights, for diagnosis.
  public static var networkDescription: String {
    let weights = LiftingNetwork.builtInWeights
    let checksum = weights.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return "\(weights.count) bytes, checksum \(String(checksum, radix: 16))"
  }

  // MARK: The result

  func assemble(
    _ solution: LiftingSolution, from person: PreparedKeypoints, camera: Camera
  ) -> BodyPose? {
    let pose = person.usable
    let positions = solution.state.withMiddles.positions
    let seen = seenJoints(pose)
    let sources = PerJoint<JointSource> { joint in
      guard seen.contains(joint) else { return .inferred }
      return solution.depthEvidence?[joint].verdict == .agrees ? .depth : .lifted
    }
    let evidence = PerJoint<JointEvidence> { joint in
      JointEvidence(
        keypoint: keypoint(of: joint, in: person, seenAt: camera.pixel(of: positions[joint])),
        depth: solution.depthEvidence?[joint], prior: solution.priors[joint])
    }
    var body = BodyEstimate(
      positions: positions, covariances: solution.covariances, sources: sources,
      stature: stature(solution, positions))
    guard let pelvis = SegmentFrames(cameraPositions: positions)?.cameraFromBody.rotation else {
      return nil
    }
    let foot = { (side: FootKeypoints) in
      self.foot(
        side, of: pose, camera: camera, body: body,
        ankleSigma: solution.covariances[side.ankle].sigma,
        pelvis: pelvis)
    }
    (body.leftFoot, body.rightFoot) = (foot(.left), foot(.right))
    body.swappedLimbs = pose.swappedLimbs
    body = body.widened(
      byFocalLength: camera.focalLengthSigma, hasDepth: solution.depthUse == .used)
    if solution.depthUse != .used, options.bodyHeight == nil, let sigma = body.stature.sigma {
      body = body.widened(byStature: sigma)
    }
    return BodyPose(
      body, id: pose.id ?? 0, confidence: Self.share(pose.confidence), camera: camera,
      gravity: options.gravity, depthUse: solution.depthUse, evidence: evidence)
  }

  /// The body's height; without depth the stated one, or Vision's reference.
  private func stature(
    _ solution: LiftingSolution, _ positions: PerJoint<Vector3>
  ) -> Stature {
    if let given = options.bodyHeight {
      return Stature(metres: given, sigma: 0, estimation: .user)
    }
    guard solution.depthUse == .used else {
      if let known = options.proportions?.measuredStature { return known }
      return Stature(
        metres: Anthropometry.referenceHeight, sigma: Anthropometry.referenceHeightSigma,
        estimation: .reference)
    }
    return Stature(
      metres: Anthropometry.stature(of: positions), sigma: solution.statureSigma,
      estimation: .measured)
  }
}

extension DepthMap {
  /// Whether it is a phone's LiDAR: it comes with confidences, or has the one size that ARKit's
  /// `sceneDepth` has, upright or not.
  fileprivate var isPhonesMap: Bool {
    confidence != nil || [width, height].sorted() == [192, 256]
  }
}

/// A person over time.
extension Lifter {
  /// A person in a picture at a moment, for `bodyPoses(of:)`; the other parameters, and what is thrown, are
  /// `bodyPose(from:camera:depth:)`'s.
  ///
  /// - Parameters:
  ///   - time: in seconds.
  ///   - pose: the keypoints, in pixels of the image.
  ///   - camera: the image's camera, of the image's size.
  ///   - depth: the depth map of the same view in metres; `nil` without one.
  public func moment(
    at time: Double, from pose: Pose2D, camera: Camera, depth: DepthMap? = nil
  ) throws(LiftingError) -> LiftedFrame {
    precondition(
      pose.imageWidth == camera.width && pose.imageHeight == camera.height,
      "keypoints of a \(pose.imageWidth)×\(pose.imageHeight) image, camera of a "
        + "\(camera.width)×\(camera.height) one")
    let (person, setting) = try setting(of: pose, camera: camera, depth: depth)
    let solution: LiftingSolution
    switch depth.map(setting.solve) {
    case .success(let withDepth): solution = withDepth
    case let refusal:
      guard var withoutDepth = setting.solveWithoutDepth() else { throw .noSolution }
      if case .failure(let refusal) = refusal { withoutDepth.depthUse = refusal.use }
      solution = withoutDepth
    }
    guard let bodyPose = assemble(solution, from: person, camera: camera) else { throw .noSolution }
    return LiftedFrame(
      time: time, bodyPose: bodyPose, lifter: self, person: person, setting: setting,
      solution: solution)
  }

  /// One person's skeletons over time, all moments in one problem. It combines each frame's
  /// evidence with three priors (`PoseTrajectory`): joints move about the body without jerks, bones
  /// keep their lengths, and the body its height. The frames before and after complete what one
  /// frame leaves open.
  ///
  /// Two moments are independent if more than a quarter of a second lies between them. So are two
  /// between which the person moves across the image faster than people run, or is flipped. The
  /// same holds if only one of the two has its size from a depth map.
  ///
  /// A detector takes left for right now and then. Moments at which the keypoints of arms, of legs or of both are swapped
  /// against those around them are lifted again with the sides of these; `BodyEstimate.swappedLimbs` tells. Moments
  /// with a depth map are not.
  ///
  /// - Parameters:
  ///   - moments: of one camera, which may move, in the order of their times. A lazy sequence is asked for one after the
  ///     other, and no more than 300 are kept.
  ///   - repairsSides: whether swapped sides are put right.
  /// - Returns: a skeleton for each, in their order; a moment's own where it has no neighbours. Many pictures make no
  ///   joint surer than the best of them, for what limits it, where on the skin the detector sees it, lasts from
  ///   picture to picture. A joint that is less sure at a moment has the covariance of the surest moment around, a
  ///   quarter of a second at most, in its own shape, and what accelerations may have added since.
  public static func bodyPoses(
    of moments: some Sequence<LiftedFrame>, repairsSides: Bool = true
  ) -> [BodyPose] {
    var window = LiftingWindow(repairsSides: repairsSides)
    var poses: [BodyPose] = []
    for moment in moments { poses += window.append(moment) }
    return poses + window.finish()
  }
}

/// A person in one picture of a video, lifted by itself, and what lifting the pictures together needs of it
/// (`Lifter.bodyPoses(of:)`). It holds no picture and no depth map.
public struct LiftedFrame: Sendable {
  /// In seconds.
  public let time: Double
  /// The skeleton by this picture alone: `Lifter.bodyPose(from:camera:depth:)`'s.
  public let bodyPose: BodyPose

  let lifter: Lifter
  let person: PreparedKeypoints
  let setting: LiftingProblem
  let solution: LiftingSolution
}

extension LiftedFrame {
  /// The solution at another state of the same problem; `nil` if no human body has that state.
  func solution(at state: PoseProblem.State) -> LiftingSolution? {
    guard LiftingProblem.isPlausible(state),
      var moved = setting.solution(
        of: solution.problem, at: state, depthUse: solution.depthUse,
        depthEvidence: solution.depthEvidence.map {
          $0.moved(to: state, readings: solution.problem.views[0].readings)
        })
    else { return nil }
    moved.offsetRatios = solution.offsetRatios
    return moved
  }

  /// The skeleton of a solution of the same problem.
  func bodyPose(of solution: LiftingSolution) -> BodyPose? {
    lifter.assemble(solution, from: person, camera: setting.camera)
  }
}

/// The reason why a 2D pose can't be lifted. The description is a sentence.
public enum LiftingError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Too few of the keypoints that the lifter reads are there.
  case tooFewKeypoints(found: Int, needed: Int)
  /// Neither both hips nor both shoulders are there, so that the trunk's direction is unknown.
  case noTrunk
  /// Hips and shoulders are all outside the picture: a detector's guesses.
  case trunkOutside
  /// The keypoints are all within a few pixels: the longer side of the box around them.
  case tooSmall(extent: Double, needed: Double)
  /// The keypoints lie on a line.
  case onALine
  /// No skeleton agrees with the keypoints.
  case noSolution

  /// The error with the expected input and the next step.
  public var description: String {
    switch self {
    case .tooFewKeypoints(let found, let needed):
      "only \(found) usable keypoints, and a skeleton needs \(needed): "
        + "use an image that shows more of the person"
    case .noTrunk:
      "neither both hips nor both shoulders were found, so that the trunk's direction is unknown: "
        + "use an image that shows more of the person"
    case .trunkOutside:
      "hips and shoulders are all outside the image, so that how the trunk stands is a guess: use an "
        + "image that shows more of the person"
    case .tooSmall(let extent, let needed):
      "the keypoints lie within \(Int(extent.rounded(.up))) pixels, and a skeleton needs "
        + "\(Int(needed)): use an image that shows the person larger"
    case .onALine:
      "the keypoints lie on a line, and a person's don't: check that the file has x and y of every "
        + "point"
    case .noSolution:
      "no skeleton agrees with the keypoints: check that they belong to one person and, when they "
        + "come from a file, that left and right are the person's own"
    }
  }
}
