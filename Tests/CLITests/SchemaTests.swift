import Foundation
import Testing

/// What the program writes is what the published schemas say, by an independent validator.
struct SchemaTests {
  static let hasValidator =
    (try? python("import jsonschema; jsonschema.Draft202012Validator"))?.exitCode == 0

  private static func python(
    _ code: String, _ arguments: [String] = []
  ) throws -> (exitCode: Int32, output: String) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", code] + arguments
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  private static let validate = """
    import json, sys, jsonschema
    schema, document = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:3])
    jsonschema.Draft202012Validator.check_schema(schema)
    errors = list(jsonschema.Draft202012Validator(schema).iter_errors(document))
    for error in errors[:5]:
        print("/".join(map(str, error.absolute_path)), error.message[:200])
    sys.exit(1 if errors else 0)
    """

  private func expectValid(
    _ document: String, schema: String, _ isValid: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let path = CommandLineRun.checkout("schema/pose3d.\(schema).schema.json")
    let (exitCode, output) = try Self.python(Self.validate, [path, document])
    #expect((exitCode == 0) == isValid, "\(output)", sourceLocation: sourceLocation)
  }

  private static let note: Comment = "needs Python's jsonschema: scripts/setup --tests"

  @Test(
    .enabled(if: hasValidator, note),
    arguments: [
      AnalyzeTests.withKeypoints,
      ["analyze", AnalyzeTests.color, "--keypoints", AnalyzeTests.keypoints],
      [
        "analyze", AnalyzeTests.color, "--keypoints", AnalyzeTests.keypoints, "--height", "1.6",
        "--fov", "70",
      ],
    ])
  func `skeleton files are valid`(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("skeleton.json")
    #expect(try CommandLineRun(arguments + ["-o", path]).exitCode == 0)
    try expectValid(path, schema: "skeleton")
  }

  @Test(.enabled(if: hasValidator, note))
  func `a skeleton file without people is valid`() throws {
    let folder = try TemporaryFolder()
    let keypoints = try folder.file(
      "nobody.json",
      Data(#"{"schema": "pose3d.keypoints/1", "width": 512, "height": 424, "people": []}"#.utf8))
    let path = folder.path("skeleton.json")
    let run = try CommandLineRun([
      "analyze", AnalyzeTests.color, "--keypoints", keypoints, "-o", path,
    ])
    #expect(run.exitCode == 0)
    try expectValid(path, schema: "skeleton")
    try expectValid(keypoints, schema: "keypoints")
  }

  @Test(.enabled(if: hasValidator, note))
  func `the validator refuses what the schema forbids`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("skeleton.json")
    #expect(try CommandLineRun(AnalyzeTests.withKeypoints + ["-o", path]).exitCode == 0)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    for (whole, broken) in [
      ("\"bodyHeight\":", "\"height\":"), ("\"source\": \"depth\"", "\"source\": \"guess\""),
      ("pose3d.skeleton/1", "pose3d.skeleton/0"),
    ] {
      let document = try folder.file(
        "broken.json", Data(text.replacingOccurrences(of: whole, with: broken).utf8))
      try expectValid(document, schema: "skeleton", false)
    }
  }

  @Test(.enabled(if: hasValidator, note))
  func `the bundled keypoint and camera files are valid`() throws {
    try expectValid(CommandLineRun.fixture("demo/keypoints.json"), schema: "keypoints")
    for name in ["demo/camera.json", "rendered/p039/camera.json"] {
      try expectValid(CommandLineRun.fixture(name), schema: "camera")
    }
  }

  /// Rebuilds every pose from the file alone, as a reader of it would.
  @Test func `the file's local transforms return its positions`() throws {
    let run = try CommandLineRun(AnalyzeTests.withKeypoints + ["-o", "-"])
    let person = try #require(try AnalyzeTests.skeleton(run).people.first)
    var frames: [String: [Double]] = [:]
    for joint in person.joints {
      let local = joint.localTransform
      let parent = joint.parent.flatMap { frames[$0] }
      let frame = parent.map { Self.product($0, local) } ?? local
      frames[joint.name] = frame
      for axis in 0..<3 {
        // The file's numbers are rounded to 1e-6.
        #expect(abs(frame[12 + axis] - joint.position[axis]) < 1e-5, "\(joint.name)")
      }
    }
    #expect(frames.count == 17)
  }

  /// The product of two 4 × 4 matrices, column-major.
  private static func product(_ a: [Double], _ b: [Double]) -> [Double] {
    (0..<16).map { index in
      let (row, column) = (index % 4, index / 4)
      return (0..<4).reduce(0) { $0 + a[$1 * 4 + row] * b[column * 4 + $1] }
    }
  }

  @Test func `normalised image points are the pixels, counted from the lower left`() throws {
    let run = try CommandLineRun(AnalyzeTests.withKeypoints + ["-o", "-"])
    let person = try #require(try AnalyzeTests.skeleton(run).people.first)
    for joint in person.joints {
      #expect(abs(joint.imageNormalized[0] - (joint.image[0] + 0.5) / 512) < 1e-5)
      #expect(abs(joint.imageNormalized[1] - (1 - (joint.image[1] + 0.5) / 424)) < 1e-5)
    }
  }
}
