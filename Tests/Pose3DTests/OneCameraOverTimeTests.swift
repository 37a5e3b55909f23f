import PoseGeometry
import PoseImaging
import Kinematics
import TestSupport
import Testing

@testable import Pose3D

/// One person whom one camera shows for a while.
struct OneCameraOverTimeTests {
  private let body: PerJoint<Vector3>
  private let frame: BundledFrame
  private static let rate = 30.0

  init() throws {
    frame = try BundledFrame.all.get()[1]
    body = try frame.lifted().body.positions
  }

  private var lifter: Lifter { Lifter() }

  /// The bundled frame's keypoints, moved by as much as the joints have moved in the picture, and off by some pixels.
  private func pose(_ joints: PerJoint<Vector3>, noise: Double = 0, seed: UInt64 = 1) throws
    -> Pose2D
  {
    var generator = RandomNumbers(seed: seed)
    var pose = frame.pose
    for (_, joint) in LifterInput.joints {
      guard let keypoint = Keypoint(rawValue: joint.name), var point = pose.points[keypoint] else {
        continue
      }
      let before = try #require(frame.camera.pixel(of: body[joint]))
      let after = try #require(frame.camera.pixel(of: joints[joint]))
      // Uniform over ±noise·√3: a standard deviation of `noise`.
      let spread = noise * 3.0.squareRoot()
      point.x += after.x - before.x + Double.random(in: -1...1, using: &generator) * spread
      point.y += after.y - before.y + Double.random(in: -1...1, using: &generator) * spread
      pose.points[keypoint] = point
    }
    return pose
  }

  private func moment(
    _ index: Int, _ pose: Pose2D, step: Double = 1 / rate, withDepth: Bool = false
  ) throws -> LiftedFrame {
    try lifter.moment(
      at: Double(index) * step, from: pose, camera: frame.camera,
      depth: withDepth ? frame.depth : nil)
  }

  /// The root mean square distance of a joint from where it is in other poses, relative to the root.
  private func distance(_ joint: Joint, _ poses: [BodyPose], _ others: [BodyPose]) -> Double {
    let squares = zip(poses, others).map { pose, other in
      let offset = pose.position(joint) - other.position(joint)
      return offset.dot(offset)
    }
    return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
  }

  @Test(arguments: [false, true])
  func `noise is less in moments that are solved together`(withDepth: Bool) throws {
    let still = try moment(0, pose(body), withDepth: withDepth).bodyPose
    let moments = try (0..<40).map {
      try moment($0, pose(body, noise: 12, seed: UInt64($0)), withDepth: withDepth)
    }
    let together = Lifter.bodyPoses(of: moments)
    #expect(together.count == moments.count)
    let others = moments.map { _ in still }
    for joint in [Joint.leftWrist, .rightWrist, .leftKnee, .rightAnkle] {
      let alone = distance(joint, moments.map(\.bodyPose), others)
      let ratio = distance(joint, together, others) / alone
      #expect(ratio < 0.85, "\(joint): \(ratio)")
    }
  }

  @Test func `a camera that shakes doesn't move the body`() throws {
    // The whole picture jumps to and fro by 20 pixels.
    let moments = try (0..<20).map { index in
      var pose = frame.pose
      for keypoint in pose.points.keys { pose.points[keypoint]?.x += index % 2 == 0 ? 20 : -20 }
      return try moment(index, pose)
    }
    for (moment, pose) in zip(moments, Lifter.bodyPoses(of: moments)) {
      for joint in Joint.allCases {
        let offset = pose.position(joint) - moment.bodyPose.position(joint)
        #expect(offset.length < 0.02, "\(joint)")
      }
      let root = Joint.root
      let place = pose.cameraRelativePosition(root) - moment.bodyPose.cameraRelativePosition(root)
      #expect(place.length < 0.02)
    }
  }

  @Test func `an arm that moves evenly isn't held back`() throws {
    // The forearm turns about the elbow by about 170° per second.
    let places = (0..<15).map { index in
      var joints = body
      let turn = Rotation.about(.z, by: 0.1 * Double(index - 7))
      joints[.leftWrist] = joints[.leftElbow] + turn * (joints[.leftWrist] - joints[.leftElbow])
      return joints
    }
    let moments = try places.enumerated().map { try moment($0, pose($1)) }
    for (moment, pose) in zip(moments, Lifter.bodyPoses(of: moments)) {
      let offset = pose.position(.leftWrist) - moment.bodyPose.position(.leftWrist)
      #expect(offset.length < 0.03)
    }
  }

  @Test(arguments: [LimbPairs.arms, .legs, .all])
  func `limbs whose sides are swapped in some frames are lifted as in the others`(
    limbs: LimbPairs
  ) throws {
    var swapped = frame.pose.swapping(limbs)
    swapped.swappedLimbs = []
    let moments = try (0..<20).map {
      try moment($0, [0, 7, 8, 9, 14].contains($0) ? swapped : frame.pose)
    }
    let poses = Lifter.bodyPoses(of: moments)
    for (index, pose) in poses.enumerated() {
      #expect(pose.body.swappedLimbs == ([0, 7, 8, 9, 14].contains(index) ? limbs : []))
      for joint in Joint.allCases {
        let offset = pose.position(joint) - moments[1].bodyPose.position(joint)
        #expect(offset.length < 1e-3, "\(index): \(joint)")
      }
    }
  }

  @Test func `a frame with a depth map keeps its sides`() throws {
    var swapped = frame.pose.swapping(.all)
    swapped.swappedLimbs = []
    let moments = try (0..<12).map {
      try moment($0, 5...6 ~= $0 ? swapped : frame.pose, withDepth: true)
    }
    let swaps = Lifter.bodyPoses(of: moments).map(\.body.swappedLimbs)
    #expect(Set(swaps) == [[]])
  }

  @Test
  func `without repair of sides flipped frames stay so, and those before and after as they were`()
    throws
  {
    var turned = frame
    turned.swapSides()
    let moments = try (0..<12).map { try moment($0, 5...6 ~= $0 ? turned.pose : frame.pose) }
    for (moment, pose) in zip(moments, Lifter.bodyPoses(of: moments, repairsSides: false)) {
      for joint in Joint.allCases {
        let offset = pose.position(joint) - moment.bodyPose.position(joint)
        #expect(offset.length < 1e-3, "\(moment.time) s: \(joint)")
      }
    }
  }

  @Test func `where a joint is that a picture hardly shows, those before and after it say`() throws
  {
    let wrist = Keypoint.leftWrist
    let moments = try (0..<31).map { index in
      var pose = try pose(body)
      // Hidden in one picture, and in the last ten.
      if index == 10 || index > 20 { pose.points[wrist]?.confidence = 0.02 }
      return try moment(index, pose)
    }
    let alone = moments.map { $0.bodyPose.sigma(.leftWrist) }
    let together = Lifter.bodyPoses(of: moments).map { $0.sigma(.leftWrist) }
    #expect(alone[10] > 1.4 * alone[9], "\(alone)")
    #expect(together[10] < 1.1 * together[9], "\(together)")
    // It never gets surer than in the surest picture, and is less so the longer it is hidden.
    #expect(try #require(together.min()) > 0.95 * (try #require(alone.min())))
    for (before, after) in zip(together[20...], together[21...]) {
      #expect(after > before * 0.995, "\(together)")
    }
    #expect(together[30] > 0.9 * alone[30])
  }

  @Test(arguments: [0.3, 0, -0.1])
  func `moments far apart, or of one time, are a picture's each`(step: Double) throws {
    let moments = try (0..<4).map {
      try moment($0, pose(body, noise: 3, seed: UInt64($0)), step: step)
    }
    #expect(Lifter.bodyPoses(of: moments).map(\.body) == moments.map(\.bodyPose.body))
  }

  @Test func `a height from depth doesn't mix with the reference`() throws {
    let moments = try (0..<9).map { try moment($0, pose(body), withDepth: $0 < 5) }
    let poses = Lifter.bodyPoses(of: moments)
    #expect(poses.map(\.heightEstimation) == moments.map(\.bodyPose.heightEstimation))
    #expect(poses.map(\.depthUse) == moments.map(\.bodyPose.depthUse))
    for pose in poses[5...] { #expect(pose.bodyHeight == 1.8) }
    for (pose, moment) in zip(poses, moments) {
      #expect(abs(pose.bodyHeight - moment.bodyPose.bodyHeight) < 0.01)
    }
  }

  @Test func `of a long video what is given out early is what comes out in the end`() throws {
    let moments = try (0..<330).map {
      try moment($0, pose(body, noise: 2, seed: UInt64($0 % 7)))
    }
    var window = LiftingWindow(repairsSides: true)
    var counts: [Int] = []
    let early = moments.flatMap { moment in
      let poses = window.append(moment)
      if !poses.isEmpty { counts.append(poses.count) }
      return poses
    }
    let poses = early + window.finish()
    #expect(counts == [270])
    #expect(poses.count == 330)
    #expect(poses.map(\.body) == Lifter.bodyPoses(of: moments).map(\.body))
    // No seam between the two windows.
    let whole = Lifter.bodyPoses(of: moments[100...])
    for (pose, other) in zip(poses[200...], whole[100...]) {
      for joint in Joint.allCases {
        #expect((pose.position(joint) - other.position(joint)).length < 2e-3, "\(joint)")
      }
    }
    #expect(window.finish().isEmpty)
    #expect(Lifter.bodyPoses(of: []).isEmpty)
  }
}
