internal import Kinematics
internal import PoseGeometry

/// The centre of mass of a body.
enum CenterOfMass {
  /// The centre of mass, in the frame and the unit of the joints.
  ///
  /// The segments' masses as shares of the body's and the places of their centres: Winter 2009, table 4.1, with hands
  /// and feet on wrists and ankles.
  static func of(_ p: PerJoint<Vector3>) -> Vector3 {
    func along(_ from: Joint, _ to: Joint, _ share: Double) -> Vector3 {
      p[from] + (p[to] - p[from]) * share
    }
    var sum = p[.centerHead] * 0.081 + along(.root, .centerShoulder, 0.5) * 0.497
    for side: (Joint) -> Joint in [{ $0 }, \.mirrored] {
      sum += along(side(.leftHip), side(.leftKnee), 0.433) * 0.1
      sum += along(side(.leftKnee), side(.leftAnkle), 0.433) * 0.0465
      sum += p[side(.leftAnkle)] * 0.0145
      sum += along(side(.leftShoulder), side(.leftElbow), 0.436) * 0.028
      sum += along(side(.leftElbow), side(.leftWrist), 0.430) * 0.016
      sum += p[side(.leftWrist)] * 0.006
    }
    return sum
  }
}
