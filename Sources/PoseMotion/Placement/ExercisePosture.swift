import PoseGeometry
import Kinematics
import PoseSystem

/// A posture of an exercise by joint angles in degrees. All 0 is standing straight with hanging arms.
///
/// It stands for what people do in an exercise, not for how it should be done.
struct ExercisePosture {
  /// An angle of both sides, in degrees.
  struct Sides: Equatable {
    var left: Double
    var right: Double

    init(_ left: Double, _ right: Double) { (self.left, self.right) = (left, right) }

    func halfway(to other: Sides) -> Sides {
      Sides((left + other.left) / 2, (right + other.right) / 2)
    }
  }

  /// The lean of the trunk against the vertical: 90 lies on the front, −90 on the back.
  var lean = 0.0
  /// The thigh against the line of the trunk, forwards.
  var hip = Sides(0, 0)
  /// The curve of the trunk: by how much its upper half leans more than its lower half.
  var curve = 0.0
  /// The thigh sideways out of the plane of its flexion.
  var hipAbduction = Sides(0, 0)
  var knee = Sides(0, 0)
  /// The shank sideways out of that plane, outwards.
  var shankTilt = Sides(0, 0)
  /// The upper arm against the line of the trunk, forwards and sideways.
  var shoulder = Sides(0, 0)
  var shoulderAbduction = Sides(0, 0)
  var elbow = Sides(0, 0)

  /// The posture halfway to another, each angle by itself.
  func halfway(to other: ExercisePosture) -> ExercisePosture {
    ExercisePosture(
      lean: (lean + other.lean) / 2, hip: hip.halfway(to: other.hip),
      curve: (curve + other.curve) / 2,
      hipAbduction: hipAbduction.halfway(to: other.hipAbduction),
      knee: knee.halfway(to: other.knee), shankTilt: shankTilt.halfway(to: other.shankTilt),
      shoulder: shoulder.halfway(to: other.shoulder),
      shoulderAbduction: shoulderAbduction.halfway(to: other.shoulderAbduction),
      elbow: elbow.halfway(to: other.elbow))
  }

  /// The height of the lowest joint's centre above the floor, as a share of the stature.
  private static let lowest = Anthropometry.ankleHeightRatio

  /// The joints of a person of mean proportions, in metres: x to the person's left, y up from the floor,
  /// z to the front. The root is above the origin.
  ///
  /// - Parameter stature: in metres.
  func positions(stature: Double) -> PerJoint<Vector3> {
    func turn(_ axis: Rotation.Axis, _ degrees: Double) -> Rotation {
      .about(axis, by: degrees * .pi / 180)
    }
    func length(_ name: String) -> Double { (Self.ratios[name] ?? 0) * stature }
    let trunk = turn(.x, lean)
    let (lower, upper) = (turn(.x, lean - curve / 2), turn(.x, lean + curve / 2))
    let (up, down) = (Vector3(0, 1, 0), Vector3(0, -1, 0))
    var p = PerJoint(repeating: Vector3.zero)
    p[.spine] = lower * up * length("lowerTrunk")
    p[.centerShoulder] = p[.spine] + upper * up * length("upperTrunk")
    // People who lean forwards look ahead.
    let (neck, head) = (turn(.x, 0.8 * lean), turn(.x, 0.75 * lean))
    p[.centerHead] = p[.centerShoulder] + neck * up * length("neck")
    p[.topHead] = p[.centerHead] + head * up * length("head")
    for isLeft in [true, false] {
      let side = isLeft ? \Sides.left : \Sides.right
      let sign = isLeft ? 1.0 : -1
      func joint(_ left: Joint) -> Joint { isLeft ? left : left.mirrored }
      let (abduction, tilt) = (hipAbduction[keyPath: side], shankTilt[keyPath: side])
      let thigh = trunk * turn(.x, -hip[keyPath: side]) * turn(.z, sign * abduction)
      let fold = Self.fold(knee[keyPath: side], abduction, tilt)
      let shank = trunk * turn(.x, fold - hip[keyPath: side]) * turn(.z, sign * tilt)
      let arm =
        upper * turn(.z, sign * shoulderAbduction[keyPath: side])
        * turn(.x, -shoulder[keyPath: side])
      let forearm = arm * turn(.x, -elbow[keyPath: side])
      let hipPlace = lower * Vector3(sign * length("hipWidth") / 2, 0, 0)
      let shoulderPlace =
        p[.centerShoulder] + upper * Vector3(sign * length("shoulderWidth") / 2, 0, 0)
      p[joint(.leftHip)] = hipPlace
      p[joint(.leftKnee)] = hipPlace + thigh * down * length("thigh")
      p[joint(.leftAnkle)] = p[joint(.leftKnee)] + shank * down * length("shank")
      p[joint(.leftShoulder)] = shoulderPlace
      p[joint(.leftElbow)] = shoulderPlace + arm * down * length("upperArm")
      p[joint(.leftWrist)] = p[joint(.leftElbow)] + forearm * down * length("forearm")
    }
    let lowest = Joint.allCases.map { p[$0].y }.min() ?? 0
    return p.map { $0 + Vector3(0, Self.lowest * stature - lowest, 0) }
  }

  /// The degrees about the hips' axis between two bones that are tilted out of its plane by so many degrees and
  /// have an angle between them: the spherical law of cosines.
  private static func fold(_ angle: Double, _ first: Double, _ second: Double) -> Double {
    func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
    let (a, b) = (radians(first), radians(second))
    let cosine = (cos(radians(angle)) - sin(a) * sin(b)) / (cos(a) * cos(b))
    return acos(max(-1, min(1, cosine))) * 180 / .pi
  }

  private static let ratios = Dictionary(
    Anthropometry.bones.map { ($0.name, $0.ratio) }, uniquingKeysWith: { first, _ in first })
}

extension Exercise {
  /// The postures in which an exercise starts and turns, in degrees; chosen, from the ranges that the
  /// criteria of `definition` expect. The one between is halfway.
  var postures: [ExercisePosture] {
    typealias Sides = ExercisePosture.Sides
    func both(_ value: Double) -> Sides { Sides(value, value) }
    var (start, turn) = (ExercisePosture(), ExercisePosture())
    var middle: ExercisePosture?
    switch self {
    case .squat:
      // Knees apart over the feet, hands before the chest: medians of rendered squats.
      (start.knee, turn.knee) = (both(6), both(104))
      (start.lean, turn.lean, turn.curve) = (5, 41, 12)
      (start.hip, turn.hip) = (both(8), both(117))
      (start.hipAbduction, turn.hipAbduction) = (both(7), both(22))
      (start.shankTilt, turn.shankTilt) = (both(4), both(-11))
      (start.shoulder, turn.shoulder) = (both(15), both(50))
      (start.elbow, turn.elbow) = (both(40), both(110))
    case .lunge:
      (start.knee, turn.knee) = (both(5), Sides(95, 85))
      (start.hip, turn.hip) = (both(3), Sides(85, -10))
      (start.lean, turn.lean) = (2, 4)
      (start.elbow, turn.elbow) = (both(20), both(20))
    case .pushUp:
      (start.lean, turn.lean) = (72, 82)
      (start.shoulder, turn.shoulder) = (both(72), both(30))
      (start.shoulderAbduction, turn.shoulderAbduction) = (both(15), both(55))
      (start.elbow, turn.elbow) = (both(5), both(95))
    case .sitUp:
      (start.lean, turn.lean) = (-88, -25)
      (start.hip, turn.hip) = (both(48), both(112))
      (start.knee, turn.knee) = (both(95), both(95))
      (start.shoulder, turn.shoulder) = (both(60), both(60))
      (start.elbow, turn.elbow) = (both(100), both(100))
    case .bicepsCurl:
      (start.elbow, turn.elbow) = (both(8), both(130))
      (start.shoulder, turn.shoulder) = (both(3), both(15))
      (start.shoulderAbduction, turn.shoulderAbduction) = (both(8), both(8))
    case .overheadPress:
      (start.shoulderAbduction, turn.shoulderAbduction) = (both(35), both(168))
      (start.shoulder, turn.shoulder) = (both(25), both(5))
      (start.elbow, turn.elbow) = (both(125), both(10))
    case .lateralRaise:
      (start.shoulderAbduction, turn.shoulderAbduction) = (both(8), both(88))
      (start.elbow, turn.elbow) = (both(12), both(12))
    case .jumpingJack:
      (start.shoulderAbduction, turn.shoulderAbduction) = (both(10), both(162))
      (start.hipAbduction, turn.hipAbduction) = (both(2), both(20))
      (start.shankTilt, turn.shankTilt) = (both(2), both(20))
      (start.elbow, turn.elbow) = (both(12), both(12))
      (start.knee, turn.knee) = (both(5), both(8))
    case .sitToStand:
      (start.knee, turn.knee) = (both(92), both(5))
      (start.hip, turn.hip) = (both(95), both(5))
      (start.lean, turn.lean) = (8, 2)
      (start.shoulder, turn.shoulder) = (both(30), both(0))
      (start.elbow, turn.elbow) = (both(60), both(15))
      // The trunk leans forwards to rise.
      var rising = start.halfway(to: turn)
      (rising.lean, rising.hip) = (38, both(85))
      middle = rising
    case .hipHinge:
      (start.lean, turn.lean, turn.curve) = (4, 62, 14)
      (start.hip, turn.hip) = (both(7), both(82))
      (start.knee, turn.knee) = (both(6), both(17))
      (start.shoulder, turn.shoulder) = (both(12), both(66))
    case .frontRaise:
      (start.shoulder, turn.shoulder) = (both(5), both(90))
      (start.elbow, turn.elbow) = (both(8), both(8))
    case .bentOverRow:
      (start.lean, turn.lean) = (60, 60)
      (start.hip, turn.hip) = (both(70), both(70))
      (start.knee, turn.knee) = (both(18), both(18))
      (start.shoulder, turn.shoulder) = (both(60), both(-15))
      (start.shoulderAbduction, turn.shoulderAbduction) = (both(8), both(20))
      (start.elbow, turn.elbow) = (both(8), both(100))
    case .pullUp:
      (start.shoulderAbduction, turn.shoulderAbduction) = (both(168), both(60))
      (start.elbow, turn.elbow) = (both(8), both(120))
      (start.knee, turn.knee) = (both(20), both(20))
    case .deadlift:
      (start.lean, turn.lean, turn.curve) = (4, 58, 10)
      (start.hip, turn.hip) = (both(7), both(100))
      (start.knee, turn.knee) = (both(6), both(62))
      (start.shoulder, turn.shoulder) = (both(8), both(55))
    case .dip:
      (start.elbow, turn.elbow) = (both(8), both(95))
      (start.shoulder, turn.shoulder) = (both(2), both(-50))
      (start.shoulderAbduction, turn.shoulderAbduction) = (both(12), both(18))
      (start.lean, turn.lean) = (5, 20)
      (start.knee, turn.knee) = (both(60), both(60))
    case .highKnees:
      (turn.hip, turn.knee) = (Sides(88, 3), Sides(90, 8))
      (start.hip, start.knee) = (both(3), both(5))
      (start.elbow, turn.elbow) = (both(80), both(80))
    case .legPress:
      (start.lean, turn.lean) = (-45, -45)
      (start.hip, turn.hip) = (both(85), both(125))
      (start.knee, turn.knee) = (both(10), both(92))
      (start.shoulder, turn.shoulder) = (both(20), both(20))
      (start.elbow, turn.elbow) = (both(40), both(40))
    case .gluteBridge:
      // On the back; shoulders, feet and arms stay on the floor.
      (start.lean, turn.lean) = (-90, -115)
      (start.hip, turn.hip) = (both(55), both(0))
      (start.knee, turn.knee) = (both(110), both(97))
      turn.shoulder = both(-25)
    case .mountainClimber:
      (start.lean, turn.lean) = (72, 75)
      (start.shoulder, turn.shoulder) = (both(72), both(75))
      (turn.hip, turn.knee) = (Sides(110, 3), Sides(115, 8))
    }
    return [start, middle ?? start.halfway(to: turn), turn]
  }

  /// The angles that are worth measuring in the exercise, without their side: the one that repetitions
  /// follow first.
  public var measuredAngles: [String] {
    let others =
      switch self {
      case .squat, .sitToStand, .lunge, .legPress: ["KneeFlexion", "HipFlexion3D"]
      case .hipHinge, .sitUp, .deadlift, .highKnees, .gluteBridge, .mountainClimber:
        ["HipFlexion3D", "KneeFlexion"]
      case .pushUp, .bentOverRow, .pullUp, .dip: ["ElbowFlexion", "ShoulderElevation"]
      case .bicepsCurl, .overheadPress, .lateralRaise, .frontRaise, .jumpingJack:
        ["ElbowFlexion", "ShoulderElevation"]
      }
    return [definition.angle] + others.filter { $0 != definition.angle }
  }

  /// The height above the floor at which the hands hold on, in metres; `nil` where they are free.
  private var barHeight: Double? {
    switch self {
    case .pullUp: 2.3
    case .dip: 1.3
    default: nil
    }
  }

  /// The joints of a person in each of the postures, in metres: x to the person's left, y up from the
  /// floor, z to the front. The origin is on the floor below the middle of all that the person reaches.
  func bodies(stature: Double) -> [PerJoint<Vector3>] {
    var bodies = postures.map { $0.positions(stature: stature) }
    if let barHeight {
      bodies = bodies.map { body in
        body.map { $0 + Vector3(0, barHeight - body[.leftWrist].y, 0) }
      }
    } else if isOnFeet {
      bodies = bodies.map { body in
        // The left leg is raised in high knees, and the right one stands.
        let other = self == .highKnees ? body[.rightAnkle] : body[.leftAnkle]
        let ankles = (other + body[.rightAnkle]) / 2
        return body.map { $0 - Vector3(ankles.x, 0, ankles.z) }
      }
    }
    let all = bodies.flatMap { body in Joint.allCases.map { body[$0] } }
    let low = all.reduce(all[0]) { pointwiseMin($0, $1) }
    let high = all.reduce(all[0]) { pointwiseMax($0, $1) }
    let middle = (low + high) / 2
    return bodies.map { body in body.map { $0 - Vector3(middle.x, 0, middle.z) } }
  }

  /// How a person who lies does it, on the front (`prone`) or the back (`supine`).
  package enum Lying: Sendable {
    case prone
    case supine
  }

  /// How a person who lies does it; `nil` where they stand, sit or lean back.
  package var lying: Lying? {
    let lean = postures[0].lean
    guard !definition.isUpright, abs(lean) > 60 else { return nil }
    return lean > 0 ? .prone : .supine
  }

  /// Whether the feet stay where they are.
  private var isOnFeet: Bool { definition.isUpright }
}
