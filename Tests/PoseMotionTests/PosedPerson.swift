import Foundation
import Kinematics
import Pose3D
import PoseFiles
import PoseGeometry
import PoseMotion

/// A person in postures that are stated. x is to the front at heading 0, y up, z to the right, in metres.
struct PosedPerson {
  /// Metres along the ground.
  var place = SIMD2<Double>.zero
  /// Radians to the left, seen from above.
  var heading = 0.0
  /// From 0, standing, to 1, sitting.
  var sitting = 0.0
  /// Radians by which the trunk leans forward.
  var lean = 0.0
  /// Radians: how far each thigh is raised to the front, with the knee as bent.
  var leftThigh = 0.0
  var rightThigh = 0.0
  /// Radians: how far each thigh is raised to the side, with a straight knee.
  var leftAbduction = 0.0
  /// Metres by which the hips sink over the right leg.
  var sinking = 0.0
  /// Radians: how far the right side of the pelvis is lower.
  var list = 0.0
  /// Radians: each arm against the trunk, and the plane from the side (0) to the front (π/2).
  var leftArm = (elevation: 0.0, plane: Double.pi / 2)
  var rightArm = (elevation: 0.0, plane: Double.pi / 2)

  private static let (thigh, shank, ankle) = (0.44, 0.41, 0.09)

  /// The joints and feet.
  var body: BodyEstimate {
    let up = Vector3(0, 1, 0)
    let front = Vector3(cos(heading), 0, -sin(heading))
    let right = Vector3(sin(heading), 0, cos(heading))
    let ground = Vector3(place.x, 0, place.y)
    let height = Self.thigh + Self.shank + Self.ankle - 0.01
    let root = ground - front * (0.4 * sitting) + up * (height - 0.42 * sitting - sinking)
    let trunk = up * cos(lean) + front * sin(lean)
    var p = PerJoint(repeating: root)
    p[.spine] = root + trunk * 0.25
    p[.centerShoulder] = root + trunk * 0.5
    p[.centerHead] = root + trunk * 0.68
    p[.topHead] = root + trunk * 0.85
    var feet: [Foot] = []
    for isLeft in [true, false] {
      let side: (Joint) -> Joint = isLeft ? { $0 } : \.mirrored
      let out = right * (isLeft ? -1 : 1)
      let hip = root + out * (0.09 * cos(list)) - up * (0.09 * sin(list) * (isLeft ? -1 : 1))
      p[side(.leftHip)] = hip
      let raised = isLeft ? leftThigh : rightThigh
      let abducted = isLeft ? leftAbduction : 0
      if raised != 0 || abducted > 0 {
        // The shank of a thigh that is raised to the front hangs, others are straight.
        let thigh = (front * sin(raised) - up * cos(raised)) * cos(abducted) + out * sin(abducted)
        p[side(.leftKnee)] = hip + thigh * Self.thigh
        p[side(.leftAnkle)] =
          p[side(.leftKnee)] + (abducted > 0 || raised < 0 ? thigh : up * -1) * Self.shank
      } else {
        let foot = ground + out * 0.09 + up * Self.ankle
        let way = foot - hip
        let share = way.length / 2
        // The knee is in front of the line from hip to ankle, by thigh and shank of nearly the same length.
        let half = (Self.thigh + Self.shank) / 2
        let bend = max(half * half - share * share, 0).squareRoot()
        let across = (front - way * (front.dot(way) / way.dot(way))).normalized ?? front
        p[side(.leftKnee)] = hip + way / 2 + across * bend
        p[side(.leftAnkle)] = foot
      }
      let ankle = p[side(.leftAnkle)]
      feet.append(
        Foot(
          heel: ankle - up * 0.06 - front * 0.04, toe: ankle - up * 0.06 + front * 0.18,
          sigma: 0.01))
      let arm = isLeft ? leftArm : rightArm
      let level = out * cos(arm.plane) + front * sin(arm.plane)
      let direction = level * sin(arm.elevation) - trunk * cos(arm.elevation)
      p[side(.leftShoulder)] = p[.centerShoulder] + out * 0.18
      p[side(.leftElbow)] = p[side(.leftShoulder)] + direction * 0.3
      p[side(.leftWrist)] = p[side(.leftElbow)] + direction * 0.26
    }
    return BodyEstimate(
      positions: p, sigmas: PerJoint(repeating: 0.01), leftFoot: feet[0], rightFoot: feet[1],
      stature: Stature(metres: 1.8))
  }

  /// The person over time, 30 times a second.
  ///
  /// - Parameter sigma: that of the joints, in metres; `nil` where it is unknown.
  static func motion(
    seconds: Double, sigma: Double? = 0.01, _ posture: (Double) -> PosedPerson
  ) -> PersonMotion {
    let frames = (0...Int(seconds * 30)).map { index -> PoseRecording.Frame in
      let time = Double(index) / 30
      var body = posture(time).body
      body.covariances = sigma.map { PerJoint(repeating: SymmetricMatrix3(sigma: $0)) }
      return PoseRecording.Frame(index: index, time: time, people: [PoseObservation(body)])
    }
    let world = WorldAxes(up: Vector3(0, 1, 0), front: Vector3(1, 0, 0), source: .file)
    return PoseSequence(PoseRecording(frames: frames, world: world)).people[0]
  }

  /// From 0 before the start to 1 after the end, without a jump.
  static func step(_ time: Double, from start: Double, to end: Double) -> Double {
    let share = min(max((time - start) / (end - start), 0), 1)
    return share * share * (3 - 2 * share)
  }
}
