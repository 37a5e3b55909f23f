internal import Geometry
internal import Kinematics

/// Where the joints of a rig are at a moment and how they are turned, in the clip's frame.
struct RigPose {
  /// Metres.
  let places: PerJoint<Vector3>
  /// From the rest pose.
  let turns: PerJoint<Rotation>

  /// A joint's turn in its parent's axes; the root's in the clip's.
  func localTurn(_ joint: Joint) -> Rotation {
    joint.parent.map { turns[$0].inverse * turns[joint] } ?? turns[joint]
  }

  /// A joint's place from its parent's in the parent's axes, in metres; the root's in the clip's.
  func localPlace(_ joint: Joint) -> Vector3 {
    joint.parent.map { turns[$0].inverse * (places[joint] - places[$0]) } ?? places[joint]
  }
}
