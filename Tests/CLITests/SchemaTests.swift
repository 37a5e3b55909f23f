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
    schema, *documents = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:])
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    invalid = 0
    for path, document in zip(sys.argv[2:], documents):
        errors = list(validator.iter_errors(document))
        invalid += bool(errors)
        for error in errors[:5]:
            print(path, "/".join(map(str, error.absolute_path)), error.message[:200])
    print(invalid)
    """

  func expectValid(
    _ document: String, schema: String, _ isValid: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try expectValid([document], schema: schema, isValid, sourceLocation: sourceLocation)
  }

  /// Expects that all documents are valid, or that none is.
  func expectValid(
    _ documents: [String], schema: String, _ isValid: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let path = CommandLineRun.checkout("schema/pose3d.\(schema).schema.json")
    let (exitCode, output) = try Self.python(Self.validate, [path] + documents)
    #expect(exitCode == 0, "\(output)", sourceLocation: sourceLocation)
    let invalid = output.split(separator: "\n").last.flatMap { Int($0) }
    #expect(
      invalid == (isValid ? 0 : documents.count), "\(output)", sourceLocation: sourceLocation)
  }

  /// Expects that a document is valid, and no longer with any one of the changes to its text.
  func expectRefused(
    _ document: String, _ schema: String, _ changes: [(whole: String, broken: String)],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try expectValid(document, schema: schema, sourceLocation: sourceLocation)
    let text = try String(contentsOfFile: document, encoding: .utf8)
    let folder = try TemporaryFolder()
    let documents = try changes.enumerated().map { index, change in
      #expect(text.contains(change.whole), "\(change.whole)", sourceLocation: sourceLocation)
      let broken = text.replacing(change.whole, with: change.broken)
      return try folder.file("\(index).json", Data(broken.utf8))
    }
    try expectValid(documents, schema: schema, false, sourceLocation: sourceLocation)
  }

  static let note: Comment = "needs Python's jsonschema: scripts/setup --tests"

  @Test(
    .enabled(if: hasValidator, note),
    arguments: [
      AnalyzeTests.withKeypoints,
      AnalyzeTests.withKeypoints + ["--depth-scale", "relative"],
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

  @Test(.enabled(if: hasValidator, note), arguments: AnglesTests.dialects)
  func `documents of angles are valid in every dialect`(dialect: String) throws {
    let folder = try TemporaryFolder()
    let own = folder.path("skeleton.json")
    #expect(try CommandLineRun(AnalyzeTests.withKeypoints + ["-o", own]).exitCode == 0)
    // Of one moment, and sequences with frames without anybody; with and without sigmas.
    let fixtures = AnglesTests.layouts.map { AnglesTests.skeleton($0.file) }
    var documents: [String] = []
    for file in [own] + fixtures {
      for options in [[], ["--sigma", "0.02", "--up=-y"]] {
        documents.append(folder.path("angles\(documents.count).json"))
        _ = try AnglesTests.run(
          [file, "--dialect", dialect, "--format", "json", "-o", documents[documents.count - 1]]
            + options)
      }
    }
    try expectValid(documents, schema: "angles")
    let list = folder.path("list.json")
    _ = try AnglesTests.run(["--list", "--dialect", dialect, "--format", "json", "-o", list])
    try expectValid(list, schema: "angleTable")
    try expectValid(list, schema: "angles", false)
  }

  @Test(.enabled(if: hasValidator, note))
  func `the validator refuses what the schemas of angles forbid`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("angles.json")
    _ = try AnglesTests.run([
      AnglesTests.skeleton("h36m.json"), "--format", "json", "-o", path, "--joints",
      "leftKneeFlexion,trunkLean",
    ])
    try expectRefused(
      path, "angles",
      [
        ("\"dialect\": \"clinical\"", "\"dialect\": \"medical\""),
        ("\"verticalReference\": null", "\"verticalReference\": \"guess\""),
        ("\"reason\": \"unobservable\"", "\"reason\": \"unknown\""),
        (", \"reason\": \"unobservable\"", ""),
        ("\"value\": null", "\"value\": 12"),
        ("\"zero\":", "\"null\":"), ("\"people\":", "\"persons\":"),
        ("\"people\":", "\"sequence\":"), ("\"layout\": \"h36m\"", "\"layout\": \"bvh\""),
        ("\"lengthUnit\": \"mm\"", "\"lengthUnit\": \"inch\""),
        ("pose3d.angles/1", "pose3d.angles/2"),
      ])
    _ = try AnglesTests.run([
      AnglesTests.skeleton("pose2sim.trc"), "--format", "json", "-o", path, "--joints", "trunkLean",
    ])
    try expectRefused(
      path, "angles", [("\"time\": 0,", "\"time\": \"0\","), ("\"index\": 1", "\"index\": null")])
    _ = try AnglesTests.run(["--list", "--format", "json", "-o", path])
    try expectRefused(
      path, "angleTable",
      [
        ("\"sign\": -1", "\"sign\": 0"), ("\"unit\": \"degree\"", "\"unit\": \"radian\""),
        ("\"formula\":", "\"formulae\":"), ("\"leftForearm\"", "\"leftHand\""),
        ("pose3d.angleTable/1", "pose3d.angles/1"),
      ])
  }

  @Test(.enabled(if: hasValidator, note))
  func `the validator refuses what the schema forbids`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("skeleton.json")
    #expect(try CommandLineRun(AnalyzeTests.withKeypoints + ["-o", path]).exitCode == 0)
    try expectRefused(
      path, "skeleton",
      [
        ("\"bodyHeight\":", "\"height\":"), ("\"source\": \"depth\"", "\"source\": \"guess\""),
        ("pose3d.skeleton/1", "pose3d.skeleton/0"), ("\"zero\":", "\"null\":"),
        ("\"positive\":", "\"sign\":"), ("\"feet\":", "\"foot\":"), ("\"heel\":", "\"ankle\":"),
        ("\"verticalReference\": \"gravity\"", "\"verticalReference\": \"file\""),
      ])
  }

  @Test(.enabled(if: hasValidator, note))
  func `reports of the benchmark are valid, and not what their schema forbids`() throws {
    let folder = try TemporaryFolder()
    var path = ""
    for (index, options) in [["--depth", "none"], ["--2d", "noisy"], ["--per-case"]].enumerated() {
      let run = try CommandLineRun(
        ["benchmark", "lift", BenchmarkTests.folder, "--json"] + options)
      path = try folder.file("\(index).json", Data(run.output.utf8))
      try expectValid(path, schema: "liftingBenchmark")
    }
    try expectRefused(
      path, "liftingBenchmark",
      [
        ("\"mpjpe\":", "\"error\":"), ("\"2d\": \"exact\"", "\"2d\": \"true\""),
        ("\"length\": \"millimetre\"", "\"length\": \"metre\""), ("\"topHead\":", "\"crown\":"),
        ("\"cases\": 1", "\"cases\": -1"), ("\"depthUsed\": true", "\"depthUsed\": 1"),
        ("\"sigmaCoverage\": 0", "\"sigmaCoverage\": 7"),
        ("pose3d.liftingBenchmark/1", "pose3d.liftingBenchmark/2"),
      ])
  }

  @Test(.enabled(if: hasValidator, note))
  func `the bundled keypoint and camera files are valid`() throws {
    try expectValid(CommandLineRun.fixture("demo/keypoints.json"), schema: "keypoints")
    for name in ["demo/camera.json", "rendered/p039/camera.json"] {
      try expectValid(CommandLineRun.fixture(name), schema: "camera")
    }
  }

  @Test(
    .enabled(if: hasValidator, note),
    .enabled(if: CommandLineRun.hasDetection, "scripts/setup installs the detection runtime"))
  func `what is detected is valid, and not what the schemas forbid`() throws {
    let folder = try TemporaryFolder()
    var (hands, keypoints): ([String], [String]) = ([], [])
    for (index, picture) in [DetectTests.nobody, DetectTests.twoPeople].enumerated() {
      hands.append(folder.path("hands\(index).json"))
      keypoints.append(folder.path("keypoints\(index).json"))
      #expect(try CommandLineRun(["hands", picture, "--json", hands[index]]).exitCode == 0)
      let detected = try CommandLineRun([
        "detect", picture, "--people", "all", "--hands", "-o", keypoints[index],
      ])
      #expect(detected.exitCode == 0)
    }
    try expectValid(hands, schema: "hands")
    try expectValid(keypoints, schema: "keypoints")
    try expectRefused(
      hands[1], "hands",
      [
        ("\"chirality\": \"right\"", "\"chirality\": \"both\""), ("\"thumbTip\"", "\"thumb\""),
        ("\"extendedFingers\"", "\"fingers\""), ("\"worldLandmarks\"", "\"world\""),
        ("\"little\": ", "\"pinky\": "), ("\"confidence\": 0.", "\"confidence\": 2."),
      ])
    try expectRefused(
      hands[0], "hands",
      [
        ("pose3d.hands/1", "pose3d.hands/2"), ("\"fingerCount\": 0", "\"fingerCount\": -1"),
        ("\"hands\":", "\"hand\":"), ("\"width\": 160", "\"width\": 0"),
      ])
  }

  @Test(.enabled(if: hasValidator, note))
  func `keypoint files of one and of several pictures are valid, and not what the schema forbids`()
    throws
  {
    let folder = try TemporaryFolder()
    let (one, several) = (folder.path("one.json"), folder.path("several.json"))
    let task = CommandLineRun.fixture("keypoints/mediapipe-task.json")
    let hand =
      #"{"chirality": "left", "chiralityConfidence": 0.5, "bodyID": 3, "points": {"wrist": [1, 2, 1]}}"#
    let own = try String(
      contentsOfFile: CommandLineRun.fixture("keypoints/pose3d.json"), encoding: .utf8)
    let input = try folder.file(
      "input.json",
      Data(own.replacing("\"people\":", with: "\"hands\": [\(hand)], \"people\":").utf8))
    let lines = try folder.file(
      "lines.json", Data((own.split(separator: "\n").joined() + "\n" + own).utf8))
    for (arguments, path) in [
      ([task, "--size", "1080x1920"], folder.path("world.json")), ([input], one),
      ([lines], several),
    ] {
      let run = try CommandLineRun(["keypoints"] + arguments + ["--to", "pose3d", "-o", path])
      #expect(run.exitCode == 0, "\(run.errors)")
    }
    try expectValid(folder.path("world.json"), schema: "keypoints")
    try expectRefused(
      one, "keypoints",
      [
        ("\"left\"", "\"both\""), ("\"wrist\"", "\"palm\""),
        ("\"width\"", "\"wide\""), ("\"people\"", "\"pictures\""), ("\"nose\"", "\"snout\""),
      ])
    try expectRefused(
      several, "keypoints", [("\"pictures\"", "\"people\""), ("\"width\"", "\"wide\"")])
    try expectRefused(
      folder.path("world.json"), "keypoints",
      [("\"worldLandmarks\"", "\"world\""), ("\"blazePose\"", "\"openPose\"")])
  }

  static let lenses = [
    #""model": "brown-conrady", "coefficients": [0.1, -0.2, 0.001, 0.002, 0, 0, 0, 0]"#,
    #""model": "opencv-fisheye", "coefficients": [0.1, -0.2, 0.001, 0.002]"#,
    #""model": "realsense-modified", "coefficients": [0.1, -0.2, 0.001, 0.002, 0.01]"#,
    #""model": "realsense-inverse", "coefficients": [0.1, -0.2, 0.001, 0.002, 0.01]"#,
    #""model": "radial-table", "coefficients": [0, 0.01], "inverse": [0, -0.01], "center": [250, 200]"#,
  ]

  /// A lens keeps its name and its numbers from the camera file to the files that are written.
  @Test(.enabled(if: hasValidator, note))
  func `files with a lens of every model are valid and say which it is`() throws {
    let folder = try TemporaryFolder()
    let nobody = try folder.file(
      "nobody.json",
      Data(#"{"schema": "pose3d.keypoints/1", "width": 512, "height": 424, "people": []}"#.utf8))
    let map = try folder.file(
      "map.pgm",
      Data("P5 64 53 65535\n".utf8) + Data(repeating: 4, count: 2 * 64 * 53))
    var (skeletons, depths): ([String], [String]) = ([], [])
    for (index, lens) in Self.lenses.enumerated() {
      let text =
        #"{"width": 512, "height": 424, "fx": 366, "fy": 366, "cx": 257, "cy": 207.5, "distortion": {"#
      let camera = try folder.file("camera\(index).json", Data("\(text)\(lens)}}".utf8))
      skeletons.append(folder.path("skeleton\(index).json"))
      let skeleton = try CommandLineRun([
        "analyze", AnalyzeTests.color, "--keypoints", nobody, "--camera", camera, "-o",
        skeletons[index],
      ])
      let depth = try CommandLineRun([
        "depth", map, "--depth-scale", "mm", "--camera", camera, "--json", "-",
      ])
      #expect(skeleton.exitCode == 0 && depth.exitCode == 0, "\(skeleton.errors)\(depth.errors)")
      depths.append(try folder.file("depth\(index).json", Data(depth.output.utf8)))
      // The depth map is smaller than the camera's picture, and the lens' centre lies elsewhere.
      let anywhere = lens.components(separatedBy: #", "center""#)[0]
      for (path, lens) in [(skeletons[index], lens), (depths[index], anywhere)] {
        let words = try String(contentsOfFile: path, encoding: .utf8)
          .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains(lens), "\(lens)")
      }
    }
    try expectValid(skeletons, schema: "skeleton")
    try expectValid(depths, schema: "depth")
    try expectRefused(
      skeletons[4], "skeleton",
      [("\"radial-table\"", "\"brown-conrady\""), ("\"center\"", "\"centre\"")])
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
