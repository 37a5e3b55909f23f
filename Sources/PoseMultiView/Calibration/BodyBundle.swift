internal import PoseGeometry
internal import PoseImaging
internal import Kinematics
internal import Pose3D
internal import PoseSystem

/// The bundle of a moving body's keypoints: how moments become a `BundleProblem`, and what its points say.
struct BodyBundle {
  private(set) var problem: BundleProblem
  private let intrinsics: [Camera]
  private let common: SynchronizedFrames
  private let sizes: [Double]

  /// A keypoint's standard deviation to begin with, as a share of the person's size in the picture.
  private static let keypointShare = 0.015
  /// A keypoint that the detector isn't sure to see is guessed.
  private static func sigmaScale(_ confidence: Double) -> Double {
    1 + 4 * (1 - min(confidence, 1))
  }

  /// One standard deviation of a bone between keypoints, in metres: these lie beside the joints.
  private static let boneSigma = 0.02
  /// The median of the absolute values of the normal distribution.
  private static let normalMedian = 0.6745
  /// Sigmas of keypoints become smaller by this factor at most; chosen.
  private static let leastFactor = 0.02
  /// The square of the distance from the mean, of a direction of the body as a unit vector, from which on it counts half;
  /// chosen.
  private static let uprightSquare = 0.01

  /// Intrinsics that are kept as they were given, however sure they are.
  private static let keptSources: Set<Camera.Source> = [.calibration, .file, .user]

  /// Moments seen by cameras about which something is known; those in `held` keep their poses.
  init(
    _ common: SynchronizedFrames, cameras: [Camera], poses: [RigidTransform], held: Set<Int>
  ) {
    (self.common, intrinsics, sizes) = (common, cameras, common.sizes)
    let members = zip(cameras, poses).enumerated().map { index, member in
      BundleProblem.Camera(
        pose: member.1, isHeld: held.contains(index),
        focal: (member.0.fx * member.0.fy).squareRoot(),
        focalSigma: Self.keptSources.contains(member.0.source) ? 0 : member.0.focalLengthSigma)
    }
    problem = BundleProblem(
      cameras: members, moments: [], bones: [], boneSigma: Self.boneSigma)
    fill(common.moments.map(\.poses))
  }

  /// Lets a camera go, whose place is known to so many metres.
  mutating func release(_ camera: Int, placeSigma: Double) {
    problem.cameras[camera].isHeld = false
    problem.cameras[camera].place = (
      problem.cameras[camera].pose.inverse.translation, placeSigma
    )
  }

  /// Solves the problem; `nil` when the cameras aren't determined.
  mutating func solve() -> BundleProblem.Solution? { problem.solve() }

  /// The cameras, with the focal lengths that were found.
  func cameras(_ solution: BundleProblem.Solution, inflation: Double) -> [Camera] {
    intrinsics.indices.map { index in
      let found = problem.cameras[index]
      guard found.focalSigma > 0 else { return intrinsics[index] }
      let sigma = inflation * solution.focalVariances[index].squareRoot()
      return intrinsics[index].with(
        focalLengthsTimes: exp(found.logFocal), source: .estimated,
        sigma: min(sigma, found.focalSigma))
    }
  }

  private mutating func fill(_ moments: [[Pose2D?]]) {
    let cameras = problem.cameras
    let poses = cameras.map(\.pose)
    let filled = moments.compactMap { moment -> BundleProblem.SynchronizedFrame? in
      var observations: [BundleProblem.Observation] = []
      var points = [Vector3](repeating: .zero, count: SynchronizedFrames.points.count)
      var isKnown = [Bool](repeating: false, count: points.count)
      for (place, keypoint) in SynchronizedFrames.points.enumerated() {
        let seen = moment.enumerated().compactMap { view, pose -> BundleProblem.Observation? in
          guard let pose, SynchronizedFrames.isSeen(keypoint, in: pose),
            let point = pose.points[keypoint]
          else { return nil }
          let ray = intrinsics[view].normalized(SIMD2(point.x, point.y))
          guard ray.x.isFinite, ray.y.isFinite else { return nil }
          return BundleProblem.Observation(
            camera: view, point: place, ray: ray,
            sigma: Self.keypointShare * sizes[view] * Self.sigmaScale(point.confidence))
        }
        guard seen.count > 1, let point = Self.triangulated(seen, poses) else { continue }
        observations += seen
        points[place] = point
        isKnown[place] = true
      }
      return observations.isEmpty
        ? nil
        : BundleProblem.SynchronizedFrame(
          points: points, isKnown: isKnown, observations: observations)
    }
    let bones = SynchronizedFrames.bones.compactMap { a, b -> BundleProblem.Bone? in
      guard let i = SynchronizedFrames.points.firstIndex(of: a),
        let j = SynchronizedFrames.points.firstIndex(of: b)
      else { return nil }
      let lengths = filled.compactMap { moment in
        moment.isKnown[i] && moment.isKnown[j]
          ? (moment.points[i] - moment.points[j]).length : nil
      }
      return lengths.median.map { BundleProblem.Bone(a: i, b: j, length: $0) }
    }
    problem = BundleProblem(
      cameras: cameras, moments: filled, bones: bones, boneSigma: Self.boneSigma)
  }

  /// The place that is nearest to the rays.
  private static func triangulated(
    _ observations: [BundleProblem.Observation], _ poses: [RigidTransform]
  ) -> Vector3? {
    let rays = observations.compactMap {
      Ray(normalized: $0.ray, cameraFromFrame: poses[$0.camera])
    }
    guard rays.count == observations.count, let point = Ray.nearestPlace(to: rays),
      point.length < 1000
    else { return nil }
    // Rays that part meet behind the cameras: such a point is put before them.
    let isBefore = observations.allSatisfy {
      (poses[$0.camera] * point).z > BundleProblem.nearestSeen
    }
    return isBefore ? point : nil
  }

  // MARK: Sides

  /// Turns left and right round where one view's keypoints fit the others' better so.
  mutating func swapSides() {
    var moments = common.moments.map(\.poses)
    for index in moments.indices {
      let seen = moments[index].indices.filter { moments[index][$0] != nil }
      guard seen.count > 1 else { continue }
      var best = misfit(moments[index])
      // With two views it is the second that is turned; with more each in its turn.
      for view in seen.count == 2 ? [seen[1]] : seen {
        var turned = moments[index]
        turned[view] = turned[view]?.sidesSwapped
        let other = misfit(turned)
        if other < 0.5 * best { (moments[index], best) = (turned, other) }
      }
    }
    fill(moments)
  }

  private func misfit(_ poses: [Pose2D?]) -> Double {
    var misfits: [Double] = []
    let places = problem.cameras.map(\.pose)
    for keypoint in SynchronizedFrames.points {
      let seen = poses.enumerated().compactMap { view, pose -> BundleProblem.Observation? in
        guard let pose, SynchronizedFrames.isSeen(keypoint, in: pose),
          let point = pose.points[keypoint]
        else { return nil }
        return BundleProblem.Observation(
          camera: view, point: 0, ray: intrinsics[view].normalized(SIMD2(point.x, point.y)),
          sigma: Self.keypointShare * sizes[view])
      }
      guard seen.count > 1, let point = Self.triangulated(seen, places) else { continue }
      misfits.append(
        (seen.map { observation in
          let r = problem.residual(of: observation, at: point)
          return (r.x * r.x + r.y * r.y)
        }.reduce(0, +) / Double(seen.count)).squareRoot())
    }
    return misfits.median ?? .infinity
  }

  // MARK: Sigmas

  /// Takes the keypoints' sigmas from the residuals, one factor for all cameras: the median of the residuals'
  /// absolute values is 0.6745 sigmas, less what the points themselves take up.
  mutating func settleSigmas() {
    var residuals: [Double] = []
    var points = 0
    for moment in problem.moments {
      points += moment.isKnown.count { $0 }
      for observation in moment.observations {
        let r = problem.residual(of: observation, at: moment.points[observation.point])
        residuals += [abs(r.x), abs(r.y)]
      }
    }
    // The bones hold about one of a point's three unknowns.
    let free = Double(max(residuals.count - 2 * points, 1)) / Double(max(residuals.count, 1))
    let median = residuals.median ?? Self.normalMedian
    let factor = max(median / Self.normalMedian / free.squareRoot(), Self.leastFactor)
    for index in problem.moments.indices {
      for observation in problem.moments[index].observations.indices {
        problem.moments[index].observations[observation].sigma *= factor
      }
    }
  }

  /// Returns the reprojection errors of a camera's keypoints, in pixels.
  func reprojection(of camera: Int) -> [Double] {
    problem.moments.flatMap { moment in
      moment.observations.filter { $0.camera == camera }.map { observation in
        (problem.residual(of: observation, at: moment.points[observation.point]) * observation.sigma)
          .length
      }
    }
  }

  // MARK: The body in the world

  /// The limbs' bones, whose ends are joints.
  private static let limbs: [(Keypoint, Keypoint, Joint, Joint)] = [
    (.leftShoulder, .leftElbow, .leftShoulder, .leftElbow),
    (.rightShoulder, .rightElbow, .rightShoulder, .rightElbow),
    (.leftElbow, .leftWrist, .leftElbow, .leftWrist),
    (.rightElbow, .rightWrist, .rightElbow, .rightWrist),
    (.leftHip, .leftKnee, .leftHip, .leftKnee), (.rightHip, .rightKnee, .rightHip, .rightKnee),
    (.leftKnee, .leftAnkle, .leftKnee, .leftAnkle),
    (.rightKnee, .rightAnkle, .rightKnee, .rightAnkle),
  ]

  /// Returns the ratio of the limbs' lengths in skeletons to those here, the median; `nil` without
  /// any.
  func stretch(against skeletons: [[PerJoint<Vector3>?]]) -> Double? {
    let bodies = skeletons.flatMap { $0.compactMap { $0 } }
    return Self.limbs.compactMap { a, b, first, second -> Double? in
      let bone = problem.bones.first {
        SynchronizedFrames.points[$0.a] == a && SynchronizedFrames.points[$0.b] == b
      }
      let length = bodies.map { ($0[first] - $0[second]).length }.median
      guard let bone, bone.length > 0, let length else { return nil }
      return length / bone.length
    }.median
  }

  private func point(_ keypoint: Keypoint, _ moment: BundleProblem.SynchronizedFrame) -> Vector3? {
    SynchronizedFrames.points.firstIndex(of: keypoint).flatMap {
      moment.isKnown[$0] ? moment.points[$0] : nil
    }
  }

  /// The person's movement: the root mean square of the hips' distances from their mean, in metres.
  var movement: Double {
    let hips = problem.moments.compactMap { moment -> Vector3? in
      guard let left = point(.leftHip, moment), let right = point(.rightHip, moment) else {
        return nil
      }
      return (left + right) / 2
    }
    guard !hips.isEmpty else { return 0 }
    let mean = hips.reduce(Vector3.zero, +) / Double(hips.count)
    let sum = hips.reduce(0) { $0 + ($1 - mean).dot($1 - mean) }
    return (sum / Double(hips.count)).squareRoot()
  }

  /// The remaining error of the vertical in a long recording, in radians: keypoints lie beside the
  /// joints, and people never stand quite evenly.
  private static let verticalFloor = 0.02

  /// The mean direction from between the feet to the middle of the trunk, about where the centre of mass is, and
  /// its sigma in radians; `nil` where the feet aren't seen.
  func vertical() -> (up: Vector3, sigma: Double)? {
    let directions = problem.moments.compactMap { moment -> Vector3? in
      func middle(_ keypoints: [Keypoint]) -> Vector3? {
        let points = keypoints.compactMap { point($0, moment) }
        guard points.count == keypoints.count else { return nil }
        return points.reduce(.zero, +) / Double(points.count)
      }
      guard let feet = middle([.leftAnkle, .rightAnkle]),
        let body = middle([.leftShoulder, .rightShoulder, .leftHip, .rightHip])
      else { return nil }
      let toes = middle([.leftToe, .rightToe])
      return (body - (toes.map { (2 * feet + $0) / 3 } ?? feet)).normalized
    }
    guard directions.count >= 5, var up = directions.reduce(.zero, +).normalized else { return nil }
    for _ in 0..<10 {
      let weights = directions.map {
        1 / (1 + ($0 - up).dot($0 - up) / Self.uprightSquare)
      }
      let sum = zip(weights, directions).reduce(Vector3.zero) { $0 + $1.0 * $1.1 }
      guard let next = sum.normalized else { return nil }
      up = next
    }
    let spread = directions.map { ($0 - up).length }.median ?? 0
    let length =
      (common.moments.last?.time ?? 0) - (common.moments.first?.time ?? 0)
    let independent = max(1, min(length, Double(directions.count)))
    return (
      up, (spread * spread / independent + Self.verticalFloor * Self.verticalFloor).squareRoot()
    )
  }

  /// A toe's keypoint is above the floor by this much, in metres.
  private static let toeHeight = 0.03

  /// The world's frame from the first camera's, in which lengths have been multiplied: y up, x to the camera's
  /// right, the origin on the floor below the person.
  func world(up: Vector3, scale: Double) -> RigidTransform {
    let right = Vector3(1, 0, 0)
    let x = (right - up * right.dot(up)).normalized ?? Vector3(1, 0, 0)
    let turn = Rotation(orthonormalizing: x, up, x.cross(up))?.inverse ?? .identity
    let heights = problem.moments.compactMap { moment in
      [Keypoint.leftToe, .rightToe, .leftAnkle, .rightAnkle].compactMap { point($0, moment) }
        .map { $0.dot(up) * scale }.min()
    }
    let floor = (heights.median ?? 0) - Self.toeHeight
    let first = problem.moments.lazy.compactMap { moment -> Vector3? in
      guard let left = point(.leftHip, moment), let right = point(.rightHip, moment) else {
        return nil
      }
      return (left + right) / 2 * scale
    }.first
    var origin = turn * (first ?? .zero)
    origin.y = floor
    return RigidTransform(rotation: turn, translation: -origin)
  }
}

extension Pose2D {
  /// The pose with the keypoints' sides swapped, in the same places.
  fileprivate var sidesSwapped: Pose2D {
    var pose = self
    pose.points = Dictionary(uniqueKeysWithValues: points.map { ($0.key.mirrored, $0.value) })
    return pose
  }
}
