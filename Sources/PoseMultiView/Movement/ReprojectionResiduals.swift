import PoseMotion
internal import PoseGeometry
internal import PoseImaging
internal import Kinematics
internal import Pose3D

/// How the keypoints of people in several views contradict the cameras' poses, moment by moment, as linear
/// equations for what the cameras' poses and clocks are off by.
///
/// A keypoint that n views show has 2 n coordinates and a place in space, which is eliminated: 2 n − 3
/// equations remain. Unknown are, of each view, a rotation, a shift of the optical centre (both in the
/// camera's axes, radians and metres) and an offset of the clock (seconds).
struct ReprojectionResiduals {
  /// The unknowns of a view.
  static let unknowns = 7

  /// The equations of one keypoint at a moment, each row divided by its standard deviation.
  struct Keypoint {
    /// The views that show it.
    var views: [Int]
    /// Two rows for each of the views: the residuals.
    var residuals: [Double]
    /// The same, times the unknowns of its view, row by row.
    var jacobian: [Double]
    /// Three orthonormal vectors, which span what the place in space explains, each as many as rows.
    var place: [[Double]]
  }

  /// The keypoints at a moment by the first camera's clock.
  struct SynchronizedFrame {
    var time: Double
    var keypoints: [Keypoint]
  }

  let viewCount: Int
  let moments: [SynchronizedFrame]

  /// Moments per second, at most, and in all.
  private static let most = (rate: 15.0, count: 2000)
  /// A keypoint's standard deviation to begin with, as a share of the person's size in the image, as in
  /// `BodyBundle`.
  private static let keypointShare = 0.015
  /// Half the time in which a keypoint's velocity is measured, in seconds.
  private static let velocityTime = 0.1

  /// - Parameter views: with their poses and clocks.
  init(_ views: [ViewFusion.View]) {
    viewCount = views.count
    let intervals = views.map { $0.keypoints.interval ?? 1 }
    let times = Self.times(views[0].keypoints)
    let sets = times.map { time in
      views.indices.map { view in
        views[view].keypoints.people(at: views[view].clock.local(time), interval: intervals[view])
      }
    }
    let cameras = views.map(\.keypoints.camera)
    let tracks = MatchedTracks(sets) { view, point in
      Ray(
        normalized: cameras[view].normalized(SIMD2(point.x, point.y)),
        cameraFromFrame: views[view].cameraFromWorld)
    }
    let step = max(
      1, Int((Self.velocityTime / Self.interval(of: times)).rounded()))
    moments = times.indices.map { index in
      let (before, after) = (max(index - step, 0), min(index + step, times.count - 1))
      let keypoints = tracks.people.flatMap { person -> [Keypoint] in
        let poses = Self.poses(of: person, in: sets[index])
        guard poses.count(where: { $0 != nil }) > 1 else { return [] }
        let ends = [before, after].map { Self.poses(of: person, in: sets[$0]) }
        let duration = times[after] - times[before]
        return Self.equations(views, poses, ends, duration)
      }
      return SynchronizedFrame(time: times[index], keypoints: keypoints)
    }
  }

  private static func times(_ recording: KeypointRecording) -> [Double] {
    let all = recording.frames.map(\.time)
    guard let first = all.first, let last = all.last, last > first else { return all }
    let count = min(Double(most.count), max(most.rate * (last - first), 2))
    let pace = max(1, (Double(all.count) / count).rounded())
    return stride(from: 0, to: all.count, by: Int(pace)).map { all[$0] }
  }

  private static func interval(of times: [Double]) -> Double {
    guard let first = times.first, let last = times.last, last > first else { return 1 }
    return (last - first) / Double(times.count - 1)
  }

  private static func poses(of person: MatchedTracks.Person, in set: [[Pose2D]]) -> [Pose2D?] {
    set.enumerated().map { view, poses in
      MatchedTracks.people(in: poses).first { person[view].contains($0.id) }?.pose
    }
  }

  // MARK: Equations

  /// A keypoint of a view.
  private struct Observation {
    var view: Int
    var ray: SIMD2<Double>
    /// Of the ray's coordinates.
    var sigma: Double
    /// Of the ray's coordinates, per second.
    var velocity: SIMD2<Double>
  }

  private static func equations(
    _ views: [ViewFusion.View], _ poses: [Pose2D?], _ ends: [[Pose2D?]], _ duration: Double
  ) -> [Keypoint] {
    let swapped = swappedViews(views, poses)
    return SynchronizedFrames.points.compactMap { keypoint in
      let seen = poses.enumerated().compactMap { view, pose -> Observation? in
        guard let pose, let size = SynchronizedFrames.size(of: pose) else { return nil }
        let name = swapped.contains(view) ? keypoint.mirrored : keypoint
        guard SynchronizedFrames.isSeen(name, in: pose), let point = pose.points[name] else {
          return nil
        }
        let camera = views[view].keypoints.camera
        let ray = camera.normalized(SIMD2(point.x, point.y))
        guard ray.x.isFinite, ray.y.isFinite else { return nil }
        let focal = (camera.fx * camera.fy).squareRoot()
        let sigma = keypointShare * size * (1 + 4 * (1 - min(point.confidence, 1))) / focal
        var velocity = SIMD2<Double>.zero
        if let a = ends[0][view]?.points[name], let b = ends[1][view]?.points[name], duration > 0 {
          velocity =
            (camera.normalized(SIMD2(b.x, b.y)) - camera.normalized(SIMD2(a.x, a.y))) / duration
          if !velocity.x.isFinite || !velocity.y.isFinite { velocity = .zero }
        }
        return Observation(view: view, ray: ray, sigma: max(sigma, 1e-6), velocity: velocity)
      }
      return equations(seen, views.map(\.cameraFromWorld))
    }
  }

  /// The place that the observations are nearest to, in the world; `nil` where it isn't before all cameras.
  private static func place(
    _ seen: [Observation], _ poses: [RigidTransform]
  ) -> Vector3? {
    let rays = seen.compactMap { Ray(normalized: $0.ray, cameraFromFrame: poses[$0.view]) }
    guard rays.count == seen.count, rays.count > 1, var place = Ray.nearestPlace(to: rays) else {
      return nil
    }
    // Least squares in the images, from the place that is nearest to the rays.
    for _ in 0..<3 {
      var (matrix, side) = (SymmetricMatrix3.zero, Vector3.zero)
      for one in seen {
        let p = poses[one.view] * place
        guard p.z > BundleProblem.nearestSeen else { return nil }
        let (rows, residual) = projection(p, one)
        let rotation = poses[one.view].rotation.inverse
        for (row, value) in zip(rows, [residual.x, residual.y]) {
          let direction = rotation * row / one.sigma
          matrix = matrix + SymmetricMatrix3(outer: direction)
          side += direction * (value / one.sigma)
        }
      }
      guard let inverse = matrix.inverse else { return nil }
      place += inverse * side
    }
    return seen.allSatisfy { (poses[$0.view] * place).z > BundleProblem.nearestSeen } ? place : nil
  }

  /// The derivatives of x/z and y/z by a point in the camera's frame, and the residual of an observation.
  private static func projection(
    _ p: Vector3, _ one: Observation
  ) -> (rows: [Vector3], residual: SIMD2<Double>) {
    let (x, y) = (p.x / p.z, p.y / p.z)
    return (
      [Vector3(1, 0, -x) / p.z, Vector3(0, 1, -y) / p.z], one.ray - SIMD2(x, y)
    )
  }

  private static func equations(
    _ seen: [Observation], _ poses: [RigidTransform]
  ) -> Keypoint? {
    guard let place = place(seen, poses) else { return nil }
    let rows = 2 * seen.count
    var keypoint = Keypoint(
      views: seen.map(\.view), residuals: [], jacobian: [],
      place: Array(repeating: Array(repeating: 0, count: rows), count: 3))
    for (index, one) in seen.enumerated() {
      let p = poses[one.view] * place
      let (derivatives, residual) = projection(p, one)
      let inverse = poses[one.view].rotation.inverse
      for (axis, row) in derivatives.enumerated() {
        // exp(ω) p ≈ p + ω × p, and row · (ω × p) = ω · (p × row).
        let turn = p.cross(row)
        keypoint.jacobian += [turn.x, turn.y, turn.z, -row.x, -row.y, -row.z, one.velocity[axis]]
          .map { $0 / one.sigma }
        keypoint.residuals.append(residual[axis] / one.sigma)
        let world = inverse * row / one.sigma
        for column in 0..<3 { keypoint.place[column][2 * index + axis] = world[column] }
      }
    }
    return keypoint.orthonormalized() ? keypoint : nil
  }

  // MARK: Sides

  /// The views in which left and right are swapped against the others'.
  private static func swappedViews(
    _ views: [ViewFusion.View], _ poses: [Pose2D?]
  ) -> Set<Int> {
    let seen = poses.indices.filter { poses[$0] != nil }
    var swapped: Set<Int> = []
    var best = misfit(views, poses, swapped)
    for view in seen.count == 2 ? [seen[1]] : seen {
      let other = misfit(views, poses, swapped.union([view]))
      if other < 0.5 * best { (swapped, best) = (swapped.union([view]), other) }
    }
    return swapped
  }

  /// The median ray distance of the limbs' keypoints from their places, in standard deviations.
  private static func misfit(
    _ views: [ViewFusion.View], _ poses: [Pose2D?], _ swapped: Set<Int>
  ) -> Double {
    let cameraFromWorld = views.map(\.cameraFromWorld)
    let misfits = SynchronizedFrames.points.compactMap { keypoint -> Double? in
      let seen = poses.enumerated().compactMap { view, pose -> Observation? in
        let name = swapped.contains(view) ? keypoint.mirrored : keypoint
        guard let pose, let size = SynchronizedFrames.size(of: pose),
          SynchronizedFrames.isSeen(name, in: pose), let point = pose.points[name]
        else { return nil }
        let camera = views[view].keypoints.camera
        let ray = camera.normalized(SIMD2(point.x, point.y))
        guard ray.x.isFinite, ray.y.isFinite else { return nil }
        let sigma = keypointShare * size / (camera.fx * camera.fy).squareRoot()
        return Observation(view: view, ray: ray, sigma: sigma, velocity: .zero)
      }
      guard let place = place(seen, cameraFromWorld) else { return nil }
      let sum = seen.reduce(0.0) { sum, one in
        let residual = projection(cameraFromWorld[one.view] * place, one).residual / one.sigma
        return sum + (residual * residual).sum()
      }
      return (sum / Double(seen.count)).squareRoot()
    }
    return misfits.median ?? .infinity
  }
}

extension ReprojectionResiduals.Keypoint {
  /// Makes the vectors of the place orthonormal (Gram and Schmidt); `false` where they don't span it.
  fileprivate mutating func orthonormalized() -> Bool {
    for column in 0..<3 {
      let before = place[column].reduce(0) { $0 + $1 * $1 }
      for other in 0..<column {
        let product = zip(place[column], place[other]).reduce(0) { $0 + $1.0 * $1.1 }
        for row in place[column].indices { place[column][row] -= product * place[other][row] }
      }
      let square = place[column].reduce(0) { $0 + $1 * $1 }
      guard square > 1e-8 * before, square > 0 else { return false }
      let length = square.squareRoot()
      for row in place[column].indices { place[column][row] /= length }
    }
    return true
  }
}
