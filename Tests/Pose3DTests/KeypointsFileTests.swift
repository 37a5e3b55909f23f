import PoseDocuments
import Foundation
import Pose3D
import PoseFiles
import TestSupport
import Testing

struct KeypointFileTests {
  static func path(_ name: String) -> String { Fixture.path("keypoints/\(name)") }

  static func people(
    _ name: String, layout: KeypointLayout? = nil
  ) throws -> [Pose2D] {
    try KeypointFile.people(
      contentsOf: path(name), imageWidth: 640, imageHeight: 480, layout: layout)
  }

  /// The people in a document that is written to a file for the length of the call.
  static func read(
    _ text: String, width: Int = 640, height: Int = 480, layout: KeypointLayout? = nil,
    frame: Int? = nil
  ) throws -> [Pose2D] {
    try withTemporaryFile(text) {
      try KeypointFile.people(
        contentsOf: $0, imageWidth: width, imageHeight: height, layout: layout, frame: frame)
    }
  }

  /// Where the person of `fixtures/keypoints/make.py` has some points that only one side, or only
  /// some layouts, have.
  static let places: [Keypoint: SIMD2<Double>] = [
    .nose: [320, 80], .leftEye: [326, 74], .rightEar: [305, 78], .leftShoulder: [355, 130],
    .rightElbow: [270, 185], .leftWrist: [375, 235], .rightHip: [298, 240], .leftKnee: [344, 325],
    .rightAnkle: [294, 405], .neck: [320, 128], .root: [320, 238], .topHead: [320, 48],
    .leftToe: [356, 425], .rightSmallToe: [276, 422], .leftHeel: [344, 412],
    .rightToe: [284, 425],
  ]

  static let layouts: [(String, Int, Double)] = [
    ("openpose-body25.json", 24, 0.9), ("openpose-coco18.json", 17, 0.9),
    ("coco-results.json", 16, 0.9), ("halpe26-results.json", 25, 0.9),
    ("coco133-results.json", 22, 0.9), ("coco-annotations.json", 16, 1), ("pose3d.json", 25, 0.9),
  ]

  @Test(arguments: layouts)
  func `the same person is found in every layout`(
    name: String, count: Int, confidence: Double
  ) throws {
    let people = try Self.people(name)
    try #require(people.count == 1)
    let pose = people[0]
    #expect(pose.points.count == count)
    #expect(pose.points[.rightWrist] == nil, "a missing point is left out")
    #expect(pose.imageWidth == 640 && pose.imageHeight == 480)
    for (keypoint, place) in Self.places {
      guard let point = pose.points[keypoint] else { continue }
      #expect(SIMD2(point.x, point.y) == place, "\(keypoint)")
      let isHidden = name == "coco-annotations.json" && keypoint == .nose
      #expect(point.confidence == (isHidden ? 0.5 : confidence), "\(keypoint)")
    }
  }

  @Test func `scores and identities are kept`() throws {
    #expect(try Self.people("coco-results.json").first?.confidence == 0.8)
    #expect(try Self.people("pose3d.json").first?.id == 3)
    #expect(try Self.people("openpose-body25.json").first?.id == nil)
  }

  @Test func `a recorded OpenPose BODY_25B file is read if the layout is given`() throws {
    let path = Self.path("openpose-body25b.json")
    let people = try KeypointFile.people(
      contentsOf: path, imageWidth: 1088, imageHeight: 1920, layout: .body25b)
    let pose = try #require(people.first)
    #expect(pose.points[.nose] == Pose2D.Point(x: 699.795, y: 542.012, confidence: 0.665946))
    #expect(pose.points[.leftEar] == nil)
    #expect(pose.points[.rightAnkle]?.x == 195.023)
    #expect(pose.points[.neck] == nil && pose.points[.topHead]?.y == 478.877)
    #expect(pose.points[.rightHeel]?.confidence == 0.546539)
  }

  @Test func `BODY_25B is not taken for BODY_25`() {
    let path = Self.path("openpose-body25b.json")
    let error = #expect(throws: FileError.self) {
      try KeypointFile.people(contentsOf: path, imageWidth: 1088, imageHeight: 1920)
    }
    #expect(
      error
        == FileError(
          .unknownFormat, path: path,
          "people[0].pose_keypoints_2d read as BODY_25 has the middle of the hips far from the "
            + "hips: it seems to be BODY_25B: state the layout, body25b, or body25 if it is right "
            + "as it is"))
  }

  @Test func `a recorded MediaPipe file gives pixels, presence and world landmarks`() throws {
    let people = try KeypointFile.people(
      contentsOf: Self.path("mediapipe-task.json"), imageWidth: 1080, imageHeight: 1920)
    let pose = try #require(people.first)
    #expect(people.count == 1 && pose.points.count == 33 && pose.worldLandmarks.count == 33)
    let nose = Pose2D.Point(
      x: 0.466374 * 1080, y: 0.235059 * 1920, confidence: 0.999952, presence: 0.999985)
    #expect(pose.points[.nose] == nose)
    #expect(pose.worldLandmarks[.nose] == SIMD3(0.153228, -0.513766, -0.36237))
  }

  @Test(arguments: [
    "%", "[%]", #"{"landmarks": [%]}"#, #"{"pose_landmarks": {"landmark": %}}"#,
    #"{"poseLandmarks": %}"#, #"{"pose_landmarks": %, "pose_world_landmarks": %}"#,
    #"{"landmarks": [{"landmarks": %}], "worldLandmarks": [{"landmarks": %}]}"#,
  ])
  func `MediaPipe's results are read in each of their shapes`(shape: String) throws {
    let landmark = #"{"x": 0.5, "y": 1.25, "z": -0.5, "visibility": 0.25}"#
    let list = "[" + Array(repeating: landmark, count: 33).joined(separator: ",") + "]"
    let people = try Self.read(shape.replacingOccurrences(of: "%", with: list))
    try #require(people.count == 1)
    #expect(people[0].points[.leftToe] == Pose2D.Point(x: 320, y: 600, confidence: 0.25))
    #expect(people[0].worldLandmarks.count == (shape.lowercased().contains("world") ? 33 : 0))
  }

  @Test(arguments: [
    "[]", #"{"people": []}"#, #"{"annotations": []}"#, #"{"landmarks": []}"#,
    #"{"schema": "pose3d.keypoints/1", "width": 640, "height": 480, "people": []}"#,
  ])
  func `a file without people is no error`(text: String) throws {
    #expect(try Self.read(text).isEmpty)
  }

  @Test func `names of other programs are understood`() throws {
    let people = try Self.read(
      """
      {"width": 640, "height": 480, "people": [{"points": {"left_shoulder": [1, 2, 0.5],
        "leftBigToe": [3, 4], "midHip": [5, 6, 7], "nose": null}}]}
      """)
    #expect(
      people.first?.points == [
        .leftShoulder: Pose2D.Point(x: 1, y: 2, confidence: 0.5),
        .leftToe: Pose2D.Point(x: 3, y: 4, confidence: 1),
        .root: Pose2D.Point(x: 5, y: 6, confidence: 1),
      ])
  }

  @Test func `what is written is read back, and the same every time`() throws {
    let people = try Self.people("pose3d.json") + Self.people("coco-results.json")
    let text = KeypointFile.json(people: people, width: 640, height: 480)
    #expect(try Self.read(text) == people)
    #expect(KeypointFile.json(people: try Self.read(text), width: 640, height: 480) == text)
    let one = Pose2D(
      points: [
        .nose: Pose2D.Point(x: 1.23456789, y: -1e-9, confidence: 0.5),
        .root: Pose2D.Point(x: 2, y: .nan, confidence: 0.5),
      ], imageWidth: 4, imageHeight: 3, id: 0)
    #expect(
      KeypointFile.json(people: [one], width: 4, height: 3) == """
        {
          "schema": "pose3d.keypoints/1",
          "width": 4,
          "height": 3,
          "people": [
            {
              "id": 0,
              "points": {
                "nose": [1.234568, 0, 0.5]
              }
            }
          ]
        }

        """)
    #expect(try Self.read(KeypointFile.json(people: [], width: 640, height: 480)).isEmpty)
  }
}
