@testable import MotionTestSupport
import Foundation
import PoseGeometry
import PoseImaging
import Kinematics
import PoseMotion
import PoseMultiView
import Pose3D
import TestSupport

/// What cameras show of a synthetic person: keypoints at each camera's own times, with noise.
struct SyntheticViews {
  /// Where the person's joints are at a time, in a room with y up.
  var body: @Sendable (Double) -> PerJoint<Vector3>
  /// Pixels, one standard deviation of each keypoint.
  var noise = 0.5

  /// Walks in a circle, swinging arms and legs, never twice alike.
  static let walker = SyntheticViews { time in
    var pose = SyntheticPose()
    let swing = sin(2 * .pi * 0.9 * time + 0.8 * sin(0.7 * time))
    pose.hipFlexion = (25 * swing, -25 * swing)
    pose.kneeFlexion = (20 + 18 * cos(5.6 * time), 20 - 18 * cos(5.6 * time))
    pose.shoulderFlexion = (-30 * swing, 30 * swing + 15 * sin(1.3 * time))
    pose.shoulderAbduction = (12 + 10 * sin(0.9 * time), 12)
    pose.elbowFlexion = (30 + 20 * sin(2.1 * time), 30)
    pose.heading = 40 * time
    pose.place = (0.8 * sin(0.7 * time), 0.8 * cos(0.7 * time))
    pose.height = 0.03 * abs(swing)
    return pose.positions(1.75)
  }

  /// Squats every 2.6 s, not quite alike.
  static let squatter = SyntheticViews { time in
    var pose = SyntheticPose()
    let depth = 0.5 - 0.5 * cos(2 * .pi * time / 2.6 + 0.3 * sin(0.9 * time))
    let most = 1 + 0.08 * sin(1.7 * time)
    pose.hipFlexion = (95 * depth * most, 95 * depth * most)
    pose.kneeFlexion = (100 * depth * most, 100 * depth * most)
    pose.shoulderFlexion = (70 * depth + 10 * sin(1.1 * time), 70 * depth)
    pose.elbowFlexion = (20 + 10 * sin(0.8 * time), 20)
    pose.height = -0.35 * depth * most
    return pose.positions(1.75)
  }

  /// A camera that looks at (0, 1, 0) from `distance` metres, `azimuth` radians from +z and `height` metres up.
  static func place(azimuth: Double, distance: Double = 4, height: Double = 1.4) -> RigidTransform {
    let position = Vector3(distance * sin(azimuth), height, distance * cos(azimuth))
    guard let forward = (Vector3(0, 1, 0) - position).normalized,
      let right = forward.cross(Vector3(0, 1, 0)).normalized
    else { preconditionFailure("a camera beside the person") }
    let down = forward.cross(right)
    let axes = RigidTransform(columnMajor: [
      right.x, right.y, right.z, 0, down.x, down.y, down.z, 0, forward.x, forward.y, forward.z, 0,
      position.x, position.y, position.z, 1,
    ])
    guard let axes else { preconditionFailure("axes at right angles") }
    return axes.inverse
  }

  static let camera = Camera(
    width: 1280, height: 720, fx: 900, fy: 900, cx: 639.5, cy: 359.5, source: .file)

  /// A recording whose clock shows `offset` at time 0, and `rate` seconds a second.
  func recording(
    _ name: String, from place: RigidTransform, frameRate: Double = 30, offset: Double = 0,
    rate: Double = 1, start: Double = 0, duration: Double = 8, seed: UInt64 = 1,
    dropping isDropped: (Int) -> Bool = { _ in false }
  ) -> KeypointRecording {
    var random = RandomNumbers(seed: seed)
    var frames: [KeypointRecording.Frame] = []
    for index in 0..<Int(duration * frameRate) {
      let time = start + Double(index) / frameRate
      let p = body(time)
      var points: [Keypoint: Pose2D.Point] = [:]
      func add(_ keypoint: Keypoint, _ point: Vector3) {
        let (dx, dy) = (noise * random.normal(), noise * random.normal())
        guard let pixel = Self.camera.pixel(of: place * point) else { return }
        points[keypoint] = .init(x: pixel.x + dx, y: pixel.y + dy, confidence: 0.95)
      }
      for joint in Joint.allCases {
        if let keypoint = Keypoint(rawValue: joint.name) { add(keypoint, p[joint]) }
      }
      add(.nose, p[.centerHead])
      let lateral = p[.leftHip] - p[.rightHip]
      let forward = lateral.cross(Vector3(0, 1, 0)).normalized ?? .zero
      add(.leftToe, p[.leftAnkle] + forward * 0.15 - Vector3(0, 0.06, 0))
      add(.rightToe, p[.rightAnkle] + forward * 0.15 - Vector3(0, 0.06, 0))
      guard !isDropped(index) else { continue }
      let pose = Pose2D(
        points: points, imageWidth: Self.camera.width, imageHeight: Self.camera.height, id: 1)
      frames.append(.init(index: index, time: offset + rate * time, people: [pose]))
    }
    return KeypointRecording(name: name, camera: Self.camera, frames: frames)
  }
}
