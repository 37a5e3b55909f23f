import Foundation
import TestSupport
import Testing
import Vision
import simd

/// The Swift API against the original one.
@Suite(
  .fastDetection,
  .enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
struct SwiftAPITests {
  @Test func `bodies have the points of the original API`() async throws {
    let people = try await DetectHumanBodyPoseRequest().perform(on: VisionFixture.twoPeople)
    let old = VNDetectHumanBodyPoseRequest()
    try VNImageRequestHandler(url: VisionFixture.twoPeople).perform([old])
    let expected = try #require(old.results)
    #expect(people.count == 2 && expected.count == 2)
    for (person, other) in zip(people, expected) {
      #expect(person.allJoints().count == 19 && person.confidence == other.confidence)
      for (name, joint) in person.allJoints() {
        let point = try other.recognizedPoint(
          forKey: VNRecognizedPointKey(rawValue: name.rawValue))
        #expect(joint.location.cgPoint == point.location && joint.confidence == point.confidence)
        #expect(joint.jointName == name.rawValue && person.joint(for: name) == joint)
      }
      #expect(
        Set(person.allJoints(in: .torso).keys) == [
          .neck, .leftShoulder, .rightShoulder, .leftHip, .rightHip, .root,
        ])
      #expect(person.keypoints.shape == [1, 3, 18])
      #expect(person.keypoints.floats == (try other.keypointsMultiArray().floats))
      #expect(
        person.originatingRequestDescriptor == .detectHumanBodyPoseRequest(.revision2))
    }
  }

  @Test func `observations of a frame have its time, and those of an image have none`()
    async throws
  {
    let image = CVPixelBuffer(
      try CGImage(contentsOf: VisionFixture.url("detection/rendered_back.jpg")))
    let time = CMTimeRange(
      start: CMTime(value: 3, timescale: 2), duration: CMTime(value: 1, timescale: 30))
    let frame = CMSampleBuffer(
      imageBuffer: image, presentationTimeStamp: time.start, duration: time.duration)
    let (bodies, people, inSpace) = try await ImageRequestHandler(frame).perform(
      DetectHumanBodyPoseRequest(), DetectHumanRectanglesRequest(), DetectHumanBodyPose3DRequest())
    #expect(bodies.map(\.timeRange) == [time])
    #expect(people.map(\.timeRange) == [time])
    #expect(inSpace.map(\.timeRange) == [time])
    let still = try await DetectHumanRectanglesRequest().perform(on: image)
    #expect(still.map(\.timeRange) == [nil])
  }

  @Test func `a body in space is that of the original API, and stays it when it is encoded`()
    async throws
  {
    let request = DetectHumanBodyPose3DRequest()
    let body = try #require(try await request.perform(on: VisionFixture.portrait).first)
    let old = try #require(
      try VisionFixture.body(VNImageRequestHandler(url: VisionFixture.portrait)))
    let decoded = try JSONDecoder().decode(
      HumanBodyPose3DObservation.self, from: JSONEncoder().encode(body))
    #expect(decoded == body && decoded.hashValue == body.hashValue)
    for body in [body, decoded] {
      #expect(body.bodyHeight.unit == .meters && body.heightEstimationTechnique == .measured)
      #expect(Float(body.bodyHeight.value) == old.bodyHeight)
      #expect(body.cameraOriginMatrix == old.cameraOriginMatrix)
      for name in body.availableJointNames {
        let key = VNHumanBodyPose3DObservation.JointName(
          rawValue: VNRecognizedPointKey(rawValue: name.rawValue))
        let point = try old.recognizedPoint(key)
        let joint = try #require(body.joint(for: name))
        #expect(joint.position == point.position && joint.localPosition == point.localPosition)
        #expect(joint.identifier == name.rawValue)
        #expect(joint.parentJoint == body.parentJointName(for: name).rawValue)
        #expect(body.cameraRelativePosition(for: name) == (try old.cameraRelativePosition(key)))
        #expect(body.pointInImage(for: name).cgPoint == (try old.pointInImage(key).location))
      }
      #expect(body.allJoints(in: .leftLeg).count == 3 && body.allJoints().count == 17)
    }
  }

  @Test func `several requests are performed on one picture, in their order`() async throws {
    let handler = ImageRequestHandler(VisionFixture.portrait)
    let (bodies, space) = try await handler.perform(
      DetectHumanBodyPoseRequest(), DetectHumanBodyPose3DRequest())
    #expect(bodies.count == 1 && space.count == 1)
    var names: [String] = []
    var broken = DetectHumanHandPoseRequest()
    broken.maximumHandCount = 0
    let requests: [any VisionRequest] = [
      DetectHumanBodyPoseRequest(), broken, DetectHumanRectanglesRequest(),
    ]
    for await result in handler.performAll(requests) {
      switch result {
      case .detectHumanBodyPose(_, let found): names.append("bodies \(found.count)")
      case .detectHumanBodyPose3D: names.append("space")
      case .detectHumanHandPose: names.append("hands")
      case .detectHumanRectangles(_, let found): names.append("rectangles \(found.count)")
      case .error(let request, let error):
        #expect(error is VisionError && request is DetectHumanHandPoseRequest)
        names.append("error")
      }
    }
    #expect(names == ["bodies 1", "error", "rectangles 1"])
  }

  @Test func `hands know their side and their fingers`() async throws {
    let hands = try await DetectHumanHandPoseRequest().perform(on: VisionFixture.hands)
    #expect(Set(hands.compactMap(\.chirality)) == [.left, .right])
    for hand in hands {
      #expect(hand.allJoints(in: .thumb).count == 4 && hand.allJoints().count == 21)
    }
  }

  @Test func `depth is handed over with a buffer`() async throws {
    let image = CVPixelBuffer(try CGImage(contentsOf: VisionFixture.portrait))
    let depth = try AVDepthData(contentsOf: VisionFixture.portrait)
    let request = DetectHumanBodyPose3DRequest()
    let with = try await ImageRequestHandler(image, depthData: depth).perform(request)
    let without = try await request.perform(on: image)
    #expect(with.first?.heightEstimationTechnique == .measured)
    #expect(without.first?.heightEstimationTechnique == .reference)
  }

  @Test func `a cancelled task's request is cancelled`() async {
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await DetectHumanBodyPoseRequest().perform(on: VisionFixture.twoPeople)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test @MainActor func `the caller's actor is free meanwhile`() async throws {
    var ticks = 0
    let ticker = Task { @MainActor in
      while !Task.isCancelled {
        ticks += 1
        try await Task.sleep(for: .milliseconds(1))
      }
    }
    _ = try await DetectHumanBodyPoseRequest().perform(on: VisionFixture.twoPeople)
    ticker.cancel()
    #expect(ticks > 0)
  }

  @Test func `a picture that isn't there is an invalid one`() async {
    let nowhere = URL(fileURLWithPath: "/nowhere/a.png")
    let error = await #expect(throws: VisionError.self) {
      try await DetectHumanBodyPoseRequest().perform(on: nowhere)
    }
    #expect(error?.localizedDescription == "/nowhere/a.png: there is no such file")
  }
}
