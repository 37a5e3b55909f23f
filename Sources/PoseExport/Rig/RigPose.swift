internal import PoseGeometry
internal import Kinematics

/// The positions and rotations of a rig's joints at one time, in the clip's frame.
struct RigPose {
  /// Metres.
  let places: PerJoint<Vector3>
  /// From the rest pose.
  let turns: PerJoint<Rotation>

  init(places: PerJoint<Vector3>, turns: PerJoint<Rotation>) {
    (self.places, self.turns) = (places, turns)
  }

  /// The pose of joints.
  ///
  /// - Parameters:
  ///   - body: the turns of their trunk.
  ///   - twists: the turn of each limb about itself, in the order of `Limb.allCases`.
  init(_ joints: PerJoint<Vector3>, _ body: TrunkFrames, twists: [SIMD2<Double>]) {
    var turns = PerJoint(repeating: body.pelvis)
    for joint in [Joint.spine, .centerShoulder] { turns[joint] = body.thorax }
    for joint in [Joint.centerHead, .topHead] { turns[joint] = body.head }
    for (limb, twist) in zip(Limb.allCases, twists) {
      let turn = limb.turns(joints, body, twist: twist)
      turns[limb.proximal] = turn.upper
      turns[limb.middle] = turn.lower
      turns[limb.distal] = turn.lower
    }
    self.init(places: joints, turns: turns)
  }

  /// A joint's turn in its parent's axes; the root's in the clip's.
  func localTurn(_ joint: Joint) -> Rotation {
    joint.parent.map { turns[$0].inverse * turns[joint] } ?? turns[joint]
  }

  /// A joint's place from its parent's in the parent's axes, in metres; the root's in the clip's.
  func localPlace(_ joint: Joint) -> Vector3 {
    joint.parent.map { turns[$0].inverse * (places[joint] - places[$0]) } ?? places[joint]
  }
}
