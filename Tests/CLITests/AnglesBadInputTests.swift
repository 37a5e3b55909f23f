import Foundation
import TestSupport
import Testing

/// Everything that `pose3d angles` refuses, with its sentence and its exit code.
struct AnglesBadInputTests {
  private func expectFailure(
    _ arguments: [String], code: Int32, message: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let run = try await CommandLineRun(["angles"] + arguments)
    run.expectFailure(code: code, message: message, sourceLocation: sourceLocation)
  }

  private static let file = AnglesTests.skeleton("named.json")

  // MARK: The command line

  @Test(arguments: [
    ([], "a file with 3D joints is needed, or --list."),
    (["--list", file], "--list describes the angles and reads no file: leave out one of them."),
    (["--list", "--format", "csv"], "--list is written as a table or as JSON, not as CSV."),
    (
      [file, "--joints", "elbow,tail"],
      "--joints elbow,tail: no angle of the dialect clinical has \"tail\" in its name; --list shows "
        + "them."
    ),
    (
      ["--list", "--joints", "kneeFlexion", "--dialect", "fitness"],
      "--joints kneeFlexion: no angle of the dialect fitness has \"kneeflexion\" in its name; one has "
        + "with --dialect clinical."
    ),
    (
      [file, "--joints", "leftKneeIncluded"],
      "--joints leftKneeIncluded: no angle of the dialect clinical has \"leftkneeincluded\" in its "
        + "name; one has with --dialect fitness."
    ),
    (
      ["--list", "--joints", "tail"],
      "--joints tail: no angle has \"tail\" in its name; --list shows them."
    ),
    ([file, "--joints", ""], "--joints \"\": a word is empty; an example is elbow,knee."),
    (
      [file, "--joints", "elbow, "],
      "--joints \"elbow, \": a word is empty; an example is elbow,knee."
    ),
    (
      [file, "--sigma", "0"], "--sigma 0.0: a joint's standard deviation is in metres, up to 1."
    ),
    (
      [file, "--sigma=-0.1"],
      "--sigma -0.1: a joint's standard deviation is in metres, up to 1."
    ),
    (
      [file, "--sigma", "nan"], "--sigma nan: a joint's standard deviation is in metres, up to 1."
    ),
    (
      [file, "--sigma", "20"],
      "--sigma 20.0: a joint's standard deviation is in metres, up to 1."
    ),
    ([file, "--sigma", "2cm"], "The value '2cm' is invalid for '--sigma <metres>'"),
    (
      [file, "--units", "inch"],
      "The value 'inch' is invalid for '--units <unit>'. Please provide one of 'm', 'cm' or 'mm'."
    ),
    ([file, "--up", "y"], "The value 'y' is invalid for '--up <axis>'."),
    ([file, "--dialect", "isb"], "The value 'isb' is invalid for '--dialect <dialect>'."),
    ([file, "--layout", "bvh"], "The value 'bvh' is invalid for '--layout <layout>'."),
    (
      [file, "--format", "xml"],
      "The value 'xml' is invalid for '--format <format>'. Please provide one of 'table', 'json' or "
        + "'csv'."
    ),
  ])
  func `options that contradict each other or themselves`(
    arguments: [String], message: String
  ) async throws {
    let run = try await CommandLineRun(["angles"] + arguments)
    #expect(run.exitCode == 64)
    #expect(run.errors.hasPrefix("error: \(message)"), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  // MARK: Files that hold no 3D joints

  @Test func `a file that doesn't exist, and a folder`() async throws {
    let path = AnglesTests.skeleton("nowhere.json")
    try await expectFailure([path], code: 66, message: "\(path): there is no such file")
    let folder = Fixture.path("skeletons")
    try await expectFailure(
      [folder], code: 66, message: "\(folder): this is a folder; a file was expected")
  }

  @Test(arguments: [("demo/color.jpg", "JPEG"), ("demo/depth.png", "PNG")])
  func `a picture`(name: String, format: String) async throws {
    let path = Fixture.path(name)
    try await expectFailure(
      [path], code: 65,
      message:
        "\(path): this is a \(format) file where 3D joints were expected, as JSON, TRC or CSV; "
        + "`pose3d analyze` measures the people in an image")
  }

  @Test func `2D keypoints`() async throws {
    let path = Fixture.path("demo/keypoints.json")
    try await expectFailure(
      [path], code: 65,
      message: "\(path): schema is the text \"pose3d.keypoints/1\" where \"pose3d.skeleton/1\" was "
        + "expected")
  }

  @Test func `landmarks in the picture instead of world landmarks`() async throws {
    let text = try String(
      contentsOfFile: AnglesTests.skeleton("mediapipe-world.json"), encoding: .utf8)
    let folder = try TemporaryFolder()
    let renamed = text.replacing("\"pose_landmarks\":[],", with: "")
      .replacing("pose_world_landmarks", with: "pose_landmarks")
    let path = try folder.file("landmarks.json", Data(renamed.utf8))
    try await expectFailure(
      [path], code: 65,
      message: "\(path): pose_landmarks are landmarks in the image; the world landmarks "
        + "(pose_world_landmarks), which are metres in space, are needed and not in the file")
  }

  @Test func `a TRC file of markers on the skin`() async throws {
    let text = try String(contentsOfFile: AnglesTests.skeleton("pose2sim.trc"), encoding: .utf8)
      .replacing("RHip", with: "R.ASIS").replacing("LHip", with: "L.ASIS")
    let folder = try TemporaryFolder()
    let path = try folder.file("markers.trc", Data(text.utf8))
    try await expectFailure(
      [path], code: 65,
      message:
        "\(path): no frame has all joints: rightHip, leftHip, leftWrist (1 time) are missing; "
        + "all 17 are needed; markers on the skin are not joint centres: the file must have these, "
        + "under names such as LHip or leftHip")
  }

  // MARK: Joints by name

  /// A text and what it is refused with.
  struct Refused: Sendable, CustomTestStringConvertible {
    let text: String
    let message: String
    var options: [String] = []

    var testDescription: String { message }
  }

  /// The person by name in metres, some joints with another text, or without any where it is empty.
  private static func named(_ changes: [String: String] = [:], scale: Double = 1) -> String {
    let places = (try? AnglesTests.Truth().places) ?? [:]
    let points = places.keys.sorted().map { name in
      let place = (places[name] ?? .zero) * scale
      return changes[name] ?? "\"\(name)\": [\(place.x), \(place.y), \(place.z)]"
    }
    return "{\"joints\": {\(points.filter { !$0.isEmpty }.joined(separator: ", "))}}"
  }

  /// Sixteen points without names.
  private static var sixteen: String {
    let places = (try? AnglesTests.Truth().places) ?? [:]
    return
      "[\(places.values.prefix(16).map { "[\($0.x), \($0.y), \($0.z)]" }.joined(separator: ", "))]"
  }

  static let byName = [
    Refused(text: "", message: "the file is empty"),
    Refused(
      text: "{\"joints\": {\"leftHip\": [0.2,\n 0.2",
      message: "this is not JSON: at its end, a comma or ] was expected"),
    Refused(
      text: "time,leftHip,rightHip\n",
      message:
        "neither JSON, which begins with { or [, nor TRC, which begins with PathFileType, nor a "
        + "table of joints as pose3d export writes it"),
    Refused(
      text: sixteen, message: "the document has 16 points where Human3.6M's skeleton has 17"),
    Refused(
      text: named(["leftElbow": ""]),
      message: "joints lacks leftElbow; all 17 joints are needed"),
    Refused(
      text: named(["leftElbow": "\"leftElbo\": [0.4, 0, 2.8]"]),
      message: "joints lacks leftElbow (no joint's name: \"leftElbo\"); all 17 joints are needed"),
    Refused(
      text: named(["leftElbow": "\"leftElbow\": [0.4, NaN, 2.8]"]),
      message:
        "joints lacks leftElbow (joints.leftElbow[1] is NaN where a number was expected); all "
        + "17 joints are needed"),
    Refused(
      text: named(["leftElbow": "\"leftElbow\": [0.4, null, 2.8]"]),
      message: "joints lacks leftElbow (joints.leftElbow[1] is null where a number was expected); "
        + "all 17 joints are needed"),
    Refused(
      text: named(["leftElbow": "\"leftElbow\": null"]),
      message: "joints lacks leftElbow; all 17 joints are needed"),
    Refused(
      text: named(["leftElbow": "\"leftElbow\": [0.4, \"0.1\", 2.8]"]),
      message: "joints.leftElbow[1] is the text \"0.1\" where a number was expected"),
    Refused(
      text: named(scale: 0),
      message: "joints has all points at one place, as some programs write for an empty frame: "
        + "no person is in the file"),
    Refused(
      text: named(scale: 1000),
      message: "lengths in m, as was asked for, give a stature of 1737 m; in mm it is 1.74 m: "
        + "--units mm", options: ["--units", "m"]),
    Refused(
      text: named(scale: 20),
      message: "a stature of 34.74 in the file's unit, which is a person's neither in m nor in cm "
        + "nor in mm: check the coordinates, or name the unit with --units"),
    Refused(
      text: "{\"frames\": [{\"bodies\": []}]}",
      message: "no person in the file: its only frame is empty"),
  ]

  @Test(arguments: byName)
  func `joints that can't be used`(refused: Refused) async throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("joints.json", Data(refused.text.utf8))
    try await expectFailure(
      [path] + refused.options, code: 65, message: "\(path): \(refused.message)")
    // Nothing is written where nothing was measured.
    _ = try await CommandLineRun(
      ["angles", path, "-o", folder.path("angles.json")] + refused.options)
    #expect(folder.contents == ["joints.json"])
  }

  // MARK: Our own file

  @Test(arguments: [
    (
      "\"name\": \"leftElbow\", \"parent\": \"leftShoulder\",",
      "\"name\": \"leftElbo\", \"parent\": \"leftShoulder\",",
      "people[0].joints[12].name is the text \"leftElbo\" where the name of one of the 17 joints was "
        + "expected"
    ),
    (
      "\"angle\": \"degree\"", "\"angle\": \"radian\"",
      // The first of the angles that exceeds a turn.
      "people[0].angles[0].value is "
    ),
    (
      "\"length\": \"metre\"", "\"length\": \"millimetre\"",
      "units.length is the text \"millimetre\" where \"metre\" was expected"
    ),
    (
      "pose3d.skeleton/1", "pose3d.skeleton/2",
      "schema is the text \"pose3d.skeleton/2\" where \"pose3d.skeleton/1\" was expected"
    ),
    (
      "\"source\": \"depth\"", "\"source\": \"guess\"",
      "people[0].joints[0].source is the text \"guess\" where \"depth\" or "
        + "\"triangulated\" or \"lifted\" or \"inferred\" was expected"
    ),
  ])
  func `a skeleton file that was tampered with`(
    whole: String, broken: String, message: String
  ) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("skeleton.json")
    #expect(try await CommandLineRun(AnalyzeTests.withKeypoints + ["-o", path]).exitCode == 0)
    let lines = try String(contentsOfFile: path, encoding: .utf8)
      .replacing(",\n          \"parent\"", with: ", \"parent\"")
    #expect(lines.contains(whole))
    _ = try folder.file("skeleton.json", Data(lines.replacing(whole, with: broken).utf8))
    let run = try await CommandLineRun(["angles", path])
    #expect(run.exitCode == 65)
    #expect(run.errors.hasPrefix("error: \(path): \(message)"), "\(run.errors)")
    #expect(run.output.isEmpty)
    if broken.contains("radian") {
      #expect(
        run.errors.hasSuffix(
          ", more than a turn in radians, the unit in units.angle: the angles look like degrees\n"))
    }
  }

  @Test func `a skeleton file with 16 joints`() async throws {
    struct Joint: Codable {
      let name: String
      let cameraPosition: [Double]
    }
    let places = try AnglesTests.Truth().places
    let names = try await AnalyzeTests.skeleton(
      CommandLineRun(AnalyzeTests.withKeypoints + ["-o", "-"])
    ).people[0].joints.map(\.name)
    let joints = try names.filter { $0 != "spine" }.map { name in
      let place = try #require(places[name])
      return Joint(name: name, cameraPosition: [place.x, place.y, place.z])
    }
    let list = String(decoding: try JSONEncoder().encode(joints), as: UTF8.self)
    let folder = try TemporaryFolder()
    let path = try folder.file(
      "skeleton.json",
      Data("{\"schema\": \"pose3d.skeleton/1\", \"people\": [{\"joints\": \(list)}]}".utf8))
    try await expectFailure(
      [path], code: 65,
      message: "\(path): people[0].joints has 16 joints, not 17: there is no spine")
  }

  // MARK: Outputs

  @Test func `an output that is the input, by whatever name`() async throws {
    let folder = try TemporaryFolder()
    let text = try Data(contentsOf: URL(filePath: Self.file))
    let path = try folder.file("joints.json", text)
    let link = folder.path("link.json")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    for (input, output) in [
      (path, path), (path, link), (link, path), (path, folder.path("./joints.json")),
    ] {
      try await expectFailure(
        [input, "-o", output], code: 64,
        message: "\(output): this is an input; give the output another name")
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == text)
  }

  @Test(arguments: [[file], ["--list"]])
  func `a file in a folder that doesn't exist`(arguments: [String]) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("nowhere/angles.csv")
    try await expectFailure(
      arguments + ["-o", path], code: 73,
      message: "\(path): can't be written: the folder \(folder.path("nowhere")) doesn't exist")
    #expect(folder.contents.isEmpty)
  }

  @Test func `a standard output that can't be written is no success`() async throws {
    let run = try await CommandLineRun(
      ["angles", AnglesTests.skeleton("kinect2.json"), "--format", "json"], hasFullDisk: true)
    #expect(run.exitCode == 74)
    #expect(
      run.errors.hasSuffix(
        "error: the standard output can't be written: File too large\n"))
  }
}
