import Foundation
import PoseGeometry
import Kinematics
import PoseMotion
import Pose3D
import TestSupport

/// A person posed by angles in degrees, by forward kinematics: an independent way from exercises to
/// joints. All 0 is standing straight with hanging arms.
struct SyntheticPose {
  /// Forward lean of the trunk against the vertical: 90 lies on the front, −90 on the back.
  var lean = 0.0
  var heading = 0.0
  var hipFlexion = (left: 0.0, right: 0.0)
  var hipAbduction = (left: 0.0, right: 0.0)
  var kneeFlexion = (left: 0.0, right: 0.0)
  var shoulderFlexion = (left: 0.0, right: 0.0)
  var shoulderAbduction = (left: 0.0, right: 0.0)
  var elbowFlexion = (left: 0.0, right: 0.0)
  /// Metres of the middle of the ankles along the ground, and of the lower one above it.
  var place = (x: 0.0, z: 0.0)
  var height = 0.0
  /// Whether the hips are at the place, and half a metre above the height, instead of the ankles.
  var isSeated = false

  /// The same on the other side.
  var mirrored: SyntheticPose {
    var pose = self
    for path in [
      \SyntheticPose.hipFlexion, \.hipAbduction, \.kneeFlexion, \.shoulderFlexion,
      \.shoulderAbduction, \.elbowFlexion,
    ] { pose[keyPath: path] = (self[keyPath: path].right, self[keyPath: path].left) }
    return pose
  }

  /// A straight body that leans on its hands, which stay where nearly straight arms reach at another lean: on a bar or a
  /// wall.
  static func againstHold(leaningAtRest rest: Double, elbows flexion: Double) -> SyntheticPose {
    let (upper, fore) = (0.165, 0.146)
    func direction(_ degrees: Double) -> SIMD2<Double> {
      SIMD2(sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    }
    func reach(_ flexion: Double) -> Double {
      let cosine = cos(flexion * .pi / 180)
      return (upper * upper + fore * fore + 2 * upper * fore * cosine).squareRoot()
    }
    // The shoulders are 0.771 statures from the ankles. At rest the arms are raised by 80° and bent by 20°.
    let hand = 0.771 * direction(rest) - reach(20) * direction(rest - 80)
    func way(_ lean: Double) -> SIMD2<Double> { hand - 0.771 * direction(lean) }
    var leans = (near: rest - 5, far: rest + 25)
    for _ in 0..<50 {
      let middle = (leans.near + leans.far) / 2
      let (way, length) = (way(middle), reach(flexion))
      if (way * way).sum() > length * length { leans.near = middle } else { leans.far = middle }
    }
    let bend = flexion * Double.pi / 180
    let (way, aside) = (way(leans.far), atan2(fore * sin(bend), upper + fore * cos(bend)))
    let arm = leans.far + (atan2(way.x, -way.y) - aside) * 180 / .pi
    var pose = SyntheticPose()
    pose.lean = leans.far
    pose.shoulderFlexion = (arm, arm)
    pose.elbowFlexion = (flexion, flexion)
    return pose
  }

  /// Metres in a room with y up, for a stature of `h`.
  func positions(_ h: Double) -> PerJoint<Vector3> {
    func turn(_ axis: Rotation.Axis, _ degrees: Double) -> Rotation {
      .about(axis, by: degrees * .pi / 180)
    }
    let body = turn(.y, heading) * turn(.x, lean)
    let down = Vector3(0, -1, 0)
    var p = PerJoint(repeating: Vector3.zero)
    p[.spine] = body * Vector3(0, 0.141 * h, 0)
    p[.centerShoulder] = body * Vector3(0, 0.282 * h, 0)
    p[.centerHead] = body * Vector3(0, 0.37 * h, 0)
    p[.topHead] = body * Vector3(0, 0.45 * h, 0)
    for (isLeft, hip, knee, ankle, shoulder, elbow, wrist) in [
      (
        true, Joint.leftHip, Joint.leftKnee, Joint.leftAnkle, Joint.leftShoulder, Joint.leftElbow,
        Joint.leftWrist
      ),
      (false, .rightHip, .rightKnee, .rightAnkle, .rightShoulder, .rightElbow, .rightWrist),
    ] {
      func side(_ both: (left: Double, right: Double)) -> Double {
        isLeft ? both.left : both.right
      }
      let sign = isLeft ? 1.0 : -1
      let thigh = body * turn(.z, sign * side(hipAbduction)) * turn(.x, -side(hipFlexion))
      let shank = thigh * turn(.x, side(kneeFlexion))
      p[hip] = body * Vector3(sign * 0.055 * h, 0, 0)
      p[knee] = p[hip] + thigh * down * (0.245 * h)
      p[ankle] = p[knee] + shank * down * (0.246 * h)
      let arm = body * turn(.z, sign * side(shoulderAbduction)) * turn(.x, -side(shoulderFlexion))
      let forearm = arm * turn(.x, -side(elbowFlexion))
      p[shoulder] = body * Vector3(sign * 0.105 * h, 0.28 * h, 0)
      p[elbow] = p[shoulder] + arm * down * (0.165 * h)
      p[wrist] = p[elbow] + forearm * down * (0.146 * h)
    }
    let ankles = (p[.leftAnkle] + p[.rightAnkle]) / 2
    let lower = min(p[.leftAnkle].y, p[.rightAnkle].y)
    let shift =
      isSeated
      ? Vector3(place.x, height + 0.5, place.z)
      : Vector3(place.x - ankles.x, height + 0.05 * h - lower, place.z - ankles.z)
    return p.map { $0 + shift }
  }
}

/// What a synthetic person does.
enum Activity: String, CaseIterable, Sendable {
  case squat, lunge, splitSquat, pushUp, inclinePushUp, wallPushUp, sitUp, bicepsCurl
  case overheadPress, lateralRaise, jumpingJack
  case sitToStand, hipHinge, frontRaise, bentOverRow, pullUp, deadlift, dip, highKnees, legPress
  case gluteBridge, mountainClimber
  case standing, walking, running, waving, turning, ropeJumping, armsSwinging, reaching, burpee
  case sitting

  /// The exercise that it is, if it is one.
  var exercise: Exercise? {
    switch self {
    case .splitSquat: .lunge
    case .inclinePushUp, .wallPushUp: .pushUp
    default: Exercise(rawValue: rawValue)
    }
  }

  /// Whether a repetition takes about a second.
  var isQuick: Bool { [.jumpingJack, .highKnees, .mountainClimber].contains(self) }

  /// The pose at a share of the way from rest (0) to the turning point (1) of an exercise; of
  /// anything else at a time in seconds.
  func pose(_ u: Double, time: Double) -> SyntheticPose {
    var pose = SyntheticPose()
    func both(_ value: Double) -> (left: Double, right: Double) { (value, value) }
    let swing = sin(2 * .pi * time)
    switch self {
    case .squat:
      let knee = 4 + 104 * u
      pose.kneeFlexion = both(knee)
      pose.lean = 0.4 * knee
      pose.hipFlexion = both(0.68 * knee + pose.lean)
      pose.hipAbduction = both(8)
      pose.shoulderFlexion = both(10 + 80 * u)
    case .lunge:
      pose.kneeFlexion = (5 + 90 * u, 5 + 80 * u)
      pose.hipFlexion = (3 + 80 * u, 3 - 15 * u)
      pose.lean = 3
      pose.elbowFlexion = both(20)
    case .splitSquat:
      pose.kneeFlexion = (18 + 75 * u, 18 + 80 * u)
      pose.hipFlexion = (35 + 45 * u, -25 + 10 * u)
      pose.elbowFlexion = both(20)
    case .pushUp:
      pose.lean = 72 + 10 * u
      pose.shoulderFlexion = both(72 - 40 * u)
      pose.shoulderAbduction = both(15 + 40 * u)
      pose.elbowFlexion = both(6 + 90 * u)
    case .inclinePushUp:
      pose = .againstHold(leaningAtRest: 32, elbows: 22 + 92 * u)
    case .wallPushUp:
      pose = .againstHold(leaningAtRest: 16, elbows: 22 + 92 * u)
    case .sitUp:
      pose.lean = -88 + 65 * u
      pose.hipFlexion = both(48 + 65 * u)
      pose.kneeFlexion = both(95)
      pose.shoulderFlexion = both(60)
      pose.elbowFlexion = both(100)
    case .bicepsCurl:
      pose.elbowFlexion = both(8 + 125 * u)
      pose.shoulderFlexion = both(3 + 12 * u)
      pose.shoulderAbduction = both(6)
    case .overheadPress:
      pose.shoulderAbduction = both(35 + 135 * u)
      pose.shoulderFlexion = both(25 - 20 * u)
      pose.elbowFlexion = both(125 - 115 * u)
    case .lateralRaise:
      pose.shoulderAbduction = both(8 + 80 * u)
      pose.elbowFlexion = both(12)
    case .jumpingJack:
      pose.shoulderAbduction = both(10 + 155 * u)
      pose.elbowFlexion = both(12)
      pose.hipAbduction = both(1 + 17 * u)
      let bounce = 4 * u * (1 - u)
      pose.kneeFlexion = both(5 + 20 * bounce)
      pose.hipFlexion = both(3 + 10 * bounce)
      pose.height = 0.08 * bounce
    case .sitToStand:
      // u = 1 is standing.
      let bent = 1 - u
      pose.kneeFlexion = both(4 + 88 * bent)
      pose.lean = 3 + 5 * bent + 35 * 4 * u * bent
      pose.hipFlexion = both(88 * bent + pose.lean)
      pose.shoulderFlexion = both(30 * bent)
      pose.elbowFlexion = both(20 + 40 * bent)
    case .hipHinge:
      pose.lean = 2 + 72 * u
      pose.kneeFlexion = both(4 + 14 * u)
      pose.hipFlexion = both(2 + 74 * u)
      pose.shoulderFlexion = both(70 * u)
    case .frontRaise:
      pose.shoulderFlexion = both(5 + 85 * u)
      pose.elbowFlexion = both(8)
    case .bentOverRow:
      pose.lean = 60
      pose.hipFlexion = both(70)
      pose.kneeFlexion = both(18)
      pose.shoulderFlexion = both(60 - 75 * u)
      pose.shoulderAbduction = both(8 + 12 * u)
      pose.elbowFlexion = both(8 + 92 * u)
    case .pullUp:
      pose.shoulderAbduction = both(168 - 108 * u)
      pose.elbowFlexion = both(8 + 112 * u)
      pose.kneeFlexion = both(20)
      // The hands hold on to a bar.
      pose.height = 2.3 - pose.positions(1.75)[.leftWrist].y
    case .deadlift:
      pose.kneeFlexion = both(4 + 70 * u)
      pose.lean = 3 + 62 * u
      pose.hipFlexion = both(pose.lean + 0.8 * (4 + 70 * u))
      pose.shoulderFlexion = both(pose.lean)
    case .dip:
      pose.elbowFlexion = both(6 + 94 * u)
      pose.shoulderFlexion = both(-2 - 53 * u)
      pose.shoulderAbduction = both(10)
      pose.lean = 3 + 15 * u
      pose.kneeFlexion = both(70)
      // The hands rest on bars.
      pose.height = 1.2 - pose.positions(1.75)[.leftWrist].y
    case .highKnees:
      pose.hipFlexion = (3 + 85 * u, 3)
      pose.kneeFlexion = (6 + 84 * u, 6)
      pose.elbowFlexion = both(80)
    case .legPress:
      pose.lean = -45
      pose.hipFlexion = both(80 + 45 * u)
      pose.kneeFlexion = both(10 + 84 * u)
      pose.elbowFlexion = both(40)
      pose.isSeated = true
    case .gluteBridge:
      pose.lean = -88 - 24 * u
      pose.hipFlexion = both(55 - 51 * u)
      pose.kneeFlexion = both(105 - 8 * u)
      pose.shoulderFlexion = both(2 - 24 * u)
    case .mountainClimber:
      pose.lean = 72 + 3 * u
      pose.hipFlexion = (3 + 107 * u, 3)
      pose.kneeFlexion = (6 + 109 * u, 6)
      pose.shoulderFlexion = both(72 + 3 * u)
    case .standing: break
    case .walking:
      let phase = 2 * .pi * 0.95 * time
      pose.hipFlexion = (5 + 23 * sin(phase), 5 - 23 * sin(phase))
      func knee(_ phase: Double) -> Double {
        8 + 52 * pow(max(sin(phase), 0), 2) + 10 * pow(max(sin(phase + .pi), 0), 4)
      }
      pose.kneeFlexion = (knee(phase + 1.2), knee(phase + 1.2 + .pi))
      pose.shoulderFlexion = (-20 * sin(phase), 20 * sin(phase))
      pose.elbowFlexion = (22 - 10 * sin(phase), 22 + 10 * sin(phase))
      pose.lean = 4
      pose.heading = 60
      pose.place = (1.2 * time - 3, 0)
    case .running:
      let phase = 2 * .pi * 1.4 * time
      pose.hipFlexion = (18 + 38 * sin(phase), 18 - 38 * sin(phase))
      pose.kneeFlexion = (50 + 42 * sin(phase + 1), 50 - 42 * sin(phase + 1))
      pose.shoulderFlexion = (-35 * sin(phase), 35 * sin(phase))
      pose.elbowFlexion = (90 - 15 * sin(phase), 90 + 15 * sin(phase))
      pose.lean = 10
      pose.height = 0.04 * abs(sin(phase))
    case .waving:
      pose.shoulderAbduction = (5, 85)
      pose.elbowFlexion = (10, 70 + 45 * swing)
    case .turning:
      pose.heading = 90 * time
      pose.kneeFlexion = (10 + 10 * swing, 10 - 10 * swing)
    case .ropeJumping:
      let phase = 2 * .pi * 2.2 * time
      pose.kneeFlexion = both(18 + 10 * sin(phase))
      pose.hipFlexion = both(10 + 4 * sin(phase))
      pose.elbowFlexion = both(70 + 8 * sin(phase))
      pose.shoulderAbduction = both(20)
      pose.height = 0.05 + 0.05 * sin(phase)
    case .armsSwinging:
      pose.shoulderFlexion = (45 * swing, -45 * swing)
      pose.elbowFlexion = both(15)
    case .reaching:
      pose.shoulderFlexion = both(5 + 165 * (0.5 - 0.5 * cos(.pi * time)))
      pose.elbowFlexion = both(10)
    case .burpee:
      // From standing to a crouch and on to a push-up's start, and back.
      let keys: [(lean: Double, hip: Double, knee: Double, shoulder: Double)] = [
        (3, 3, 4, 5), (3, 3, 4, 5), (55, 130, 100, 60), (78, 4, 6, 80), (78, 4, 6, 80),
        (55, 130, 100, 60),
      ]
      let place = (time / 0.6).truncatingRemainder(dividingBy: Double(keys.count))
      let (from, to) = (keys[Int(place)], keys[(Int(place) + 1) % keys.count])
      let share = 0.5 - 0.5 * cos(.pi * place.truncatingRemainder(dividingBy: 1))
      func between(_ a: Double, _ b: Double) -> Double { a + share * (b - a) }
      pose.lean = between(from.lean, to.lean)
      pose.hipFlexion = both(between(from.hip, to.hip))
      pose.kneeFlexion = both(between(from.knee, to.knee))
      pose.shoulderFlexion = both(between(from.shoulder, to.shoulder))
    case .sitting:
      pose = Activity.sitToStand.pose(0, time: 0)
      pose.elbowFlexion = (70 + 12 * swing, 70 - 8 * swing)
      pose.heading = 5 * swing
    }
    return pose
  }
}

/// Repetitions to come: how far each goes, how long it takes, how long the person stays.
struct SyntheticSet: Sendable {
  /// One repetition.
  struct Repetition: Sendable {
    /// 1 is the whole way.
    var depth = 1.0
    /// Seconds there and back, without the stay.
    var down = 1.0
    var up = 1.0
    /// Seconds at the turning point, and at rest afterwards.
    var stay = 0.0
    var pause = 0.4
  }

  var activity: Activity
  var repetitions: [Repetition]
  /// Seconds at rest before the first and after the last.
  var lead = 0.8
  var tail = 0.8
  var framesPerSecond = 30.0
  /// Metres of noise along each axis of each joint, correlated over 0.13 s.
  var noise = 0.0
  var seed: UInt64 = 1
  var stature = 1.75
  /// Degrees from facing the camera, and of the camera's downward tilt; with an unknown tilt, up is
  /// the image's.
  var heading = 0.0
  var tilt = 0.0
  var knowsGravity = true
  /// Whether the sides are swapped, in all or in every second repetition.
  var isMirrored = false
  var alternates = false
  /// Whether only the left arm moves.
  var isOneArmed = false
  /// Poses at a share of the way that take the place of the activity's.
  var poses: (@Sendable (Double) -> SyntheticPose)?
  /// The same, of each repetition its own.
  var posesByNumber: (@Sendable (Double, Int) -> SyntheticPose)?
  /// Poses at a time that take the place of the activity's.
  var posesByTime: (@Sendable (Double) -> SyntheticPose)?

  init(_ activity: Activity, _ depths: [Double], seconds: Double = 2) {
    self.activity = activity
    repetitions = depths.map { Repetition(depth: $0, down: seconds / 2, up: seconds / 2) }
  }

  /// Start, turning point and end of each repetition in seconds.
  var truth: [(start: Double, turn: Double, end: Double)] {
    var time = lead
    return repetitions.map { repetition in
      let start = time
      let turn = start + repetition.down + repetition.stay / 2
      let end = start + repetition.down + repetition.stay + repetition.up
      time = end + repetition.pause
      return (start, turn, end)
    }
  }

  var duration: Double { (truth.last.map { $0.end } ?? lead) + tail }

  /// The share of the way at a time, and the repetition's number.
  func share(at time: Double) -> (value: Double, number: Int) {
    for (number, (times, repetition)) in zip(truth, repetitions).enumerated()
    where time < times.end + repetition.pause {
      let since = time - times.start
      if since <= 0 { return (0, number) }
      if since < repetition.down {
        return (repetition.depth * (0.5 - 0.5 * cos(.pi * since / repetition.down)), number)
      }
      if since < repetition.down + repetition.stay { return (repetition.depth, number) }
      let back = min((since - repetition.down - repetition.stay) / repetition.up, 1)
      return (repetition.depth * (0.5 + 0.5 * cos(.pi * back)), number)
    }
    return (0, max(repetitions.count - 1, 0))
  }

  /// The pose at a time.
  func pose(at time: Double) -> SyntheticPose {
    let (share, number) = share(at: time)
    var pose =
      posesByTime?(time) ?? posesByNumber?(share, number) ?? poses?(share)
      ?? activity.pose(share, time: time)
    if alternates, [.lunge, .highKnees, .mountainClimber].contains(activity) {
      if number % 2 == 1 { pose = pose.mirrored }
    } else if alternates || isOneArmed {
      let rest = activity.pose(0, time: time)
      let isLeft = isOneArmed || number % 2 == 0
      for path in [\SyntheticPose.shoulderFlexion, \.shoulderAbduction, \.elbowFlexion] {
        if isLeft {
          pose[keyPath: path].right = rest[keyPath: path].right
        } else {
          pose[keyPath: path].left = rest[keyPath: path].left
        }
      }
    }
    pose.heading += heading
    return isMirrored ? pose.mirrored : pose
  }

  /// The person as the sequence hands them on, in the camera's frame.
  func person(times given: [Double]? = nil) -> PersonMotion {
    let times =
      given ?? (0...Int(duration * framesPerSecond)).map { Double($0) / framesPerSecond }
    var random = RandomNumbers(seed: seed)
    var errors = PerJoint(repeating: Vector3.zero)
    let turn = Rotation.about(.x, by: .pi + tilt * .pi / 180)
    var last: Double?
    let states = times.map { time in
      let kept = last.map { exp(-(time - $0) / 0.13) } ?? 0
      last = time
      errors = errors.map { error in
        error * kept
          + Vector3(random.normal(), random.normal(), random.normal())
          * (noise * (1 - kept * kept).squareRoot())
      }
      let room = pose(at: time).positions(stature)
      let positions = PerJoint<Vector3> {
        turn * (room[$0] - Vector3(0, 1.2, 0)) + Vector3(0, 0, 3.5) + errors[$0]
      }
      return PersonMotion.State(
        BodyEstimate(
          positions: positions, sigmas: noise > 0 ? PerJoint(repeating: noise) : nil),
        observation: 0)
    }
    return PersonMotion(
      id: 7, times: times, states: states,
      world: WorldAxes(cameraGravity: knowsGravity ? turn * Vector3(0, -1, 0) : nil))
  }
}
