internal import Geometry
internal import Kinematics

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Where the solver starts.
extension PoseProblem {
  /// The network's pose in the camera's axes, relative to the root, for a body of 1.8 m.
  var predictedPositions: PerJoint<Vector3> {
    let cameraFromVirtual = virtualFromCamera.inverse
    return prediction.positions.map { cameraFromVirtual * $0 }
  }

  /// The start without depth: the network's pose at the expected stature, moved to where it falls
  /// on the keypoints best: p·(Z + Tz) − (XY + Txy) = 0 in the least-squares sense.
  func start() -> State {
    let stature = exp(logStature.mean)
    let pose = predictedPositions.map { $0 * (stature / Anthropometry.referenceHeight) }
    var translation = Vector3(0, 0, 4)
    let rows = keypoints.map { (pose[$0.joint], $0.ray, $0.confidence * $0.confidence) }
    if let solved = Self.translation(rows), solved.z >= 0.5 { translation = solved }
    return State(
      positions: Self.placed(pose, at: translation), logStature: logStature.mean)
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

  /// A start moved along the line of sight, so that by the median its surfaces lie where the
  /// readings are; itself where there are none.
  func moved(_ start: State) -> State {
    let offsets = readings.map { -$0.residual(at: start) * $0.sigma }
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
