internal import PoseGeometry
internal import Kinematics
internal import PoseSystem

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
    _ state: State, kernelFactor: Double, _ equations: inout NormalEquations
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
        equations.add(residual, weight: PoseProblem.huber(residual, 2.5))
      }
    }
  }

  /// The same where other cameras show the person, too: a keypoint that is far from where they put its
  /// joint counts for nothing (Geman and McClure's kernel).
  private func addReprojectionFromFrame(
    _ state: State, kernelFactor: Double, _ equations: inout NormalEquations
  ) {
    let width = Self.keypointKernel * kernelFactor
    for (joint, ray, confidence) in keypoints {
      let p = inCamera(state.positions[joint])
      // What is beside or behind a camera is not where it shows it.
      guard p.z > PoseProblem.nearest else { continue }
      let scale = confidence / raySigma
      let offset = SIMD2(p.x, p.y) / p.z - ray
      let q = scale * offset.length / width
      let weight = 1 / (1 + q * q)
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

  func addPrior(_ state: State, _ equations: inout NormalEquations) {
    let root = state.positions[.root]
    let factor = Anthropometry.referenceHeight / state.stature
    for (joint, mean, scale) in prior {
      let offset = state.positions[joint] - root
      var block = NormalEquations.OffsetBlock()
      func add(_ direction: Vector3, _ mean: Double, _ scale: Double) {
        let relative = factor * direction.dot(offset)
        let residual = scale * (relative - mean)
        block.add(
          residual, slope: direction * (scale * factor), statureSlope: -scale * relative,
          weight: PoseProblem.huber(residual, 2))
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
  func addFlexions(_ state: State, _ equations: inout NormalEquations) {
    for (bend, predicted) in zip(LimbBend.all, prediction.flexions) {
      guard let now = bend.flexion(of: state.positions) else { continue }
      let sigma = Self.flexionSigma.factor * predicted.scale + Self.flexionSigma.least
      let scale = 1 / (sigma * sigmaScale)
      let target = LimbBend.restored(predicted.mean, scale: predicted.scale)
      let residual = scale * (now.angle - target)
      let weight = PoseProblem.huber(residual, 2)
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
    _ state: State, kernelFactor: Double, _ equations: inout NormalEquations
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
        NormalEquations.logStature, -reading.offsetRatio * state.stature / sigma)
      equations.add(residual, weight: 1 / (1 + q * q))
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
    _ slopes: (Vector3, Vector3, Vector3), times scale: Double, to equations: inout NormalEquations
  ) {
    equations.term(joints.first, slopes.0 * scale)
    equations.term(joints.middle, slopes.1 * scale)
    equations.term(joints.last, slopes.2 * scale)
  }
}
