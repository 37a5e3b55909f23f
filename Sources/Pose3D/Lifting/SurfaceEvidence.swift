internal import Kinematics

/// A point of the body at which the depth map was read: the surface in front of a joint or of a
/// place along a bone.
struct SurfacePoint: Sendable {
  /// The joint, or the two joints between which the point lies, with weights that add up to 1.
  let joints: [(joint: Joint, weight: Double)]
  /// How far the joint centre or bone lies behind the visible surface, along the line of sight, as
  /// a fraction of stature.
  let fleshRatio: Double

  /// The joint itself; `nil` for a point along a bone.
  var joint: Joint? { joints.count == 1 ? joints[0].joint : nil }

  /// The point's place in the camera's frame.
  func position(_ positions: PerJoint<Vector3>) -> Vector3 {
    joints.reduce(.zero) { $0 + positions[$1.joint] * $1.weight }
  }

  /// Medians over visible joints of 59 rendered people (`reference`: MakeHuman bodies in clothes,
  /// any view), in metres for a stature of 1.75 m.
  private static let fleshOfJoint: [Joint: Double] = [
    .topHead: 0.039, .centerHead: 0.096, .centerShoulder: 0.095, .spine: 0.148, .root: 0.160,
    .leftShoulder: 0.063, .leftElbow: 0.042, .leftWrist: 0.026,
    .rightShoulder: 0.063, .rightElbow: 0.042, .rightWrist: 0.026,
    .leftHip: 0.112, .leftKnee: 0.066, .leftAnkle: 0.058,
    .rightHip: 0.112, .rightKnee: 0.066, .rightAnkle: 0.058,
  ]

  private static let statureOfFlesh = 1.75

  /// The surface in front of each of the 17 joints, in the joints' order.
  static let ofJoints: [SurfacePoint] = Joint.allCases.map {
    SurfacePoint(joints: [($0, 1)], fleshRatio: (fleshOfJoint[$0] ?? 0) / statureOfFlesh)
  }

  /// The surface in front of places along the limbs and flanks.
  static let alongBones: [SurfacePoint] = {
    let bones: [(left: (Joint, Joint), places: [(Double, flesh: Double)])] = [
      ((.leftShoulder, .leftElbow), [(0.5, 0.050)]),
      ((.leftElbow, .leftWrist), [(0.5, 0.036)]),
      ((.leftHip, .leftKnee), [(0.33, 0.085), (0.67, 0.073)]),
      ((.leftKnee, .leftAnkle), [(0.33, 0.063), (0.67, 0.060)]),
      ((.leftShoulder, .leftHip), [(0.33, 0.115), (0.67, 0.120)]),
    ]
    return bones.flatMap { bone in
      [bone.left, (bone.left.0.mirrored, bone.left.1.mirrored)].flatMap { ends in
        bone.places.map { place, flesh in
          SurfacePoint(
            joints: [(ends.0, 1 - place), (ends.1, place)], fleshRatio: flesh / statureOfFlesh)
        }
      }
    }
  }()
}

/// A reading of the depth map at a point of the body.
struct SurfaceReading: Sendable {
  let point: SurfacePoint
  /// Metres along the optical axis.
  let depth: Double
  /// One standard deviation of the reading as evidence for the joint's or bone's depth, in metres.
  let sigma: Double
}
