internal import Foundation
internal import PoseGeometry
internal import Kinematics

/// An arm or a leg of a rig.
enum Limb: CaseIterable {
  case leftArm, rightArm, leftLeg, rightLeg

  var proximal: Joint {
    switch self {
    case .leftArm: .leftShoulder
    case .rightArm: .rightShoulder
    case .leftLeg: .leftHip
    case .rightLeg: .rightHip
    }
  }

  var middle: Joint {
    switch self {
    case .leftArm: .leftElbow
    case .rightArm: .rightElbow
    case .leftLeg: .leftKnee
    case .rightLeg: .rightKnee
    }
  }

  var distal: Joint {
    switch self {
    case .leftArm: .leftWrist
    case .rightArm: .rightWrist
    case .leftLeg: .leftAnkle
    case .rightLeg: .rightAnkle
    }
  }

  private var isLeg: Bool { self == .leftLeg || self == .rightLeg }

  /// The direction of the bones in the rest pose.
  private var bone: Vector3 {
    switch self {
    case .leftArm: Vector3(1, 0, 0)
    case .rightArm: Vector3(-1, 0, 0)
    case .leftLeg, .rightLeg: Vector3(0, -1, 0)
    }
  }

  /// The direction in the rest pose of the hinge about which the lower part turns forwards, for arms: the
  /// elbow folds the forearm to the front; and of the knee, which folds the shank to the back. With it
  /// `SegmentFrames` has the hinge along +x of a hanging limb.
  private var hinge: Vector3 {
    switch self {
    case .leftArm: Vector3(0, 1, 0)
    case .rightArm: Vector3(0, -1, 0)
    case .leftLeg, .rightLeg: Vector3(1, 0, 0)
    }
  }

  /// Turned by the shortest arc from the rest pose in the axes of the trunk: no turn about itself.
  private func swung(_ upper: Vector3, _ body: TrunkFrames) -> (swing: Rotation, along: Vector3)? {
    let trunk = isLeg ? body.pelvis : body.thorax
    guard let along = upper.normalized else { return nil }
    return (Rotation.shortestArc(from: trunk * bone, to: along) * trunk, along)
  }

  /// The turn of the limb about itself that its bend shows, as cosine and sine, and how far that is to be
  /// believed: 0 below a bend of 10°, 1 from 20° on, the bend from which Kinematics measures it. `nil` where
  /// the bend shows nothing.
  func twist(
    _ joints: PerJoint<Vector3>, _ body: TrunkFrames
  ) -> (direction: SIMD2<Double>, weight: Double)? {
    let upper = joints[middle] - joints[proximal]
    let lower = joints[distal] - joints[middle]
    guard let (swing, along) = swung(upper, body) else { return nil }
    let normal = isLeg ? upper.cross(lower) : lower.cross(upper)
    let sine = normal.length / max(upper.length * lower.length, 1e-12)
    let least = SegmentFrames.minimumBend
    let share = min(max((sine - 0.5 * least) / (0.5 * least), 0), 1)
    guard share > 0, let axis = normal.normalized else { return nil }
    let rest = swing * hinge
    let direction = SIMD2(axis.dot(rest), along.cross(rest).dot(axis))
    // A knee doesn't bend forwards, nor is a thigh turned by more than a quarter.
    if isLeg && direction.x <= 0 { return nil }
    return (direction, share * share * (3 - 2 * share))
  }

  /// The turns of both parts from the rest pose.
  func turns(
    _ joints: PerJoint<Vector3>, _ body: TrunkFrames, twist: SIMD2<Double>
  ) -> (upper: Rotation, lower: Rotation) {
    let trunk = isLeg ? body.pelvis : body.thorax
    guard let (swing, along) = swung(joints[middle] - joints[proximal], body) else {
      return (trunk, trunk)
    }
    let angle = atan2(twist.y, twist.x)
    let upper = Rotation(rotationVector: along * angle) * swing
    guard let end = (joints[distal] - joints[middle]).normalized else { return (upper, upper) }
    return (upper, Rotation.shortestArc(from: upper * bone, to: end) * upper)
  }
}
