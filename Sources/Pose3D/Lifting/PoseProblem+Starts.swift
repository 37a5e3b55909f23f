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
    var equations = SimilarityEquations()
    for (position, ray, weight) in rows {
      let moved = ray * position.z - SIMD2(position.x, position.y)
      equations.add(SIMD4(1, 0, -ray.x, 0), moved.x, weight: weight)
      equations.add(SIMD4(0, 1, -ray.y, 0), moved.y, weight: weight)
    }
    return equations.solution().map { Vector3($0.x, $0.y, $0.z) }
  }

  /// The start with depth: the similarity X = k·μ + T that agrees best with the keypoints and with
  /// the readings at the joints, by a few reweighted linear solutions; returns also k, stature over
  /// 1.8 m.
  ///
  /// The torso decides first, the other joints come in as the kernel narrows from 0.4 to 0.12 m;
  /// without this step the solver falls into poses scaled to the wrong surface.
  func startOnReadings() -> (state: State, scale: Double) {
    let pose = predictedPositions
    let reference = Anthropometry.referenceHeight
    let joints = readings.compactMap { reading in
      reading.point.joint.map { (joint: $0, flesh: reading.point.fleshRatio, depth: reading.depth) }
    }
    let typical = joints.filter { Self.torso.contains($0.joint) }.map(\.depth).median ?? 3
    var weights = joints.map {
      (Self.torso.contains($0.joint) || $0.joint == .leftKnee || $0.joint == .rightKnee)
        && abs($0.depth - typical) < 0.6 ? 1.0 : 0.0
    }
    let raySigma = 0.012 * input.bodySize * typical
    let expected = exp(logStature.mean) / reference
    // A user's stature is exact; the population's spread is taken at a body of mean proportions.
    let expectedSigma = max(logStature.sigma, 0.001)
    var (translation, scale) = (Vector3(0, 0, typical), expected)
    for width in [0.4, 0.3, 0.22, 0.16, 0.12, 0.12, 0.12] {
      var equations = SimilarityEquations()
      for (joint, ray, confidence) in keypoints {
        let p = pose[joint]
        let weight = confidence * confidence / (raySigma * raySigma)
        equations.add(SIMD4(1, 0, -ray.x, p.x - ray.x * p.z), 0, weight: weight)
        equations.add(SIMD4(0, 1, -ray.y, p.y - ray.y * p.z), 0, weight: weight)
      }
      for (reading, weight) in zip(joints, weights) {
        let row = SIMD4(0, 0, 1, pose[reading.joint].z - reading.flesh * reference)
        equations.add(row, reading.depth, weight: weight / (0.05 * 0.05))
      }
      equations.add(SIMD4(0, 0, 0, 1), expected, weight: 1 / (expectedSigma * expectedSigma))
      guard let solution = equations.solution() else { break }
      translation = Vector3(solution.x, solution.y, solution.z)
      scale = max(0.72, min(1.2, solution.w))
      weights = joints.map { reading in
        let z = scale * (pose[reading.joint].z - reading.flesh * reference) + translation.z
        let q = (z - reading.depth) / width
        return 1 / ((1 + q * q) * (1 + q * q))
      }
    }
    translation.z = max(translation.z, 0.4)
    let state = State(
      positions: Self.placed(pose.map { $0 * scale }, at: translation),
      logStature: log(scale * reference))
    return (state, scale)
  }

  /// The joints of the torso, whose depth says where the person stands.
  static let torso: Set<Joint> = [
    .leftShoulder, .rightShoulder, .leftHip, .rightHip, .spine, .root, .centerShoulder,
  ]

  private static func placed(
    _ pose: PerJoint<Vector3>, at translation: Vector3
  ) -> PerJoint<Vector3> {
    pose.map {
      let p = $0 + translation
      return Vector3(p.x, p.y, max(p.z, 0.3))
    }
  }
}

/// The normal equations of a weighted linear problem over a translation and a scale.
private struct SimilarityEquations {
  /// The matrix's columns, and the right-hand side.
  private var x = SIMD4<Double>.zero
  private var y = SIMD4<Double>.zero
  private var z = SIMD4<Double>.zero
  private var w = SIMD4<Double>.zero
  private var vector = SIMD4<Double>.zero

  /// Adds the weighted equation row · unknowns = value.
  mutating func add(_ row: SIMD4<Double>, _ value: Double, weight: Double) {
    let weighted = weight * row
    x += weighted * row.x
    y += weighted * row.y
    z += weighted * row.z
    w += weighted * row.w
    vector += weighted * value
  }

  /// The translation, then the scale; an unknown that no equation has is zero. `nil` when there is
  /// no solution.
  func solution() -> SIMD4<Double>? {
    var matrix = [x, y, z, w].flatMap { [$0.x, $0.y, $0.z, $0.w] }
    for index in 0..<4 { matrix[5 * index] += 1e-9 }
    var vector = [vector.x, vector.y, vector.z, vector.w]
    guard LinearAlgebra.solvePositiveDefinite(&matrix, &vector) else { return nil }
    return SIMD4(vector[0], vector[1], vector[2], vector[3])
  }
}
