internal import PoseGeometry
internal import Kinematics

/// A point of the body in front of which the depth map is read: a joint, or the middle of a bone.
struct SurfacePoint: Sendable {
  /// The joint, or the two joints in the middle between which the point lies.
  let joints: [Joint]

  /// The joint itself; `nil` for the middle of a bone.
  var joint: Joint? { joints.count == 1 ? joints[0] : nil }

  /// The weight of each of the joints.
  var weight: Double { 1 / Double(joints.count) }

  /// The point's place in the camera's frame.
  func position(_ positions: PerJoint<Vector3>) -> Vector3 {
    joints.reduce(.zero) { $0 + positions[$1] } * weight
  }

  /// The 17 joints and the middles of upper arms, forearms, thighs, shanks and flanks, in the order
  /// of the network's outputs.
  static let all: [SurfacePoint] = {
    let joints: [Joint] = [
      .topHead, .centerHead, .centerShoulder, .leftShoulder, .leftElbow, .leftWrist,
      .rightShoulder, .rightElbow, .rightWrist, .spine, .root, .leftHip, .leftKnee, .leftAnkle,
      .rightHip, .rightKnee, .rightAnkle,
    ]
    let bones: [(Joint, Joint)] = [
      (.leftShoulder, .leftElbow), (.leftElbow, .leftWrist), (.leftHip, .leftKnee),
      (.leftKnee, .leftAnkle), (.leftShoulder, .leftHip),
    ]
    return joints.map { SurfacePoint(joints: [$0]) }
      + bones.flatMap { a, b in
        [SurfacePoint(joints: [a, b]), SurfacePoint(joints: [a.mirrored, b.mirrored])]
      }
  }()

  /// The index of each one's mirror image.
  static let mirrorImages = all.map(\.joints).mirrorImages { $0.map(\.mirrored) }

  /// The place in `all` of each joint.
  static let indices = PerJoint<Int> { all.map(\.joints).index(ofKnown: [$0]) }
}

/// A reading of the depth map in front of a point of the body.
struct SurfaceReading: Sendable {
  let point: SurfacePoint
  /// Metres along the optical axis.
  let depth: Double
  /// The distance behind the surface at which the point is expected, along the optical axis, as a
  /// fraction of stature.
  let offsetRatio: Double
  /// One standard deviation of the reading as evidence for the point's depth, in metres.
  let sigma: Double

  /// The distance by which the point lies behind the reading's place for it, in standard
  /// deviations; the state is in the camera's frame.
  func residual(at state: PoseProblem.State) -> Double {
    residual(ofDepth: point.position(state.positions).z, stature: state.stature)
  }

  /// The same of a point so far along the optical axis.
  func residual(ofDepth z: Double, stature: Double) -> Double {
    (z - offsetRatio * stature - depth) / sigma
  }

  /// Whether the point lies where the reading puts it.
  func agrees(with state: PoseProblem.State) -> Bool {
    abs(residual(at: state)) < PoseProblem.View.depthKernel
  }
}
