import PoseGeometry
import Kinematics

/// A skeleton of mean proportions posed by clinical angles: an independent way to the joints'
/// positions. Body axes: x to the person's left, y up, z to the front.
struct Mannequin {
  typealias Sides = (left: Double, right: Double)

  /// Degrees; all 0 is standing straight with hanging arms, palms in.
  var shoulderFlexion: Sides = (0, 0)
  /// Outermost of the shoulder's turns.
  var shoulderAbduction: Sides = (0, 0)
  var shoulderAdduction: Sides = (0, 0)
  var shoulderRotation: Sides = (0, 0)
  var elbowFlexion: Sides = (0, 0)
  var hipFlexion: Sides = (0, 0)
  var hipAdduction: Sides = (0, 0)
  var hipRotation: Sides = (0, 0)
  var kneeFlexion: Sides = (0, 0)
  var ankleDorsiflexion: Sides = (0, 0)
  var trunkFlexion = 0.0
  var trunkLateralBend = 0.0
  var trunkRotation = 0.0
  var neckFlexion = 0.0

  /// The joints and feet in the body's axes, root at the origin, for a stature of 1.75 m.
  var skeleton: Skeleton {
    let h = 1.75
    var p = PerJoint(repeating: Vector3.zero)
    p[.leftHip] = Vector3(0.0575 * h, 0, 0)
    p[.rightHip] = -p[.leftHip]
    p[.spine] = Vector3(0, 0.141 * h, 0)
    // ISB's Z-X-Y: forward, to the right, to the left.
    let thorax =
      turn(.x, trunkFlexion) * turn(.z, trunkLateralBend) * turn(.y, trunkRotation)
    let head = thorax * turn(.x, neckFlexion)
    p[.centerShoulder] = p[.spine] + thorax * Vector3(0, 0.141 * h, 0)
    p[.centerHead] = p[.centerShoulder] + thorax * Vector3(0, 0.133 * h, 0)
    p[.topHead] = p[.centerHead] + head * Vector3(0, 0.056 * h, 0)
    let down = Vector3(0, -1, 0)
    var feet: [Foot] = []
    for (side, sign, hip, knee, ankle, shoulder, elbow, wrist) in [
      (
        \Sides.left, 1.0, Joint.leftHip, Joint.leftKnee, Joint.leftAnkle, Joint.leftShoulder,
        Joint.leftElbow, Joint.leftWrist
      ),
      (
        \Sides.right, -1, .rightHip, .rightKnee, .rightAnkle, .rightShoulder, .rightElbow,
        .rightWrist
      ),
    ] {
      let thigh =
        turn(.x, -hipFlexion[keyPath: side]) * turn(.z, -sign * hipAdduction[keyPath: side])
        * turn(.y, -sign * hipRotation[keyPath: side])
      let shank = thigh * turn(.x, kneeFlexion[keyPath: side])
      p[knee] = p[hip] + thigh * down * (0.241 * h)
      p[ankle] = p[knee] + shank * down * (0.249 * h)
      let foot = shank * turn(.x, -ankleDorsiflexion[keyPath: side])
      feet.append(
        Foot(
          heel: p[ankle] + foot * Vector3(0, -0.06, -0.05),
          toe: p[ankle] + foot * Vector3(0, -0.06, 0.2), sigma: 0.01))
      p[shoulder] = p[.centerShoulder] + thorax * Vector3(sign * 0.105 * h, 0, 0)
      let arm =
        thorax * turn(.z, sign * shoulderAbduction[keyPath: side])
        * turn(.x, -shoulderFlexion[keyPath: side])
        * turn(.z, -sign * shoulderAdduction[keyPath: side])
        * turn(.y, -sign * shoulderRotation[keyPath: side])
      let forearm = arm * turn(.x, -elbowFlexion[keyPath: side])
      p[elbow] = p[shoulder] + arm * down * (0.156 * h)
      p[wrist] = p[elbow] + forearm * down * (0.147 * h)
    }
    return Skeleton(
      positions: p, sigmas: PerJoint(repeating: 0.01), leftFoot: feet[0], rightFoot: feet[1],
      world: WorldAxes(up: Vector3(0, 1, 0), front: Vector3(0, 0, 1), source: .gravity))
  }

  /// The joints in the body's axes.
  var positions: PerJoint<Vector3> { skeleton.positions }

  /// The skeleton before a level camera, 3 m away, turned by `heading` degrees about the vertical
  /// from facing the camera.
  func skeleton(heading: Double) -> Skeleton {
    let cameraFromBody = RigidTransform(
      rotation: .about(.x, by: .pi) * .about(.y, by: heading * .pi / 180),
      translation: Vector3(0.2, -0.1, 3))
    var seen = skeleton.moved(by: cameraFromBody)
    // An exact vertical: what one that was measured adds to sigmas has its own test.
    seen.world = WorldAxes(up: Vector3(0, -1, 0), front: Vector3(0, 0, -1), source: .gravity)
    return seen
  }

  /// The joints in the camera's frame.
  func cameraPositions(heading: Double) -> PerJoint<Vector3> {
    skeleton(heading: heading).positions
  }

  private func turn(_ axis: Rotation.Axis, _ degrees: Double) -> Rotation {
    .about(axis, by: degrees * .pi / 180)
  }
}

extension Skeleton {
  /// The skeleton, its feet and its world in another frame.
  func moved(by motion: RigidTransform) -> Skeleton {
    let foot = { (foot: Foot) in
      Foot(heel: motion * foot.heel, toe: motion * foot.toe, sigma: foot.sigma)
    }
    return Skeleton(
      positions: positions.map { motion * $0 }, sigmas: sigmas, inferred: inferred,
      leftFoot: leftFoot.map(foot), rightFoot: rightFoot.map(foot),
      world: world.flatMap {
        WorldAxes(
          up: motion.rotation * $0.up, front: motion.rotation * $0.front, source: $0.source)
      })
  }

  /// The mirror image: every point at the other side, left and right swapped.
  var mirrored: Skeleton {
    let flip = { (v: Vector3) in Vector3(-v.x, v.y, v.z) }
    let foot = { (foot: Foot) in
      Foot(heel: flip(foot.heel), toe: flip(foot.toe), sigma: foot.sigma)
    }
    return Skeleton(
      positions: PerJoint { flip(positions[$0.mirrored]) },
      sigmas: sigmas.map { sigmas in PerJoint { sigmas[$0.mirrored] } },
      inferred: Set(inferred.map(\.mirrored)), leftFoot: rightFoot.map(foot),
      rightFoot: leftFoot.map(foot),
      world: world.flatMap {
        WorldAxes(up: flip($0.up), front: flip($0.front), source: $0.source)
      })
  }

  /// The angles by name.
  func named(
    _ definitions: [AngleDefinition] = AngleDefinition.catalogue
  ) -> [String: JointAngle] {
    Dictionary(uniqueKeysWithValues: angles(definitions).map { ($0.name, $0) })
  }
}

extension JointAngle {
  /// The value in degrees.
  var degrees: Double? { value.map { $0 * 180 / .pi } }
}

/// The difference of two angles in degrees, −180…180.
func turn(_ a: Double, _ b: Double) -> Double { (a - b).remainder(dividingBy: 360) }
