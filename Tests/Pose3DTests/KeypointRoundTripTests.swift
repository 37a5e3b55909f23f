import Foundation
import PoseGeometry
import Kinematics
import Pose3D
import PoseFiles
import TestSupport
import Testing

/// What is written is read back, as far as the format can carry it.
struct KeypointRoundTripTests {
  /// Two pictures with people and hands whose numbers the files can hold exactly; the first person
  /// has all points, others any.
  static func pictures(seed: UInt64) -> [PicturePoses] {
    var random = RandomNumbers(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Double {
      Double(Int.random(in: range, using: &random)) / 1e6
    }
    func point(_ width: Int, _ height: Int) -> Pose2D.Point {
      Pose2D.Point(
        x: number(-20_000_000...(width * 1_000_000)), y: number(2_000_000...(height * 1_000_000)),
        confidence: number(1...1_000_000),
        presence: Bool.random(using: &random) ? number(1...1_000_000) : nil)
    }
    func vector() -> Vector3 {
      Vector3(number(1...900_000), number(-900_000...900_000), number(-900_000...900_000))
    }
    return ["frame_0008.jpg", "frame_0031.jpg"].map { file in
      let (width, height) = (640, 480)
      let people = (0..<2).map { index in
        var pose = Pose2D(
          points: [:], imageWidth: width, imageHeight: height, confidence: number(1...1_000_000),
          id: index == 0 ? 7 : nil)
        for keypoint in Keypoint.allCases where index == 0 || Bool.random(using: &random) {
          pose.points[keypoint] = point(width, height)
          if Bool.random(using: &random) { pose.points[keypoint]?.sigma = number(0...40_000_000) }
          if index == 0 { pose.worldLandmarks[keypoint] = vector() }
        }
        if index == 0 { pose.convention = .blazePose }
        return pose
      }
      let hand = HandPose(
        points: Dictionary(
          uniqueKeysWithValues: HandJoint.allCases.map { ($0, point(width, height)) }),
        worldLandmarks: [.wrist: vector()], chirality: .right, chiralityConfidence: 0.75,
        confidence: 0.5, imageWidth: width, imageHeight: height, bodyID: 7)
      return PicturePoses(
        file: file, width: width, height: height, people: people, hands: [hand])
    }
  }

  /// The pictures in a text, read as a file of that name.
  static func read(
    _ text: String, size: (width: Int, height: Int)? = nil, layout: KeypointLayout? = nil
  ) throws -> [KeypointFrame] {
    try withTemporaryFile(text) {
      try KeypointFile.frames(contentsOf: $0, imageSize: size, layout: layout)
    }
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `our own files lose nothing`(seed: UInt64) throws {
    let pictures = Self.pictures(seed: seed)
    let frames = try Self.read(KeypointFile.encoded(pictures, as: .pose3d))
    #expect(frames.map(\.picture) == pictures)
    #expect(frames.map(\.index) == [8, 31] && frames.allSatisfy(\.isSizeKnown))
    let one = try Self.read(KeypointFile.encoded([pictures[1]], as: .pose3d))
    #expect(one.map(\.picture) == [pictures[1]])
    #expect(try Self.read(KeypointFile.encoded([], as: .pose3d)).isEmpty)
  }

  @Test(arguments: LiftingGoldenTests.withDepth)
  func `from our own file comes the skeleton that came from the detection`(
    person: LiftingGolden.Person
  ) throws {
    let picture = PicturePoses(
      file: "a.jpg", width: person.pose.imageWidth, height: person.pose.imageHeight,
      people: [person.pose])
    let frame = try #require(
      try Self.read(KeypointFile.encoded([picture], as: .pose3d)).first)
    let lifter = Lifter(options: person.options)
    let depth = try person.depthMap()
    let direct = try lifter.bodyPose(from: person.pose, camera: person.camera, depth: depth)
    let read = try lifter.bodyPose(from: frame.people[0], camera: person.camera, depth: depth)
    for joint in Joint.allCases {
      let apart = direct.cameraRelativePosition(joint) - read.cameraRelativePosition(joint)
      #expect(apart.length < Tolerance.solver, "\(joint)")
    }
  }

  /// A pose as a format's points carry it: pixels and confidence.
  private static func carried(_ pose: Pose2D, _ layout: KeypointLayout) -> Pose2D {
    var carried = pose
    (carried.worldLandmarks, carried.convention, carried.points) = ([:], .jointCenters, [:])
    for case (let keypoint?, var point?) in zip(layout.points, pose.points(in: layout)) {
      (point.presence, point.sigma) = (nil, nil)
      carried.points[keypoint] = point
    }
    return carried
  }

  @Test(arguments: [(KeypointFormat.coco, KeypointLayout.coco), (.halpe, .halpe26)])
  func `results keep points, scores, identities and pictures`(
    format: KeypointFormat, layout: KeypointLayout
  ) throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      let pictures = Self.pictures(seed: seed)
      let text = KeypointFile.encoded(pictures, as: format)
      let frames = try Self.read(text, size: (640, 480))
      #expect(frames.map(\.name) == pictures.map(\.file) && frames.map(\.index) == [8, 31])
      let expected = pictures.map { $0.people.map { Self.carried($0, layout) } }
      for (people, others) in zip(frames.map(\.people), expected) {
        Self.expectSame(people, others, within: 1e-6)
      }
    }
  }

  @Test func `OpenPose keeps points and identities, a file a picture`() throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      let pictures = Self.pictures(seed: seed)
      let files = KeypointFile.openPoseFiles(pictures)
      #expect(files.map(\.name) == ["frame_0008_keypoints.json", "frame_0031_keypoints.json"])
      let folder = try TemporaryFolder(files.map { ($0.name, $0.text) })
      // These people are no people: their hips are anywhere.
      let frames = try KeypointFile.frames(
        contentsOf: folder.path, imageSize: (640, 480), layout: .body25)
      #expect(frames.map(\.name) == ["frame_0008", "frame_0031"])
      #expect(frames.map(\.index) == [8, 31])
      for (frame, picture) in zip(frames, pictures) {
        let expected = picture.people.map { pose in
          var pose = Self.carried(pose, .body25)
          pose.confidence = 1
          return pose
        }
        Self.expectSame(frame.people, expected, within: 1e-6)
      }
      #expect(KeypointFile.encoded([pictures[0]], as: .openpose) == files[0].text)
    }
  }

  @Test func `MediaPipe keeps landmarks to a millionth of the picture, and the world`() throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      let pictures = Self.pictures(seed: seed)
      let frames = try Self.read(KeypointFile.encoded(pictures, as: .mediapipe))
      #expect(frames.map(\.name) == pictures.map(\.file))
      for (frame, picture) in zip(frames, pictures) {
        let expected = picture.people.map { pose in
          var carried = Self.carried(pose, .mediapipe)
          for keypoint in carried.points.keys {
            carried.points[keypoint]?.presence = pose.points[keypoint]?.presence
          }
          (carried.convention, carried.confidence, carried.id) = (.blazePose, 1, nil)
          carried.worldLandmarks = pose.worldLandmarks.filter { carried.points[$0.key] != nil }
          return carried
        }
        Self.expectSame(frame.people, expected, within: 0.5e-6 * 640)
        #expect(frame.people.map(\.worldLandmarks) == expected.map(\.worldLandmarks))
      }
    }
  }

  @Test func `Vision's files keep the 19 points and hands to a millionth of the picture`() throws {
    for seed in 1...5 as ClosedRange<UInt64> {
      let pictures = Self.pictures(seed: seed)
      for list in [pictures, [pictures[0]]] {
        let frames = try Self.read(KeypointFile.encoded(list, as: .vision))
        #expect(frames.map(\.name) == list.map(\.file))
        for (frame, picture) in zip(frames, list) {
          let expected = picture.people.map { Self.carried($0, .vision) }
          Self.expectSame(frame.people, expected, within: 0.5e-6 * 640)
          let (hand, other) = try #require(
            frame.picture.hands?.first.map { ($0, picture.hands![0]) })
          #expect(hand.chirality == other.chirality && hand.bodyID == other.bodyID)
          #expect(hand.confidence == other.confidence && hand.points.count == 21)
          for (joint, point) in hand.points {
            #expect(abs(point.x - other.points[joint]!.x) < 1e-3, "\(joint)")
          }
        }
      }
    }
  }

  @Test(arguments: KeypointFormat.allCases)
  func `a picture without anybody stays one, where the format has pictures`(
    format: KeypointFormat
  ) throws {
    let nobody = PicturePoses(file: "a.jpg", width: 640, height: 480, people: [])
    let frames = try Self.read(
      KeypointFile.encoded([nobody], as: format), size: (640, 480))
    let isList = format == .coco || format == .halpe
    #expect(frames.map(\.people) == (isList ? [] : [[]]))
  }

  @Test(arguments: KeypointFormat.allCases)
  func `what no file can hold is missing`(format: KeypointFormat) throws {
    var pose = KeypointLayoutTests.pose
    pose.points[.nose] = Pose2D.Point(x: .nan, y: 3, confidence: 1)
    pose.points[.leftEar] = Pose2D.Point(x: .infinity, y: 3, confidence: 1)
    pose.points[.leftWrist]?.sigma = .nan
    pose.worldLandmarks[.leftEar] = Vector3(.nan, 0, 0)
    let picture = PicturePoses(file: "a.jpg", width: 40, height: 60, people: [pose])
    let text = KeypointFile.encoded([picture], as: format)
    #expect(!text.contains("nan") && !text.contains("inf"))
    let frame = try #require(try Self.read(text, size: (40, 60)).first)
    #expect(frame.people[0].points[.nose] == nil && frame.people[0].points[.leftEar] == nil)
    #expect(frame.people[0].points[.leftWrist] != nil)
  }

  private static func expectSame(
    _ people: [Pose2D], _ others: [Pose2D], within tolerance: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(people.count == others.count, sourceLocation: sourceLocation)
    for (pose, other) in zip(people, others) {
      #expect(Set(pose.points.keys) == Set(other.points.keys), sourceLocation: sourceLocation)
      #expect(pose.id == other.id, sourceLocation: sourceLocation)
      #expect(pose.confidence == other.confidence, sourceLocation: sourceLocation)
      #expect(pose.convention == other.convention, sourceLocation: sourceLocation)
      #expect(
        pose.imageWidth == other.imageWidth && pose.imageHeight == other.imageHeight,
        sourceLocation: sourceLocation)
      for (keypoint, point) in pose.points {
        guard let there = other.points[keypoint] else { continue }
        #expect(
          abs(point.x - there.x) <= tolerance * 1.01 && abs(point.y - there.y) <= tolerance * 1.01
            && abs(point.confidence - there.confidence) < 1e-12
            && point.presence == there.presence && point.sigma == there.sigma,
          "\(keypoint)", sourceLocation: sourceLocation)
      }
    }
  }
}
