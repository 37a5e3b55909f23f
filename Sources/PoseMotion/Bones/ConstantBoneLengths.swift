internal import PoseGeometry
internal import Kinematics

/// Moves joints as little as possible so that every bone has its length, those of the shoulder girdle
/// excepted.
struct ConstantBoneLengths {
  /// The lengths in metres by the bones' lower joints; left and right alike.
  let lengths: PerJoint<Double>

  /// Steps of the solver, of which people who stand, squat and lie need four to eight; what is left
  /// then is put right bone by bone.
  private static let steps = 48
  /// The shortest steps.
  private static let minimumShare = 0.25
  /// A miss that needs no further step, in metres.
  private static let tolerance = 1e-9
  /// A miss from which on the steps lead nowhere, in metres.
  private static let settled = 0.01

  /// The positions with which Σ |d|²/v is least, d being the joints' displacements and v their
  /// variances, and every bone has its length to rounding; `nil` when a bone has no direction. Bones that
  /// follow the arms (`RigidBone.followsArms`) keep the length that they have in this frame.
  ///
  /// Gauss and Newton's method on the constraints (sequential quadratic programming): the nearest
  /// point at which the bones' lengths, taken as linear about the last one, are right. A metric that
  /// trusts depth less than what lies across the view is no better on people whose truth is known,
  /// with depth or without.
  func held(
    _ positions: PerJoint<Vector3>, variances: PerJoint<Double>
  ) -> PerJoint<Vector3>? {
    var current = positions
    var worst = Double.infinity
    // Nearly straight limbs swing from one side to the other: a step that doesn't halve the miss makes the
    // next ones shorter.
    var share = 1.0
    let targets = RigidBone.all.map { bone in
      bone.followsArms ? bone.span(positions).length : bone.length(lengths)
    }
    for _ in 0..<Self.steps {
      guard let rows = rows(at: current, targets) else { return nil }
      let before = worst
      worst = rows.reduce(0) { max($0, abs($1.miss)) }
      if worst > before / 2 { share = max(share / 2, Self.minimumShare) }
      guard worst > Self.tolerance,
        let next = nearest(to: positions, about: current, rows, variances)
      else { break }
      current = PerJoint { current[$0] + (next[$0] - current[$0]) * share }
    }
    // Where the steps don't settle the bones keep their directions.
    return exact(worst < Self.settled ? current : positions, targets)
  }

  /// A bone about a pose: its direction and how much too long it is.
  private struct Row {
    let bone: RigidBone
    let direction: Vector3
    let miss: Double
  }

  private func rows(at positions: PerJoint<Vector3>, _ targets: [Double]) -> [Row]? {
    var rows: [Row] = []
    for (bone, target) in zip(RigidBone.all, targets) {
      let span = bone.span(positions)
      guard let direction = span.normalized else { return nil }
      rows.append(Row(bone: bone, direction: direction, miss: span.length - target))
    }
    return rows
  }

  private func nearest(
    to positions: PerJoint<Vector3>, about current: PerJoint<Vector3>, _ rows: [Row],
    _ variances: PerJoint<Double>
  ) -> PerJoint<Vector3>? {
    let n = rows.count
    var matrix = [Double](repeating: 0, count: n * n)
    for (first, second, joint, share) in RigidBone.couplings {
      matrix[second * n + first] +=
        share * variances[joint] * rows[first].direction.dot(rows[second].direction)
    }
    var multipliers = rows.map { row in
      row.miss + row.direction.dot(row.bone.span(positions) - row.bone.span(current))
    }
    guard LinearAlgebra.solvePositiveDefinite(&matrix, &multipliers) else { return nil }
    var result = positions
    for (row, multiplier) in zip(rows, multipliers) {
      for (joint, share) in row.bone.shares {
        result[joint] -= row.direction * (multiplier * share * variances[joint])
      }
    }
    return result
  }

  /// The pose with every bone at its length, direction by direction from the hips outward.
  private func exact(
    _ positions: PerJoint<Vector3>, _ targets: [Double]
  ) -> PerJoint<Vector3>? {
    var result = positions
    result[.root] = (positions[.leftHip] + positions[.rightHip]) / 2
    for (bone, target) in zip(RigidBone.all, targets) {
      guard let direction = bone.span(positions).normalized else { return nil }
      let span = direction * target
      if bone.isWidth {
        let middle = result[bone.distal.parent ?? .root]
        result[bone.proximal] = middle - span / 2
        result[bone.distal] = middle + span / 2
      } else {
        result[bone.distal] = result[bone.proximal] + span
      }
    }
    return result
  }
}

/// A bone that has one length, or the width of hips or shoulders.
///
/// Root and centerShoulder are the middles of hips and shoulders, by definition, and no places of their
/// own: a bone that ends there ends at both hips, half and half.
struct RigidBone {
  let proximal: Joint
  let distal: Joint
  /// The joints at its ends, each with its share in the distal less the proximal end.
  let shares: [(joint: Joint, share: Double)]
  /// Whether its length changes as the arms rise (`Anthropometry.Bone.followsArms`). In a rendered overhead
  /// press one length for these bones cost 7 mm at the joints and 12° at elbows half bent.
  let followsArms: Bool

  private init(_ proximal: Joint, _ distal: Joint) {
    self.proximal = proximal
    self.distal = distal
    let (from, to) = (Self.parts(of: proximal), Self.parts(of: distal))
    shares =
      from.map { ($0, -1 / Double(from.count)) } + to.map { ($0, 1 / Double(to.count)) }
    followsArms = Anthropometry.bones.contains { bone in
      bone.followsArms && bone.proximal == proximal && bone.distal == distal
    }
  }

  /// The joints whose mean a joint is.
  static func parts(of joint: Joint) -> [Joint] {
    switch joint {
    case .root: [.leftHip, .rightHip]
    case .centerShoulder: [.leftShoulder, .rightShoulder]
    default: [joint]
    }
  }

  /// Every bone, after those between it and the hips.
  static let all: [RigidBone] = [
    RigidBone(.rightHip, .leftHip), RigidBone(.root, .spine), RigidBone(.spine, .centerShoulder),
    RigidBone(.rightShoulder, .leftShoulder), RigidBone(.centerShoulder, .centerHead),
    RigidBone(.centerHead, .topHead), RigidBone(.leftHip, .leftKnee),
    RigidBone(.leftKnee, .leftAnkle), RigidBone(.rightHip, .rightKnee),
    RigidBone(.rightKnee, .rightAnkle), RigidBone(.leftShoulder, .leftElbow),
    RigidBone(.leftElbow, .leftWrist), RigidBone(.rightShoulder, .rightElbow),
    RigidBone(.rightElbow, .rightWrist),
  ]

  /// Two bones that end at one joint, by their places in `all`, the first not before the second, and
  /// the product of its shares in them.
  static let couplings: [(first: Int, second: Int, joint: Joint, share: Double)] =
    all.indices.flatMap { second in
      (second..<all.count).flatMap { first in
        all[first].shares.flatMap { one in
          all[second].shares.compactMap { other in
            one.joint == other.joint ? (first, second, one.joint, one.share * other.share) : nil
          }
        }
      }
    }

  /// Whether it is the distance of a pair, in whose middle the skeleton goes on.
  var isWidth: Bool { proximal.mirrored == distal }

  /// The same bone on the other side, by its place in `all`; `nil` for one of the middle.
  var opposite: Int? {
    isWidth || distal.mirrored == distal
      ? nil : Self.all.firstIndex { !$0.isWidth && $0.distal == distal.mirrored }
  }

  /// From the proximal to the distal end.
  func span(_ positions: PerJoint<Vector3>) -> Vector3 {
    shares.reduce(.zero) { $0 + positions[$1.joint] * $1.share }
  }

  /// Its length where every bone's is known by its lower joint.
  func length(_ lengths: PerJoint<Double>) -> Double {
    isWidth ? lengths[proximal] + lengths[distal] : lengths[distal]
  }
}
