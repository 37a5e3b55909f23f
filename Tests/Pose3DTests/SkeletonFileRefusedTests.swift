import PoseDocuments
import Foundation
import Kinematics
import PoseFiles
import Testing

/// Every sentence that a skeleton file can be refused with.
struct SkeletonFileRefusedTests {
  /// A text, what is asked for, and what it is refused with.
  struct Refused: Sendable, CustomTestStringConvertible {
    let text: String
    let code: FileError.Code
    let message: String
    var options = SkeletonFile.Options()

    init(
      _ text: String, _ code: FileError.Code, _ message: String,
      options: SkeletonFile.Options = SkeletonFile.Options()
    ) {
      self.text = text
      self.code = code
      self.message = message
      self.options = options
    }

    var testDescription: String { message }
  }

  @Test(arguments: documents + ours + kinect + mediaPipe + points + trc + sizes)
  func `a file that can't be used is refused with its reason and its place`(refused: Refused) {
    let error = #expect(throws: FileError.self) {
      try SkeletonFileTests.read(refused.text, refused.options)
    }
    #expect(error?.code == refused.code)
    #expect(error?.message == refused.message)
  }

  @Test func `a file that isn't there, a folder, and an empty file`() throws {
    let missing = #expect(throws: FileError.self) {
      try SkeletonFile.read(contentsOf: "/nowhere/a.json")
    }
    #expect(
      missing
        == FileError(.noSuchFile, path: "/nowhere/a.json", "there is no such file"))
    #expect(missing?.description == "/nowhere/a.json: there is no such file")
    let folder = #expect(throws: FileError.self) {
      try SkeletonFile.read(contentsOf: FileManager.default.temporaryDirectory.path)
    }
    #expect(folder?.message == "this is a folder; a file was expected")
    let empty = #expect(throws: FileError.self) { try SkeletonFileTests.read("") }
    #expect(empty?.code == .damaged && empty?.message == "the file is empty")
  }

  // MARK: Documents

  static let documents = [
    Refused(
      "time,leftHip\n", .unknownFormat,
      "neither JSON, which begins with { or [, nor TRC, which begins with PathFileType, nor a "
        + "table of joints as pose3d export writes it"),
    Refused(
      "%PDF-1.7\n", .unknownFormat,
      "this is a PDF file where 3D joints were expected, as JSON, TRC or CSV"),
    Refused(
      "{\"frames\": [{\"bodies\": [", .unknownFormat,
      "this is not JSON: at its end, a value was expected"),
    Refused(
      "\n {\"leftHip\": [1, 2,\n ]}", .unknownFormat,
      "this is not JSON: at line 3, column 2, a value was expected"),
    Refused(
      "{}", .unknownFormat,
      "JSON, but of none of the layouts that are read: pose3d.skeleton/1, Kinect body tracking, "
        + "MediaPipe world landmarks, 17 points in Human3.6M's order, points by the joints' names"),
    Refused(
      "{\"people\": [{\"pose_keypoints_2d\": [1, 2, 0.9]}]}", .unknownFormat,
      "JSON, but of none of the layouts that are read: pose3d.skeleton/1, Kinect body tracking, "
        + "MediaPipe world landmarks, 17 points in Human3.6M's order, points by the joints' names"),
    Refused("[]", .nobody, "the document is an empty list, a skeleton was expected"),
    Refused("{\"frames\": []}", .nobody, "frames is an empty list, skeletons were expected"),
    Refused(
      "time,leftHip\n", .unknownFormat,
      "this is not JSON: at line 1, column 1, a value was expected",
      options: SkeletonFile.Options(layout: .h36m)),
  ]

  // MARK: Our own

  /// A document of this program with one person, whose joints are all there.
  private static func document(
    replacing: [Joint: String?] = [:], units: String = "", member: String = "", angles: String = ""
  ) -> String {
    let joints = Joint.allCases.compactMap { joint -> String? in
      if let other = replacing[joint] { return other }
      let x = Double(joint.rawValue) / 17
      return "{\"name\": \"\(joint.name)\", \"cameraPosition\": [\(x), \(1 - x * x), 3]}"
    }
    return """
      {"schema": "pose3d.skeleton/1", \(units) \(member) "people": [{"id": 1, \(angles)
        "joints": [\(joints.joined(separator: ", "))]}]}
      """
  }

  private static func joint(_ name: String, _ members: String) -> String {
    "{\"name\": \"\(name)\", \(members)}"
  }

  static let ours = [
    Refused(
      "{\"schema\": \"pose3d.keypoints/1\"}", .imageCoordinates,
      "schema is the text \"pose3d.keypoints/1\" where \"pose3d.skeleton/1\" was expected"),
    Refused(
      "{\"people\": []}", .unknownFormat, "there is no \"schema\": \"pose3d.skeleton/1\"",
      options: SkeletonFile.Options(layout: .pose3d)),
    Refused(
      "{\"schema\": \"pose3d.skeleton/1\"}", .invalidValue,
      "there is neither \"people\" nor \"sequence\""),
    Refused(
      "{\"schema\": \"pose3d.skeleton/1\", \"sequence\": [{\"people\": []}]}", .invalidValue,
      "sequence[0] has no \"index\""),
    Refused(
      "{\"schema\": \"pose3d.skeleton/1\", \"sequence\": [{\"index\": 0.5, \"people\": []}]}",
      .invalidValue,
      "sequence[0].index is 0.5 where a whole number of at least 0 was expected"),
    Refused(
      document(units: "\"units\": {\"length\": \"foot\"},"), .invalidValue,
      "units.length is the text \"foot\" where \"metre\" was expected"),
    Refused(
      document(units: "\"units\": {\"angle\": \"gon\"},"), .invalidValue,
      "units.angle is the text \"gon\" where \"degree\" or \"radian\" was expected"),
    Refused(
      document(
        units: "\"units\": {\"angle\": \"radian\"},",
        angles: "\"angles\": [{\"value\": null}, {\"value\": 6.2}, {\"value\": -95.5}],"),
      .invalidValue,
      "people[0].angles[2].value is -95.5, more than a turn in radians, the unit in units.angle: the "
        + "angles look like degrees"),
    Refused(
      document(replacing: [.leftElbow: nil]), .missingJoints,
      "people[0].joints has 16 joints, not 17: there is no leftElbow"),
    Refused(
      document(replacing: [.leftElbow: joint("leftElbo", "\"cameraPosition\": [1, 2, 3]")]),
      .invalidValue,
      "people[0].joints[12].name is the text \"leftElbo\" where the name of one of the 17 joints "
        + "was expected"),
    Refused(
      document(replacing: [.leftElbow: joint("leftShoulder", "\"cameraPosition\": [1, 2, 3]")]),
      .invalidValue, "people[0].joints[12].name: leftShoulder is there twice"),
    Refused(
      document(replacing: [.spine: "{\"cameraPosition\": [1, 2, 3]}"]), .invalidValue,
      "people[0].joints[7] has no \"name\""),
    Refused(
      document(replacing: [.spine: joint("spine", "\"position\": [1, 2, 3]")]), .invalidValue,
      "people[0].joints[7] has no \"cameraPosition\""),
    Refused(
      document(replacing: [.spine: joint("spine", "\"cameraPosition\": [1, 2]")]), .invalidValue,
      "people[0].joints[7].cameraPosition is a list of 2 where x, y and z was expected"),
    Refused(
      document(replacing: [.spine: joint("spine", "\"cameraPosition\": [1, NaN, 2]")]),
      .invalidValue,
      "people[0].joints[7].cameraPosition[1] is NaN where a number was expected"),
    Refused(
      document(replacing: [.spine: joint("spine", "\"cameraPosition\": [1, 2, null]")]),
      .invalidValue,
      "people[0].joints[7].cameraPosition[2] is null where a number was expected"),
    Refused(
      document(replacing: [.spine: joint("spine", "\"cameraPosition\": [1, 2, 1e300]")]),
      .invalidValue,
      "people[0].joints[7].cameraPosition[2] is 1e+300 where a coordinate of at most 1e9 was "
        + "expected"),
    Refused(
      document(
        replacing: [.spine: joint("spine", "\"cameraPosition\": [1, 2, 3], \"sigma\": 0.1")]),
      .invalidValue, "root in people[0].joints has no \"sigma\", which other joints have"),
    Refused(
      document(
        replacing: [.spine: joint("spine", "\"cameraPosition\": [1, 2, 3], \"sigma\": -0.1")]),
      .invalidValue, "people[0].joints[7].sigma is -0.1 where metres of at least 0 was expected"),
    Refused(
      document(
        replacing: [.spine: joint("spine", "\"cameraPosition\": [1, 2, 3], \"source\": \"seen\"")]),
      .invalidValue,
      "people[0].joints[7].source is the text \"seen\" where \"depth\" or "
        + "\"triangulated\" or \"lifted\" or \"inferred\" was expected"),
    Refused(
      document(member: "\"camera\": {\"gravity\": [0, 0, 0]},"), .invalidValue,
      "camera.gravity is no direction: its length is 0 or beyond 1e9"),
    Refused(
      document(angles: "\"feet\": {\"left\": {\"heel\": [1, 2, 3]}},"), .invalidValue,
      "people[0].feet.left has no \"toe\""),
  ]

  // MARK: Kinect

  private static func body(
    count: Int = 32, point: String = "[1, 2, 3]", more: String = ""
  ) -> String {
    let list = Array(repeating: point, count: count).joined(separator: ", ")
    return "{\"bodies\": [{\"joint_positions\": [\(list)]}]\(more)}"
  }

  static let kinect = [
    Refused(
      body(count: 31), .invalidValue,
      "bodies[0].joint_positions has 31 positions where 32 joints have names"),
    Refused(
      body(more: ", \"joint_names\": [\"PELVIS\", \"SPINE_CHEST\"]"), .invalidValue,
      "bodies[0].joint_positions has 32 positions where 2 joints have names"),
    Refused(
      body(more: ", \"joint_names\": [\"PELVIS\", \"PELVIS\"]"), .invalidValue,
      "joint_names[1]: the joint PELVIS is there twice"),
    Refused(
      body(more: ", \"joint_names\": [\"PELVIS\", 2]"), .invalidValue,
      "joint_names[1] is 2 where a joint's name was expected"),
    Refused(
      body(point: "[1, 2]"), .invalidValue,
      "bodies[0].joint_positions[1] is a list of 2 where x, y and z was expected"),
    Refused(
      "{\"frames\": [{\"bodies\": []}]}", .nobody, "no person in the file: its only frame is empty"),
    Refused(
      body(), .missingJoints,
      "bodies[0] has all points at one place, as some programs write for an empty frame: no "
        + "person is in the file"),
    Refused(
      "{\"joints\": {\"SpineBase\": [1, 2, 3]}}", .missingJoints,
      "the document lacks rightHip, rightKnee, rightAnkle, leftHip, leftKnee, leftAnkle, "
        + "leftShoulder, leftElbow, leftWrist, rightShoulder, rightElbow, rightWrist, centerHead; "
        + "all 17 joints are needed"),
    Refused(
      body(), .unknownFormat,
      "bodies[0].joint_positions is a list, but there is no \"joint_names\" to read it by",
      options: SkeletonFile.Options(layout: .kinect2)),
  ]

  // MARK: MediaPipe

  private static func landmarks(
    count: Int = 33, _ landmark: String = "{\"x\": 0.5, \"y\": 0.25, \"z\": 0}"
  ) -> String {
    "[" + Array(repeating: landmark, count: count).joined(separator: ", ") + "]"
  }

  static let mediaPipe = [
    Refused(
      landmarks(count: 32), .invalidValue,
      "the document has 32 landmarks where MediaPipe's pose has 33"),
    Refused(
      "{\"worldLandmarks\": [\(landmarks("{\"x\": 0.5, \"y\": 0.25}"))]}", .invalidValue,
      "worldLandmarks[0][0] has no \"z\""),
    Refused(
      "{\"worldLandmarks\": [\(landmarks("{\"x\": 0, \"y\": \"1\", \"z\": 0}"))]}", .invalidValue,
      "worldLandmarks[0][0].y is the text \"1\" where a number was expected"),
    Refused(
      "{\"frames\": [{\"pose_landmarks\": \(landmarks())}]}", .imageCoordinates,
      "frames[0].pose_landmarks are landmarks in the image; the world landmarks "
        + "(pose_world_landmarks), which are metres in space, are needed and not in the file"),
    Refused(
      landmarks(), .imageCoordinates,
      "the document has the middle of the hips at (0.5, 0.25), which is the origin of world "
        + "landmarks: these seem to be landmarks in the image; the world landmarks "
        + "(pose_world_landmarks) are needed"),
    Refused(
      "{\"landmark\": \(landmarks("{\"x\": 0.1, \"y\": 0.1, \"z\": 0}"))}", .imageCoordinates,
      "landmark has the middle of the hips at (0.1, 0.1), which is the origin of world landmarks: "
        + "these seem to be landmarks in the image; the world landmarks (pose_world_landmarks) "
        + "are needed"),
    Refused(
      "{\"pose_world_landmarks\": []}", .nobody, "no person in the file: its only frame is empty"),
  ]

  // MARK: Points

  /// The person in Human3.6M's order, the first points of it, or twice the last.
  private static func list(count: Int = 17, replacing: [Joint: String] = [:]) -> String {
    let points = (try? SkeletonFileTests.points(replacing: replacing)) ?? []
    return "[" + (points + points.suffix(1)).prefix(count).joined(separator: ", ") + "]"
  }

  /// Seventeen points of a person who stands, in COCO's order.
  private static let coco = """
    [[0, 1.6, 0.1], [0.03, 1.63, 0.08], [-0.03, 1.63, 0.08], [0.07, 1.62, 0], [-0.07, 1.62, 0],
     [0.18, 1.4, 0], [-0.18, 1.4, 0], [0.25, 1.1, 0], [-0.25, 1.1, 0], [0.25, 0.85, 0],
     [-0.25, 0.85, 0], [0.1, 0.95, 0], [-0.1, 0.95, 0], [0.1, 0.5, 0], [-0.1, 0.5, 0],
     [0.1, 0.1, 0], [-0.1, 0.1, 0]]
    """

  static let points = [
    Refused(
      list(count: 16), .invalidValue,
      "the document has 16 points where Human3.6M's skeleton has 17"),
    Refused(
      "[\(list()), \(list(count: 18))]", .invalidValue,
      "[1] has 18 points where Human3.6M's skeleton has 17"),
    Refused(
      list(replacing: [.rightAnkle: "[1, NaN, 2]"]), .missingJoints,
      "the document lacks rightAnkle ([3][1] is NaN where a number was expected); all 17 joints are "
        + "needed"),
    Refused(
      list(replacing: [.rightAnkle: "[1, 2, -Infinity]", .leftKnee: "null"]), .missingJoints,
      "the document lacks rightAnkle, leftKnee ([3][2] is -inf where a number was expected); all 17 "
        + "joints are needed"),
    Refused(
      "[\(list(replacing: [.rightAnkle: "null"])), \(list(replacing: [.rightAnkle: "null", .leftKnee: "null"]))]",
      .missingJoints,
      "no frame has all joints: rightAnkle, leftKnee (1 time) are missing; all 17 are needed"),
    Refused(
      list(replacing: [.rightAnkle: "[1, 2]"]), .invalidValue,
      "[3] is a list of 2 where x, y and z was expected"),
    Refused(
      list(replacing: [.rightAnkle: "7"]), .invalidValue,
      "[3] is 7 where a list of x, y and z was expected"),
    Refused(
      coco, .unknownFormat,
      "the points are not in Human3.6M's order: point 8 is not between points 11 and 14, the "
        + "shoulders, but 0.92 times their distance from the middle"),
    Refused(
      "{\"units\": \"px\", \"joints3d\": \(list())}", .invalidValue,
      "units is the text \"px\" where m, cm or mm was expected"),
    Refused(
      named(without: [.leftHip], and: "\"lfetHip\": [1, 2, 3]"), .missingJoints,
      "joints lacks leftHip (no joint's name: \"lfetHip\"); all 17 joints are needed"),
    Refused(
      named(and: "\"LHip\": [1, 2, 3]"), .invalidValue,
      "joints has \"LHip\" and \"leftHip\", which are the same point"),
    Refused(
      named(without: [.topHead, .centerHead], and: "\"leftEar\": [0, 0, 0]"), .missingJoints,
      "joints lacks centerHead; all 17 joints are needed"),
    Refused(
      named(without: [.leftHip], and: "\"leftHip\": {\"x\": 1, \"y\": 2}"), .invalidValue,
      "joints.leftHip has no \"z\""),
    Refused(
      named(without: [.leftHip], and: "\"leftHip\": {\"x\": 1, \"y\": 2, \"z\": null}"),
      .missingJoints,
      "joints lacks leftHip (a coordinate of joints.leftHip is null); all 17 joints are needed"),
    Refused(
      "{\"joints\": 7}", .invalidValue,
      "joints is 7 where an object of points by the joints' names was expected",
      options: SkeletonFile.Options(layout: .named)),
  ]

  private static func named(without: [Joint] = [], and more: String) -> String {
    let points = Joint.allCases.filter { !without.contains($0) }.map { joint in
      let x = Double(joint.rawValue) / 17
      return "\"\(joint.name)\": [\(x), \(1 - x * x), 3]"
    }
    return "{\"joints\": {\((points + [more]).joined(separator: ", "))}}"
  }

  // MARK: TRC

  /// A TRC file of markers, with one row.
  private static func table(
    _ markers: [String] = ["LHip", "RHip"], row: String = "1\t0\t1\t2\t3\t4\t5\t6",
    header: String = "60\t60\t1\t2\tm", fourth: String = "Frame#\tTime\t"
  ) -> String {
    """
    PathFileType\t4\t(X/Y/Z)\ta.trc
    DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits
    \(header)
    \(fourth)\(markers.joined(separator: "\t\t\t"))
    \t\tX1\tY1\tZ1\tX2\tY2\tZ2

    \(row)
    """
  }

  private static let advice =
    "; all 17 joints are needed; markers on the skin are not joint centres: the file must have "
    + "these, under names such as LHip or leftHip"

  static let trc = [
    Refused(
      "PathFileType\t4\t(X/Y/Z)\ta.trc\n", .invalidValue,
      "TRC has five lines of header, the file has 2 lines"),
    Refused(
      table(header: "60\t60\t1\t2\tinch"), .invalidValue,
      "line 3: Units is \"inch\" where m, cm or mm was expected"),
    Refused(
      table(header: "60\t60\t1\t3\tm"), .invalidValue,
      "line 4 has 2 markers, NumMarkers in line 3 is 3"),
    // A header's claim costs nothing.
    Refused(
      table(header: "60\t60\t1\t9223372036854775807\tm"), .invalidValue,
      "line 4 has 2 markers, NumMarkers in line 3 is 9223372036854775807"),
    Refused(
      table(row: "9223372036854775808\t0\t1\t2\t3\t4\t5\t6"), .invalidValue,
      "line 7 begins with \"9223372036854775808\", not with a frame's number"),
    Refused(
      table(header: "60\t60\t1\t228000000000\tm"), .invalidValue,
      "line 4 has 2 markers, NumMarkers in line 3 is 228000000000"),
    Refused(
      table(header: "60\t60\t1\t228000000000\tm"), .invalidValue,
      "line 4 has 2 markers, NumMarkers in line 3 is 228000000000"),
    Refused(
      table(fourth: "Time\tFrame#\t"), .invalidValue,
      "line 4 doesn't begin with Frame# and Time, as TRC's fourth line does"),
    Refused(
      table(["LHip", "leftHip"]), .invalidValue,
      "line 4 has the markers LHip and leftHip, which are the same point"),
    Refused(
      table(row: "1\t0\t1\t2\t3\t4\t5\t6\t7\t8\t9"), .invalidValue,
      "line 7 has 9 coordinates where 2 markers have 6"),
    Refused(
      table(row: "1\t0\t1\t2\t3\t4\t5"), .invalidValue,
      "line 7 ends within a marker's three coordinates"),
    Refused(
      table(row: "a\t0\t1\t2\t3\t4\t5\t6"), .invalidValue,
      "line 7 begins with \"a\", not with a frame's number"),
    Refused(
      table(row: "1\t\t1\t2\t3\t4\t5\t6"), .invalidValue, "line 7 has no time in its second column"),
    Refused(
      table(row: "1\t0\t1\t2\t3\t4\t5,5\t6"), .invalidValue,
      "line 7, marker RHip: \"5,5\" where a coordinate was expected"),
    Refused(
      table(row: ""), .nobody, "no person in the file: there are no frames"),
    Refused(
      table(["R.Knee", "R.ASIS"]), .missingJoints,
      "line 7 lacks rightHip, rightKnee, rightAnkle, leftHip, leftKnee, leftAnkle, leftShoulder, "
        + "leftElbow, leftWrist, rightShoulder, rightElbow, rightWrist, centerHead" + advice),
    Refused(
      table(row: "1\t0\t1\t2\t3\t4\tnan\t6\n2\t0.1\t1\t2\t3\t4\t5\t6"), .missingJoints,
      "no frame has all joints: rightHip (1 time), rightKnee, rightAnkle, leftKnee, leftAnkle, "
        + "centerHead, leftShoulder, leftElbow, leftWrist, rightShoulder, rightElbow, rightWrist "
        + "are missing"
        + advice.replacingOccurrences(of: "17 joints", with: "17")),
  ]

  // MARK: Sizes

  static let sizes = [
    Refused(
      text(scale: 1000, units: "m"), .wrongSize,
      "lengths in m, as the file has it, give a stature of 1737 m; in mm it is 1.74 m: state the unit of its lengths, mm"
    ),
    Refused(
      text(scale: 1), .wrongSize,
      "lengths in cm, as was asked for, give a stature of 0.02 m; in m it is 1.74 m: state the unit of its lengths, m",
      options: SkeletonFile.Options(unit: .centimetre)),
    Refused(
      text(scale: 1e6, units: "mm"), .wrongSize,
      "lengths in mm, as the file has it, give a stature of 1737 m; a person's it is in no unit: "
        + "check the coordinates"),
    Refused(
      text(scale: 10), .wrongSize,
      "a stature of 17.37 in the file's unit, which is a person's neither in m nor in cm nor in mm: "
        + "check the coordinates, or state the unit of its lengths"),
    Refused(
      text(scale: 0.001), .wrongSize,
      "a stature of 0.00174 in the file's unit, which is a person's neither in m nor in cm nor in "
        + "mm: check the coordinates, or state the unit of its lengths"),
    Refused(
      text(scale: 0), .missingJoints,
      "joints3d has all points at one place, as some programs write for an empty frame: no "
        + "person is in the file"),
  ]

  private static func text(scale: Double, units: String? = nil) -> String {
    let list = (try? SkeletonFileTests.h36m(scale: scale)) ?? ""
    return "{\(units.map { "\"units\": \"\($0)\", " } ?? "")\"joints3d\": \(list)}"
  }
}
