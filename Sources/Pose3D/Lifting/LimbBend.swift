internal import PoseGeometry
internal import Kinematics
internal import PoseSystem

/// The flexion of an elbow or a knee.
struct LimbBend {
  /// The joints from the trunk outwards.
  let joints: (first: Joint, middle: Joint, last: Joint)

  /// The elbows and the knees, in the order of the network's flexions.
  static let all = [
    LimbBend(joints: (.leftShoulder, .leftElbow, .leftWrist)),
    LimbBend(joints: (.rightShoulder, .rightElbow, .rightWrist)),
    LimbBend(joints: (.leftHip, .leftKnee, .leftAnkle)),
    LimbBend(joints: (.rightHip, .rightKnee, .rightAnkle)),
  ]

  private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

  /// A flexion, and how it changes when the joints move.
  struct Flexion {
    /// Radians, 0 when straight.
    let angle: Double
    /// Its slopes by the three joints, which lie in the plane in which the limb bends.
    let slopes: (Vector3, Vector3, Vector3)
    /// The slopes of the bend out of that plane.
    let across: (Vector3, Vector3, Vector3)
  }

  /// The flexion of a pose; `nil` where a bone has no length, or the limb is straight to rounding.
  func flexion(of positions: PerJoint<Vector3>) -> Flexion? {
    let u = positions[joints.middle] - positions[joints.first]
    let v = positions[joints.last] - positions[joints.middle]
    let (uu, vv) = (u.dot(u), v.dot(v))
    guard uu > 1e-8, vv > 1e-8 else { return nil }
    let normal = u.cross(v)
    guard let n = normal.normalized else { return nil }
    let (byU, byV) = (u.cross(n) / uu, n.cross(v) / vv)
    let (overU, overV) = (n / uu.squareRoot(), n / vv.squareRoot())
    return Flexion(
      angle: atan2(normal.length, u.dot(v)), slopes: (-byU, byU - byV, byV),
      across: (overU, -(overU + overV), overV))
  }

  /// The flexion to which uncertain ones are drawn, in radians.
  private static let middle = radians(27)
  /// The scale of a flexion in radians at which it is drawn halfway there.
  private static let halfway = radians(60)
  /// No flexion is taken for one that lost more than this share.
  private static let minimumShare = 0.8
  /// The excess of a predicted flexion near 0, in units of its scale.
  private static let noise = 0.9
  /// The smallest flexion that is restored, in radians: at 0 no plane is left in which to bend.
  private static let straight = radians(0.3)
  /// The greatest flexion that is restored, in radians.
  private static let most = radians(150)

  /// The true flexion, in radians, for one that the network predicts with this scale.
  ///
  /// The prediction is the mean of the possible flexions: it lies towards the mean of all poses,
  /// and, as no flexion is less than 0, above the flexion of straight limbs. On rendered people
  /// that the network was not trained with, the prediction is the true flexion drawn towards 27°,
  /// mixed with noise. The less certain it is, the more it is drawn. This takes both effects back
  /// in part: undone fully, the noise grows more than the error shrinks.
  static func restored(_ angle: Double, scale: Double) -> Double {
    let share = max(1 / (1 + pow(scale / halfway, 2)), minimumShare)
    let noise = Self.noise * scale
    let bend = max(angle * angle - noise * noise, 0).squareRoot()
    return max(straight, min((bend - (1 - share) * middle) / share, max(most, angle)))
  }
}
