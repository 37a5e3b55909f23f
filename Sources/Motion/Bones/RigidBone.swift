internal import Kinematics

/// A bone that has one length, or the width of hips or shoulders.
///
/// Root and centerShoulder are the middles of hips and shoulders, by definition, and no places of their
/// own: a bone that ends there ends at both hips, half and half.
struct RigidBone {
  /// Where a bone ends: at a joint, or at the middle of two.
  struct End {
    let joint: Joint
    /// The joints whose mean it is: itself, or the two of a pair.
    let parts: [Joint]

    init(_ joint: Joint) {
      self.joint = joint
      parts =
        switch joint {
        case .root: [.leftHip, .rightHip]
        case .centerShoulder: [.leftShoulder, .rightShoulder]
        default: [joint]
        }
    }
  }

  let proximal: End
  let distal: End

  /// Every bone after those between it and the hips.
  static let all: [RigidBone] = [
    (Joint.rightHip, Joint.leftHip), (.root, .spine), (.spine, .centerShoulder),
    (.rightShoulder, .leftShoulder), (.centerShoulder, .centerHead), (.centerHead, .topHead),
    (.leftHip, .leftKnee), (.leftKnee, .leftAnkle), (.rightHip, .rightKnee),
    (.rightKnee, .rightAnkle), (.leftShoulder, .leftElbow), (.leftElbow, .leftWrist),
    (.rightShoulder, .rightElbow), (.rightElbow, .rightWrist),
  ].map { RigidBone(proximal: End($0), distal: End($1)) }

  /// Whether it is the distance of a pair, in whose middle the skeleton goes on.
  var isWidth: Bool { proximal.joint.mirrored == distal.joint }

  /// The same bone on the other side, by its place in `all`; `nil` for one of the middle.
  var opposite: Int? {
    isWidth || distal.joint.mirrored == distal.joint
      ? nil : Self.all.firstIndex { !$0.isWidth && $0.distal.joint == distal.joint.mirrored }
  }

  /// From the proximal to the distal end.
  func span(_ positions: PerJoint<Vector3>) -> Vector3 {
    place(distal, positions) - place(proximal, positions)
  }

  private func place(_ end: End, _ positions: PerJoint<Vector3>) -> Vector3 {
    end.parts.reduce(.zero) { $0 + positions[$1] } / Double(end.parts.count)
  }

  /// How much of the distal less the proximal end a joint is; 0 for most.
  func share(of joint: Joint) -> Double {
    let distal = distal.parts.contains(joint) ? 1 / Double(distal.parts.count) : 0
    return proximal.parts.contains(joint) ? distal - 1 / Double(proximal.parts.count) : distal
  }

  /// Its length where every bone's is known by its lower joint.
  func length(_ lengths: PerJoint<Double>) -> Double {
    isWidth ? lengths[proximal.joint] + lengths[distal.joint] : lengths[distal.joint]
  }
}
