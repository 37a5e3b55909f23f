internal import PoseGeometry
internal import Kinematics
internal import PoseSystem

/// The states from which the solver starts.
extension PoseProblem {
  /// The network's pose by a view in the axes of the unknowns, relative to the root, for a body of 1.8 m.
  func predictedPositions(by view: View) -> PerJoint<Vector3> {
    view.prediction.positions.map { view.virtualAxes * $0 }
  }

  /// The start with one camera and without depth: the network's pose at the expected stature, moved to
  /// where it falls on the keypoints best: p·(Z + Tz) − (XY + Txy) = 0 in the least-squares sense.
  func start() -> State {
    let stature = exp(logStature.mean)
    let pose = predictedPositions(by: views[0]).map {
      $0 * (stature / Anthropometry.referenceHeight)
    }
    var translation = Vector3(0, 0, 4)
    let rows = views[0].keypoints.map { (pose[$0.joint], $0.ray, $0.confidence * $0.confidence) }
    if let solved = Self.translation(rows), solved.z >= 0.5 { translation = solved }
    return State(
      positions: Self.placed(pose, at: translation), logStature: logStature.mean)
  }

  /// The starts with several cameras: the network's pose by each of them, at the expected stature, moved to
  /// where it falls on the keypoints of all best.
  func startsByView() -> [State] {
    let factor = exp(logStature.mean) / Anthropometry.referenceHeight
    return views.compactMap { view in
      let pose = predictedPositions(by: view).map { $0 * factor }
      guard let translation = translation(of: pose) else { return nil }
      return State(positions: pose.map { $0 + translation }, logStature: logStature.mean)
    }
  }

  /// The translation at which a pose falls on the keypoints of all views best. A ray (x, y, 1) of a
  /// camera meets a point p in its frame where p.x − x·p.z = 0 and p.y − y·p.z = 0.
  private func translation(of pose: PerJoint<Vector3>) -> Vector3? {
    var equations = ThreeUnknowns()
    for view in views {
      for (joint, ray, confidence) in view.keypoints {
        let seen = view.inCamera(pose[joint])
        for axis in 0..<2 {
          var row = Vector3(0, 0, -ray[axis])
          row[axis] = 1
          equations.add(
            view.frameFromCamera * row, ray[axis] * seen.z - seen[axis],
            weight: confidence * confidence)
        }
      }
    }
    return equations.solution()
  }

  private static func translation(
    _ rows: [(position: Vector3, ray: SIMD2<Double>, weight: Double)]
  ) -> Vector3? {
    var equations = ThreeUnknowns()
    for (position, ray, weight) in rows {
      let moved = ray * position.z - SIMD2(position.x, position.y)
      equations.add(SIMD3(1, 0, -ray.x), moved.x, weight: weight)
      equations.add(SIMD3(0, 1, -ray.y), moved.y, weight: weight)
    }
    return equations.solution()
  }

  /// A start moved along the viewing ray, so that by the median its surfaces lie at the readings;
  /// itself if there are none.
  func moved(_ start: State) -> State {
    let offsets = views[0].readings.map { -$0.residual(at: start) * $0.sigma }
    guard let offset = offsets.median else { return start }
    let z = start.positions[.root].z
    let shift = start.positions[.root] * (max(z + offset, 0.4) / z - 1)
    var moved = start
    moved.positions = Self.placed(start.positions, at: shift)
    return moved
  }

  private static func placed(
    _ pose: PerJoint<Vector3>, at translation: Vector3
  ) -> PerJoint<Vector3> {
    pose.map {
      let p = $0 + translation
      return Vector3(p.x, p.y, max(p.z, 0.3))
    }
  }
}
