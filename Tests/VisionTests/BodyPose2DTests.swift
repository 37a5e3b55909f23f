import PoseDetection
import DepthIO
import Foundation
import PoseImaging
import Pose3D
import TestSupport
import Testing
import Vision

/// Bodies in a picture against what the package itself finds.
@Suite(.enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
struct BodyPose2DTests {
  private func found(
    _ url: URL, region: CGRect? = nil
  ) throws -> [VNHumanBodyPoseObservation] {
    let request = VNDetectHumanBodyPoseRequest()
    if let region { request.regionOfInterest = region }
    try VNImageRequestHandler(url: url).perform([request])
    return try #require(request.results)
  }

  /// Whether an observation has the points of a pose.
  private func expectSame(_ observation: VNHumanBodyPoseObservation, _ pose: Pose2D) throws {
    let all = try observation.recognizedPoints(.all)
    #expect(all.count == 19 && observation.availableJointNames.count == 19)
    #expect(observation.confidence == Float(pose.confidence))
    for (name, point) in all {
      let keypoint = try #require(Keypoint(visionName: name.rawValue.rawValue))
      let own = try #require(pose.point(keypoint))
      let place = own.normalized(width: pose.imageWidth, height: pose.imageHeight)
      #expect(point.identifier == name.rawValue)
      if place.min() >= 0 && place.max() <= 1 {
        #expect(point.x == place.x && point.y == place.y)
        #expect(point.confidence == Float(own.confidence))
      } else {
        #expect(point.location == .zero && point.confidence == 0)
      }
    }
  }

  @Test(arguments: [VisionFixture.twoPeople, VisionFixture.url("detection/astronaut.jpg")])
  func `all people have the points of pose3d detect, those outside the picture confidence 0`(
    url: URL
  ) throws {
    let people = try VisionFixture.detected(try ColorImage(contentsOf: url.path))
    let observations = try found(url)
    #expect(!people.isEmpty && observations.count == people.count)
    for (observation, pose) in zip(observations, people) { try expectSame(observation, pose) }
  }

  @Test func `a portrait has points that aren't there`() throws {
    // The surest person: whether a barely accepted second one is there depends on the processor.
    let people = try found(VisionFixture.url("detection/astronaut.jpg"))
    let person = try #require(people.max { $0.confidence < $1.confidence })
    #expect(try person.recognizedPoint(.leftAnkle).confidence == 0)
    #expect(try person.recognizedPoint(.nose).confidence > 0.9)
    // Found or not, all points are in their groups.
    #expect(try person.recognizedPoints(.leftLeg).count == 3)
  }

  @Test func `a region of interest is searched alone, in the whole picture's coordinates`() throws {
    let image = try ColorImage(contentsOf: VisionFixture.twoPeople.path)
    let all = try found(VisionFixture.twoPeople)
    let roots = try all.map { try $0.recognizedPoint(.root).location }
    let left = try #require(roots.map(\.x).min())
    let border = Double(roots.map(\.x).reduce(0, +)) / 2
    let part = CGRect(x: 0, y: 0, width: border, height: 1)
    let inside = try found(VisionFixture.twoPeople, region: part)
    #expect(all.count == 2 && inside.count == 1)
    let region = RegionOfInterest(
      normalizedX: 0, normalizedY: 0, normalizedWidth: border, normalizedHeight: 1,
      imageWidth: image.width, imageHeight: image.height)
    let own = try VisionFixture.detected(image, region: region)
    try expectSame(try #require(inside.first), try #require(own.first))
    #expect(abs(try inside[0].recognizedPoint(.root).location.x - left) < 0.02)
  }

  @Test func `the groups have the points that Apple's have`() throws {
    let person = try #require(try found(VisionFixture.twoPeople).first)
    let sizes: [(VNHumanBodyPoseObservation.JointsGroupName, Int)] = [
      (.face, 5), (.torso, 6), (.leftArm, 3), (.rightArm, 3), (.leftLeg, 3), (.rightLeg, 3),
      (.all, 19),
    ]
    #expect(person.availableJointsGroupNames.count == sizes.count)
    for (group, size) in sizes { #expect(try person.recognizedPoints(group).count == size) }
    #expect(
      try person.recognizedPoint(forKey: .bodyLandmarkKeyNose) == person.recognizedPoint(.nose))
    let array = try person.keypointsMultiArray()
    #expect(array.shape == [1, 3, 18] && array.count == 54)
    #expect(array[[0, 0, 0]].floatValue == Float(try person.recognizedPoint(.nose).x))
    #expect(array[[0, 2, 0]].floatValue == (try person.recognizedPoint(.nose).confidence))
  }

  @Test func `a person's left is on the right of a picture that they face`() throws {
    for person in try found(VisionFixture.url("demo/color.jpg")) {
      let (left, right) = (
        try person.recognizedPoint(.leftShoulder), try person.recognizedPoint(.rightShoulder)
      )
      #expect(left.x > right.x)
    }
  }

  @Test func `rectangles are around the points, those of upper bodies end above the knees`() throws
  {
    let whole = VNDetectHumanRectanglesRequest()
    whole.upperBodyOnly = false
    let upper = VNDetectHumanRectanglesRequest()
    let points = VNDetectHumanBodyPoseRequest()
    try VNImageRequestHandler(url: VisionFixture.twoPeople).perform([whole, upper, points])
    let people = try #require(points.results)
    #expect(whole.results?.count == people.count && upper.results?.count == people.count)
    for (index, person) in people.enumerated() {
      let (box, top) = (try #require(whole.results?[index]), try #require(upper.results?[index]))
      #expect(top.upperBodyOnly && !box.upperBodyOnly)
      for point in try person.recognizedPoints(.all).values where point.confidence > 0 {
        #expect(box.boundingBox.insetBy(dx: -1e-9, dy: -1e-9).contains(point.location))
      }
      #expect(top.boundingBox.minY > (try person.recognizedPoint(.leftKnee).y))
      #expect(top.boundingBox.maxY == box.boundingBox.maxY)
    }
  }

  @Test func `Foundation takes the names of joints for strings`() throws {
    let name = VNHumanBodyPoseObservation.JointName.leftWrist.rawValue
    let text = { (object: Any) in
      String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
    }
    #expect(try text(["joint": name]) == "{\"joint\":\"\(name.rawValue)\"}")
    #expect(try text([name: 0.5]) == "{\"\(name.rawValue)\":0.5}")
    #expect(NSDictionary(dictionary: ["joint": name])["joint"] as? String == name.rawValue)
    let object: Any = NSString(string: name.rawValue)
    #expect(object as? VNRecognizedPointKey == name)
  }
}
