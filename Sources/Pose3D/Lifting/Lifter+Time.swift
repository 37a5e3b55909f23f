public import PoseImaging

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
      "keypoints of a \(pose.imageWidth)×\(pose.imageHeight) picture, camera of a "
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
  /// - Parameter moments: of one camera, which may move, in the order of their times. A lazy sequence is asked for
  ///   one after the other, and no more than 300 are kept.
  /// - Returns: a skeleton for each, in their order; a moment's own where it has no neighbours. Many pictures make no
  ///   joint surer than the best of them, for what limits it, where on the skin the detector sees it, lasts from
  ///   picture to picture. A joint that is less sure at a moment has the covariance of the surest moment around, a
  ///   quarter of a second at most, in its own shape, and what accelerations may have added since.
  public static func bodyPoses(of moments: some Sequence<LiftedFrame>) -> [BodyPose] {
    var window = LiftingWindow()
    var poses: [BodyPose] = []
    for moment in moments { poses += window.append(moment) }
    return poses + window.finish()
  }
}
