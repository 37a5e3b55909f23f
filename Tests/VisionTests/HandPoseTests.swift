import PoseAnalysis
import DepthIO
import PoseDetection
import Foundation
import PoseImaging
import Pose3D
import TestSupport
import Testing
import Vision

/// Hands against what `pose3d hands` finds.
@Suite(
  .fastDetection,
  .enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
struct HandPoseTests {
  private func found(maximumCount: Int = 2) throws -> [VNHumanHandPoseObservation] {
    let request = VNDetectHumanHandPoseRequest()
    request.maximumHandCount = maximumCount
    try VNImageRequestHandler(url: VisionFixture.hands).perform([request])
    return try #require(request.results)
  }

  @Test func `hands have the points and the sides of pose3d hands`() throws {
    let image = try ColorImage(contentsOf: VisionFixture.hands.path)
    let own = try HandFinder(assets: .installed()).hands(in: image, maximumCount: 2)
    let hands = try found()
    #expect(hands.count == 2 && own.count == 2)
    for (hand, pose) in zip(hands, own) {
      let points = try hand.recognizedPoints(.all)
      #expect(points.count == 21 && hand.confidence == Float(pose.confidence))
      #expect(hand.chirality == (pose.chirality == .left ? .left : .right))
      for joint in HandJoint.allCases {
        let name = VNHumanHandPoseObservation.JointName(
          rawValue: VNRecognizedPointKey(rawValue: joint.visionName))
        let place = try #require(pose.points[joint]).normalized(
          width: image.width, height: image.height)
        let point = try #require(points[name])
        #expect(point.x == place.x && point.y == place.y && point.confidence > 0.9)
      }
    }
    #expect(Set(hands.map(\.chirality)) == [.left, .right])
  }

  @Test func `no more hands come back than are asked for`() throws {
    #expect(try found(maximumCount: 1).count == 1)
  }

  @Test func `fingers are groups of four, from the palm to the tip`() throws {
    let hand = try #require(try found().first)
    #expect(
      Set(try hand.recognizedPoints(.indexFinger).keys) == [
        .indexMCP, .indexPIP, .indexDIP, .indexTip,
      ])
    #expect(hand.availableJointsGroupNames.count == 6 && hand.availableJointNames.count == 21)
    #expect(try hand.keypointsMultiArray().shape == [1, 3, 21])
  }

  @Test func `points and fingers have their names of 2020, too`() throws {
    let hand = try #require(try found().first)
    let fingers: [(VNRecognizedPointGroupKey, [VNRecognizedPointKey])] = [
      (
        .handLandmarkRegionKeyThumb,
        [
          .handLandmarkKeyThumbCMC, .handLandmarkKeyThumbMP, .handLandmarkKeyThumbIP,
          .handLandmarkKeyThumbTIP,
        ]
      ),
      (
        .handLandmarkRegionKeyIndexFinger,
        [
          .handLandmarkKeyIndexMCP, .handLandmarkKeyIndexPIP, .handLandmarkKeyIndexDIP,
          .handLandmarkKeyIndexTIP,
        ]
      ),
      (
        .handLandmarkRegionKeyMiddleFinger,
        [
          .handLandmarkKeyMiddleMCP, .handLandmarkKeyMiddlePIP, .handLandmarkKeyMiddleDIP,
          .handLandmarkKeyMiddleTIP,
        ]
      ),
      (
        .handLandmarkRegionKeyRingFinger,
        [
          .handLandmarkKeyRingMCP, .handLandmarkKeyRingPIP, .handLandmarkKeyRingDIP,
          .handLandmarkKeyRingTIP,
        ]
      ),
      (
        .handLandmarkRegionKeyLittleFinger,
        [
          .handLandmarkKeyLittleMCP, .handLandmarkKeyLittlePIP, .handLandmarkKeyLittleDIP,
          .handLandmarkKeyLittleTIP,
        ]
      ),
    ]
    for (finger, points) in fingers {
      #expect(Set(try hand.recognizedPoints(forGroupKey: finger).keys) == Set(points))
    }
    #expect(
      hand.availableKeys == [.handLandmarkKeyWrist] + fingers.flatMap(\.1))
    #expect(
      try hand.recognizedPoint(forKey: .handLandmarkKeyIndexTIP)
        == hand.recognizedPoint(.indexTip))
  }

  @Test func `a body's own hands are on its own sides`() async throws {
    var request = DetectHumanBodyPoseRequest()
    request.detectsHands = true
    let people = try await request.perform(on: VisionFixture.hands)
    let hands = people.flatMap { [$0.leftHand, $0.rightHand].compactMap { $0 } }
    for person in people {
      #expect(person.leftHand.map { $0.chirality == .left } ?? true)
      #expect(person.rightHand.map { $0.chirality == .right } ?? true)
    }
    #expect(!hands.isEmpty)
    request.detectsHands = false
    let without = try await request.perform(on: VisionFixture.hands)
    #expect(without.allSatisfy { $0.leftHand == nil && $0.rightHand == nil })
  }
}
