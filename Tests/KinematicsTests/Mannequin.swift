import Kinematics

/// A skeleton of mean proportions, 1 m of stature a unit, posed by clinical angles: an independent
/// way to the joints' positions. Body axes: x to the person's left, y up, z to the front.
struct Mannequin {
  /// Degrees; left and right alike unless set.
  var shoulderFlexion = (left: 0.0, right: 0.0)
  var shoulderAbduction = (left: 0.0, right: 0.0)
  var elbowFlexion = (left: 0.0, right: 0.0)
  var hipFlexion = (left: 0.0, right: 0.0)
  var kneeFlexion = (left: 0.0, right: 0.0)
  var trunkFlexion = 0.0

  /// The joints in the body's axes, root at the origin, for a stature of 1.75 m.
  var positions: PerJoint<Vector3> {
    let h = 1.75
    func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
    var p = PerJoint(repeating: Vector3.zero)
    p[.leftHip] = Vector3(0.0575 * h, 0, 0)
    p[.rightHip] = -p[.leftHip]
    p[.spine] = Vector3(0, 0.141 * h, 0)
    // Bending forward turns the thorax about +x.
    let thorax = Rotation.about(.x, by: radians(trunkFlexion))
    p[.centerShoulder] = p[.spine] + thorax * Vector3(0, 0.141 * h, 0)
    p[.centerHead] = p[.centerShoulder] + thorax * Vector3(0, 0.133 * h, 0)
    p[.topHead] = p[.centerHead] + thorax * Vector3(0, 0.056 * h, 0)
    for (side, sign, hip, knee, ankle, shoulder, elbow, wrist) in [
      (
        \(left: Double, right: Double).left, 1.0, Joint.leftHip, Joint.leftKnee, Joint.leftAnkle,
        Joint.leftShoulder, Joint.leftElbow, Joint.leftWrist
      ),
      (
        \(left: Double, right: Double).right, -1, .rightHip, .rightKnee, .rightAnkle,
        .rightShoulder, .rightElbow, .rightWrist
      ),
    ] {
      let down = Vector3(0, -1, 0)
      let thigh = Rotation.about(.x, by: -radians(hipFlexion[keyPath: side]))
      let shank = thigh * Rotation.about(.x, by: radians(kneeFlexion[keyPath: side]))
      p[knee] = p[hip] + thigh * down * (0.241 * h)
      p[ankle] = p[knee] + shank * down * (0.249 * h)
      p[shoulder] = p[.centerShoulder] + thorax * Vector3(sign * 0.105 * h, 0, 0)
      let arm =
        thorax * Rotation.about(.z, by: sign * radians(shoulderAbduction[keyPath: side]))
        * Rotation.about(.x, by: -radians(shoulderFlexion[keyPath: side]))
      let forearm = arm * Rotation.about(.x, by: -radians(elbowFlexion[keyPath: side]))
      p[elbow] = p[shoulder] + arm * down * (0.156 * h)
      p[wrist] = p[elbow] + forearm * down * (0.147 * h)
    }
    return p
  }

  /// The joints in the camera's frame: standing 3 m away, turned by `heading` degrees about the
  /// vertical from facing the camera.
  func cameraPositions(heading: Double) -> PerJoint<Vector3> {
    let cameraFromBody = RigidTransform(
      rotation: .about(.x, by: .pi) * .about(.y, by: heading * .pi / 180),
      translation: Vector3(0.2, -0.1, 3))
    return positions.map { cameraFromBody * $0 }
  }
}
