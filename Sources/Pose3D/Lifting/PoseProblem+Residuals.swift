internal import PoseGeometry
internal import Kinematics
internal import PoseSystem

/// The prior knowledge of bodies, as weighted residuals with their slopes.
extension PoseProblem {
  /// Root and centerShoulder are the middles of hips and shoulders, to 6 mm.
  func addMidpoints(_ state: State, _ equations: inout NormalEquations) {
    addMidpoint(.root, .leftHip, .rightHip, state, &equations)
    addMidpoint(.centerShoulder, .leftShoulder, .rightShoulder, state, &equations)
  }

  private func addMidpoint(
    _ middle: Joint, _ left: Joint, _ right: Joint, _ state: State,
    _ equations: inout NormalEquations
  ) {
    let scale = 1 / 0.006
    let p = state.positions
    let offset = p[middle] - (p[left] + p[right]) / 2
    for axis in 0..<3 {
      equations.term(3 * middle.rawValue + axis, scale)
      equations.term(3 * left.rawValue + axis, -scale / 2)
      equations.term(3 * right.rawValue + axis, -scale / 2)
      equations.add(scale * offset[axis])
    }
  }

  /// One standard deviation between the bones of the two sides, as a fraction of their length.
  private static let asymmetry = 0.02

  /// The bones of the two sides are alike.
  func addSymmetry(_ state: State, _ equations: inout NormalEquations) {
    let stature = state.stature
    for (left, right) in Self.bonePairs {
      let scale = 1 / (left.ratio * Self.asymmetry * stature)
      let (leftLength, leftDirection) = left.span(state)
      let (rightLength, rightDirection) = right.span(state)
      equations.term(left.proximal, leftDirection * scale)
      equations.term(left.distal, leftDirection * -scale)
      equations.term(right.proximal, rightDirection * -scale)
      equations.term(right.distal, rightDirection * scale)
      equations.add(scale * (leftLength - rightLength))
    }
  }

  /// The factor on the network's scales for a bone's length, which are those of a Laplace
  /// distribution, and the minimum, as a fraction of the length.
  private static let boneSigma = (factor: 2.0, least: 0.02)

  /// The bones have the lengths that the network predicts, since it has learnt how the proportions
  /// of people vary together. It puts an uncertain joint in the middle of its possible positions,
  /// which shortens the bone. Bones that reach out of the frame get the usual lengths for the
  /// visible part of the body: the network takes people at the frame's edge for too small.
  func addBones(_ state: State, _ equations: inout NormalEquations) {
    let stature = state.stature
    for (index, bone) in Self.bones.enumerated() {
      let isOutside = outside.contains(bone.proximal) || outside.contains(bone.distal)
      let expected: Double
      let spread: Double
      if let known = proportions?.ratios[index] {
        expected = stature * exp(known.logarithm)
        spread = hypot(known.sigma, Self.changes[index])
      } else {
        let predicted = lengths[Self.predictedBones[index]]
        expected = bone.ratio * stature * (isOutside ? 1 : exp(predicted.mean))
        spread =
          isOutside
          ? Self.spreads[index] : Self.boneSigma.factor * predicted.scale + Self.boneSigma.least
      }
      let scale = 1 / (spread * expected)
      let (length, direction) = bone.span(state)
      equations.term(bone.proximal, direction * scale)
      equations.term(bone.distal, direction * -scale)
      equations.term(NormalEquations.logStature, -scale * expected)
      let residual = scale * (length - expected)
      equations.add(residual, weight: Self.huber(residual, 2))
    }
  }

  /// The difference of a person's bones between pictures, as a fraction of the length. For those
  /// that follow the arms it is chosen, not measured. 0.05 and 0 give the same on 59 rendered
  /// frames; leaving them to the network is 0.6 to 0.8 mm worse.
  private static let changes = Anthropometry.bones.map { $0.followsArms ? 0.05 : 0 }

  /// The spread of the bones' lengths between people, as fractions of the length.
  private static let spreads = Anthropometry.bones.map(\.spread)

  /// The index of each bone in `LiftingNetwork.boneNames`.
  static let predictedBones = Anthropometry.bones.map {
    LiftingNetwork.boneNames.index(ofKnown: $0.name)
  }

  /// The part of a bone that the solver reads. Strings or lists would be reference-counted each
  /// time.
  private struct Bone {
    let proximal: Joint
    let distal: Joint
    let ratio: Double

    /// The length in metres, and the direction from the distal to the proximal end.
    func span(_ state: State) -> (length: Double, direction: Vector3) {
      let d = state.positions[proximal] - state.positions[distal]
      let length = d.length + 1e-9
      return (length, d / length)
    }
  }

  private static let bones = Anthropometry.bones.map {
    Bone(proximal: $0.proximal, distal: $0.distal, ratio: $0.ratio)
  }

  /// The bones that exist on both sides.
  private static let bonePairs: [(left: Bone, right: Bone)] = {
    let names = Anthropometry.bones.map(\.name)
    return names.indices.compactMap { right in
      let left = names.firstIndex(of: names[right])
      return left.flatMap { $0 < right ? (bones[$0], bones[right]) : nil }
    }
  }()

  /// A knee bends backwards: thigh × shank points along leftHip − rightHip, with a little leave.
  func addKnees(_ state: State, _ equations: inout NormalEquations) {
    let p = state.positions
    guard let lateral = (p[.leftHip] - p[.rightHip]).normalized else { return }
    addKnee(.leftHip, .leftKnee, .leftAnkle, lateral, p, &equations)
    addKnee(.rightHip, .rightKnee, .rightAnkle, lateral, p, &equations)
  }

  private func addKnee(
    _ hip: Joint, _ knee: Joint, _ ankle: Joint, _ lateral: Vector3, _ p: PerJoint<Vector3>,
    _ equations: inout NormalEquations
  ) {
    let (u, v) = (p[knee] - p[hip], p[ankle] - p[knee])
    let size = u.length * v.length + 1e-9
    let bend = u.cross(v).dot(lateral) / size
    guard bend < -0.03 else { return }
    let scale = 1 / 0.06
    let alongU = v.cross(lateral) * (scale / size)
    let alongV = lateral.cross(u) * (scale / size)
    equations.term(hip, -alongU)
    equations.term(knee, alongU - alongV)
    equations.term(ankle, alongV)
    equations.add(scale * (bend + 0.03))
  }
}
