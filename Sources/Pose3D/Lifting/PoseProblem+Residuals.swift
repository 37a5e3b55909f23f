internal import Kinematics

/// The kinds of evidence, each as weighted residuals with their slopes.
extension PoseProblem {
  func addReprojection(_ state: State, _ equations: inout NormalEquations) {
    for (joint, ray, confidence) in keypoints {
      let p = state.positions[joint]
      let z = max(p.z, Self.nearest)
      let scale = confidence / raySigma
      for axis in 0..<2 {
        let residual = scale * (p[axis] / z - ray[axis])
        equations.term(3 * joint.rawValue + axis, scale / z)
        equations.term(3 * joint.rawValue + 2, -scale * p[axis] / (z * z))
        equations.add(residual, weight: Self.huber(residual, 2.5))
      }
    }
  }

  func addPrior(_ state: State, _ equations: inout NormalEquations) {
    let root = state.positions[.root]
    let factor = Anthropometry.referenceHeight / state.stature
    // The virtual camera's axes in the camera's frame.
    let axes = virtualFromCamera.inverse
    for (joint, mean, scale) in prior {
      let offset = state.positions[joint] - root
      func add(_ direction: Vector3, _ mean: Double, _ scale: Double) {
        let relative = factor * direction.dot(offset)
        let residual = scale * (relative - mean)
        let slope = direction * (scale * factor)
        equations.term(joint, slope)
        equations.term(.root, -slope)
        equations.term(NormalEquations.logStature, -scale * relative)
        equations.add(residual, weight: Self.huber(residual, 2))
      }
      add(axes.x, mean.x, scale.x)
      add(axes.y, mean.y, scale.y)
      add(axes.z, mean.z, scale.z)
    }
  }

  /// Root and centerShoulder are the middles of hips and shoulders, to 6 mm.
  func addMidpoints(_ state: State, _ equations: inout NormalEquations) {
    let scale = 1 / 0.006
    for (middle, left, right) in [
      (Joint.root, Joint.leftHip, Joint.rightHip),
      (.centerShoulder, .leftShoulder, .rightShoulder),
    ] {
      let p = state.positions
      let offset = p[middle] - (p[left] + p[right]) / 2
      for axis in 0..<3 {
        equations.term(3 * middle.rawValue + axis, scale)
        equations.term(3 * left.rawValue + axis, -scale / 2)
        equations.term(3 * right.rawValue + axis, -scale / 2)
        equations.add(scale * offset[axis])
      }
    }
  }

  /// One standard deviation between the bones of the two sides, as a fraction of their length.
  private static let asymmetry = 0.02

  func addBones(_ state: State, _ equations: inout NormalEquations) {
    let stature = state.stature
    let bones = Self.bones.map { bone in
      let d = state.positions[bone.proximal] - state.positions[bone.distal]
      let length = d.length + 1e-9
      return (bone: bone, length: length, direction: d / length)
    }
    let weight = weights.bones.squareRoot()
    for (bone, length, direction) in bones {
      let scale = weight / (bone.ratio * bone.spread)
      equations.term(bone.proximal, direction * (scale / stature))
      equations.term(bone.distal, direction * (-scale / stature))
      equations.term(NormalEquations.logStature, -scale * length / stature)
      equations.add(scale * (length / stature - bone.ratio))
    }
    for (left, right) in Self.bonePairs {
      let scale = 1 / (bones[left].bone.ratio * Self.asymmetry * stature)
      for (index, sign) in [(left, 1.0), (right, -1.0)] {
        let (bone, _, direction) = bones[index]
        equations.term(bone.proximal, direction * (sign * scale))
        equations.term(bone.distal, direction * (-sign * scale))
      }
      equations.add(scale * (bones[left].length - bones[right].length))
    }
  }

  private static let bones = Anthropometry.bones

  /// Indices of the bones that exist on both sides.
  private static let bonePairs: [(left: Int, right: Int)] = {
    bones.indices.compactMap { right in
      let other = bones.firstIndex { $0.name == bones[right].name }
      return other.flatMap { $0 < right ? ($0, right) : nil }
    }
  }()

  /// A knee bends backwards: thigh × shank points along leftHip − rightHip, with a little leave.
  func addKnees(_ state: State, _ equations: inout NormalEquations) {
    let p = state.positions
    guard let lateral = (p[.leftHip] - p[.rightHip]).normalized else { return }
    for (hip, knee, ankle) in [
      (Joint.leftHip, Joint.leftKnee, Joint.leftAnkle), (.rightHip, .rightKnee, .rightAnkle),
    ] {
      let (u, v) = (p[knee] - p[hip], p[ankle] - p[knee])
      let size = u.length * v.length + 1e-9
      let bend = u.cross(v).dot(lateral) / size
      guard bend < -0.03 else { continue }
      let scale = 1 / 0.06
      let alongU = v.cross(lateral) * (scale / size)
      let alongV = lateral.cross(u) * (scale / size)
      equations.term(hip, -alongU)
      equations.term(knee, alongU - alongV)
      equations.term(ankle, alongV)
      equations.add(scale * (bend + 0.03))
    }
  }

  /// Width of the depth kernel, in standard deviations.
  static let depthKernel = 2.5

  func addReadings(
    _ state: State, kernelFactor: Double, _ equations: inout NormalEquations
  ) {
    let stature = state.stature
    for reading in readings {
      let z = reading.point.position(state.positions).z
      let flesh = reading.point.fleshRatio * stature
      let residual = (z - flesh - reading.depth) / reading.sigma
      // Geman–McClure: a reading far from its place counts for nothing.
      let q = residual / (Self.depthKernel * kernelFactor)
      for (joint, weight) in reading.point.joints {
        equations.term(3 * joint.rawValue + 2, weight / reading.sigma)
      }
      equations.term(NormalEquations.logStature, -flesh / reading.sigma)
      equations.add(residual, weight: 1 / (1 + q * q))

      // Free space: a joint lies behind the surface that is seen, not before it.
      guard let joint = reading.point.joint, abs(z - reading.depth) < 0.6 else { continue }
      let before = min(z - reading.depth + 0.01, 0) / 0.02
      guard before < 0 else { continue }
      equations.term(3 * joint.rawValue + 2, 1 / 0.02)
      equations.add(before, weight: Self.huber(before, 3))
    }
  }
}
