import PoseDocuments
import Foundation
import Pose3D
import PoseFiles
import TestSupport
import Testing

/// Files and folders of several pictures.
struct KeypointFramesTests {
  /// Seventeen points in a row, the first at x.
  static func row(_ x: Int, count: Int = 17) -> String {
    (0..<count).map { "\(x + $0), \(100 + $0), 0.5" }.joined(separator: ", ")
  }

  static func openPose(_ x: Int, count: Int = 17) -> String {
    "{\"version\": 1.3, \"people\": [{\"person_id\": [-1], \"pose_keypoints_2d\": "
      + "[\(row(x, count: count))], \"hand_left_keypoints_2d\": [1, 2, 0.5], "
      + "\"hand_right_keypoints_2d\": [], \"face_keypoints_2d\": [9]}]}"
  }

  /// The x of every first person's nose; nil for images without people.
  static func noses(_ frames: [KeypointFrame]) -> [Double?] {
    frames.map { $0.people.first?.points[.nose]?.x }
  }

  @Test func `a folder is read in the order of its numbers, and its gaps stay`() throws {
    let folder = try TemporaryFolder([
      ("cam01.9_keypoints.json", Self.openPose(9)), ("cam01.10_keypoints.json", Self.openPose(10)),
      ("cam01.0030_keypoints.JSON", Self.openPose(30)), ("cam01.0008.json", "{\"people\": []}"),
      (".hidden.json", "no JSON"), ("notes.txt", "no JSON"),
    ])
    for path in [folder.path, folder.path + "/"] {
      let frames = try KeypointFile.frames(contentsOf: path, imageSize: (640, 480))
      #expect(frames.map(\.index) == [8, 9, 10, 30])
      #expect(frames.map(\.name) == ["cam01.0008", "cam01.9", "cam01.10", "cam01.0030"])
      #expect(Self.noses(frames) == [nil, 9, 10, 30])
    }
    let people = try KeypointFile.people(
      contentsOf: folder.path, imageWidth: 640, imageHeight: 480, frame: 30)
    #expect(people.first?.points[.nose]?.x == 30)
  }

  @Test func `a folder of several pictures has to be told which`() throws {
    let folder = try TemporaryFolder([
      ("a_3.json", Self.openPose(3)), ("a_12.json", Self.openPose(12)),
    ])
    func error(frame: Int?) -> FileError? {
      #expect(throws: FileError.self) {
        try KeypointFile.people(
          contentsOf: folder.path, imageWidth: 640, imageHeight: 480, frame: frame)
      }
    }
    #expect(
      error(frame: nil)
        == FileError(
          .severalPictures, path: folder.path,
          "the points of 2 images, numbered 3 to 12, where those of one were expected: choose one "
            + "by its number"))
    #expect(
      error(frame: 4)
        == FileError(
          .noSuchFrame, path: folder.path,
          "image 4 is not among the 2, numbered 3 to 12"))
  }

  static let named: [(picture: String, nose: Double?)] = [
    ("val/000000000139.jpg", 139), ("139.jpg", 139), ("runner.png", 7), ("/data/b/runner.png", 7),
    ("runner.jpg", 7), ("000000000140.jpg", nil), ("runner2.png", nil), ("twice.jpg", 9),
    ("twice.png", nil),
  ]

  @Test(arguments: named)
  func `a picture is found by its file's name, if exactly one has it`(
    picture: String, nose: Double?
  ) throws {
    let ids = [
      ("139", 139), ("\"a/runner.png\"", 7), ("\"c/twice.jpg\"", 9), ("\"c/twice.bmp\"", 11),
    ]
    let results = ids.map { id, x in
      "{\"image_id\": \(id), \"category_id\": 1, \"keypoints\": [\(Self.row(x))], \"score\": 1}"
    }
    let images = ids.enumerated().map { place, entry in
      "{\"id\": \(place), \"file_name\": \(entry.0 == "139" ? "\"000000000139.jpg\"" : entry.0)}"
    }
    let annotations = ids.enumerated().map { place, entry in
      "{\"image_id\": \(place), \"keypoints\": [\(Self.row(entry.1).replacing(", 0.5", with: ", 2"))]}"
    }
    let documents = [
      "[\(results.joined(separator: ", "))]",
      "{\"images\": [\(images.joined(separator: ", "))], "
        + "\"annotations\": [\(annotations.joined(separator: ", "))]}",
    ]
    func found(in document: String) throws -> Pose2D.Point? {
      let people = try withTemporaryFile(document) { path in
        try KeypointFile.people(
          contentsOf: path, imageWidth: 640, imageHeight: 480, picture: picture)
      }
      return people.first?.points[.nose]
    }
    for document in documents {
      if let nose {
        #expect(try found(in: document)?.x == nose)
      } else {
        #expect(throws: FileError.self) { try found(in: document) }
      }
    }
  }

  @Test func `a folder without files, and a file in it that is none`() throws {
    let empty = try TemporaryFolder([("notes.txt", "")])
    let error = #expect(throws: FileError.self) {
      try KeypointFile.frames(contentsOf: empty.path)
    }
    #expect(
      error
        == FileError(
          .unsuitable, path: empty.path,
          "the folder has no .json file; one for every image was expected"))
    let broken = try TemporaryFolder([("1.json", Self.openPose(1)), ("2.json", "{")])
    let other = #expect(throws: FileError.self) {
      try KeypointFile.frames(contentsOf: broken.path)
    }
    #expect(other?.path == broken.path + "/2.json")
  }

  @Test func `one picture of a number is found, and no other`() throws {
    try withTemporaryFile(Self.openPose(5)) { path in
      let people = try KeypointFile.people(
        contentsOf: path, imageWidth: 640, imageHeight: 480, frame: 0)
      #expect(people.count == 1)
      let error = #expect(throws: FileError.self) {
        try KeypointFile.people(contentsOf: path, imageWidth: 640, imageHeight: 480, frame: 2)
      }
      #expect(error?.message == "image 2 doesn't exist: the only one is number 0")
    }
  }

  /// A sequence of the images 4 and 6, in which a person's nose is at 4 and at 6.
  static let sequences: [(String, String)] = [
    (
      "COCO results",
      "[{\"image_id\": 4, \"category_id\": 1, \"keypoints\": [\(row(4))], \"score\": 0.5}, "
        + "{\"image_id\": 6, \"category_id\": 1, \"keypoints\": [\(row(6))], \"score\": 0.5}]"
    ),
    (
      "a data set",
      "{\"images\": [{\"id\": 4, \"file_name\": \"a4.jpg\", \"width\": 640, \"height\": 480}, "
        + "{\"id\": 6, \"file_name\": \"a6.jpg\"}], \"annotations\": ["
        + "{\"image_id\": 6, \"keypoints\": [\(row(6).replacing("0.5", with: "2"))]}, "
        + "{\"image_id\": 4, \"keypoints\": [\(row(4).replacing("0.5", with: "2"))]}]}"
    ),
    (
      "AlphaPose",
      "[{\"image_id\": \"4.jpg\", \"category_id\": 1, \"keypoints\": [\(row(4, count: 136))], "
        + "\"score\": 2.5, \"box\": [1, 2, 3, 4], \"idx\": 1}, "
        + "{\"image_id\": \"6.jpg\", \"category_id\": 1, \"keypoints\": [\(row(6, count: 136))], "
        + "\"score\": 2.5, \"box\": [1, 2, 3, 4], \"idx\": [1]}]"
    ),
    (
      "AlphaPose, open",
      "{\"6.jpg\": {\"version\": \"AlphaPose v0.3\", \"people\": [{\"pose_keypoints_2d\": "
        + "[\(row(6, count: 18))]}]}, \"4.jpg\": {\"version\": \"AlphaPose v0.3\", \"people\": "
        + "[{\"pose_keypoints_2d\": [\(row(4, count: 18))]}]}}"
    ),
    (
      "AlphaPose, cmu",
      "{\"4.jpg\": {\"version\": \"AlphaPose v0.3\", \"bodies\": [{\"joints\": "
        + "[\(row(4, count: 18))]}]}, \"6.jpg\": {\"version\": \"AlphaPose v0.3\", \"bodies\": "
        + "[{\"joints\": [\(row(6, count: 18))]}]}}"
    ),
    (
      "our images",
      "{\"schema\": \"pose3d.keypoints/1\", \"pictures\": ["
        + "{\"file\": \"b/x4.png\", \"width\": 640, \"height\": 480, "
        + "\"people\": [{\"points\": {\"nose\": [4, 9, 1]}}]}, "
        + "{\"file\": \"b/x6.png\", \"width\": 640, \"height\": 480, "
        + "\"people\": [{\"points\": {\"nose\": [6, 9, 1]}}]}]}"
    ),
    (
      "our frames",
      "{\"schema\": \"pose3d.keypoints/1\", \"width\": 640, \"height\": 480, \"frames\": ["
        + "{\"index\": 4, \"people\": [{\"points\": {\"nose\": [4, 9, 1]}}]}, "
        + "{\"index\": 6, \"people\": [{\"points\": {\"nose\": [6, 9, 1]}}]}]}"
    ),
    (
      "our lines",
      "{\"schema\": \"pose3d.keypoints/1\", \"width\": 640, \"height\": 480}\r\n"
        + "{\"index\": 4, \"people\": [{\"points\": {\"nose\": [4, 9, 1]}}]}\r\n\r\n"
        + "{\"index\": 6, \"people\": [{\"points\": {\"nose\": [6, 9, 1]}}]}\r\n"
    ),
    (
      "lines of results",
      "{\"image_id\": 4, \"keypoints\": [\(row(4))]}\n{\"image_id\": 6, \"keypoints\": [\(row(6))]}"
    ),
    (
      "MediaPipe's results",
      "[{\"frame\": 4, \"landmarks\": [[\(landmarks(4))]]}, "
        + "{\"frame\": 6, \"landmarks\": [[\(landmarks(6))]]}]"
    ),
    (
      "MediaPipe's frames",
      "{\"frames\": [{\"frame\": 4, \"pose_landmarks\": [\(landmarks(4))]}, "
        + "{\"frame\": 6, \"pose_landmarks\": [\(landmarks(6))]}]}"
    ),
    (
      "Vision's lines",
      "{\"index\": 4, \"observations\": [{\"recognizedPoints\": {\"head_joint\": "
        + "[0.00703125, 0.5, 1]}}]}\n{\"index\": 6, \"observations\": [{\"recognizedPoints\": "
        + "{\"head_joint\": [0.01015625, 0.5, 1]}}]}"
    ),
  ]

  static func landmarks(_ x: Int) -> String {
    Array(repeating: "{\"x\": \(Double(x) / 640), \"y\": 0.5}", count: 33).joined(separator: ", ")
  }

  @Test(arguments: sequences)
  func `sequences are read in all their shapes`(name: String, text: String) throws {
    let frames = try KeypointRoundTripTests.read(text, size: (640, 480))
    #expect(frames.map(\.index) == [4, 6])
    #expect(frames.allSatisfy { $0.people.count == 1 && $0.isSizeKnown })
    for (nose, expected) in zip(Self.noses(frames), [4.0, 6]) {
      #expect(abs((nose ?? .nan) - expected) < 1e-9)
    }
    let people = try KeypointFileTests.read(text, frame: 6)
    #expect(people == frames[1].people)
  }

  @Test func `AlphaPose's scores and identities are kept`() throws {
    let text = try #require(Self.sequences.first { $0.0 == "AlphaPose" }).1
    let frames = try KeypointRoundTripTests.read(text, size: (640, 480))
    #expect(frames.map(\.people[0].id) == [1, nil] && frames[0].people[0].confidence == 1)
    #expect(frames.map(\.name) == ["4.jpg", "6.jpg"])
  }

  @Test func `pictures that have no numbers of their own are counted`() throws {
    let text =
      "[{\"image_id\": \"a1.jpg\", \"keypoints\": [\(Self.row(1))]}, "
      + "{\"image_id\": \"b1.jpg\", \"keypoints\": [\(Self.row(2))]}, "
      + "{\"image_id\": \"a1.jpg\", \"keypoints\": [\(Self.row(3))]}]"
    let frames = try KeypointRoundTripTests.read(text, size: (640, 480))
    #expect(frames.map(\.index) == [0, 1] && frames.map(\.people.count) == [2, 1])
  }

  @Test(arguments: [(17, KeypointLayout.coco), (26, .halpe26), (133, .coco133), (33, .mediapipe)])
  func `files in OpenPose's shape hold other layouts, and hands don't matter`(
    count: Int, layout: KeypointLayout
  ) throws {
    let frames = try KeypointRoundTripTests.read(
      Self.openPose(200, count: count), size: (640, 480))
    let points = try #require(frames.first?.people.first).points
    #expect(points.count == layout.points.compactMap { $0 }.count)
    for (position, keypoint) in layout.points.enumerated() {
      guard let keypoint else { continue }
      #expect(points[keypoint]?.x == Double(200 + position), "\(keypoint)")
    }
  }

  @Test func `numbers that are none, and scores below nought, mark missing points`() throws {
    let numbers = "5, 6, -0.25, NaN, 7, 0.5, 8, null, 0.5, 9, 10, 0.75, " + Self.row(20, count: 13)
    let text = "{\"people\": [{\"pose_keypoints_2d\": [\(numbers)]}]}"
    let points = try #require(try KeypointFileTests.read(text).first).points
    #expect(points.count == 14)
    #expect(points[.leftEar] == Pose2D.Point(x: 9, y: 10, confidence: 0.75))
    #expect(points[.nose] == nil && points[.leftEye] == nil && points[.rightEye] == nil)
  }

  @Test func `a missing size is the smallest that holds the points`() throws {
    let folder = try TemporaryFolder([
      ("1.json", Self.openPose(100)), ("2.json", Self.openPose(300)),
    ])
    let frames = try KeypointFile.frames(contentsOf: folder.path)
    #expect(frames.allSatisfy { !$0.isSizeKnown })
    for frame in frames {
      #expect(frame.picture.width == 317 && frame.picture.height == 117)
      #expect(frame.people[0].imageWidth == 317 && frame.people[0].imageHeight == 117)
    }
    let error = #expect(throws: FileError.self) {
      try KeypointRoundTripTests.read("{\"landmarks\": [[\(Self.landmarks(4))]]}")
    }
    #expect(error?.code == .sizeMissing)
    #expect(
      error?.message
        == "places as fractions of the image's size, which the file doesn't say: give the "
        + "images' size")
  }

  @Test func `the size that a file states is checked against the caller's`() throws {
    let text = KeypointFile.encoded(
      [PicturePoses(file: "a", width: 64, height: 48, people: [])], as: .vision)
    let error = #expect(throws: FileError.self) {
      try KeypointRoundTripTests.read(text, size: (640, 480))
    }
    #expect(
      error?.message
        == "keypoints for another image size: they are for 64×48, the image is 640×480")
    #expect(error?.code == .anotherPicture)
  }

  @Test(arguments: [
    "{\"observations\": [{\"recognizedPoints\": %}]}", "[{\"recognizedPoints\": %}]", "%",
    "{\"people\": [{\"points\": %}]}", "{\"people\": [{\"joints\": %, \"confidence\": 0.5}]}",
    "[%]", "{\"joints\": %}",
  ])
  func `Vision's points are read in each of their shapes`(shape: String) throws {
    for point in [
      "[0.25, 0.75, 0.5]", "{\"x\": 0.25, \"y\": 0.75, \"confidence\": 0.5}",
      "{\"location\": {\"x\": 0.25, \"y\": 0.75}, \"confidence\": 0.5}",
      "{\"location\": [0.25, 0.75], \"confidence\": 0.5}",
    ] {
      let points =
        "{\"left_hand_joint\": \(point), \"root\": {\"x\": 0, \"y\": 0, \"confidence\": 0}, "
        + "\"neck_1_joint\": null, \"rightKnee\": \(point)}"
      let text = shape.replacing("%", with: points)
      let people = try KeypointFileTests.read(text)
      try #require(people.count == 1)
      let place = Pose2D.Point(x: 0.25 * 640 - 0.5, y: 0.25 * 480 - 0.5, confidence: 0.5)
      #expect(people[0].points == [.leftWrist: place, .rightKnee: place], "\(text)")
    }
  }

  @Test func `Vision's layout by name makes our names normalised`() throws {
    let text = "{\"people\": [{\"points\": {\"leftWrist\": [0.5, 0.5, 1]}}]}"
    let people = try KeypointFileTests.read(text, layout: .vision)
    #expect(
      people.first?.points == [.leftWrist: Pose2D.Point(x: 319.5, y: 239.5, confidence: 1)])
  }

  @Test func `null is the older MediaPipe solution's value for no person`() throws {
    let text = "{\"pose_landmarks\": null, \"pose_world_landmarks\": null}"
    #expect(try KeypointFileTests.read(text).isEmpty)
    #expect(try KeypointFileTests.read("{\"landmarks\": [[]], \"worldLandmarks\": []}").isEmpty)
  }
}
