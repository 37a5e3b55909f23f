import Foundation
import Kinematics
import PoseGeometry
import PoseImaging
import TestSupport
import Testing

@testable import Pose3D

/// Whether the points of arms and legs go from image to image as a person's do, or as if swapped.
struct SideContinuityTests {
  private let body: PerJoint<Vector3>
  private let camera: Camera

  init() throws {
    let frame = try BundledFrame.all.get()[1]
    (body, camera) = (try frame.lifted().body.positions, frame.camera)
  }

  /// The points of a body in the image, off by some pixels.
  private func moment(
    _ joints: PerJoint<Vector3>, at time: Double, noise: Double = 0,
    _ generator: inout RandomNumbers
  ) throws -> SideContinuity.Moment {
    var pose = Pose2D(points: [:], imageWidth: camera.width, imageHeight: camera.height)
    for (_, joint) in LifterInput.joints {
      guard let keypoint = Keypoint(rawValue: joint.name) else { continue }
      let pixel = try #require(camera.pixel(of: joints[joint]))
      let spread = noise * 3.0.squareRoot()
      pose.points[keypoint] = .init(
        x: pixel.x + Double.random(in: -1...1, using: &generator) * spread,
        y: pixel.y + Double.random(in: -1...1, using: &generator) * spread, confidence: 1)
    }
    let head = try #require(camera.pixel(of: joints[.topHead]))
    let foot = try #require(camera.pixel(of: joints[.leftAnkle]))
    return .init(time: time, pose: pose, size: (head - foot).length)
  }

  /// The body turned about the vertical through its root, its thighs and upper arms swung in opposite directions.
  private func walking(turned yaw: Double, swing: Double) -> PerJoint<Vector3> {
    var joints = body
    for (sign, limb) in [
      (1.0, [Joint.leftHip, .leftKnee, .leftAnkle]), (-1, [.rightHip, .rightKnee, .rightAnkle]),
      (-1, [.leftShoulder, .leftElbow, .leftWrist]),
      (1, [.rightShoulder, .rightElbow, .rightWrist]),
    ] {
      let turn = Rotation.about(.x, by: sign * swing)
      for joint in limb.dropFirst() {
        joints[joint] = body[limb[0]] + turn * (body[joint] - body[limb[0]])
      }
    }
    let (root, turn) = (body[.root], Rotation.about(.y, by: yaw))
    return joints.map { root + turn * ($0 - root) }
  }

  /// Turns a second, and steps a second.
  @Test(arguments: [(0.0, 0.0), (0.5, 0), (1, 0), (0, 1), (0, 2), (0.25, 1.5)], [15.0, 30, 60])
  func `nothing is swapped of who turns round, or walks past`(
    pace: (turns: Double, steps: Double), rate: Double
  ) throws {
    var generator = RandomNumbers(seed: 5)
    let moments = try (0..<Int(4 * rate)).map { index in
      let time = Double(index) / rate
      let joints = walking(
        turned: .pi / 2 + 2 * .pi * pace.turns * time,
        swing: 0.5 * sin(.pi * pace.steps * time))
      return try moment(joints, at: time, noise: 2, &generator)
    }
    #expect(Set(SideContinuity.swaps(of: moments)) == [[]])
  }

  @Test(arguments: 0..<20)
  func `stretches with swapped limbs are found, whatever their length`(seed: Int) throws {
    var generator = RandomNumbers(seed: UInt64(seed))
    var swaps: [LimbPairs] = []
    while swaps.count < 120 {
      let limbs = [LimbPairs.arms, .legs, .all].randomElement(using: &generator) ?? .all
      swaps += [LimbPairs](repeating: [], count: Int.random(in: 8...30, using: &generator))
      swaps += [LimbPairs](repeating: limbs, count: Int.random(in: 1...6, using: &generator))
    }
    let moments = try swaps.enumerated().map { index, limbs in
      let time = Double(index) / 30
      // Seen from the front, where arms and legs are apart.
      let joints = walking(turned: 0.3 * sin(time), swing: 0.3 * sin(4 * time))
      var moment = try moment(joints, at: time, noise: 2, &generator)
      moment.pose = moment.pose.swapping(limbs)
      return moment
    }
    #expect(SideContinuity.swaps(of: moments) == swaps)
  }

  /// The frames before some place have other sides than those from there on.
  @Test(arguments: [(12, 0..<12), (60, 0..<0), (90, 90..<100)])
  func `a stretch is put right if it is short, whichever sides are the other ones`(
    place: Int, expected: Range<Int>
  ) throws {
    for begins in [false, true] {
      var generator = RandomNumbers(seed: 1)
      let moments = try (0..<100).map { index in
        var moment = try moment(body, at: Double(index) / 30, noise: 2, &generator)
        if (index < place) == begins { moment.pose = moment.pose.swapping(.all) }
        return moment
      }
      let swaps = SideContinuity.swaps(of: moments)
      #expect(swaps == (0..<100).map { expected.contains($0) ? .all : [] })
    }
  }
}
