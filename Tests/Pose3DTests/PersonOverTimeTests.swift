import PoseGeometry
import PoseImaging
import Kinematics
import TestSupport
import Testing

@testable import Pose3D

/// One person whom two cameras show for a while.
struct PersonOverTimeTests {
  private let body: PerJoint<Vector3>
  private let camera: Camera
  private let cameras: [RigidTransform]
  private static let rate = 30.0

  init() throws {
    let demo = try DemoFrame.shared.get()
    var places = PerJoint(repeating: Vector3.zero)
    for joint in Joint.allCases {
      let p = try #require(demo.truth.joints[joint.name])
      places[joint] = Vector3(p[0], p[1], p[2])
    }
    (body, camera) = (places, demo.camera)
    let turn = Rotation.about(.y, by: 1.2)
    let root = body[.root]
    cameras = [.identity, RigidTransform(rotation: turn, translation: root - turn * root)]
  }

  private var lifter: Lifter {
    var options = Lifter.Options()
    options.keypoints = .exact()
    return Lifter(options: options)
  }

  /// The joints as seen at a moment, off by some pixels.
  private func moment(
    _ index: Int, of joints: PerJoint<Vector3>, noise: Double = 0, without hidden: Set<Joint> = [],
    seed: UInt64 = 1
  ) throws -> SynchronizedViews {
    var generator = RandomNumbers(seed: seed &+ UInt64(index))
    let views = try cameras.map { cameraFromFrame in
      var points: [Keypoint: Pose2D.Point] = [:]
      for (_, joint) in LifterInput.joints {
        let pixel = try #require(camera.pixel(of: cameraFromFrame * joints[joint]))
        // Uniform over ±noise·√3: a standard deviation of `noise`.
        let spread = noise * 3.0.squareRoot()
        let dx = Double.random(in: -1...1, using: &generator) * spread
        let dy = Double.random(in: -1...1, using: &generator) * spread
        guard !hidden.contains(joint) else { continue }
        points[try #require(Keypoint(rawValue: joint.name))] = Pose2D.Point(
          x: pixel.x + dx, y: pixel.y + dy, confidence: 1)
      }
      return PersonView(
        pose: Pose2D(points: points, imageWidth: camera.width, imageHeight: camera.height),
        camera: camera, cameraFromFrame: cameraFromFrame)
    }
    return SynchronizedViews(time: Double(index) / Self.rate, views: views)
  }

  private func error(
    _ pose: MultiViewPose?, _ truth: PerJoint<Vector3>, of joint: Joint
  ) throws -> Double {
    (try #require(pose).body.positions[joint] - truth[joint]).length
  }

  @Test func `moments far apart are solved by themselves`() throws {
    var moments = try (0..<3).map { try moment($0, of: body, noise: 1) }
    for index in moments.indices { moments[index].time *= 10 }
    for (moment, pose) in zip(moments, lifter.bodyPoses(of: moments)) {
      #expect(pose?.body == (try lifter.bodyPose(from: moment.views)).body)
    }
  }

  @Test func `noise is less in moments that are solved together`() throws {
    let moments = try (0..<20).map { try moment($0, of: body, noise: 3) }
    // Held to be as exact as a detector's.
    let lifter = Lifter()
    let together = lifter.bodyPoses(of: moments)
    for joint in [Joint.leftWrist, .rightElbow, .leftKnee, .rightAnkle] {
      var (sum, alone) = (0.0, 0.0)
      // The body by exact keypoints, so that nothing but noise counts.
      let exact = try lifter.bodyPose(from: try moment(0, of: body).views).body.positions
      for (moment, pose) in zip(moments, together) {
        let own = try lifter.bodyPose(from: moment.views).body.positions
        let (a, b) = (
          try #require(pose).body.positions[joint] - exact[joint], own[joint] - exact[joint]
        )
        sum += a.dot(a)
        alone += b.dot(b)
      }
      #expect(sum < 0.75 * alone, "\(joint): \(sum / alone)")
    }
  }

  @Test func `even movement isn't held back`() throws {
    let velocity = Vector3(0.8, 0, 0.5)
    let places = (0..<12).map { index in
      body.map { $0 + velocity * (Double(index) / Self.rate) }
    }
    let poses = lifter.bodyPoses(of: try places.enumerated().map { try moment($0, of: $1) })
    for (truth, pose) in zip(places, poses) {
      #expect(try error(pose, truth, of: .root) < 0.012)
      #expect(try error(pose, truth, of: .leftWrist) < 0.012)
    }
  }

  @Test func `a wrist unseen for a moment is where the frames around it put it`() throws {
    // The forearm turns about the elbow by about 100° per second.
    let places = (0..<15).map { index in
      var joints = body
      let turn = Rotation.about(.z, by: 0.06 * Double(index - 7))
      joints[.leftWrist] =
        joints[.leftElbow] + turn * (joints[.leftWrist] - joints[.leftElbow])
      return joints
    }
    let moments = try places.enumerated().map { index, joints in
      try moment(index, of: joints, without: 6...8 ~= index ? [.leftWrist] : [])
    }
    let together = lifter.bodyPoses(of: moments)
    let alone = try lifter.bodyPose(from: moments[7].views)
    let gap = try error(together[7], places[7], of: .leftWrist)
    #expect(gap < 0.02, "\(gap) m")
    #expect(try error(alone, places[7], of: .leftWrist) > 2 * gap)
    #expect(together[7]?.body.sources[.leftWrist] == .inferred)
  }

  @Test func `a long clip has no seams`() throws {
    let moments = try (0..<45).map { try moment($0, of: body, noise: 2) }
    let whole = lifter.bodyPoses(of: moments, windows: (100, 30))
    var counts: [Int] = []
    let parts = lifter.bodyPoses(of: moments, windows: (8, 12)) { counts.append($0) }
    #expect(counts == Array(1...45))
    for (a, b) in zip(whole, parts) {
      let truth = try #require(a).body.positions
      for joint in Joint.allCases { #expect(try error(b, truth, of: joint) < 1e-3, "\(joint)") }
    }
    #expect(parts.count == moments.count)
  }

  @Test func `moments without a person have no pose, and the others know of each other`() throws {
    var moments = try (0..<6).map { try moment($0, of: body) }
    moments[2].views = []
    moments[4].views.removeLast()
    let poses = lifter.bodyPoses(of: moments)
    #expect(poses.map { $0 == nil } == [false, false, true, false, false, false])
    // What one camera shows lies where two showed it before and after.
    let place = try #require(poses[3]).body.positions
    #expect(try error(poses[4], place, of: .root) < 0.02)
    #expect(lifter.bodyPoses(of: []).isEmpty)
  }
}
