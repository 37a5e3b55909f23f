import DepthIO
import PoseGeometry
import PoseImaging
import Kinematics
import TestSupport
import Testing

@testable import Pose3D

struct SeveralViewsTests {
  private let truth: PerJoint<Vector3>
  private let stature: Double
  private let camera: Camera
  private let depth: DepthMap

  init() throws {
    let demo = try DemoFrame.shared.get()
    var places = PerJoint(repeating: Vector3.zero)
    for joint in Joint.allCases {
      let p = try #require(demo.truth.joints[joint.name])
      places[joint] = Vector3(p[0], p[1], p[2])
    }
    (truth, stature, camera, depth) = (places, demo.truth.stature, demo.camera, demo.depth)
  }

  private var lifter: Lifter {
    var options = Lifter.Options()
    options.keypoints = .exact()
    return Lifter(options: options)
  }

  /// A camera as far from the person as the first, turned about them by so many degrees.
  private func placed(_ degrees: Double) -> RigidTransform {
    let root = truth[.root]
    let turn = Rotation.about(.y, by: degrees * .pi / 180)
    return RigidTransform(rotation: turn, translation: root - turn * root)
  }

  /// What a camera shows of joints, exactly.
  private func view(
    of joints: PerJoint<Vector3>, from cameraFromFrame: RigidTransform,
    sides: (Keypoint) -> Keypoint = { $0 }
  ) throws -> PersonView {
    var points: [Keypoint: Pose2D.Point] = [:]
    for (_, joint) in LifterInput.joints {
      let pixel = try #require(camera.pixel(of: cameraFromFrame * joints[joint]))
      let keypoint = sides(try #require(Keypoint(rawValue: joint.name)))
      points[keypoint] = Pose2D.Point(x: pixel.x, y: pixel.y, confidence: 1)
    }
    return PersonView(
      pose: Pose2D(points: points, imageWidth: camera.width, imageHeight: camera.height),
      camera: camera, cameraFromFrame: cameraFromFrame)
  }

  private func views(_ degrees: [Double]) throws -> [PersonView] {
    try degrees.map { try view(of: truth, from: placed($0)) }
  }

  /// The mean distance of the joints that have keypoints from the truth, in metres.
  private func meanError(_ body: BodyEstimate) -> Double {
    let joints = LifterInput.limbs.compactMap { Joint(name: $0.rawValue) }
    return joints.reduce(0) { $0 + (body.positions[$1] - truth[$1]).length / Double(joints.count) }
  }

  @Test func `one view gives what a picture gives`() throws {
    let one = try view(of: truth, from: .identity)
    let alone = try lifter.bodyPose(from: one.pose, camera: camera)
    let found = try lifter.bodyPose(from: [one])
    #expect(found.body == alone.body)
    #expect(found.viewCount == 1)
  }

  @Test(arguments: [[0.0, 60], [0, -80], [0, 90, 200], [0, 70, 150, -100]])
  func `exact keypoints from several sides give the joints and the height`(
    _ degrees: [Double]
  ) throws {
    let found = try lifter.bodyPose(from: try views(degrees))
    #expect(meanError(found.body) < 0.012, "\(degrees): \(meanError(found.body))")
    #expect(found.body.stature.estimation == .measured)
    let sigma = try #require(found.body.stature.sigma)
    #expect(abs(found.body.stature.metres - stature) < 3 * sigma)
    #expect(found.body.sources[.leftWrist] == .triangulated)
    #expect(found.viewCount == degrees.count)
    #expect(found.views.allSatisfy { $0.swapped.isEmpty && ($0.offset ?? 1) < 0.02 })
  }

  @Test func `more views make the joints surer`() throws {
    let two = try lifter.bodyPose(from: try views([0, 60]))
    let four = try lifter.bodyPose(from: try views([0, 60, 120, 180]))
    for joint in Joint.allCases where joint != .root {
      let (a, b) = (try #require(two.body.sigmas), try #require(four.body.sigmas))
      // What no keypoint shows has the mean of the network's predictions, which view by view are as sure.
      let most = [.spine, .centerHead, .topHead].contains(joint) ? 1.05 : 1
      #expect(b[joint] < most * a[joint], "\(joint)")
    }
  }

  @Test func `the joints don't depend on the frame in which the cameras are placed`() throws {
    let views = try views([0, 75, -110])
    let motion = RigidTransform(
      rotation: .about(.x, by: 0.7) * .about(.z, by: -1.9), translation: Vector3(3, -1, 12))
    let moved = views.map { view in
      PersonView(
        pose: view.pose, camera: view.camera,
        cameraFromFrame: view.cameraFromFrame * motion.inverse)
    }
    let (here, there) = (try lifter.bodyPose(from: views), try lifter.bodyPose(from: moved))
    for joint in Joint.allCases {
      let expected = motion * here.body.positions[joint]
      #expect((there.body.positions[joint] - expected).length < 1e-5, "\(joint)")
    }
  }

  @Test func `the order of the cameras doesn't matter`() throws {
    let views = try views([0, 75, -110])
    let (one, other) = (
      try lifter.bodyPose(from: views), try lifter.bodyPose(from: views.reversed())
    )
    for joint in Joint.allCases {
      let offset = one.body.positions[joint] - other.body.positions[joint]
      #expect(offset.length < 1e-4, "\(joint)")
    }
  }

  @Test(arguments: [[0.0, 60], [0, 90, 200]])
  func `a view in which the person is flipped is corrected`(_ degrees: [Double]) throws {
    let sound = try lifter.bodyPose(from: try views(degrees))
    var views = try views(degrees)
    let last = views.count - 1
    views[last] = try view(of: truth, from: placed(degrees[last]), sides: \.mirrored)
    let found = try lifter.bodyPose(from: views, after: sound.body)
    #expect(found.views[last].swapped == [.body])
    #expect(found.views.dropLast().allSatisfy { $0.swapped.isEmpty })
    #expect(meanError(found.body) < 0.012)
  }

  @Test(arguments: [(ViewUse.Swap.arms, "Wrist"), (.legs, "Knee")])
  func `swapped limbs of a view are corrected`(
    _ swap: ViewUse.Swap, _ name: String
  ) throws {
    var views = try views([70, 0, 150])
    views[1] = try view(of: truth, from: .identity) {
      swap.keypoints.contains($0) || swap.keypoints.contains($0.mirrored)
        ? $0.mirrored : $0
    }
    let found = try lifter.bodyPose(from: views)
    #expect(found.views[1].swapped == [swap])
    #expect(meanError(found.body) < 0.012)
  }

  @Test func `another person in a view is left out`() throws {
    var views = try views([0, 70, 150])
    let elsewhere = truth.map { $0 + Vector3(0.9, 0, 0.4) }
    views[2] = try view(of: elsewhere, from: placed(150))
    let found = try lifter.bodyPose(from: views)
    #expect(found.views.map(\.refusal) == [nil, nil, .disagrees])
    #expect(meanError(found.body) < 0.012)
  }

  @Test func `a view that shows too little is left out with its reason`() throws {
    var views = try views([0, 70, 150])
    views[1].pose.points = views[1].pose.points.filter {
      [.leftWrist, .leftElbow].contains($0.key)
    }
    let found = try lifter.bodyPose(from: views)
    #expect(found.views[1].refusal == .tooLittle(.tooFewKeypoints(found: 2, needed: 6)))
    #expect(found.viewCount == 2)
    #expect(throws: LiftingError.tooFewKeypoints(found: 2, needed: 6)) {
      try lifter.bodyPose(from: [views[1], views[1]])
    }
  }

  @Test func `a joint that one camera sees is lifted and others are triangulated`() throws {
    var views = try views([0, 70])
    views[1].pose.points[.rightWrist] = nil
    let found = try lifter.bodyPose(from: views)
    #expect(found.body.sources[.rightWrist] == .lifted)
    #expect(found.body.sources[.leftWrist] == .triangulated)
    let sigmas = try #require(found.body.sigmas)
    #expect(sigmas[.rightWrist] > sigmas[.leftWrist])
  }

  @Test func `the depth map of a view brings what triangulation leaves open`() throws {
    // Two cameras side by side hardly measure a person's distance.
    var views = try views([0, 2])
    let without = try lifter.bodyPose(from: views)
    views[0].depth = depth
    let with = try lifter.bodyPose(from: views)
    let (a, b) = (try #require(without.body.covariances), try #require(with.body.covariances))
    #expect(b[.root].zz < a[.root].zz)
    let miss = abs(with.body.positions[.root].z - truth[.root].z)
    #expect(miss < 0.05)
  }

  @Test func `a given height is kept`() throws {
    var lifter = lifter
    lifter.options.bodyHeight = stature
    let found = try lifter.bodyPose(from: try views([0, 60]))
    #expect(found.body.stature == Stature(metres: stature, sigma: 0, estimation: .user))
  }
}
