internal import PoseGeometry
internal import PoseImaging
internal import Kinematics
internal import PoseSystem

/// A person whom several cameras show.
extension Lifter {
  /// The person's skeleton by all views together.
  ///
  /// One problem holds the keypoints, the network's prediction and the depth maps of all views. For
  /// a joint that one camera alone sees, triangulation is impossible; the body and the other joints
  /// determine it. A keypoint far from its joint's position in the other views doesn't count. If
  /// arms, legs or the whole person fit better with the sides of one view swapped, they are
  /// swapped. A view that shows another person is left out.
  ///
  /// The cameras' places give the size: `bodyHeight` is held to within 2 %, and without one the body height is
  /// `measured`. With a single usable view the skeleton is `bodyPose(from:camera:depth:)`'s.
  ///
  /// - Parameters:
  ///   - views: what the cameras show at one moment; `options.gravity` is in their common frame.
  ///   - previous: the person's body in the same frame a moment (some hundredths of a second) before, which tells
  ///     left from right where the views leave it open; `nil` when unknown.
  /// - Returns: the body in the common frame, and what became of every view.
  /// - Throws: `LiftingError` when no view shows enough of a person; the first view's.
  public func bodyPose(
    from views: [PersonView], after previous: BodyEstimate? = nil
  ) throws(LiftingError) -> MultiViewPose {
    precondition(!views.isEmpty, "a person seen by no camera")
    let before = previous.map {
      PoseProblem.State(positions: $0.positions, logStature: log($0.stature.metres))
    }
    let observations = observations(of: views)
    if let found = MultiViewSolver(observations.usable, options: options, after: before)?.solved(),
      let pose = pose(of: found, among: observations)
    {
      return pose
    }
    return try poseOfOne(views, observations.uses)
  }

  /// One person's skeletons over time by all views together.
  ///
  /// Every moment is solved as by `bodyPose(from:after:)`; then all of them once more in one problem, in which
  /// accelerations are those of a body and the height is one (`PoseTrajectory`). What a moment leaves open, those
  /// around it say. Moments that are more than a quarter of a second apart don't know of each other.
  ///
  /// - Parameters:
  ///   - moments: in the order of their times, each later than the one before. A lazy sequence is asked for one after
  ///     the other, and depth maps are not kept.
  ///   - onMoment: called with the number of moments that are done.
  /// - Returns: for each moment what `bodyPose(from:after:)` returns; `nil` where no view shows enough of the person.
  public func bodyPoses(
    of moments: some Sequence<SynchronizedViews>, onMoment: (Int) -> Void = { _ in }
  ) -> [MultiViewPose?] {
    bodyPoses(of: moments, windows: (240, 30), onMoment: onMoment)
  }

  /// - Parameter windows: the number of moments solved together, and of those before and after that
  ///   only contribute; a second is long for a joint.
  func bodyPoses(
    of moments: some Sequence<SynchronizedViews>, windows: (length: Int, margin: Int),
    onMoment: (Int) -> Void = { _ in }
  ) -> [MultiViewPose?] {
    var last: Double?
    var poses: [MultiViewPose?] = []
    var window: [Solved] = []
    var before: (time: Double, state: PoseProblem.State)?
    for (place, moment) in moments.enumerated() {
      if let last {
        precondition(last < moment.time, "moments at \(last) s and then at \(moment.time) s")
      }
      last = moment.time
      let near = before.flatMap { moment.time - $0.time <= Self.longestStep ? $0.state : nil }
      let solved = solved(moment, after: near)
      if let state = solved.state { before = (moment.time, state) }
      // What is more than a margin behind isn't changed by what comes.
      window.append(solved)
      if window.count == windows.length + 2 * windows.margin {
        let head = poses.isEmpty ? 0 : windows.margin
        poses += smoothed(window)[head..<window.count - windows.margin]
        window.removeFirst(window.count - 2 * windows.margin)
      }
      onMoment(place + 1)
    }
    let rest = smoothed(window)
    return poses + rest[(poses.isEmpty ? 0 : windows.margin)...]
  }

  /// Moments farther apart than this, in seconds, don't know of each other.
  private static let longestStep = 0.25

  /// A moment by itself.
  private struct Solved {
    var time: Double
    var observations: Observations
    /// `nil` where the views don't make one problem.
    var found: MultiViewSolver.Solution?
    /// The pose that one view gives alone; `nil` where `found` comes from several views, or no view
    /// gives one.
    var alone: MultiViewPose?

    var state: PoseProblem.State? {
      found?.state
        ?? alone.map {
          .init(positions: $0.body.positions, logStature: log($0.body.stature.metres))
        }
    }
  }

  private func solved(_ moment: SynchronizedViews, after before: PoseProblem.State?) -> Solved {
    let observations = observations(of: moment.views)
    var solved = Solved(time: moment.time, observations: observations)
    if let found = MultiViewSolver(observations.usable, options: options, after: before)?.solved() {
      solved.found = found
    } else if !moment.views.isEmpty, let pose = try? poseOfOne(moment.views, observations.uses) {
      solved.alone = pose
      if observations.usable.count == 1, observations.usable[0].view.depth == nil {
        solved.found = MultiViewSolver.Solution(
          observations: observations.usable, options: options,
          at: .init(positions: pose.body.positions, logStature: log(pose.body.stature.metres)))
      }
    }
    // They have been read, and a window of them would be gigabytes.
    for place in solved.observations.usable.indices {
      solved.observations.usable[place].view.depth = nil
    }
    for place in solved.found?.observations.indices ?? 0..<0 {
      solved.found?.observations[place].view.depth = nil
    }
    return solved
  }

  /// The poses of a window: runs of near moments together.
  private func smoothed(_ window: [Solved]) -> [MultiViewPose?] {
    var poses: [MultiViewPose?] = window.map(\.alone)
    var run: [(place: Int, moment: PoseTrajectory.SynchronizedFrame)] = []
    func end() {
      let trajectory = PoseTrajectory(moments: run.map(\.moment), frame: .world)
      let states = trajectory.solved()
      for (index, (place, _)) in run.enumerated() {
        guard var found = window[place].found else { continue }
        if let state = states?[index] { found.state = state }
        guard let pose = pose(of: found, among: window[place].observations) else { continue }
        poses[place] = pose
      }
      run = []
    }
    for (place, solved) in window.enumerated() {
      guard let found = solved.found else { continue }
      if let last = run.last, solved.time - last.moment.time > Self.longestStep { end() }
      run.append(
        (place, .init(time: solved.time, problem: found.problem, state: found.state)))
    }
    if !run.isEmpty { end() }
    return poses
  }

  /// The views that show enough of a person, and what became of the others.
  private struct Observations {
    var usable: [PersonObservation] = []
    var uses: [ViewUse]
  }

  private func observations(of views: [PersonView]) -> Observations {
    var observations = Observations(uses: views.map { _ in ViewUse() })
    for (index, view) in views.enumerated() {
      precondition(
        view.pose.imageWidth == view.camera.width && view.pose.imageHeight == view.camera.height,
        "keypoints of a \(view.pose.imageWidth)×\(view.pose.imageHeight) image, camera of a "
          + "\(view.camera.width)×\(view.camera.height) one")
      do throws(LiftingError) {
        observations.usable.append(try PersonObservation(view, index: index, options: options))
      } catch {
        observations.uses[index].refusal = .tooLittle(error)
      }
    }
    return observations
  }

  /// The skeleton by the best view alone.
  private func poseOfOne(
    _ views: [PersonView], _ given: [ViewUse]
  ) throws(LiftingError) -> MultiViewPose {
    var uses = given
    let usable = views.indices.filter { uses[$0].refusal == nil }.sorted {
      (views[$1].pose.confidence, $0) < (views[$0].pose.confidence, $1)
    }
    guard !usable.isEmpty else {
      guard case .tooLittle(let error) = uses[0].refusal else { throw .noSolution }
      throw error
    }
    for (place, index) in usable.enumerated() {
      let view = views[index]
      var lifter = self
      lifter.options.gravity = options.gravity.map { view.cameraFromFrame.rotation * $0 }
      guard
        let pose = try? lifter.bodyPose(from: view.pose, camera: view.camera, depth: view.depth)
      else { continue }
      for other in usable[(place + 1)...] { uses[other].refusal = .disagrees }
      return MultiViewPose(
        body: pose.body.moved(by: view.cameraFromFrame.inverse), views: uses,
        confidence: pose.confidence)
    }
    throw .noSolution
  }

  // MARK: The result

  /// The covariances are those of the moment by itself: what limits a joint – where on the skin the detector sees it –
  /// stays from picture to picture, and no moments around it make it surer (measured: docs/research/accuracy.md).
  private func pose(of found: MultiViewSolver.Solution, among given: Observations) -> MultiViewPose?
  {
    guard let covariance = found.problem.equations(at: found.state).covariance() else { return nil }
    var uses = given.uses
    for observation in given.usable
    where !found.observations.contains(where: { $0.index == observation.index }) {
      uses[observation.index].refusal = .disagrees
    }
    let errors = found.problem.reprojectionErrors(at: found.state)
    for (place, (observation, view)) in zip(found.observations, found.problem.views).enumerated() {
      let errors = errors[place].map(\.error)
      uses[observation.index].swapped = observation.swapped
      let distance = errors.median.map { $0 * view.bodySize }
      uses[observation.index].distance = distance.map { $0 * observation.view.camera.fx }
      uses[observation.index].offset = distance.map {
        $0 * view.inCamera(found.state.positions[.root]).z
      }
    }
    let positions = found.state.withMiddles.positions
    let seen = zip(found.observations, errors).map { observation, errors in
      observation.setting.seen.subtracting(
        errors.filter { $0.error > Self.farKeypoint }.map(\.joint))
    }
    let joints = JointCovariances(unknowns: covariance)
    let counts = PerJoint<Int> { joint in seen.count { $0.contains(joint) } }
    let confirmed = confirmedJoints(of: found)
    let hasReadings = found.problem.views.contains { !$0.readings.isEmpty }
    var body = BodyEstimate(
      positions: positions,
      covariances: PerJoint { joint in
        let factor = ViewErrorModel.factor(
          of: joint, seenBy: counts[joint], withDepth: hasReadings)
        return joints.relative(joint) * (factor * factor)
      },
      sources: PerJoint { joint in
        switch counts[joint] {
        case 0: .inferred
        case 1: confirmed.contains(joint) ? .depth : .lifted
        default: .triangulated
        }
      },
      stature: stature(of: positions, variance: joints.logStatureVariance))
    guard SegmentFrames(cameraPositions: positions) != nil else { return nil }
    (body.leftFoot, body.rightFoot) = (foot(.left, of: found, body), foot(.right, of: found, body))
    let confidences = found.observations.map { $0.person.usable.confidence }
    return MultiViewPose(
      body: body, views: uses,
      confidence: Self.share(confidences.reduce(0, +) / Double(confidences.count)))
  }

  /// A keypoint farther than this from where a camera shows its joint doesn't count as having seen
  /// it, as a fraction of the body's size: about 10 cm.
  private static let farKeypoint = 0.09

  private func stature(of positions: PerJoint<Vector3>, variance: Double) -> Stature {
    if let given = options.bodyHeight {
      return Stature(metres: given, sigma: 0, estimation: .user)
    }
    let metres = Anthropometry.stature(of: positions)
    return Stature(
      metres: metres, sigma: metres * ViewErrorModel.stature * variance.squareRoot(),
      estimation: .measured)
  }

  /// The joints that a depth map shows where they lie.
  private func confirmedJoints(of found: MultiViewSolver.Solution) -> Set<Joint> {
    var joints: Set<Joint> = []
    for view in found.problem.views {
      for reading in view.readings {
        guard let joint = reading.point.joint,
          abs(view.residual(of: reading, at: found.state)) < PoseProblem.View.depthKernel
        else { continue }
        joints.insert(joint)
      }
    }
    return joints
  }

  /// The share of the variance of a foot's keypoints that is common to all views; chosen.
  private static let commonFootShare = 0.4

  /// A foot by the cameras that show it: the mean of what each makes of it, weighted by its sigma. A camera's
  /// errors at a foot are its own; those of where on the skin a keypoint lies are common.
  private func foot(
    _ side: FootKeypoints, of found: MultiViewSolver.Solution, _ body: BodyEstimate
  ) -> Foot? {
    var (heel, toe, weight, count) = (Vector3.zero, Vector3.zero, 0.0, 0)
    for observation in found.observations where observation.setting.seen.contains(side.ankle) {
      let inCamera = body.moved(by: observation.view.cameraFromFrame)
      guard let pelvis = SegmentFrames(cameraPositions: inCamera.positions)?.cameraFromBody,
        let covariances = body.covariances, inCamera.positions[side.ankle].z > PoseProblem.nearest,
        let foot = observation.lifter.foot(
          side, of: observation.person.usable, camera: observation.view.camera, body: inCamera,
          ankleSigma: covariances[side.ankle].sigma, pelvis: pelvis.rotation),
        let sigma = foot.sigma, sigma > 0
      else { continue }
      let frameFromCamera = observation.view.cameraFromFrame.inverse
      let own = 1 / (sigma * sigma)
      heel += own * (frameFromCamera * foot.heel)
      toe += own * (frameFromCamera * foot.toe)
      weight += own
      count += 1
    }
    guard count > 0 else { return nil }
    let common = (1 + Double(count - 1) * Self.commonFootShare).squareRoot()
    return Foot(heel: heel / weight, toe: toe / weight, sigma: common / weight.squareRoot())
  }
}
