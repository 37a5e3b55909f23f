internal import PoseSystem
internal import PoseGeometry
internal import Kinematics
internal import PoseImaging

/// The evidence for one foot, as a robust least-squares problem over its heel and big toe in the
/// camera's frame. It consists of their keypoints, their usual positions on a shank, and the
/// triangle that they form with the ankle, whose position is fixed. If gravity is known, that feet
/// are mostly flat on the ground is evidence, too.
///
/// Neither a detector's own 3D landmarks nor the depth map at the keypoints is evidence here: on the
/// rendered people that the constants come from both left the errors as they were. BlazePose's
/// landmarks of feet are 40° off in the median; a toe's keypoint misses the toe by 2 cm, and what is
/// beside it is floor.
struct FootProblem {
  /// A keypoint of the foot.
  struct Observation {
    /// (x/z, y/z) of the ray through it.
    var ray: SIMD2<Double>
    /// The marked point's share of the way from the toe to the heel.
    var heelShare: Double
    /// One standard deviation in the picture, as a fraction of stature at the foot's distance.
    var sigma: Double
  }

  /// The ankle in the camera's frame, in metres.
  let ankle: Vector3
  /// The person's left, the direction from ankle to knee, and the front, at this shank.
  let shankAxes: Rotation
  /// In metres.
  let stature: Double
  /// The keypoints of the heel and of the toe.
  let observations: [Observation]
  /// The direction of gravity (down), length 1, where it is known and the leg stands.
  let gravity: Vector3?

  /// A foot on a shank.
  ///
  /// The front is the pelvis's, carried to the shank by the shortest arc. The hinge of a bent knee
  /// predicts the direction of the foot less well.
  ///
  /// Returns `nil` when knee and ankle are in one place.
  init?(
    ankle: Vector3, knee: Vector3, pelvis: Rotation, stature: Double, observations: [Observation],
    gravity: Vector3? = nil
  ) {
    guard let up = (knee - ankle).normalized else { return nil }
    shankAxes = Rotation.shortestArc(from: pelvis.y, to: up) * pelvis
    self.ankle = ankle
    self.stature = stature
    self.observations = observations
    self.gravity = gravity?.normalized.flatMap { up.dot($0) < -Self.minimumUpright ? $0 : nil }
  }

  /// The foot; `nil` when no foot on this shank agrees with its keypoints. Its sigma is relative to
  /// the ankle.
  ///
  /// - Parameter ankleSigma: the ankle's standard deviation in metres.
  func solve(ankleSigma: Double) -> Foot? {
    var foot = Foot(heel: expected(Self.heel), toe: expected(Self.toe))
    var equations = DenseNormalEquations(order: Self.order, floor: 0)
    // A wide kernel first, so that a foot far from where feet usually are pulls before it is
    // rejected (graduated non-convexity).
    for index in 0..<Self.steps {
      let width = max(1, Self.annealing * pow(0.5, Double(index)))
      equations.removeAll()
      add(to: &equations, at: foot, kernelFactor: width)
      guard equations.solve() else { return nil }
      foot.heel += equations.step(from: Self.heelUnknowns)
      foot.toe += equations.step(from: Self.toeUnknowns)
    }
    guard min(foot.heel.z, foot.toe.z) > PoseProblem.nearest,
      observations.allSatisfy({
        let miss = $0.offset(of: foot)
        return miss.length < Self.maximumOffset * stature
      }),
      let variance = variance(at: foot)
    else { return nil }
    let ofShank = Self.shareOfAnkleSigma * ankleSigma
    foot.sigma = (variance + ofShank * ofShank).squareRoot()
    return foot
  }

  // MARK: Proportions

  /// A point of the foot relative to the ankle, in the shank's axes; fractions of stature.
  private struct Place {
    let mean: Vector3
    let spread: Vector3
  }

  /// A side of the triangle; fractions of stature.
  private struct Side {
    /// −1, 0 or 1: the side is `heel` · heel + `toe` · toe, both relative to the ankle.
    let heel: Double
    let toe: Double
    let length: Double
    let spread: Double
  }

  // Means and standard deviations over 5,213 feet of 74 rendered people (MakeHuman bodies, 1.41 to
  // 2.04 m tall, in all sorts of poses) whose heel and toe are known exactly, about their shanks as
  // they were lifted without depth. Winter's foot, 0.152 of stature from heel to toe, is within one
  // standard deviation.
  private static let heel = Place(
    mean: Vector3(0, -0.0304, -0.0204), spread: Vector3(0.0110, 0.0105, 0.0105))
  private static let toe = Place(
    mean: Vector3(0, -0.0136, 0.1045), spread: Vector3(0.0320, 0.0340, 0.0275))
  private static let triangle = [
    Side(heel: 1, toe: 0, length: 0.0411, spread: 0.0032),
    Side(heel: 0, toe: 1, length: 0.1180, spread: 0.0083),
    Side(heel: -1, toe: 1, length: 0.1418, spread: 0.0124),
  ]

  /// The height difference between toe and heel of a standing leg, one standard deviation as a
  /// fraction of stature. It is also the width of its kernel, for heels are raised. Over the same
  /// feet it takes 0.8° off the mean error of the foot against the ground and 0.3° off that of the
  /// ankle.
  private static let levelSpread = 0.02
  /// The cosine of the angle between a shank and the vertical up to which a leg counts as standing.
  private static let minimumUpright = 0.5

  /// Steps of the solver; chosen.
  private static let steps = 10
  /// Width of the keypoints' kernel, in standard deviations.
  private static let kernel = 2.0
  /// Factor on the kernel's width at the first step; it halves with every step, to 1.
  private static let annealing = 8.0
  /// The distance between a keypoint and its place from which on they don't belong together, as a
  /// fraction of stature: beyond it the foot's direction is off by 50° on the same people.
  private static let maximumOffset = 0.05
  /// The shank's share of the sigma, per sigma of the ankle. With it the errors of heel and toe
  /// relative to the ankle are the stated ones on the same people, with depth and without. Root
  /// mean squares of error over sigma are 1.0 to 1.1 for a detector's keypoints and 0.7 to 1.0 for
  /// exact ones.
  private static let shareOfAnkleSigma = 0.4

  private func expected(_ place: Place) -> Vector3 { ankle + shankAxes * (place.mean * stature) }

  // MARK: Equations

  /// The unknowns: heel, then toe.
  private static let order = 6
  /// The first of the heel's.
  private static let heelUnknowns = 0
  /// The first of the toe's.
  private static let toeUnknowns = 3

  /// Adds the residuals about a foot, each with the weight that its kernel gives it there.
  private func add(
    to equations: inout DenseNormalEquations, at foot: Foot, kernelFactor: Double = 1
  ) {
    // A residual that changes by `heel · d` and `toe · e` when the two move by d and e.
    func add(_ residual: Double, heel: Vector3, toe: Vector3, weight: Double = 1) {
      equations.term(from: Self.heelUnknowns, heel)
      equations.term(from: Self.toeUnknowns, toe)
      equations.add(residual, squaredWeight: weight)
    }

    for observation in observations {
      let scale = 1 / (observation.sigma * stature)
      let offset = observation.offset(of: foot) * scale
      // Cauchy: a keypoint far from its place counts for little.
      let kernel = Self.kernel * kernelFactor
      let weight = RobustLoss.rejection(squared: (offset * offset).sum() / (kernel * kernel))
      for axis in 0..<2 {
        var slope = Vector3(0, 0, -observation.ray[axis]) * scale
        slope[axis] = scale
        add(
          offset[axis], heel: slope * observation.heelShare,
          toe: slope * (1 - observation.heelShare),
          weight: weight)
      }
    }

    let (heel, toe) = (foot.heel - ankle, foot.toe - ankle)
    for (index, axis) in [shankAxes.x, shankAxes.y, shankAxes.z].enumerated() {
      let (ofHeel, ofToe) = (
        1 / (Self.heel.spread[index] * stature), 1 / (Self.toe.spread[index] * stature)
      )
      add(
        (axis.dot(heel) - Self.heel.mean[index] * stature) * ofHeel, heel: axis * ofHeel,
        toe: .zero)
      add((axis.dot(toe) - Self.toe.mean[index] * stature) * ofToe, heel: .zero, toe: axis * ofToe)
    }

    for side in Self.triangle {
      let span = heel * side.heel + toe * side.toe
      guard let direction = span.normalized else { continue }
      let scale = 1 / (side.spread * stature)
      add(
        (span.length - side.length * stature) * scale, heel: direction * (side.heel * scale),
        toe: direction * (side.toe * scale))
    }

    if let gravity {
      let slope = gravity / (Self.levelSpread * stature)
      let drop = slope.dot(foot.toe - foot.heel)
      add(drop, heel: -slope, toe: slope, weight: RobustLoss.rejection(squared: drop * drop))
    }
  }

  /// The variance of heel and toe about the ankle, the mean over both and the axes, in m²; `nil`
  /// when the equations are singular.
  private func variance(at foot: Foot) -> Double? {
    var equations = DenseNormalEquations(order: Self.order, floor: 0)
    add(to: &equations, at: foot)
    guard let covariance = equations.covariance() else { return nil }
    let trace = (0..<Self.order).reduce(0) { $0 + covariance[$1 * (Self.order + 1)] }
    return trace.isFinite && trace > 0 ? trace / Double(Self.order) : nil
  }
}

extension FootProblem.Observation {
  /// The offset of the foot's marked point from its ray, in metres across the view.
  func offset(of foot: Foot) -> SIMD2<Double> {
    let point = foot.toe * (1 - heelShare) + foot.heel * heelShare
    return SIMD2(point.x, point.y) - ray * point.z
  }
}

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
