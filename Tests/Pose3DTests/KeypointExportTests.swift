import Foundation
import Pose3D
import PoseFiles
import Testing

/// The text of files, against examples written by hand from the formats' documentation.
struct KeypointExportTests {
  private static func point(_ x: Double, _ y: Double, _ confidence: Double) -> Pose2D.Point {
    Pose2D.Point(x: x, y: y, confidence: confidence)
  }

  private static let person = Pose2D(
    points: [
      .nose: point(100.25, 50, 0.9), .leftShoulder: point(120, 90, 0.5),
      .rightShoulder: point(80, 94, 0.75), .leftToe: point(118, 300.1234567, 0.25),
      .topHead: point(100, 20, 1), .leftWrist: point(7, 7, 1e-7),
    ], imageWidth: 200, imageHeight: 400, confidence: 0.875, id: 3)

  private static func picture(_ file: String, hands: [HandPose]? = nil) -> PicturePoses {
    PicturePoses(file: file, width: 200, height: 400, people: [person], hands: hands)
  }

  private static let missing = "0, 0, 0"

  private static func list(_ places: [Int: String], count: Int) -> String {
    "[" + (0..<count).map { places[$0] ?? missing }.joined(separator: ", ") + "]"
  }

  @Test func `COCO results`() {
    let places = [0: "100.25, 50, 0.9", 5: "120, 90, 0.5", 6: "80, 94, 0.75"]
    #expect(
      KeypointFile.encoded([Self.picture("val/000000000139.jpg")], as: .coco) == """
        [
          {
            "image_id": 139,
            "category_id": 1,
            "keypoints": \(Self.list(places, count: 17)),
            "score": 0.875,
            "track_id": 3
          }
        ]

        """)
  }

  @Test func `HALPE results`() {
    let places = [
      0: "100.25, 50, 0.9", 5: "120, 90, 0.5", 6: "80, 94, 0.75", 17: "100, 20, 1",
      18: "100, 92, 0.5", 20: "118, 300.123457, 0.25",
    ]
    #expect(
      KeypointFile.encoded([Self.picture("val/000000000139.jpg")], as: .halpe) == """
        [
          {
            "image_id": "000000000139.jpg",
            "category_id": 1,
            "keypoints": \(Self.list(places, count: 26)),
            "score": 0.875,
            "idx": 3
          }
        ]

        """)
  }

  @Test func `OpenPose's BODY_25`() {
    let places = [
      0: "100.25, 50, 0.9", 1: "100, 92, 0.5", 2: "80, 94, 0.75", 5: "120, 90, 0.5",
      19: "118, 300.123457, 0.25",
    ]
    let hand = HandPose(
      points: [.wrist: Self.point(7, 8, 0.5), .littleTip: Self.point(9, 10, 0.5)], chirality: .left,
      imageWidth: 200, imageHeight: 400, bodyID: 3)
    var others = hand
    others.bodyID = 4
    #expect(
      KeypointFile.encoded([Self.picture("a.jpg", hands: [others, hand])], as: .openpose) == """
        {
          "version": 1.3,
          "people": [
            {
              "person_id": [3],
              "pose_keypoints_2d": \(Self.list(places, count: 25)),
              "face_keypoints_2d": [],
              "hand_left_keypoints_2d": \(Self.list([0: "7, 8, 0.5", 20: "9, 10, 0.5"], count: 21)),
              "hand_right_keypoints_2d": [],
              "pose_keypoints_3d": [],
              "face_keypoints_3d": [],
              "hand_left_keypoints_3d": [],
              "hand_right_keypoints_3d": []
            }
          ]
        }

        """)
  }

  @Test func `pictures are called so that they can be told apart`() {
    func ids(_ files: [String], _ format: KeypointFormat) -> [String] {
      KeypointFile.encoded(files.map { Self.picture($0) }, as: format).split(separator: "\n")
        .compactMap { $0.contains("image_id") ? String($0.dropFirst(16).dropLast()) : nil }
    }
    #expect(ids(["a/1.jpg", "b/1.png"], .coco) == ["\"1.jpg\"", "\"1.png\""])
    #expect(ids(["a/1.jpg", "b/1.jpg"], .coco) == ["\"a/1.jpg\"", "\"b/1.jpg\""])
    #expect(ids(["a/007.jpg", "b/x8.jpg"], .coco) == ["7", "\"x8.jpg\""])
    #expect(ids(["a/007.jpg", "a/7.jpg"], .coco) == ["\"007.jpg\"", "\"7.jpg\""])
    #expect(ids(["99999999999999999999.jpg"], .coco) == ["\"99999999999999999999.jpg\""])
    let names = { (files: [String]) in
      KeypointFile.openPoseFiles(files.map { Self.picture($0) }).map(\.name)
    }
    #expect(names(["a/1.jpg", "b/2.jpg"]) == ["1_keypoints.json", "2_keypoints.json"])
    #expect(names(["a/1.jpg", "b/1.jpg"]) == ["1_0_keypoints.json", "1_1_keypoints.json"])
  }
}
