import Foundation
import PoseGeometry
import Kinematics
import TestSupport

@testable import PoseMotion
import Pose3D

/// A second of a person who moves arms and legs three metres before the camera, with independent
/// errors in every frame.
struct ShakyPerson {
  let seed: UInt64
  /// One standard deviation of every coordinate, in metres.
  let noise: Double

  var motion: PersonMotion {
    var random = RandomNumbers(seed: seed)
    let times = (0..<30).map { Double($0) / 30 }
    let states = times.map { time -> PersonMotion.State? in
      var positions = Self.positions(at: time)
      for joint in Joint.allCases {
        positions[joint] += noise * Vector3(random.normal(), random.normal(), random.normal())
      }
      positions[.root] = (positions[.leftHip] + positions[.rightHip]) / 2
      positions[.centerShoulder] = (positions[.leftShoulder] + positions[.rightShoulder]) / 2
      return PersonMotion.State(
        BodyEstimate(positions: positions, sigmas: PerJoint(repeating: max(noise, 0.01))),
        observation: 0)
    }
    return PersonMotion(id: 0, times: times, states: states, world: nil)
  }

  /// The joints in the camera's frame: x right, y down, z forward.
  private static func positions(at time: Double) -> PerJoint<Vector3> {
    let swing = 0.8 * sin(2 * .pi * time)
    var p = PerJoint(repeating: Vector3(0.2 * time, 0, 3))
    func hang(_ joint: Joint, on parent: Joint, _ length: Double, _ angle: Double) {
      p[joint] = p[parent] + length * Vector3(0, cos(angle), -sin(angle))
    }
    p[.spine] = p[.root] + Vector3(0, -0.25, 0)
    p[.centerShoulder] = p[.spine] + Vector3(0, -0.25, 0)
    p[.centerHead] = p[.centerShoulder] + Vector3(0, -0.22, -0.05)
    p[.topHead] = p[.centerHead] + Vector3(0, -0.1, 0)
    for (side, hip, knee, ankle, shoulder, elbow, wrist) in [
      (
        1.0, Joint.leftHip, Joint.leftKnee, Joint.leftAnkle, Joint.leftShoulder, Joint.leftElbow,
        Joint.leftWrist
      ),
      (-1, .rightHip, .rightKnee, .rightAnkle, .rightShoulder, .rightElbow, .rightWrist),
    ] {
      p[hip] = p[.root] + Vector3(0.09 * side, 0, 0)
      hang(knee, on: hip, 0.4, side * swing)
      hang(ankle, on: knee, 0.4, side * swing - 0.3)
      p[shoulder] = p[.centerShoulder] + Vector3(0.18 * side, 0, 0)
      hang(elbow, on: shoulder, 0.27, -side * swing)
      hang(wrist, on: elbow, 0.25, -side * swing + 0.5)
    }
    return p
  }
}
