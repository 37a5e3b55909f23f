internal import PoseGeometry
internal import PoseImaging
internal import Kinematics
internal import PoseSystem

/// The feet of a skeleton that has been solved.
extension Lifter {
  /// The keypoints of a leg's end.
  struct FootKeypoints {
    let knee: Joint
    let ankle: Joint
    let ankleKeypoint: Keypoint
    let heel: Keypoint
    let toe: Keypoint

    static let left = FootKeypoints(
      knee: .leftKnee, ankle: .leftAnkle, ankleKeypoint: .leftAnkle, heel: .leftHeel,
      toe: .leftToe)
    static let right = FootKeypoints(
      knee: .rightKnee, ankle: .rightAnkle, ankleKeypoint: .rightAnkle, heel: .rightHeel,
      toe: .rightToe)
  }

  /// A foot in the camera's frame; `nil` when its heel, its toe or its ankle was not seen, or no
  /// foot agrees with the keypoints.
  func foot(
    _ side: FootKeypoints, of pose: Pose2D, camera: Camera, body: BodyEstimate, ankleSigma: Double,
    pelvis: Rotation
  ) -> Foot? {
    guard body.sources[side.ankle] != .inferred, isSeen(side.heel, in: pose),
      isSeen(side.toe, in: pose),
      let heelPoint = pose.points[side.heel], let toePoint = pose.points[side.toe],
      let anklePoint = pose.withJointCenters.points[side.ankleKeypoint],
      let heelRay = camera.ray(to: heelPoint), let toeRay = camera.ray(to: toePoint),
      let ankleRay = camera.ray(to: anklePoint)
    else { return nil }
    let center = body.positions[side.ankle]
    // A detector's errors at ankle, heel and toe are much the same: what the solver has done to
    // the ankle is done to them.
    let shift = SIMD2(center.x, center.y) / center.z - ankleRay
    func observation(
      _ point: Pose2D.Point, _ ray: SIMD2<Double>, heelShare: Double, sigma: Double
    ) -> FootProblem.Observation {
      FootProblem.Observation(
        ray: ray + shift, heelShare: heelShare,
        sigma: hypot(sigma * options.keypoints.sigma, Self.skinSpread) / min(point.confidence, 1))
    }
    let toeShare = pose.convention == .blazePose ? Self.blazePoseToe : 0
    return FootProblem(
      ankle: center, knee: body.positions[side.knee], pelvis: pelvis, stature: body.stature.metres,
      observations: [
        observation(toePoint, toeRay, heelShare: toeShare, sigma: Self.toeSigma),
        observation(heelPoint, heelRay, heelShare: 1, sigma: Self.heelSigma),
      ],
      gravity: options.gravity)?.solve(ankleSigma: ankleSigma)
  }

  /// BlazePose's toe lies short of the tip, by this share of the way to the heel: robust fit over
  /// 5,213 feet of rendered people.
  private static let blazePoseToe = 0.115
  /// One standard deviation of the toe's keypoint relative to the ankle's, as a fraction of stature
  /// and a multiple of the keypoints' sigma; over the same feet.
  private static let toeSigma = 0.4
  /// The same for the heel.
  private static let heelSigma = 0.3
  /// One standard deviation of where on a heel or a toe a keypoint lies, as a fraction of stature.
  private static let skinSpread = 0.004
}
