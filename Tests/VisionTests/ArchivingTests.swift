import Foundation
import Kinematics
import Pose3D
import PoseImaging
import TestSupport
import Testing
import simd

@testable import Vision

/// Observations and points from archives: what comes out is what went in.
struct ArchivingTests {
  private func copy<Object: NSObject & NSSecureCoding>(of object: Object) throws -> Object {
    try #require(
      try ArchiveFixture.object(of: Object.self, in: try ArchiveFixture.archive(object)))
  }

  private func expectSame(_ copy: VNObservation, _ original: VNObservation) {
    #expect(copy !== original && copy == original && copy.hash == original.hash)
    #expect(type(of: copy) == type(of: original) && copy.uuid == original.uuid)
    #expect(copy.confidence == original.confidence && copy.timeRange == original.timeRange)
    #expect(copy.requestRevision == original.requestRevision)
  }

  private func expectSame(
    _ copy: VNRecognizedPointsObservation, _ original: VNRecognizedPointsObservation
  ) throws {
    expectSame(copy as VNObservation, original)
    #expect(copy.availableKeys == original.availableKeys && !copy.availableKeys.isEmpty)
    #expect(copy.availableGroupKeys == original.availableGroupKeys)
    for key in original.availableKeys {
      let (point, other) = (
        try copy.recognizedPoint(forKey: key), try original.recognizedPoint(forKey: key)
      )
      #expect(point.location == other.location && point.confidence == other.confidence)
      #expect(point.identifier == key && other.identifier == key)
    }
    for key in original.availableGroupKeys {
      let points = try copy.recognizedPoints(forGroupKey: key)
      #expect(try points == original.recognizedPoints(forGroupKey: key) && !points.isEmpty)
    }
    let (array, other) = (try copy.keypointsMultiArray(), try original.keypointsMultiArray())
    #expect((0..<array.count).allSatisfy { array[$0] == other[$0] })
  }

  private func expectSame(
    _ copy: VNHumanBodyPose3DObservation, _ original: VNHumanBodyPose3DObservation
  ) throws {
    expectSame(copy as VNObservation, original)
    #expect(copy.availableJointNames == original.availableJointNames)
    #expect(copy.availableJointsGroupNames == original.availableJointsGroupNames)
    #expect(copy.bodyHeight == original.bodyHeight)
    #expect(copy.heightEstimation == original.heightEstimation)
    #expect(copy.cameraOriginMatrix == original.cameraOriginMatrix)
    for name in original.availableJointNames {
      let (joint, other) = (try copy.recognizedPoint(name), try original.recognizedPoint(name))
      #expect(joint == other && joint.position == other.position)
      #expect(joint.localPosition == other.localPosition && joint.identifier == other.identifier)
      #expect(joint.parentJoint == other.parentJoint)
      #expect(copy.parentJointName(name) == original.parentJointName(name))
      #expect(
        try copy.cameraRelativePosition(name) == original.cameraRelativePosition(name))
      #expect(try copy.pointInImage(name) == original.pointInImage(name))
    }
    for name in original.availableJointsGroupNames {
      #expect(try copy.recognizedPoints(name) == original.recognizedPoints(name))
    }
    let (body, other) = (copy.pose3d, original.pose3d)
    #expect(body == other && body.evidence == other.evidence && body.sides == other.sides)
    #expect(body.gravity == other.gravity && body.world == other.world)
    #expect(body.bodyHeightSigma == other.bodyHeightSigma)
    for joint in Kinematics.Joint.allCases {
      #expect(body.covariance(joint) == other.covariance(joint))
      #expect(body.source(joint) == other.source(joint))
    }
    #expect(body.angles.map(\.value) == other.angles.map(\.value))
    #expect(body.angles.map(\.sigma) == other.angles.map(\.sigma))
  }

  @Test func `points and vectors are the same after archiving`() throws {
    for point in try ArchiveFixture.points() {
      let data = try ArchiveFixture.archive(point)
      let copy = try #require(
        try NSKeyedUnarchiver.unarchivedObject(ofClasses: [type(of: point)], from: data)
          as? NSObject)
      #expect(copy !== point && copy.isEqual(point) && copy.hash == point.hash)
      #expect(copy.description == point.description || point is VNVector)
    }
    let joint = try VNHumanBodyPose3DObservation(ArchiveFixture.body()).recognizedPoint(.leftKnee)
    let again = try copy(of: joint)
    #expect(again.position == joint.position && again.localPosition == joint.localPosition)
    #expect(again.identifier == joint.identifier && again.parentJoint == .leftHip)
  }

  @Test func `a point of one's own keeps numbers that JSON doesn't have`() throws {
    let point = try copy(of: VNPoint(x: .nan, y: -.infinity))
    #expect(point.x.isNaN && point.y == -.infinity)
  }

  @Test func `a body in an image is the same after archiving`() throws {
    let original = VNHumanBodyPoseObservation(try ArchiveFixture.person())
    original.timeRange = CMTimeRange(
      start: CMTime(value: 7, timescale: 30), duration: .positiveInfinity)
    let again = try copy(of: original)
    try expectSame(again, original)
    #expect(try again.recognizedPoint(.nose).confidence > 0.9)
    #expect(HumanBodyPoseObservation(again) == HumanBodyPoseObservation(original))
  }

  @Test(arguments: [Pose3D.Chirality.left, .right, nil])
  func `a hand is the same after archiving`(side: Pose3D.Chirality?) throws {
    let original = VNHumanHandPoseObservation(ArchiveFixture.hand(side))
    let again = try copy(of: original)
    try expectSame(again, original)
    #expect(again.chirality == original.chirality)
    #expect(HumanHandPoseObservation(again) == HumanHandPoseObservation(original))
  }

  @Test func `rectangles are the same after archiving`() throws {
    let human = try #require(
      VNHumanObservation(try ArchiveFixture.person(), upperBodyOnly: true))
    let again = try copy(of: human)
    expectSame(again, human)
    #expect(again.boundingBox == human.boundingBox && again.upperBodyOnly)
    let object = VNDetectedObjectObservation(
      requestRevision: 2, boundingBox: CGRect(x: 0.1, y: 0.2, width: 0.3, height: 0.7))
    expectSame(try copy(of: object), object)
    #expect(try copy(of: object).boundingBox == object.boundingBox)
  }

  @Test(arguments: [
    nil, LensDistortion(coefficients: [0.1, -0.2, 0.001, 0.002, 0.03]),
    LensDistortion(coefficients: [0.1, -0.2, 0.001, 0.002, 0.03, 0.1, -0.1, 0.01]),
    LensDistortion(model: .fisheye, coefficients: [0.01, -0.002, 0.003, 0]),
    LensDistortion(model: .realSenseModified, coefficients: [0.1, -0.2, 0.001, 0.002, 0.03]),
    LensDistortion(model: .realSenseInverse, coefficients: [0.1, -0.2, 0.001, 0.002, 0.03]),
    LensDistortion(radialTable: [0, 0.01, 0.03], center: SIMD2(255.3, 210.1)),
    LensDistortion(
      radialTable: [0, 0.01, 0.03], inverseRadialTable: [0, -0.01, -0.03],
      center: SIMD2(255.3, 210.1)),
  ])
  func `a body in space is the same after archiving, with any lens`(lens: LensDistortion?) throws {
    let original = VNHumanBodyPose3DObservation(try ArchiveFixture.body(lens))
    let again = try copy(of: original)
    try expectSame(again, original)
    #expect(again.pose3d.camera.distortion == lens)
    #expect(HumanBodyPose3DObservation(again) == HumanBodyPose3DObservation(original))
  }

  @Test func `lists of observations are the same after archiving`() throws {
    let observations = try ArchiveFixture.observations()
    let archive = try ArchiveFixture.archive(observations)
    let list = try NSKeyedUnarchiver.unarchivedObject(
      ofClasses: [NSArray.self, VNObservation.self], from: archive)
    let copies = try #require(list as? [VNObservation])
    #expect(copies == observations && copies.count == 5)
    #expect(zip(copies, observations).allSatisfy { $0 !== $1 && type(of: $0) == type(of: $1) })
  }

  // Foundation archives equal objects once.
  @Test func `points at the same position stay themselves in an archived list`() throws {
    let points = ["left_hand_joint", "right_hand_joint"].flatMap { name in
      [0, Float(0.5)].map { confidence in
        VNRecognizedPoint(
          location: .zero, confidence: confidence, identifier: VNRecognizedPointKey(rawValue: name))
      }
    }
    let list = try NSKeyedUnarchiver.unarchivedObject(
      ofClasses: [NSArray.self, VNPoint.self], from: try ArchiveFixture.archive(points))
    let copies = try #require(list as? [VNRecognizedPoint])
    #expect(copies.map(\.identifier) == points.map(\.identifier))
    #expect(copies.map(\.confidence) == [0, 0.5, 0, 0.5])
  }

  @Test func `observations and points are equal only with the same content`() throws {
    let person = try ArchiveFixture.person()
    let observation = VNHumanBodyPoseObservation(person)
    #expect(observation != VNHumanBodyPoseObservation(person))
    let later = try copy(of: observation)
    later.timeRange = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1))
    #expect(later != observation)
    let place = CGPoint(x: 0.5, y: 0.5)
    let (knee, hip) = (
      VNRecognizedPointKey(rawValue: "knee"), VNRecognizedPointKey(rawValue: "hip")
    )
    let point = VNRecognizedPoint(location: place, confidence: 0.5, identifier: knee)
    #expect(point != VNRecognizedPoint(location: place, confidence: 0.5, identifier: hip))
    #expect(point != VNRecognizedPoint(location: place, confidence: 0.25, identifier: knee))
    #expect(point != VNPoint(location: place) && VNPoint(location: place) != point)
    #expect(VNVector(xComponent: 1, yComponent: 2) != VNVector(xComponent: 1, yComponent: 3))
    let three = VNRecognizedPoint3D(position: matrix_identity_float4x4, identifier: knee)
    #expect(three != VNRecognizedPoint3D(position: simd_float4x4(2), identifier: knee))
    #expect(three != VNRecognizedPoint3D(position: matrix_identity_float4x4, identifier: hip))
  }

  @Test func `a copy is the object itself`() throws {
    for observation in try ArchiveFixture.observations() {
      #expect(observation.copy() as AnyObject === observation)
    }
    for point in try ArchiveFixture.points() {
      #expect(point.copy() as AnyObject === point)
    }
  }

  @Test(.enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
  func `results of requests are the same after archiving`() throws {
    let (body, bodyInSpace) = (VNDetectHumanBodyPoseRequest(), VNDetectHumanBodyPose3DRequest())
    try VNImageRequestHandler(url: VisionFixture.portrait).perform([body, bodyInSpace])
    let inImage = try #require(body.results?.first)
    try expectSame(try copy(of: inImage), inImage)
    let inSpace = try #require(bodyInSpace.results?.first)
    #expect(inSpace.heightEstimation == .measured)
    #expect(inSpace.pose3d.evidence?[.leftKnee].depth?.reading != nil)
    try expectSame(try copy(of: inSpace), inSpace)
    let hands = VNDetectHumanHandPoseRequest()
    try VNImageRequestHandler(url: VisionFixture.hands).perform([hands])
    for hand in try #require(hands.results) { try expectSame(try copy(of: hand), hand) }
  }
}
