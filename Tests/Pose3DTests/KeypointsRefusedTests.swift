import PoseGeometry
import PoseDocuments
import Foundation
import Pose3D
import PoseFiles
import TestSupport
import Testing

/// Every sentence that a keypoint file can be refused with.
struct KeypointsRefusedTests {
  static let refused: [(String, FileError.Code, String)] = [
    (
      "{\"people\": [}", .unknownFormat,
      "this is not JSON: at line 1, column 13, a value was expected"
    ),
    (
      "{}", .unknownFormat,
      "JSON, but of none of the layouts that are read: pose3d.keypoints/1, COCO results or "
        + "annotations, OpenPose, AlphaPose, MediaPipe pose landmarks, Vision's points by name"
    ),
    (
      "{\"frames\": [1, 2, 3]}", .unknownFormat,
      "frames[0] is JSON, but of none of the layouts that are read: pose3d.keypoints/1, COCO results "
        + "or annotations, OpenPose, AlphaPose, MediaPipe pose landmarks, Vision's points by name"
    ),
    (
      "{\"frames\": [{\"people\": []}, {\"people\": []}, {\"people\": []}]}", .severalPictures,
      "the points of 3 images, numbered 0 to 2, where those of one were expected: choose one "
        + "by its number"
    ),
    (
      "{\"frames\": [{\"index\": 9223372036854775808, \"people\": []}]}", .invalidValue,
      "frames[0].index is 9.223372036854776e+18 where a frame's number below 2^63 was expected"
    ),
    (
      "{\"schema\": \"pose3d.camera/1\"}", .invalidValue,
      "schema is the text \"pose3d.camera/1\" where \"pose3d.keypoints/1\" was expected"
    ),
    (
      "{\"schema\": \"pose3d.keypoints/1\", \"people\": []}", .invalidValue,
      "points without the size of the image they belong to: add \"width\" and \"height\""
    ),
    (
      "{\"width\": 1280, \"height\": 960, \"people\": [{\"points\": {}}]}", .anotherPicture,
      "keypoints for another image size: they are for 1280×960, the image is 640×480"
    ),
    (
      named("\"leftThigh\": [1, 2, 1]"), .invalidValue,
      "people[0].points has \"leftThigh\", which is no known point; known are "
        + Keypoint.allCases.map(\.rawValue).joined(separator: ", ")
    ),
    (
      sigma("{\"nose\": -1}"), .invalidValue,
      "people[0].sigma.nose is -1 where a number of pixels from 0 on was expected"
    ),
    (
      sigma("{\"nose\": \"1\"}"), .invalidValue,
      "people[0].sigma.nose is the text \"1\" where a number was expected"
    ),
    (
      sigma("{\"leftEye\": 1}"), .invalidValue,
      "people[0].sigma has \"leftEye\", which is not among the person's points"
    ),
    (
      sigma("2"), .invalidValue,
      "people[0].sigma is 2 where an object of pixels by the points' names was expected"
    ),
    (
      named("\"nose\": [1, NaN, 1]"), .invalidValue,
      "people[0].points.nose[1] is NaN where a number was expected"
    ),
    (
      named("\"nose\": [\"1\", 2, 1]"), .invalidValue,
      "people[0].points.nose[0] is the text \"1\" where a number was expected"
    ),
    (
      named("\"nose\": [1, 2, -1]"), .invalidValue,
      "people[0].points.nose[2] is -1 where a confidence from 0 to 1 was expected"
    ),
    (
      named("\"nose\": 7"), .invalidValue,
      "people[0].points.nose is 7 where a list of x, y and confidence was expected"
    ),
    (
      named("\"nose\": [7]"), .invalidValue,
      "people[0].points.nose is a list of 1 where x, y and confidence was expected"
    ),
    (
      "{\"people\": [{\"person_id\": [0]}]}", .unknownFormat,
      "people[0] has neither \"pose_keypoints_2d\" (OpenPose) nor \"points\" (pose3d.keypoints/1)"
    ),
    (
      "{\"people\": [{\"pose_keypoints_2d\": [1, 2, 3]}]}", .unknownFormat,
      "people[0].pose_keypoints_2d has 3 numbers where x, y and confidence of every point were "
        + "expected: 75 (body25), 54 (openposeCoco), 51 (coco), 78 (halpe26), 99 (mediapipe), 399 "
        + "(coco133), 408 (halpe136)"
    ),
    (
      coco("", point: "[700, 800, 1]"), .anotherPicture,
      "keypoints for another image size: one is at (700.0, 800.0), the image is 640×480"
    ),
    (
      coco("", point: "[0.5, 0.25, 1]"), .invalidValue,
      "all points are in the image's first pixel: they seem to be fractions of its size; write "
        + "them in pixels (OpenPose: --keypoint_scale 0)"
    ),
    (
      coco("\"num_keypoints\": 17, ", point: "[10, 20, 0.7]"), .invalidValue,
      "[0].keypoints[2] is 0.7 where a visibility of 0, 1 or 2 was expected"
    ),
    (
      "[{\"image_id\": 1, \"keypoints\": []}, {\"image_id\": \"b.jpg\", \"keypoints\": []}]",
      .severalPictures,
      "the points of 2 images, numbered 0 to 1, where those of one were expected: choose one "
        + "by its number"
    ),
    (
      "{\"images\": [{\"id\": 1, \"width\": 32, \"height\": 24}], \"annotations\": "
        + "[{\"image_id\": 1}]}",
      .anotherPicture,
      "keypoints for another image size: they are for 32×24, the image is 640×480"
    ),
    (
      "[{\"x\": 0.5, \"y\": 0.5}]", .unknownFormat,
      "the document has 1 landmarks where MediaPipe's pose has 33"
    ),
    (
      landmarks("{\"x\": 320, \"y\": 0.5}"), .invalidValue,
      "landmarks[0][0].x is 320 where a fraction of the image's size, as MediaPipe writes it, "
        + "was expected"
    ),
    (
      landmarks("{\"x\": 0.5}"), .invalidValue, "landmarks[0][0] has no \"y\""
    ),
    (
      vision("\"left_hand_joint\": [320, 240, 1]"), .invalidValue,
      "observations[0].recognizedPoints.left_hand_joint[0] is 320 where a normalised coordinate, 0 to "
        + "1 within the image, was expected"
    ),
    (
      vision("\"left_thumb_joint\": [0.5, 0.5, 1]"), .invalidValue,
      "observations[0].recognizedPoints has \"left_thumb_joint\", which is no point of Vision's body "
        + "pose; known are head_joint, left_eye_joint, right_eye_joint, left_ear_joint, "
        + "right_ear_joint, left_shoulder_1_joint, right_shoulder_1_joint, neck_1_joint, "
        + "left_forearm_joint, right_forearm_joint, left_hand_joint, right_hand_joint, "
        + "left_upLeg_joint, right_upLeg_joint, root, left_leg_joint, right_leg_joint, "
        + "left_foot_joint, right_foot_joint"
    ),
    (
      vision("\"left_hand_joint\": {\"x\": 0.5}"), .invalidValue,
      "observations[0].recognizedPoints.left_hand_joint has no \"y\""
    ),
    (
      vision("\"left_hand_joint\": {\"x\": 0.5, \"y\": 0.5, \"confidence\": -1}"), .invalidValue,
      "observations[0].recognizedPoints.left_hand_joint.confidence is -1 where a confidence from 0 to "
        + "1 was expected"
    ),
    (
      named("", ", \"hands\": [{\"chirality\": \"both\"}]"), .invalidValue,
      "hands[0].chirality is the text \"both\" where \"left\", \"right\" or \"unknown\" was expected"
    ),
    (
      named("", ", \"hands\": [{\"points\": {\"palm\": [1, 2, 1]}}]"), .invalidValue,
      "hands[0].points has \"palm\", which is no known point; known are "
        + HandJoint.allCases.map(\.rawValue).joined(separator: ", ")
    ),
    (
      "{\"people\": []}\n\n{\"people\": [}\n", .unknownFormat,
      "this is not JSON: at line 3, column 13, a value was expected"
    ),
    (
      "{\"image_id\": 1, \"keypoints\": [1]}\n{\"image_id\": 1, \"keypoints\": [\"a\", 1, 1]}",
      .unknownFormat,
      "line 1.keypoints has 1 numbers where x, y and confidence of every point were expected: 51 "
        + "(coco), 78 (halpe26), 399 (coco133), 408 (halpe136)"
    ),
  ]

  private static func named(_ point: String, _ beside: String = "") -> String {
    "{\"width\": 640, \"height\": 480, \"people\": [{\"points\": {\(point)}}]\(beside)}"
  }

  private static func sigma(_ value: String) -> String {
    "{\"width\": 640, \"height\": 480, \"people\": [{\"points\": {\"nose\": [1, 2, 1]}, "
      + "\"sigma\": \(value)}]}"
  }

  private static func vision(_ point: String) -> String {
    "{\"observations\": [{\"recognizedPoints\": {\(point)}}]}"
  }

  private static func coco(_ fields: String, point: String) -> String {
    let list = Array(repeating: point.dropFirst().dropLast(), count: 17).joined(separator: ", ")
    return "[{\(fields)\"keypoints\": [\(list)]}]"
  }

  private static func landmarks(_ landmark: String) -> String {
    "{\"landmarks\": [[\(Array(repeating: landmark, count: 33).joined(separator: ", "))]]}"
  }

  @Test(arguments: refused)
  func `a file that can't be used is refused with its reason and its place`(
    text: String, code: FileError.Code, message: String
  ) {
    let error = #expect(throws: FileError.self) { try KeypointFileTests.read(text) }
    #expect(error?.code == code)
    #expect(error?.message == message)
  }

  @Test func `a file that isn't there, and one for another layout`() {
    let missing = #expect(throws: FileError.self) {
      try KeypointFile.people(contentsOf: "/nowhere/a.json", imageWidth: 4, imageHeight: 3)
    }
    #expect(
      missing
        == FileError(.noSuchFile, path: "/nowhere/a.json", "there is no such file"))
    let other = #expect(throws: FileError.self) {
      try KeypointFileTests.people("coco-results.json", layout: .body25)
    }
    #expect(
      other?.message
        == "[0].keypoints has 51 numbers where x, y and confidence of every point were expected: "
        + "75 (body25)")
  }

  /// Files of every kind: the recorded ones, and what is written.
  static let damaged: [String] =
    ["pose3d.json", "coco-annotations.json", "mediapipe-task.json"].compactMap {
      try? String(contentsOfFile: KeypointFileTests.path($0), encoding: .utf8)
    } + KeypointFramesTests.sequences.map(\.1)
    + KeypointFormat.allCases.map {
      KeypointFile.encoded([KeypointRoundTripTests.pictures(seed: 1)[0]], as: $0)
    }

  @Test(arguments: damaged.indices)
  func `random damage never crashes`(index: Int) throws {
    let original = Array(Self.damaged[index].utf8)
    let characters = Array("0123456789eE+-.,:[]{}\"\\u nN".utf8)
    var random = RandomNumbers(seed: UInt64(index))
    for _ in 1...150 {
      var bytes = original
      for _ in 0..<3 {
        bytes[Int.random(in: bytes.indices, using: &random)] =
          characters[Int.random(in: characters.indices, using: &random)]
      }
      let text = String(decoding: bytes, as: UTF8.self)
      _ = try? KeypointFileTests.read(text)
      guard let frames = try? KeypointRoundTripTests.read(text) else { continue }
      for format in KeypointFormat.allCases where format != .openpose {
        _ = KeypointFile.encoded(frames.map(\.picture), as: format)
      }
    }
  }
}
