import PoseAnalysis
import Foundation
import PoseImaging
import Kinematics
import Pose3D
import TestSupport
import Testing
import Vision
import simd

/// Bodies in space against what the package itself measures, and against a rendered person's truth.
@Suite(.enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
struct BodyPose3DTests {
  private typealias Names = VNHumanBodyPose3DObservation.JointName

  private func name(_ joint: Kinematics.Joint) -> Names {
    Names(rawValue: VNRecognizedPointKey(rawValue: joint.visionRawValue))
  }

  @Test func `a Portrait picture gives the numbers of pose3d analyze in Apple's axes`() throws {
    let path = VisionFixture.portrait.path
    let pose = try #require(try VisionFixture.measured(PictureInput(FileInput(path))))
    let body = try #require(
      try VisionFixture.body(VNImageRequestHandler(url: VisionFixture.portrait)))
    #expect(body.availableJointNames.count == 17 && body.confidence == 1)
    #expect(body.heightEstimation == .measured && body.bodyHeight == Float(pose.bodyHeight))
    for joint in Kinematics.Joint.allCases {
      let point = try body.recognizedPoint(name(joint))
      let local = pose.localPosition(joint)
      let position = pose.position(joint)
      #expect(point.position.translation == SIMD3<Float>(position))
      #expect(point.localPosition.translation == SIMD3<Float>(local))
      #expect(point.identifier == name(joint).rawValue)
      #expect(point.parentJoint == name(joint.parent ?? .root))
      // Theirs is x right, y up, z back; ours x right, y down, z forward.
      let camera = pose.cameraRelativePosition(joint)
      let there = try body.cameraRelativePosition(name(joint)).translation
      #expect(there == SIMD3<Float>(SIMD3(camera.x, -camera.y, -camera.z)))
      let pixel = try #require(pose.pointInImage(joint))
      let place = try body.pointInImage(name(joint))
      #expect(place.x == pixel.x && place.y == pixel.y)
    }
  }

  @Test func `cameraOriginMatrix times position is cameraRelativePosition`() throws {
    let body = try #require(
      try VisionFixture.body(VNImageRequestHandler(url: VisionFixture.portrait)))
    let camera = body.cameraOriginMatrix
    for name in body.availableJointNames {
      let product = simd_mul(camera, try body.recognizedPoint(name).position)
      #expect(simd_almost_equal_elements(product, try body.cameraRelativePosition(name), 1e-6))
    }
    // A motion: turning it back leads back.
    #expect(abs(camera.determinant - 1) < 1e-5)
    #expect(simd_almost_equal_elements(camera * camera.inverse, matrix_identity_float4x4, 1e-5))
  }

  @Test func `projecting a joint with the camera's intrinsics reproduces pointInImage`() throws {
    let body = try #require(
      try VisionFixture.body(VNImageRequestHandler(url: VisionFixture.portrait)))
    for name in body.availableJointNames {
      let place = try body.cameraRelativePosition(name).translation
      #expect(place.z < 0)
      let x = (257 + 366 * place.x / -place.z + 0.5) / 512
      let y = 1 - (207.5 - 366 * place.y / -place.z + 0.5) / 424
      let point = try body.pointInImage(name)
      #expect(abs(Double(x) - point.x) < 1e-5 && abs(Double(y) - point.y) < 1e-5)
    }
  }

  @Test func `left is left, up is up, and the person is where the truth has them`() throws {
    struct Truth: Decodable {
      let stature: Double
      let joints: [String: [Double]]
    }
    let truth = try Fixture.decode(Truth.self, from: "demo/truth.json")
    let body = try #require(
      try VisionFixture.body(VNImageRequestHandler(url: VisionFixture.portrait)))
    #expect(abs(Double(body.bodyHeight) - truth.stature) < 0.06)
    for joint in Kinematics.Joint.allCases {
      guard let place = truth.joints[joint.name] else { continue }
      let there = SIMD3(Float(place[0]), Float(-place[1]), Float(-place[2]))
      let found = try body.cameraRelativePosition(name(joint)).translation
      #expect(simd_distance(there, found) < 0.15, "\(joint)")
    }
    let (left, right) = (
      try body.recognizedPoint(.leftHip).position.translation,
      try body.recognizedPoint(.rightHip).position.translation
    )
    #expect(left.x > 0.05 && right.x < -0.05 && abs(left.y) < 1e-5 && abs(left.z) < 1e-5)
    #expect(try body.recognizedPoint(.topHead).position.translation.y > 0.4)
    #expect(try body.recognizedPoint(.root).localPosition == matrix_identity_float4x4)
  }

  @Test func `localPosition is a joint's position less its parent's, all the way up`() throws {
    let body = try #require(
      try VisionFixture.body(VNImageRequestHandler(url: VisionFixture.portrait)))
    for name in body.availableJointNames {
      let joint = try body.recognizedPoint(name)
      guard let parent = body.parentJointName(name) else {
        #expect(name == .root)
        continue
      }
      #expect(parent == joint.parentJoint)
      let bone =
        joint.position.translation - (try body.recognizedPoint(parent).position.translation)
      #expect(simd_almost_equal_elements(bone, joint.localPosition.translation, 1e-6))
      #expect(joint.position.columns.0 == SIMD4(1, 0, 0, 0))
    }
  }

  @Test func `without depth, and with a depth of unknown scale, the height is 1.8 m`()
    throws
  {
    let color = try #require(
      try VisionFixture.body(VNImageRequestHandler(url: VisionFixture.url("demo/color.jpg"))))
    #expect(color.heightEstimation == .reference && color.bodyHeight == 1.8)
    var bytes = try Data(contentsOf: VisionFixture.portrait)
    let word = try #require(bytes.range(of: Data("absolute".utf8)))
    bytes.replaceSubrange(word, with: Data("relative".utf8))
    let relative = try #require(try VisionFixture.body(VNImageRequestHandler(data: bytes)))
    #expect(relative.heightEstimation == .reference && relative.bodyHeight == 1.8)
  }

  @Test func `the groups have the joints that Apple's have`() throws {
    let body = try #require(
      try VisionFixture.body(VNImageRequestHandler(url: VisionFixture.portrait)))
    let sizes: [(VNHumanBodyPose3DObservation.JointsGroupName, Int)] = [
      (.head, 2), (.torso, 7), (.leftArm, 3), (.rightArm, 3), (.leftLeg, 3), (.rightLeg, 3),
      (.all, 17),
    ]
    #expect(body.availableJointsGroupNames.count == sizes.count)
    for (group, size) in sizes {
      #expect(try body.recognizedPoints(group).count == size)
      #expect(try body.recognizedPoints(forGroupKey: group.rawValue).count == size)
    }
    #expect(
      Set(try body.recognizedPoints(.leftArm).keys) == [.leftShoulder, .leftElbow, .leftWrist])
    #expect(try VNDetectHumanBodyPose3DRequest().supportedJointNames() == body.availableJointNames)
  }

  @Test func `of two people the nearer one is measured, of none none`() throws {
    let people = VNDetectHumanBodyPoseRequest()
    let body = VNDetectHumanBodyPose3DRequest()
    try VNImageRequestHandler(url: VisionFixture.twoPeople).perform([people, body])
    let found = try #require(people.results)
    #expect(found.count == 2 && body.results?.count == 1)
    try VNImageRequestHandler(url: VisionFixture.nobody).perform([people, body])
    #expect(people.results?.isEmpty == true && body.results?.isEmpty == true)
  }
}
