public import PoseMotion
internal import PoseGeometry
public import PoseImaging
internal import Kinematics
internal import Pose3D
internal import PoseSystem

/// Places cameras by a person who moves before them, without a board.
///
/// Every view is lifted by itself; the skeletons, laid onto each other (Kabsch), say roughly where the cameras
/// are. Bundle adjustment then takes the keypoints of all views and moments (`BundleProblem`). The person's
/// height, or people's, gives the scale; the body's middle, which is above the feet on average, the vertical; the
/// toes the floor.
public struct RigCalibrator: Sendable {
  /// The known quantities.
  public struct Options: Sendable {
    /// The person's height in metres; `nil` when unknown: that of adults then, 1.70 ± 0.11 m.
    public var bodyHeight: Double?
    /// The moments that are used at most.
    public var moments = 80

    /// The defaults.
    public init() {}
  }

  private let recordings: [KeypointRecording]
  private let clocks: [ClockEstimate]
  private let options: Options

  /// Recordings of one person by two cameras or more; with several people one who is certain in every view counts.
  ///
  /// - Parameters:
  ///   - recordings: keypoints with the cameras' intrinsics; where these are assumed, focal lengths are
  ///     found too.
  ///   - clocks: how the clocks run, in the same order.
  ///   - options: options of the search.
  public init(
    _ recordings: [KeypointRecording], clocks: [ClockEstimate], options: Options = Options()
  ) {
    precondition(
      recordings.count > 1 && clocks.count == recordings.count, "two recordings with their clocks")
    (self.recordings, self.clocks, self.options) = (recordings, clocks, options)
  }

  // MARK: Calibrating

  /// The sandwich estimator's sigmas times this are those of the turns and places of six rendered rigs' cameras, by
  /// four, by three and in pairs (docs/research/calibration.md).
  private static let inflation = 4.0

  /// The median reprojection error with which a camera may belong to the others, as a share of the person's size in
  /// its images; chosen. In Pose2Sim's demonstrations, where people have about 600 pixels, sound cameras have 3 to
  /// 10 pixels, and a camera that was placed by another person had 82.
  private static let largestReprojection = 0.08

  /// Places the cameras.
  ///
  /// - Throws: `CalibrationError` when a camera shows nothing in common with the others, or something else, and
  ///   when several people can't be told apart.
  public func calibration() throws(CalibrationError) -> RigCalibration {
    let person = try CommonPerson(recordings, clocks: clocks.map(\.clock))
    let common = SynchronizedFrames(
      recordings, of: person, clocks: clocks.map(\.clock), atMost: options.moments)
    let bodies = lifted(common)
    let start = try rough(bodies)
    var bundle = BodyBundle(
      common, cameras: recordings.map(\.camera), poses: start, held: [0])
    bundle.swapSides()
    guard bundle.solve() != nil else { throw .notConverged }
    bundle.settleSigmas()
    guard let solution = bundle.solve() else { throw .notConverged }
    for view in recordings.indices {
      let error = bundle.reprojection(of: view).median ?? 0
      guard error.isFinite else { throw .notConverged }
      guard error <= Self.largestReprojection * common.sizes[view] else {
        throw .contradiction(camera: recordings[view].name, reprojection: error)
      }
    }
    let found = finished(bundle, solution, common, bodies)
    if let (first, second) = found.rig.pairInOnePlace {
      throw .onePlace(camera: second, other: first)
    }
    return found
  }

  /// Each view's skeletons in its camera's frame.
  private func lifted(_ common: SynchronizedFrames) -> [[PerJoint<Vector3>?]] {
    var lifter = Lifter()
    lifter.options.bodyHeight = options.bodyHeight ?? Anthropometry.adultStature.median
    let pace = max(1, common.moments.count / 40)
    return recordings.indices.map { view in
      common.moments.enumerated().map { index, moment in
        guard index % pace == 0, let pose = moment.poses[view] else { return nil }
        return try? lifter.bodyPose(from: pose, camera: recordings[view].camera).body.positions
      }
    }
  }

  /// Cameras' poses in the first one's frame by the lifted skeletons: the pair that fits best first.
  private func rough(
    _ bodies: [[PerJoint<Vector3>?]]
  ) throws(CalibrationError) -> [RigidTransform] {
    let count = recordings.count
    var poses = [RigidTransform?](repeating: nil, count: count)
    poses[0] = .identity
    while let missing = poses.firstIndex(where: { $0 == nil }) {
      var best: (misfit: Double, view: Int, pose: RigidTransform)?
      for known in 0..<count {
        guard let from = poses[known] else { continue }
        for view in 0..<count where poses[view] == nil {
          guard let found = Self.motion(bodies[known], bodies[view]) else { continue }
          if found.misfit < best?.misfit ?? .infinity {
            best = (found.misfit, view, found.motion * from)
          }
        }
      }
      guard let best else { throw .nothingInCommon(camera: recordings[missing].name) }
      poses[best.view] = best.pose
    }
    return poses.map { $0 ?? .identity }
  }

  /// The motion that takes one view's skeletons to another's: the rotation by the joints relative to the root,
  /// robustly, the translation by the roots' median.
  static func motion(
    _ a: [PerJoint<Vector3>?], _ b: [PerJoint<Vector3>?]
  ) -> (motion: RigidTransform, misfit: Double)? {
    let pairs = zip(a, b).compactMap { a, b in a.flatMap { a in b.map { (a, $0) } } }
    guard pairs.count >= 3 else { return nil }
    let offsets = pairs.flatMap { a, b in
      Joint.allCases.filter { $0 != .root }.map { (a[$0] - a[.root], b[$0] - b[.root]) }
    }
    var weights = [Double](repeating: 1, count: offsets.count)
    var rotation = Rotation.identity
    var misfits: [Double] = []
    for _ in 0..<20 {
      let source = zip(offsets, weights).map { $0.0 * $1 }
      guard let next = Rotation.fitting(source, to: offsets.map(\.1)) else { return nil }
      rotation = next
      misfits = offsets.map { (next * $0.0 - $0.1).length }
      let scale = max(misfits.median ?? 0.1, 0.02)
      weights = misfits.map { 1 / (1 + $0 * $0 / (scale * scale)) }
    }
    let shifts = pairs.map { a, b in b[.root] - rotation * a[.root] }
    let shift = Vector3(
      shifts.map(\.x).median ?? 0, shifts.map(\.y).median ?? 0, shifts.map(\.z).median ?? 0)
    return (
      RigidTransform(rotation: rotation, translation: shift), misfits.median ?? .infinity
    )
  }

  // MARK: Scale, vertical, floor

  private func finished(
    _ bundle: BodyBundle, _ solution: BundleProblem.Solution, _ common: SynchronizedFrames,
    _ bodies: [[PerJoint<Vector3>?]]
  ) -> RigCalibration {
    var doubts: [RigCalibration.Doubt] = []
    let cameras = bundle.cameras(solution, inflation: Self.inflation)
    let poses = bundle.problem.cameras.map(\.pose)
    let scale = scale(common, cameras, poses, bones: bundle.stretch(against: bodies))
    let vertical = bundle.vertical()
    let up = vertical?.up ?? Vector3(0, -1, 0)
    if vertical == nil { doubts.append(.noVertical) }
    if options.bodyHeight == nil { doubts.append(.scaleAssumed(sigma: scale.sigma)) }
    if bundle.movement * scale.factor < Self.minimumMovement { doubts.append(.stoodStill) }
    let worldFromFirst = bundle.world(up: up, scale: scale.factor)
    var members: [CameraRig.Member] = []
    var known: [RigCalibration.Member] = []
    for index in poses.indices {
      var pose = poses[index]
      pose.translation *= scale.factor
      var member = CameraRig.Member(
        name: recordings[index].name, camera: cameras[index],
        cameraFromWorld: pose * worldFromFirst.inverse)
      member.sigma = solution.covariances[index].map {
        var sigma = CameraRig.Sigma(turnAndShift: $0, cameraFromWorld: member.cameraFromWorld)
        sigma.rotation? *= Self.inflation
        sigma.position? *= Self.inflation * scale.factor
        return sigma
      }
      if bundle.problem.cameras[index].focalSigma > 0 {
        var sigma = member.sigma ?? CameraRig.Sigma()
        let (camera, share) = (cameras[index], cameras[index].focalLengthSigma)
        let centre = Self.centreSigma * Double(camera.width)
        sigma.intrinsics = [camera.fx * share, camera.fy * share, centre, centre]
        member.sigma = sigma
      }
      members.append(member)
      let sigmas = solution.covariances[index].map { Self.sigmas($0) }
      let name = member.name
      let convergence = poses.indices.filter { $0 != index }.map { other in
        Self.angle(poses[index], poses[other])
      }
      let widest = convergence.max() ?? 0
      if widest < Self.minimumConvergence { doubts.append(.viewsTooAlike(camera: name)) }
      let angle = sigmas.map { $0.angle * Self.inflation }
      if angle ?? 0 > Self.largestSigma { doubts.append(.undetermined(camera: name)) }
      if let doubt = clocks[index].doubt {
        doubts.append(.clock(camera: name, clocks[index].clock, doubt))
      }
      if bundle.problem.cameras[index].focalSigma > 0 {
        doubts.append(
          .focalLengthAssumed(camera: name, sigma: cameras[index].focalLengthSigma))
      }
      known.append(
        RigCalibration.Member(
          reprojection: bundle.reprojection(of: index).median ?? 0,
          count: bundle.reprojection(of: index).count, angleSigma: angle,
          positionSigma: sigmas.map { $0.position * Self.inflation * scale.factor },
          convergence: widest, clock: clocks[index]))
    }
    return RigCalibration(
      rig: CameraRig(
        cameras: members, up: vertical == nil ? nil : Vector3(0, 1, 0), upSigma: vertical?.sigma,
        scaleSigma: scale.sigma,
        covariance: Self.covariance(solution.joint, scale: scale.factor)),
      members: known, moments: common.moments.count, doubts: doubts)
  }

  /// The rig's covariance from that of the adjustment, in whose lengths shifts are.
  private static func covariance(
    _ joint: [Double], scale: Double
  ) -> RigCovariance {
    let size = Int(Double(joint.count).squareRoot())
    // Where each of a camera's numbers is among the adjustment's, and its size there.
    let rows = stride(from: 0, to: size, by: 7).flatMap {
      first -> [(place: Int, factor: Double)?] in
      let pose = (0..<6).map { (first + $0, $0 < 3 ? inflation : inflation * scale) }
      let focal = [(first + 6, inflation), (first + 6, inflation)]
      let held = RigCovariance.numbersPerCamera - pose.count - focal.count
      return pose + focal + Array(repeating: nil, count: held)
    }
    return RigCovariance(
      cameraCount: size / 7,
      values: rows.flatMap { row in
        rows.map { column in
          guard let row, let column else { return 0 }
          return joint[row.place * size + column.place] * row.factor * column.factor
        }
      })
  }

  /// The person's hips move less than this, in metres, root mean square: they stayed in one place.
  private static let minimumMovement = 0.25
  /// Lines of observation nearer to each other than this, in radians.
  private static let minimumConvergence = 0.26
  /// A turn that is less sure than this isn't determined, in radians.
  private static let largestSigma = 0.175

  static func angle(_ a: RigidTransform, _ b: RigidTransform) -> Double {
    acos(min(abs(a.rotation.inverse.z.dot(b.rotation.inverse.z)), 1))
  }

  static func sigmas(_ covariance: [Double]) -> (angle: Double, position: Double) {
    func trace(_ first: Int) -> Double {
      (first..<first + 3).reduce(0) { $0 + covariance[$1 * 6 + $1] }
    }
    return (trace(0).squareRoot(), trace(3).squareRoot())
  }

  /// One standard deviation of a principal point that is assumed to be the image's centre, as a share of the width;
  /// chosen.
  private static let centreSigma = 0.01

  /// Returns the factor for all lengths, and its sigma as a share. The factor is the person's
  /// height over the stature that all views together show.
  ///
  /// If the views' geometry is poor, that stature has little to do with it. It is then far from
  /// `bones`, the factor by the limbs of each view's own skeleton, which counts with a large sigma.
  private func scale(
    _ common: SynchronizedFrames, _ cameras: [Camera], _ poses: [RigidTransform], bones: Double?
  ) -> (factor: Double, sigma: Double) {
    let pace = max(1, common.moments.count / 20)
    let lifter = Lifter()
    let statures = stride(from: 0, to: common.moments.count, by: pace).compactMap { index in
      let views = common.moments[index].poses.enumerated().compactMap { view, pose in
        pose.map { PersonView(pose: $0, camera: cameras[view], cameraFromFrame: poses[view]) }
      }
      let pose = try? lifter.bodyPose(from: views)
      return pose.map { Anthropometry.stature(of: $0.body.positions) }
    }
    let height = options.bodyHeight ?? Anthropometry.adultStature.median
    guard let stature = statures.median, stature > 0 else {
      return (bones ?? 1, Self.unknownScale)
    }
    let factor = height / stature
    if let bones, abs(log(factor / bones)) > Self.unknownScale {
      return (bones, Self.unknownScale)
    }
    let spread = (statures.map { abs($0 - stature) }.median ?? 0) / stature
    let own = options.bodyHeight == nil ? Anthropometry.adultStature.logSigma : 0
    return (
      factor,
      (own * own + Self.proportions * Self.proportions + spread * spread
        / Double(max(statures.count, 1))).squareRoot()
    )
  }

  /// The error of a stature from keypoints between people, as a share: the head's top isn't seen.
  private static let proportions = 0.02
  /// The scale's sigma, by its logarithm, where no stature is seen; and the difference of two scales beyond which
  /// they contradict each other. Chosen.
  private static let unknownScale = 0.2
}

/// The poses of cameras, found from the people whom they show, with their uncertainty.
public struct RigCalibration: Sendable, Equatable {
  /// The calibration of a camera.
  public struct Member: Sendable, Equatable {
    /// The reprojection error of the keypoints, the median in pixels.
    public var reprojection: Double
    /// Keypoints that took part.
    public var count: Int
    /// One standard deviation of its turn against the first camera, in radians; `nil` for the first.
    public var angleSigma: Double?
    /// One standard deviation of its distance from its true place relative to the first camera, in metres, the
    /// scale aside; `nil` for the first.
    public var positionSigma: Double?
    /// The angle in radians between its line of observation and that of the camera that differs most from it, at most a
    /// right angle.
    public var convergence: Double
    /// The clock relative to the first one's.
    public var clock: ClockEstimate
  }

  /// A quantity that the recordings don't determine well enough.
  public enum Doubt: Sendable, Equatable {
    /// The person hardly moved: the detector's own errors don't average out.
    case stoodStill
    /// A camera looks from nearly where another one does: distances are uncertain.
    case viewsTooAlike(camera: String)
    /// A camera's place isn't determined.
    case undetermined(camera: String)
    /// The height of the person isn't known, and so neither is the scale: a share of all lengths.
    case scaleAssumed(sigma: Double)
    /// A camera's field of view was assumed, and found with this sigma, as a share of the focal length.
    case focalLengthAssumed(camera: String, sigma: Double)
    /// A camera's clock may be another one, and its place that of other moments.
    case clock(camera: String, ViewClock, ClockEstimate.Doubt)
    /// The vertical isn't known.
    case noVertical
  }

  /// The cameras in a world with y up, x to the right of the first camera, z toward it, and the origin on the
  /// floor below the person in the first frame. The sigmas of poses are relative to the first camera, and the scale
  /// isn't in them: `scaleSigma` of the rig is its own.
  public var rig: CameraRig
  /// The calibrations of the cameras, in their order.
  public var members: [Member]
  /// Moments that were used.
  public var moments: Int
  /// The quantities that aren't determined well.
  public var doubts: [Doubt]
}

/// The reason why cameras can't be placed by the people whom they show. The description is a
/// sentence for people.
public enum CalibrationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A camera shows no person at the moments at which others do.
  case nothingInCommon(camera: String)
  /// Several people are seen, and in a camera it isn't certain who of them is the one that others show.
  case severalPeople(camera: String)
  /// A camera shows something else than the others: the median distance of its keypoints in pixels, a finite number.
  case contradiction(camera: String, reprojection: Double)
  /// No place of a camera explains what it shows.
  case notConverged
  /// Two cameras are in one place, where nothing can be triangulated.
  case onePlace(camera: String, other: String)

  /// The error with the expected input and the next step.
  public var description: String {
    switch self {
    case .nothingInCommon(let camera):
      "camera \(camera) shows too little of a person while another camera shows them: the person has to be "
        + "seen whole by two cameras at a time, and the clocks have to be right"
    case .severalPeople(let camera):
      "several people are seen, and it isn't certain who of them in camera \(camera) is the person whom the other "
        + "cameras show: let one person alone move before the cameras"
    case .contradiction(let camera, let reprojection):
      "camera \(camera) shows something else than the others, its keypoints are "
        + "\(Int(min(reprojection, 1e6).rounded())) pixels from where it should: check that all recordings show the same "
        + "person at the same time, and that none is mirrored"
    case .notConverged:
      "no places of the cameras explain what they show: the clocks or the people don't belong together"
    case .onePlace(let camera, let other):
      "cameras \(other) and \(camera) are in one place, from where nothing can be triangulated: check that their "
        + "recordings are of two cameras, and set these apart"
    }
  }
}
