internal import Kinematics
internal import PoseGeometry
internal import PoseSystem

extension PoseProblem {
  /// One camera's data on the person, each kind of evidence as weighted residuals with their
  /// slopes.
  struct View {
    let prediction: LiftingNetwork.Prediction
    /// Into the camera's frame from that of the unknowns; `nil` where these are the same.
    let cameraFromFrame: RigidTransform?
    /// Into the unknowns' frame from the camera's.
    let frameFromCamera: Rotation
    /// The axes of the network's virtual camera in the unknowns' frame.
    let virtualAxes: Rotation
    /// Readings of the depth map.
    var readings: [SurfaceReading] = []
    /// Ray and weight of each joint that has a keypoint.
    let keypoints: [(joint: Joint, ray: SIMD2<Double>, confidence: Double)]
    /// One standard deviation of a keypoint, in units of x/z.
    let raySigma: Double
    /// The size of the body in the picture, in units of x/z.
    let bodySize: Double
    /// The network's joints: what it predicts, and one over its standard deviations.
    let prior: [(joint: Joint, mean: Vector3, scale: Vector3)]
    /// Factor on the standard deviations of the network's prediction.
    let sigmaScale: Double

    /// - Parameters:
    ///   - cameraFromFrame: `nil` where the unknowns are in the camera's frame.
    ///   - sigmaScale: factor on the standard deviations of the network's prediction.
    init(
      input: LifterInput, prediction: LiftingNetwork.Prediction, virtualFromCamera: Rotation,
      weights: Weights, cameraFromFrame: RigidTransform? = nil, sigmaScale: Double = 1
    ) {
      self.prediction = prediction
      self.cameraFromFrame = cameraFromFrame
      self.sigmaScale = sigmaScale
      frameFromCamera = cameraFromFrame?.rotation.inverse ?? .identity
      let cameraAxes = virtualFromCamera.inverse
      virtualAxes = cameraFromFrame == nil ? cameraAxes : frameFromCamera * cameraAxes
      keypoints = LifterInput.joints.filter { input.isPresent[$0.index] }.map {
        ($0.joint, input.rays[$0.index], input.confidence[$0.index])
      }
      bodySize = input.bodySize
      raySigma = weights.keypointSigma * input.bodySize
      prior = LiftingNetwork.outputJoints.map { joint in
        let lateral = weights.lateralScale
        let sigma =
          prediction.scales[joint] * Self.jointSigmaOfScale * Vector3(lateral, lateral, 1)
          + Self.minimumSigma
        return (
          joint, prediction.positions[joint], Vector3(repeating: 1) / (sigma * sigmaScale)
        )
      }
    }

    /// One standard deviation of a joint for a scale of the network. That of a Laplace distribution is √2
    /// times its scale; held tighter, people that it wasn't trained with come out better.
    private static let jointSigmaOfScale = 1.0
    /// The addition to every standard deviation of the network, in metres: none is exact.
    private static let minimumSigma = 0.002
  }
}

/// A camera's data as weighted residuals with their slopes.
extension PoseProblem.View {
  typealias State = PoseProblem.State

  /// A point of the unknowns' frame in the camera's.
  @inline(__always)
  func inCamera(_ point: Vector3) -> Vector3 {
    guard let cameraFromFrame else { return point }
    return cameraFromFrame * point
  }

  /// A state in the camera's frame.
  func inCamera(_ state: State) -> State {
    guard let cameraFromFrame else { return state }
    return State(
      positions: state.positions.map { cameraFromFrame * $0 }, logStature: state.logStature)
  }

  // MARK: Keypoints

  /// Width of the kernel of a keypoint that several cameras show, in its standard deviations.
  private static let keypointKernel = 6.0

  func addReprojection(
    _ state: State, kernelFactor: Double, _ equations: inout DenseNormalEquations
  ) {
    guard cameraFromFrame == nil else {
      return addReprojectionFromFrame(state, kernelFactor: kernelFactor, &equations)
    }
    for (joint, ray, confidence) in keypoints {
      let p = state.positions[joint]
      let z = max(p.z, PoseProblem.nearest)
      let scale = confidence / raySigma
      for axis in 0..<2 {
        let residual = scale * (p[axis] / z - ray[axis])
        equations.term(3 * joint.rawValue + axis, scale / z)
        equations.term(3 * joint.rawValue + 2, -scale * p[axis] / (z * z))
        equations.add(residual, weight: RobustLoss.huber(residual, 2.5))
      }
    }
  }

  /// The same where other cameras show the person, too: a keypoint that is far from where they put its
  /// joint counts for nothing (Geman and McClure's kernel).
  private func addReprojectionFromFrame(
    _ state: State, kernelFactor: Double, _ equations: inout DenseNormalEquations
  ) {
    let width = Self.keypointKernel * kernelFactor
    for (joint, ray, confidence) in keypoints {
      let p = inCamera(state.positions[joint])
      // What is beside or behind a camera is not where it shows it.
      guard p.z > PoseProblem.nearest else { continue }
      let scale = confidence / raySigma
      let offset = SIMD2(p.x, p.y) / p.z - ray
      let q = scale * offset.length / width
      let weight = RobustLoss.rejection(squared: q * q)
      for axis in 0..<2 {
        var slope = Vector3.zero
        slope[axis] = scale / p.z
        slope.z = -scale * p[axis] / (p.z * p.z)
        equations.term(joint, frameFromCamera * slope)
        equations.add(scale * offset[axis], rejectedBy: weight)
      }
    }
  }

  /// The joints' reprojection errors, as fractions of the body's size in the image; 1 for a joint
  /// that isn't in front of the camera.
  func reprojectionErrors(at state: State) -> [(joint: Joint, error: Double)] {
    keypoints.map { joint, ray, _ in
      let p = inCamera(state.positions[joint])
      if cameraFromFrame != nil, p.z <= PoseProblem.nearest { return (joint, 1) }
      let offset = SIMD2(p.x, p.y) / max(p.z, PoseProblem.nearest) - ray
      return (joint, offset.length / bodySize)
    }
  }

  // MARK: The network's word

  func addPrior(_ state: State, _ equations: inout DenseNormalEquations) {
    let root = state.positions[.root]
    let factor = Anthropometry.referenceHeight / state.stature
    for (joint, mean, scale) in prior {
      let offset = state.positions[joint] - root
      var block = DenseNormalEquations.OffsetBlock()
      func add(_ direction: Vector3, _ mean: Double, _ scale: Double) {
        let relative = factor * direction.dot(offset)
        let residual = scale * (relative - mean)
        block.add(
          residual, slope: direction * (scale * factor), scaleSlope: -scale * relative,
          weight: RobustLoss.huber(residual, 2))
      }
      add(virtualAxes.x, mean.x, scale.x)
      add(virtualAxes.y, mean.y, scale.y)
      add(virtualAxes.z, mean.z, scale.z)
      equations.add(block, of: joint, from: .root)
    }
  }

  /// One standard deviation of a flexion for a scale of the network, and the least, in radians.
  private static let flexionSigma = (factor: 1.4, least: 0.02)

  /// Elbows and knees are as bent as the network predicts. Its three joints don't determine the
  /// flexion: each is in the middle of its possible positions, but their angle is not in the middle
  /// of the angles.
  ///
  /// The plane in which a limb bends is free. Where it is straighter than the solver has it, the least
  /// squares are curved across that plane, too: for a straight limb as much as within it. Without that the
  /// steps go back and forth.
  func addFlexions(_ state: State, _ equations: inout DenseNormalEquations) {
    for (bend, predicted) in zip(LimbBend.all, prediction.flexions) {
      guard let now = bend.flexion(of: state.positions) else { continue }
      let sigma = Self.flexionSigma.factor * predicted.scale + Self.flexionSigma.least
      let scale = 1 / (sigma * sigmaScale)
      let target = LimbBend.restored(predicted.mean, scale: predicted.scale)
      let residual = scale * (now.angle - target)
      let weight = RobustLoss.huber(residual, 2)
      bend.add(now.slopes, times: scale, to: &equations)
      equations.add(residual, weight: weight)
      guard now.angle > target else { continue }
      bend.add(now.across, times: scale * (1 - target / now.angle).squareRoot(), to: &equations)
      equations.add(0, weight: weight)
    }
  }

  // MARK: The depth map

  /// The factor on the network's scales for a reading, which are those of a Laplace distribution:
  /// on people that it wasn't trained with 0.7 is better than 1.
  private static let readingSigmaFactor = 0.7

  /// Width of the depth kernel, in standard deviations.
  static let depthKernel = 2.5

  func addReadings(
    _ state: State, kernelFactor: Double, _ equations: inout DenseNormalEquations
  ) {
    for reading in readings {
      let sigma = Self.readingSigmaFactor * reading.sigma
      let residual = residual(of: reading, at: state) / Self.readingSigmaFactor
      // Geman–McClure: a reading far from its place counts for nothing.
      let q = residual / (Self.depthKernel * kernelFactor)
      let slope = reading.point.weight / sigma
      for joint in reading.point.joints {
        if cameraFromFrame == nil {
          equations.term(3 * joint.rawValue + 2, slope)
        } else {
          equations.term(joint, frameFromCamera * Vector3(0, 0, slope))
        }
      }
      equations.term(
        PoseUnknowns.logStature, -reading.offsetRatio * state.stature / sigma)
      equations.add(residual, weight: RobustLoss.rejection(squared: q * q))
    }
  }

  /// The distance by which the point of a reading lies behind the reading's place for it, in
  /// standard deviations.
  func residual(of reading: SurfaceReading, at state: State) -> Double {
    let place = inCamera(reading.point.position(state.positions))
    return reading.residual(ofDepth: place.z, stature: state.stature)
  }
}

extension LimbBend {
  /// Adds the slopes of a residual by the three joints.
  @inline(__always)
  fileprivate func add(
    _ slopes: (Vector3, Vector3, Vector3), times scale: Double,
    to equations: inout DenseNormalEquations
  ) {
    equations.term(joints.first, slopes.0 * scale)
    equations.term(joints.middle, slopes.1 * scale)
    equations.term(joints.last, slopes.2 * scale)
  }
}

/// The flexion of an elbow or a knee.
struct LimbBend {
  /// The joints from the trunk outwards.
  let joints: (first: Joint, middle: Joint, last: Joint)

  /// The elbows and the knees, in the order of the network's flexions.
  static let all = [
    LimbBend(joints: (.leftShoulder, .leftElbow, .leftWrist)),
    LimbBend(joints: (.rightShoulder, .rightElbow, .rightWrist)),
    LimbBend(joints: (.leftHip, .leftKnee, .leftAnkle)),
    LimbBend(joints: (.rightHip, .rightKnee, .rightAnkle)),
  ]

  private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

  /// A flexion, and how it changes when the joints move.
  struct Flexion {
    /// Radians, 0 when straight.
    let angle: Double
    /// Its slopes by the three joints, which lie in the plane in which the limb bends.
    let slopes: (Vector3, Vector3, Vector3)
    /// The slopes of the bend out of that plane.
    let across: (Vector3, Vector3, Vector3)
  }

  /// The flexion of a pose; `nil` where a bone has no length, or the limb is straight to rounding.
  func flexion(of positions: PerJoint<Vector3>) -> Flexion? {
    let u = positions[joints.middle] - positions[joints.first]
    let v = positions[joints.last] - positions[joints.middle]
    let (uu, vv) = (u.dot(u), v.dot(v))
    guard uu > 1e-8, vv > 1e-8 else { return nil }
    let normal = u.cross(v)
    guard let n = normal.normalized else { return nil }
    let (byU, byV) = (u.cross(n) / uu, n.cross(v) / vv)
    let (overU, overV) = (n / uu.squareRoot(), n / vv.squareRoot())
    return Flexion(
      angle: atan2(normal.length, u.dot(v)), slopes: (-byU, byU - byV, byV),
      across: (overU, -(overU + overV), overV))
  }

  /// The flexion to which uncertain ones are drawn, in radians.
  private static let middle = radians(27)
  /// The scale of a flexion in radians at which it is drawn halfway there.
  private static let halfway = radians(60)
  /// No flexion is taken for one that lost more than this share.
  private static let minimumShare = 0.8
  /// The excess of a predicted flexion near 0, in units of its scale.
  private static let noise = 0.9
  /// The smallest flexion that is restored, in radians: at 0 no plane is left in which to bend.
  private static let straight = radians(0.3)
  /// The greatest flexion that is restored, in radians.
  private static let most = radians(150)

  /// The true flexion, in radians, for one that the network predicts with this scale.
  ///
  /// The prediction is the mean of the possible flexions: it lies towards the mean of all poses,
  /// and, as no flexion is less than 0, above the flexion of straight limbs. On rendered people
  /// that the network was not trained with, the prediction is the true flexion drawn towards 27°,
  /// mixed with noise. The less certain it is, the more it is drawn. This takes both effects back
  /// in part: undone fully, the noise grows more than the error shrinks.
  static func restored(_ angle: Double, scale: Double) -> Double {
    let share = max(1 / (1 + pow(scale / halfway, 2)), minimumShare)
    let noise = Self.noise * scale
    let bend = max(angle * angle - noise * noise, 0).squareRoot()
    return max(straight, min((bend - (1 - share) * middle) / share, max(most, angle)))
  }
}
