import PoseSystem
import PoseGeometry
import Kinematics

/// A person's posture at one time, standing, sitting or lying: it distinguishes exercises that move
/// the same joints. Lengths are in statures, angles in radians.
struct Stance {
  /// Radians of the trunk from upright; `nil` where up is unknown, as all that hangs on it.
  var lean: Double?
  /// The part of the person's front that points up: −1 lying on the front, 1 on the back.
  var frontUp: Double?
  /// The hips above the lower ankle.
  var hipHeight: Double?
  /// The centre of mass before the middle of the ankles, along the ground, and its height over them.
  /// Behind the feet only a seat holds it.
  var balance: (ahead: Double, height: Double)?
  /// The distance of the ankles along the person's front, and across it.
  var stride: Double
  var straddle: Double
  /// The hands above the shoulders along the trunk, left and right.
  var hands: [Double]
  /// How far both hands are on one side of the trunk: the nearer one's distance from its middle plane, 0 with a hand on each side.
  var handsAside: Double
  /// The directions of the upper arms, left and right: to the person's left, up along the trunk, to the front.
  var arms: [Vector3]
  /// Radians between trunk and thigh, left and right.
  var hips: [Double]
  /// The hands above the knees, the middle of both sides; `nil` where up is unknown.
  var handsOverKnees: Double?
  /// The middle of both sides' hips, shoulders, hands and feet, in metres, where the person is.
  var root: Vector3
  var shoulder: Vector3
  var hand: Vector3
  var foot: Vector3

  /// `nil` where the joints make no body: hips or trunk without length.
  init?(_ positions: PerJoint<Vector3>, up: Vector3?, stature: Double) {
    let p = positions
    let across =
      p[.leftHip] - p[.rightHip] + p[.leftShoulder] - p[.rightShoulder]
    guard stature > 0,
      let trunk = (p[.centerShoulder] - p[.root]).normalized,
      let aside = (across - trunk * across.dot(trunk)).normalized
    else { return nil }
    let front = aside.cross(trunk)
    lean = up.map { trunk.angle(to: $0) }
    frontUp = up.map { front.dot($0) }
    let ankles = p[.leftAnkle] - p[.rightAnkle]
    // Along the ground where that is known: a trunk leant forward has its front on the floor.
    let level = up.flatMap { up in aside.cross(up).normalized.map { (up: up, front: $0) } }
    let ahead = level?.front ?? front
    stride = abs(ankles.dot(ahead)) / stature
    straddle = abs(ankles.dot(aside)) / stature
    hands = [
      (p[.leftWrist] - p[.leftShoulder]).dot(trunk) / stature,
      (p[.rightWrist] - p[.rightShoulder]).dot(trunk) / stature,
    ]
    let (left, right) = (
      (p[.leftWrist] - p[.root]).dot(aside), (p[.rightWrist] - p[.root]).dot(aside)
    )
    // Shoulders that face away from the hips' front are an error: there is no side then.
    let isTwisted = (p[.leftHip] - p[.rightHip]).dot(p[.leftShoulder] - p[.rightShoulder]) < 0
    handsAside = left * right > 0 && !isTwisted ? min(abs(left), abs(right)) / stature : 0
    arms = [p[.leftElbow] - p[.leftShoulder], p[.rightElbow] - p[.rightShoulder]].map {
      let arm = $0.normalized ?? -trunk
      return Vector3(arm.dot(aside), arm.dot(trunk), arm.dot(front))
    }
    hips = [
      (p[.leftKnee] - p[.leftHip]).angle(to: -trunk),
      (p[.rightKnee] - p[.rightHip]).angle(to: -trunk),
    ]
    root = p[.root]
    shoulder = (p[.leftShoulder] + p[.rightShoulder]) / 2
    hand = (p[.leftWrist] + p[.rightWrist]) / 2
    foot = (p[.leftAnkle] + p[.rightAnkle]) / 2
    let reach = hand - (p[.leftKnee] + p[.rightKnee]) / 2
    handsOverKnees = up.map { reach.dot($0) / stature }
    if let level {
      let lower = min(p[.leftAnkle].dot(level.up), p[.rightAnkle].dot(level.up))
      hipHeight = (p[.root].dot(level.up) - lower) / stature
      let mass = CenterOfMass.of(p) - (p[.leftAnkle] + p[.rightAnkle]) / 2
      balance = (mass.dot(level.front) / stature, mass.dot(level.up) / stature)
    }
  }
}

extension Vector3 {
  /// The angle between two directions in radians, 0…π; 0 where one has no length.
  func angle(to other: Vector3) -> Double {
    atan2(cross(other).length, dot(other))
  }
}
