import Foundation
import PoseGeometry
import PoseImaging
import Kinematics
@testable import PoseMotion
import Pose3D
import TestSupport
import Testing

struct TemporalLiftingTests {
  private static let squat = GroundedSquat(duration: 4, drift: 0)

  private func person(
    _ recording: PoseRecording, corrects: Bool = true
  ) throws -> PersonMotion {
    var options = PoseSequence.Options.asMeasured
    options.liftsOverTime = corrects
    return try #require(PoseSequence(recording, options: options).people.first)
  }

  /// The farthest that a joint moves between two motions of the same times, in metres.
  private func largestMove(_ a: PersonMotion, _ b: PersonMotion) -> Double {
    zip(a.states, b.states).compactMap { one, other -> Double? in
      guard let one, let other else { return nil }
      return Joint.allCases.map {
        (one.body.positions[$0] - other.body.positions[$0]).length
      }.max()
    }.max() ?? .infinity
  }

  @Test func `points stay where the image shows them`() throws {
    let (before, after) = (
      try person(Self.squat.recording(), corrects: false), try person(Self.squat.recording())
    )
    #expect(largestMove(before, after) > 0.01)
    for (one, other) in zip(before.states, after.states) {
      let (one, other) = (try #require(one), try #require(other))
      // The root and the middle of the shoulders are middles of others.
      for point in BodyPoint.all
      where point != .joint(.root) && point != .joint(.centerShoulder) {
        let (p, q) = (try #require(one[point]), try #require(other[point]))
        #expect(abs(p.x / p.z - q.x / q.z) < 1e-9 && abs(p.y / p.z - q.y / q.z) < 1e-9)
      }
      let p = other.body.positions
      #expect(((p[.leftHip] + p[.rightHip]) / 2 - p[.root]).length < 1e-12)
    }
  }

  @Test func `what a depth map shows is left alone`() throws {
    var recording = Self.squat.recording()
    for frame in recording.frames.indices where frame < 60 {
      recording.frames[frame].people[0].body.sources = PerJoint(repeating: .depth)
    }
    let (before, after) = (try person(recording, corrects: false), try person(recording))
    for frame in 0..<60 {
      #expect(before.states[frame]?.body == after.states[frame]?.body)
    }
    #expect(largestMove(before, after) > 0.005)
  }

  @Test func `a stretch that shows motion is needed, and a vertical`() throws {
    let sparse = GroundedSquat(duration: 40, frameRate: 2).recording()
    #expect(try largestMove(person(sparse, corrects: false), person(sparse)) == 0)
    var short = Self.squat.recording()
    short.frames = Array(short.frames.prefix(8))
    #expect(try largestMove(person(short, corrects: false), person(short)) == 0)
    var recording = Self.squat.recording()
    recording.world = nil
    #expect(try largestMove(person(recording, corrects: false), person(recording)) == 0)
  }

  @Test func `a recording that was processed, and joints of no camera, are left alone`() throws {
    var recording = Self.squat.recording()
    recording.isProcessed = true
    #expect(try largestMove(person(recording, corrects: false), person(recording)) == 0)
    recording = Self.squat.recording()
    recording.isInCameraFrame = false
    #expect(try largestMove(person(recording, corrects: false), person(recording)) == 0)
  }

  @Test func `a part of a long recording comes out as within the whole`() throws {
    let squat = GroundedSquat(duration: 80, drift: 0.03)
    let recording = squat.recording()
    var part = recording
    part.frames = Array(recording.frames[900..<1500])
    let (whole, cut) = (try person(recording), try person(part))
    for frame in 200..<400 {
      let (a, b) = (try #require(whole.states[900 + frame]), try #require(cut.states[frame]))
      for joint in Joint.allCases {
        #expect((a.body.positions[joint] - b.body.positions[joint]).length < 1e-3)
      }
    }
  }

  @Test(arguments: [0.0, 180])
  func `knees of somebody who walks towards the camera or away come out better`(
    heading: Double
  ) throws {
    let walk = LiftedWalk(heading: heading)
    let recording = try walk.recording()
    let before = try walk.kneeError(person(recording, corrects: false))
    let after = try walk.kneeError(person(recording))
    #expect(after < 0.9 * before, "\(before) → \(after)")
  }
}

/// A person who walks towards a level camera or away from it, seen as exact joint centres, each frame lifted alone.
private struct LiftedWalk {
  /// Degrees: 0 towards the camera.
  let heading: Double

  private static let times = (0..<90).map { Double($0) / 30 }

  /// The true joints in the camera's frame at a time in seconds. Hips and knees go as in walking, roughly: a thigh
  /// swings by 20° to either side, and a knee is bent most while its leg swings.
  func joints(at time: Double) -> PerJoint<Vector3> {
    let turn = heading * .pi / 180
    func leg(_ phase: Double) -> (hip: Double, knee: Double) {
      let hip = 0.17 + 0.37 * cos(phase)
      let knee = 0.42 - 0.28 * cos(phase + 0.55) - 0.35 * cos(2 * phase + 1.9)
      return (hip, max(0.05, knee))
    }
    var p = PerJoint(repeating: Vector3.zero)
    let stride = 2 * Double.pi * time / 1.1
    for side in [1.0, -1] {
      let isLeft = side > 0
      let (hip, knee, ankle) =
        isLeft
        ? (Joint.leftHip, Joint.leftKnee, Joint.leftAnkle) : (.rightHip, .rightKnee, .rightAnkle)
      let (shoulder, elbow, wrist) =
        isLeft
        ? (Joint.leftShoulder, Joint.leftElbow, Joint.leftWrist)
        : (.rightShoulder, .rightElbow, .rightWrist)
      let angles = leg(stride + (isLeft ? 0 : .pi))
      let swing = 0.3 * cos(stride + (isLeft ? .pi : 0))
      // x to the person's left, y down, z ahead.
      p[hip] = Vector3(0.09 * side, 0, 0)
      p[knee] = p[hip] + 0.42 * Vector3(0, cos(angles.hip), sin(angles.hip))
      let shank = angles.hip - angles.knee
      p[ankle] = p[knee] + 0.42 * Vector3(0, cos(shank), sin(shank))
      p[shoulder] = Vector3(0.18 * side, -0.5, 0)
      p[elbow] = p[shoulder] + 0.28 * Vector3(0.1 * side, cos(swing), sin(swing))
      p[wrist] = p[elbow] + 0.25 * Vector3(0, cos(swing + 0.4), sin(swing + 0.4))
    }
    p[.spine] = Vector3(0, -0.25, 0)
    p[.centerShoulder] = Vector3(0, -0.5, 0)
    p[.centerHead] = Vector3(0, -0.7, 0.02)
    p[.topHead] = Vector3(0, -0.85, 0.03)
    // Facing the camera, left is at the right of the image and ahead is towards it.
    let middle = Vector3(0, 0.1, 5 - (heading == 0 ? 1.2 : -1.2) * time * 0.5)
    return p.map { q in
      let (x, z) = (cos(turn) * q.x + sin(turn) * q.z, -cos(turn) * q.z + sin(turn) * q.x)
      return middle + Vector3(x, q.y, z)
    }
  }

  func recording() throws -> PoseRecording {
    let camera = Camera(
      width: 1000, height: 1000, fx: 1000, fy: 1000, cx: 500, cy: 500, source: .file)
    var lifter = Lifter()
    lifter.options.keypoints = .detected()
    let frames = try Self.times.enumerated().map { number, time in
      let joints = joints(at: time)
      var keypoints = Pose2D(points: [:], imageWidth: 1000, imageHeight: 1000)
      for joint in Joint.allCases where joint.rawValue > 0 {
        let p = joints[joint]
        guard let keypoint = Keypoint(rawValue: joint.name),
          ![.spine, .centerShoulder, .centerHead, .topHead].contains(joint)
        else { continue }
        keypoints.points[keypoint] = Pose2D.Point(
          x: 1000 * p.x / p.z + 500, y: 1000 * p.y / p.z + 500, confidence: 0.95)
      }
      let pose = try lifter.bodyPose(from: keypoints, camera: camera, depth: nil)
      return PoseRecording.Frame(
        index: number, time: time, people: [PoseObservation(pose.body, id: 1)])
    }
    return PoseRecording(frames: frames, camera: camera, gravity: Vector3(0, 1, 0))
  }

  /// The root mean square error of both knees in degrees.
  func kneeError(_ person: PersonMotion) throws -> Double {
    var squares: [Double] = []
    for name in ["leftKneeFlexion", "rightKneeFlexion"] {
      let definition = AngleDefinition.named(name)
      for (value, time) in zip(person.curve(of: definition).values, person.times) {
        let truth = Skeleton(positions: joints(at: time)).angles([definition])[0].value
        let error = try #require(value) - #require(truth)
        squares.append(error * error)
      }
    }
    return (squares.reduce(0, +) / Double(squares.count)).squareRoot() * 180 / .pi
  }
}
