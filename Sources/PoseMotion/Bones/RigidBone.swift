internal import PoseGeometry
internal import Kinematics

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
