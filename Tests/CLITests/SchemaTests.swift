import Foundation
import TestSupport
import Testing

/// What the program writes is what the published schemas say, by an independent validator.
struct SchemaTests {
  @Test(
    .enabled(SchemaValidator.note, SchemaValidator.isInstalled),
    arguments: [
      AnalyzeTests.withKeypoints,
      AnalyzeTests.withKeypoints + ["--depth-scale", "relative"],
      ["analyze", AnalyzeTests.color, "--keypoints", AnalyzeTests.keypoints],
      [
        "analyze", AnalyzeTests.color, "--keypoints", AnalyzeTests.keypoints, "--height", "1.6",
        "--fov", "70",
      ],
    ])
  func `skeleton files are valid`(arguments: [String]) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("skeleton.json")
    #expect(try await CommandLineRun(arguments + ["-o", path]).exitCode == 0)
    try await SchemaValidator("skeleton").expect([path])
  }

  @Test(.enabled(SchemaValidator.note, SchemaValidator.isInstalled))
  func `a skeleton file without people is valid`() async throws {
    let folder = try TemporaryFolder()
    let keypoints = try folder.file(
      "nobody.json",
      Data(#"{"schema": "pose3d.keypoints/1", "width": 512, "height": 424, "people": []}"#.utf8))
    let path = folder.path("skeleton.json")
    let run = try await CommandLineRun([
      "analyze", AnalyzeTests.color, "--keypoints", keypoints, "-o", path,
    ])
    #expect(run.exitCode == 0)
    try await SchemaValidator("skeleton").expect([path])
    try await SchemaValidator("keypoints").expect([keypoints])
  }

  @Test(
    .enabled(SchemaValidator.note, SchemaValidator.isInstalled), arguments: AnglesTests.dialects)
  func `documents of angles are valid in every dialect`(dialect: String) async throws {
    let folder = try TemporaryFolder()
    let own = folder.path("skeleton.json")
    #expect(try await CommandLineRun(AnalyzeTests.withKeypoints + ["-o", own]).exitCode == 0)
    // Of one moment, and sequences with empty frames; with and without sigmas.
    let fixtures = AnglesTests.layouts.map { AnglesTests.skeleton($0.file) }
    var documents: [String] = []
    for file in [own] + fixtures {
      for options in [[], ["--sigma", "0.02", "--up=-y"]] {
        documents.append(folder.path("angles\(documents.count).json"))
        _ = try await AnglesTests.run(
          [file, "--dialect", dialect, "--format", "json", "-o", documents[documents.count - 1]]
            + options)
      }
    }
    try await SchemaValidator("angles").expect(documents)
    let list = folder.path("list.json")
    _ = try await AnglesTests.run(["--list", "--dialect", dialect, "--format", "json", "-o", list])
    try await SchemaValidator("angleTable").expect([list])
    try await SchemaValidator("angles").expect([list], areValid: false)
  }

  @Test(.enabled(SchemaValidator.note, SchemaValidator.isInstalled))
  func `the validator refuses what the schemas of angles forbid`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("angles.json")
    _ = try await AnglesTests.run([
      AnglesTests.skeleton("h36m.json"), "--format", "json", "-o", path, "--joints",
      "leftKneeFlexion,trunkLean",
    ])
    try await SchemaValidator("angles").expect(
      path,
      exceptWith: [
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
    _ = try await AnglesTests.run([
      AnglesTests.skeleton("pose2sim.trc"), "--format", "json", "-o", path, "--joints", "trunkLean",
    ])
    try await SchemaValidator("angles").expect(
      path,
      exceptWith: [("\"time\": 0,", "\"time\": \"0\","), ("\"index\": 1", "\"index\": null")])
    _ = try await AnglesTests.run(["--list", "--format", "json", "-o", path])
    try await SchemaValidator("angleTable").expect(
      path,
      exceptWith: [
        ("\"sign\": -1", "\"sign\": 0"), ("\"unit\": \"degree\"", "\"unit\": \"radian\""),
        ("\"formula\":", "\"formulae\":"), ("\"leftForearm\"", "\"leftHand\""),
        ("pose3d.angleTable/1", "pose3d.angles/1"),
      ])
  }

  @Test(.enabled(SchemaValidator.note, SchemaValidator.isInstalled))
  func `the validator refuses what the schema forbids`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("skeleton.json")
    #expect(try await CommandLineRun(AnalyzeTests.withKeypoints + ["-o", path]).exitCode == 0)
    try await SchemaValidator("skeleton").expect(
      path,
      exceptWith: [
        ("\"bodyHeight\":", "\"height\":"), ("\"source\": \"depth\"", "\"source\": \"guess\""),
        ("pose3d.skeleton/1", "pose3d.skeleton/0"), ("\"zero\":", "\"null\":"),
        ("\"positive\":", "\"sign\":"), ("\"feet\":", "\"foot\":"), ("\"heel\":", "\"ankle\":"),
        ("\"verticalReference\": \"gravity\"", "\"verticalReference\": \"file\""),
      ])
  }

  @Test(.enabled(SchemaValidator.note, SchemaValidator.isInstalled))
  func `the bundled keypoint and camera files are valid`() async throws {
    try await SchemaValidator("keypoints").expect([Fixture.path("demo/keypoints.json")])
    for name in ["demo/camera.json", "rendered/p039/camera.json"] {
      try await SchemaValidator("camera").expect([Fixture.path(name)])
    }
  }

  @Test(
    .enabled(SchemaValidator.note, SchemaValidator.isInstalled),
    .enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
  func `what is detected is valid, and not what the schemas forbid`() async throws {
    let folder = try TemporaryFolder()
    var (hands, keypoints): ([String], [String]) = ([], [])
    for (index, picture) in [DetectTests.emptyImage, DetectTests.twoPeople].enumerated() {
      hands.append(folder.path("hands\(index).json"))
      keypoints.append(folder.path("keypoints\(index).json"))
      #expect(try await CommandLineRun(["hands", picture, "-o", hands[index]]).exitCode == 0)
      let detected = try await CommandLineRun([
        "detect", picture, "--people", "all", "--hands", "-o", keypoints[index], "--effort",
        "fast",
      ])
      #expect(detected.exitCode == 0)
    }
    try await SchemaValidator("hands").expect(hands)
    try await SchemaValidator("keypoints").expect(keypoints)
    try await SchemaValidator("hands").expect(
      hands[1],
      exceptWith: [
        ("\"chirality\": \"right\"", "\"chirality\": \"both\""), ("\"thumbTip\"", "\"thumb\""),
        ("\"extendedFingers\"", "\"fingers\""), ("\"worldLandmarks\"", "\"world\""),
        ("\"little\": ", "\"pinky\": "), ("\"confidence\": 0.", "\"confidence\": 2."),
      ])
    try await SchemaValidator("hands").expect(
      hands[0],
      exceptWith: [
        ("pose3d.hands/1", "pose3d.hands/2"), ("\"fingerCount\": 0", "\"fingerCount\": -1"),
        ("\"hands\":", "\"hand\":"), ("\"width\": 160", "\"width\": 0"),
      ])
  }

  @Test(.enabled(SchemaValidator.note, SchemaValidator.isInstalled))
  func `keypoint files of one and of several pictures are valid, and not what the schema forbids`()
    async throws
  {
    let folder = try TemporaryFolder()
    let (one, several) = (folder.path("one.json"), folder.path("several.json"))
    let task = Fixture.path("keypoints/mediapipe-task.json")
    let hand =
      #"{"chirality": "left", "chiralityConfidence": 0.5, "bodyID": 3, "points": {"wrist": [1, 2, 1]}}"#
    let own = try String(
      contentsOfFile: Fixture.path("keypoints/pose3d.json"), encoding: .utf8)
    let input = try folder.file(
      "input.json",
      Data(own.replacing("\"people\":", with: "\"hands\": [\(hand)], \"people\":").utf8))
    let lines = try folder.file(
      "lines.json", Data((own.split(separator: "\n").joined() + "\n" + own).utf8))
    for (arguments, path) in [
      ([task, "--size", "1080x1920"], folder.path("world.json")), ([input], one),
      ([lines], several),
    ] {
      let run = try await CommandLineRun(
        ["keypoints"] + arguments + ["--to", "pose3d", "-o", path])
      #expect(run.exitCode == 0, "\(run.errors)")
    }
    try await SchemaValidator("keypoints").expect([folder.path("world.json")])
    try await SchemaValidator("keypoints").expect(
      one,
      exceptWith: [
        ("\"left\"", "\"both\""), ("\"wrist\"", "\"palm\""),
        ("\"width\"", "\"wide\""), ("\"people\"", "\"pictures\""), ("\"nose\"", "\"snout\""),
      ])
    try await SchemaValidator("keypoints").expect(
      several,
      exceptWith: [("\"pictures\"", "\"people\""), ("\"width\"", "\"wide\"")])
    try await SchemaValidator("keypoints").expect(
      folder.path("world.json"),
      exceptWith: [("\"worldLandmarks\"", "\"world\""), ("\"blazePose\"", "\"openPose\"")])
  }

  static let lenses = [
    #""model": "brown-conrady", "coefficients": [0.1, -0.2, 0.001, 0.002, 0, 0, 0, 0]"#,
    #""model": "opencv-fisheye", "coefficients": [0.1, -0.2, 0.001, 0.002]"#,
    #""model": "realsense-modified", "coefficients": [0.1, -0.2, 0.001, 0.002, 0.01]"#,
    #""model": "realsense-inverse", "coefficients": [0.1, -0.2, 0.001, 0.002, 0.01]"#,
    #""model": "radial-table", "coefficients": [0, 0.01], "inverse": [0, -0.01], "center": [250, 200]"#,
  ]

  /// A lens keeps its name and its numbers from the camera file to the files that are written.
  @Test(.enabled(SchemaValidator.note, SchemaValidator.isInstalled))
  func `files with a lens of every model are valid and say which it is`() async throws {
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
      let skeleton = try await CommandLineRun([
        "analyze", AnalyzeTests.color, "--keypoints", nobody, "--camera", camera, "-o",
        skeletons[index],
      ])
      let depth = try await CommandLineRun([
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
    try await SchemaValidator("skeleton").expect(skeletons)
    try await SchemaValidator("depth").expect(depths)
    try await SchemaValidator("skeleton").expect(
      skeletons[4],
      exceptWith: [("\"radial-table\"", "\"brown-conrady\""), ("\"center\"", "\"centre\"")])
  }

  /// Rebuilds every pose from the file alone, as a reader of it would.
  @Test func `the file's local transforms return its positions`() async throws {
    let run = try await CommandLineRun(AnalyzeTests.withKeypoints + ["-o", "-"])
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

  @Test func `normalised image points are the pixels, counted from the lower left`() async throws {
    let run = try await CommandLineRun(AnalyzeTests.withKeypoints + ["-o", "-"])
    let person = try #require(try AnalyzeTests.skeleton(run).people.first)
    for joint in person.joints {
      #expect(abs(joint.imageNormalized[0] - (joint.image[0] + 0.5) / 512) < 1e-5)
      #expect(abs(joint.imageNormalized[1] - (1 - (joint.image[1] + 0.5) / 424)) < 1e-5)
    }
  }
}
