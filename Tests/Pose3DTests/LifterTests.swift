import DepthIO
import Foundation
import PoseGeometry
import PoseImaging
import Kinematics
import TestSupport
import Testing

@testable import Pose3D

struct LifterTests {
  private let truth: DemoFrame.Truth
  private let camera: Camera
  private let depth: DepthMap
  /// Every joint's exact pixel, as a detector that makes no errors would give it.
  private let pose: Pose2D

  init() throws {
    let demo = try DemoFrame.shared.get()
    (truth, camera, depth) = (demo.truth, demo.camera, demo.depth)
    var points: [Keypoint: Pose2D.Point] = [:]
    for (name, p) in truth.pixels {
      guard let keypoint = Keypoint(rawValue: name) else { continue }
      points[keypoint] = Pose2D.Point(x: p[0], y: p[1], confidence: 1)
    }
    pose = Pose2D(points: points, imageWidth: 512, imageHeight: 424)
  }

  private var exact: Lifter {
    var options = Lifter.Options()
    options.keypoints = .exact()
    return Lifter(options: options)
  }

  private func meanError(_ body: BodyPose) throws -> Double {
    let place = { (joint: Joint) throws -> Vector3 in
      let p = try #require(truth.joints[joint.name])
      return Vector3(p[0], p[1], p[2])
    }
    let root = try place(.root)
    return try Joint.allCases.reduce(0) { sum, joint in
      let own = body.cameraRelativePosition(joint) - body.cameraRelativePosition(.root)
      return sum + (own - (try place(joint) - root)).length / 17
    }
  }

  @Test func `exact keypoints and a depth map give the skeleton to three centimetres`() throws {
    let body = try exact.bodyPose(from: pose, camera: camera, depth: depth)
    #expect(try meanError(body) < 0.03)
    #expect(body.heightEstimation == .measured)
    #expect(abs(body.bodyHeight - truth.stature) < 0.05)
    #expect(abs(body.bodyHeight - truth.stature) < 3 * body.bodyHeightSigma)
  }

  @Test func `a known height without depth gives the skeleton to six centimetres`() throws {
    var lifter = exact
    lifter.options.bodyHeight = truth.stature
    let body = try lifter.bodyPose(from: pose, camera: camera)
    #expect(try meanError(body) < 0.06)
    #expect(body.heightEstimation == .user)
    #expect(body.bodyHeightSigma == 0)
  }

  @Test func `without depth the skeleton projects onto its keypoints`() throws {
    let body = try exact.bodyPose(from: pose, camera: camera)
    for (_, joint) in LifterInput.joints {
      let expected = try #require(truth.pixels[joint.name])
      let pixel = try #require(body.pixel(joint))
      #expect(abs(pixel.x - expected[0]) < 4 && abs(pixel.y - expected[1]) < 4, "\(joint)")
    }
  }

  @Test func `a mirrored picture gives the mirrored skeleton`() throws {
    var mirrored = pose
    mirrored.points = [:]
    for (keypoint, point) in pose.points {
      let name = keypoint.rawValue
      let other =
        name.hasPrefix("left")
        ? "right" + name.dropFirst(4) : name.hasPrefix("right") ? "left" + name.dropFirst(5) : name
      let swapped = try #require(Keypoint(rawValue: other))
      mirrored.points[swapped] = Pose2D.Point(
        x: 2 * camera.cx - point.x, y: point.y, confidence: point.confidence)
    }
    let body = try exact.bodyPose(from: pose, camera: camera)
    let image = try exact.bodyPose(from: mirrored, camera: camera)
    for joint in Joint.allCases {
      let p = body.cameraRelativePosition(joint)
      let q = image.cameraRelativePosition(joint.mirrored)
      #expect((p - Vector3(-q.x, q.y, q.z)).length < Tolerance.solver, "\(joint)")
      #expect(abs(body.sigma(joint) - image.sigma(joint.mirrored)) < 1e-5)
    }
  }

  @Test func `twice the person at twice the distance is twice the skeleton`() throws {
    var (one, two) = (exact, exact)
    one.options.bodyHeight = 1
    two.options.bodyHeight = 2
    let (small, large) = try (
      one.bodyPose(from: pose, camera: camera), two.bodyPose(from: pose, camera: camera)
    )
    for joint in Joint.allCases {
      let difference =
        2 * small.cameraRelativePosition(joint) - large.cameraRelativePosition(joint)
      #expect(difference.length < 0.02, "\(joint)")
    }
  }

  @Test func `a joint has its source`() throws {
    var partial = pose
    partial.points[.rightAnkle] = nil
    partial.points[.leftWrist]?.confidence = 0.2
    partial.points[.rightWrist]?.x = 600
    let body = try exact.bodyPose(from: partial, camera: camera)
    #expect(body.source(.rightAnkle) == .inferred)
    #expect(body.source(.leftWrist) == .inferred)
    #expect(body.source(.rightWrist) == .inferred)
    #expect(body.source(.leftKnee) == .lifted)
    #expect(body.source(.spine) == .lifted)
    let angles = Dictionary(uniqueKeysWithValues: body.angles.map { ($0.name, $0) })
    #expect(angles["rightKneeFlexion"]?.reason == .jointInferred)
    #expect(angles["leftKneeFlexion"]?.value != nil)
    // What was not seen is less sure than what was.
    let whole = try exact.bodyPose(from: pose, camera: camera)
    #expect(body.sigma(.rightAnkle) > 1.3 * whole.sigma(.rightAnkle))
    #expect(body.confidence(.rightAnkle) < whole.confidence(.rightAnkle))
  }

  @Test func `a depth map of the wall alone counts as none`() throws {
    let wall = DepthMap(
      width: 512, height: 424, metres: Array(repeating: 6, count: 512 * 424))
    let holes = DepthMap(
      width: 512, height: 424, metres: Array(repeating: 0, count: 512 * 424))
    let without = try exact.bodyPose(from: pose, camera: camera)
    let body = try exact.bodyPose(from: pose, camera: camera, depth: holes)
    #expect(body.body == without.body && body.heightEstimation == .reference)
    // A wall is a surface too: whatever comes of it, it is a skeleton of human size.
    let onWall = try exact.bodyPose(from: pose, camera: camera, depth: wall)
    #expect((1.2...2.2).contains(onWall.bodyHeight))
  }

  /// Found by fuzzing: rays of infinite length, and depth maps read there.
  @Test(arguments: [Double.leastNonzeroMagnitude, 1e-200, 1e-3, 1, 1e5, 1e9, 1e200])
  func `whatever the focal length is, there is a skeleton of numbers or none`(focal: Double) throws
  {
    let odd = Camera(
      width: 512, height: 424, fx: focal, fy: focal, cx: 255, cy: 211, source: .file)
    for map in [nil, depth] {
      guard let body = try? exact.bodyPose(from: pose, camera: odd, depth: map) else { continue }
      for joint in Joint.allCases {
        let place = body.cameraRelativePosition(joint)
        // Files refuse what is farther away.
        #expect(place.length < 1e4 && body.sigma(joint).isFinite)
      }
      #expect(body.bodyHeight.isFinite && body.bodyHeightSigma.isFinite)
    }
    _ = Floor(in: depth, camera: odd)
  }

  @Test(arguments: [1, 2, 4])
  func `the depth map's resolution hardly matters`(factor: Int) throws {
    let (width, height) = (512 / factor, 424 / factor)
    let metres = (0..<width * height).map { depth[$0 % width * factor, $0 / width * factor] }
    let coarse = DepthMap(width: width, height: height, metres: metres)
    let body = try exact.bodyPose(from: pose, camera: camera, depth: coarse)
    #expect(try meanError(body) < 0.045)
    #expect(body.heightEstimation == .measured)
  }

  @Test func `too little of a person is refused with a sentence`() {
    var few = pose
    few.points = few.points.filter { [.nose, .leftElbow, .leftWrist, .topHead].contains($0.key) }
    #expect(throws: LiftingError.tooFewKeypoints(found: 3, needed: 6)) {
      try Lifter().bodyPose(
        from: {
          var p = few; p.points[.nose] = nil; return p
        }(), camera: camera)
    }
    var noTrunk = pose
    for keypoint in [Keypoint.leftHip, .leftShoulder] { noTrunk.points[keypoint] = nil }
    #expect(throws: LiftingError.noTrunk) {
      try Lifter().bodyPose(from: noTrunk, camera: camera)
    }
    #expect(
      LiftingError.tooFewKeypoints(found: 3, needed: 6).description
        == "only 3 usable keypoints, and a skeleton needs 6: "
        + "use an image that shows more of the person")
  }

  @Test func `keypoints that are no numbers, or all in one place, crash nothing`() throws {
    var nan = pose
    for keypoint in [Keypoint.leftKnee, .rightElbow] { nan.points[keypoint]?.x = .nan }
    let body = try Lifter().bodyPose(from: nan, camera: camera, depth: depth)
    #expect(body.source(.leftKnee) == .inferred)
    var dot = pose
    for keypoint in dot.points.keys {
      dot.points[keypoint] = Pose2D.Point(x: 200, y: 200, confidence: 1)
    }
    if let odd = try? Lifter().bodyPose(from: dot, camera: camera, depth: depth) {
      for joint in Joint.allCases {
        let p = odd.cameraRelativePosition(joint)
        #expect((p.x + p.y + p.z).isFinite && odd.sigma(joint).isFinite)
      }
    }
  }

  @Test func `BlazePose's keypoints are moved to the joints' centres, others are left`() throws {
    var blaze = pose
    blaze.convention = .blazePose
    let moved = blaze.withJointCenters
    #expect(pose.withJointCenters == pose)
    #expect(moved.withJointCenters == moved)
    // The ankle goes on along the shank, the wrist stays.
    let (knee, ankle) = try (
      #require(pose.points[.leftKnee]), #require(pose.points[.leftAnkle])
    )
    let after = try #require(moved.points[.leftAnkle])
    let along = (after.x - ankle.x) * (ankle.x - knee.x) + (after.y - ankle.y) * (ankle.y - knee.y)
    #expect(along > 0)
    #expect(moved.points[.leftWrist] == pose.points[.leftWrist])
  }

  @Test func `keypoints where the lens shows nothing count as missing`() throws {
    let frame = try BundledFrame("demo", width: 512, height: 424)
    // This lens shows nothing beyond 0.35 of the focal length from the middle.
    let camera = frame.camera.with(
      distortion: LensDistortion(coefficients: [-1.209, 0, 0, 0]))
    var kept = frame.pose
    kept.points = kept.points.filter { camera.normalized(SIMD2($0.value.x, $0.value.y)).x.isFinite }
    let lost = Set(frame.pose.points.keys).subtracting(kept.points.keys)
    #expect(lost == [.leftAnkle, .leftHeel, .leftToe, .rightToe])
    let body = try Lifter().bodyPose(from: frame.pose, camera: camera)
    let without = try Lifter().bodyPose(from: kept, camera: camera)
    for joint in Joint.allCases {
      #expect(body.cameraRelativePosition(joint) == without.cameraRelativePosition(joint))
      #expect(body.source(joint) == (joint == .leftAnkle ? .inferred : .lifted), "\(joint)")
    }
    #expect(body.evidence?[.leftAnkle].keypoint.use == .unusable)
    #expect(body.body.leftFoot == nil && body.body.rightFoot == nil)
  }
}
