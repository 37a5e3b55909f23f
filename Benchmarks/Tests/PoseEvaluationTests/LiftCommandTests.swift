import Foundation
import TestSupport
import Testing

/// `pose3d-bench lift`, run as its user runs it on the committed case.
struct LiftCommandTests {
  static let folder = Fixture.path("rendered")
  static let frame = Fixture.path("rendered/p039")

  /// The report as its reader sees it.
  struct Report: Decodable {
    struct Flexion: Decodable {
      let mean: Double?
      let median: Double?
    }
    struct Input: Decodable {
      let keypoints: String
      let depth: String
      enum CodingKeys: String, CodingKey {
        case keypoints = "2d"
        case depth
      }
    }
    struct Joints: Decodable {
      let joints: Int
      let error: Double?
    }
    struct Group: Decodable {
      let cases: Int
      let mpjpe: Double?
    }
    struct Case: Decodable {
      let `case`: String
      let mpjpe: Double
      let depthUsed: Bool
    }
    let schema: String
    let input: Input
    let cases: Int
    let mpjpe: Double?
    let paMpjpe: Double?
    let elbow: Flexion
    let knee: Flexion
    let stature: Double?
    let sigmaCoverage: Double?
    let visible: Joints
    let hidden: Joints
    let byJoint: [String: Joints]
    let byView: [String: Group]
    let bySensor: [String: Group]
    let notFound: Int
    let depthNotUsed: Int
    let perCase: [Case]?
  }

  private static func run(_ arguments: [String], assets: String? = Checkout.path(".deps"))
    async throws -> CommandLineRun
  {
    try await CommandLineRun(["lift"] + arguments, of: "pose3d-bench", assets: assets)
  }

  private static func report(_ options: [String], folder: String = folder) async throws -> Report {
    let run = try await run([folder, "-o", "-"] + options)
    #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
    return try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
  }

  @Test(arguments: ["exact", "noisy"], ["sensor", "clean", "none"])
  func `every input gives a report within what a person can be off`(
    keypoints: String, depth: String
  ) async throws {
    let report = try await Self.report(["--2d", keypoints, "--depth", depth])
    #expect(report.schema == "pose3d.liftingBenchmark/1")
    #expect(report.input.keypoints == keypoints && report.input.depth == depth)
    #expect(report.cases == 1 && report.notFound == 0 && report.depthNotUsed == 0)
    let (mpjpe, aligned) = (try #require(report.mpjpe), try #require(report.paMpjpe))
    // Without depth, this case's noise costs a knee its direction.
    let (most, bend) = keypoints == "exact" ? (80.0, 20.0) : (200, 60)
    #expect((2...most).contains(mpjpe) && (2...most).contains(aligned))
    for flexion in [report.elbow, report.knee] {
      #expect((0...bend).contains(try #require(flexion.mean)))
      #expect(flexion.median == flexion.mean, "two values have one middle")
    }
    #expect((report.stature == nil) == (depth == "none"))
    #expect((0...1).contains(try #require(report.sigmaCoverage)))
    #expect(report.byJoint.count == 17 && report.byJoint["root"]?.error == 0)
    #expect(report.visible.joints + report.hidden.joints == 17)
    #expect(report.byView["front"]?.mpjpe == mpjpe)
    #expect(report.bySensor["iphone_lidar_portrait"]?.cases == 1)
    #expect(report.perCase == nil)
  }

  @Test(.enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
  func `detected keypoints are those of the picture`() async throws {
    let report = try await Self.report(["--2d", "detected", "--per-case"], folder: Self.frame)
    #expect(report.cases == 1 && report.notFound == 0)
    #expect((10...150).contains(try #require(report.mpjpe)))
    let frame = try #require(report.perCase?.first)
    #expect(frame.case == "p039_arm_curl_front" && frame.depthUsed)
    #expect(frame.mpjpe == report.mpjpe)
  }

  @Test func `without a runtime only detection is out of reach`() async throws {
    let exact = try await Self.run([Self.folder], assets: nil)
    #expect(exact.exitCode == 0)
    let detected = try await Self.run(
      [Self.folder, "--2d", "detected"], assets: nil)
    #expect(detected.exitCode == 1 && detected.output.isEmpty)
    #expect(
      detected.errors.contains("the detection runtime is not installed"), "\(detected.errors)")
  }

  @Test func `two runs give the same bytes, for a frame as for the folder around it`() async throws
  {
    let options = ["--2d", "noisy", "-o", "-", "--per-case"]
    let first = try await Self.run([Self.folder] + options)
    for folder in [Self.folder, Self.folder + "/", Self.frame] {
      let run = try await Self.run([folder] + options)
      #expect(run.output == first.output && run.exitCode == 0)
    }
  }

  @Test func `the table begins with the summary, and no progress is drawn without a terminal`()
    async throws
  {
    let run = try await Self.run([Self.folder, "--per-case"])
    #expect(run.exitCode == 0 && run.errors.isEmpty)
    let report = try await Self.report([])
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.first == "1 frame   2D: exact   depth: sensor")
    #expect(
      lines[1] == "joints          " + String(format: "%6.1f mm", try #require(report.mpjpe)))
    for start in [
      "aligned ", "elbows ", "stature ", "within ± sigma ", "leftWrist ", "all hidden ",
    ] {
      #expect(lines.contains { $0.hasPrefix(start) }, "\(start)")
    }
    #expect(!run.output.contains("\u{1b}"))
    #expect(lines.contains { $0.hasPrefix("p039_arm_curl_front ") })
    // All rows of a table end where its header ends, or before.
    let header = try #require(lines.firstIndex { $0.hasPrefix("view ") })
    #expect(lines[header + 1].count <= lines[header].count)
  }

  @Test func `help has examples`() async throws {
    let help = try await Self.run(["--help"])
    #expect(help.exitCode == 0)
    #expect(help.output.contains("EXAMPLE") && help.output.contains("pose3d-bench lift "))
  }

  @Test(.enabled(SchemaValidator.note, SchemaValidator.isInstalled))
  func `reports of the benchmark are valid, and not what their schema forbids`() async throws {
    let folder = try TemporaryFolder()
    var path = ""
    for (index, options) in [["--depth", "none"], ["--2d", "noisy"], ["--per-case"]].enumerated() {
      let run = try await Self.run([Self.folder, "-o", "-"] + options)
      path = try folder.file("\(index).json", Data(run.output.utf8))
      try await SchemaValidator("liftingBenchmark").expect([path])
    }
    try await SchemaValidator("liftingBenchmark").expect(
      path,
      exceptWith: [
        ("\"mpjpe\":", "\"error\":"), ("\"2d\": \"exact\"", "\"2d\": \"true\""),
        ("\"length\": \"millimetre\"", "\"length\": \"metre\""), ("\"topHead\":", "\"crown\":"),
        ("\"cases\": 1", "\"cases\": -1"), ("\"depthUsed\": true", "\"depthUsed\": 1"),
        ("\"sigmaCoverage\": 0", "\"sigmaCoverage\": 7"),
        ("pose3d.liftingBenchmark/1", "pose3d.liftingBenchmark/2"),
      ])
  }

  // MARK: Refused

  private func expectFailure(_ arguments: [String], message: String) async throws {
    let run = try await Self.run(arguments)
    #expect(run.exitCode == 1 && run.output.isEmpty)
    #expect(run.errors == "Error: \(message)\n")
  }

  @Test func `folders that aren't there, or hold no case`() async throws {
    let folder = try TemporaryFolder()
    try await expectFailure(
      [folder.path("nowhere")], message: "\(folder.path("nowhere")): there is no such folder")
    try await expectFailure(
      [folder.path],
      message: "\(folder.path): neither the folder nor one of the folders in it has a case.json, "
        + "which describes a frame and its truth")
  }

  @Test func `a damaged case, and a depth map that is missing`() async throws {
    let folder = try TemporaryFolder()
    let text = try String(contentsOfFile: "\(Self.frame)/case.json", encoding: .utf8)
    let path = try folder.file("case.json", Data(text.utf8))
    try await expectFailure(
      [folder.path], message: "\(path): depth_file depth.png: there is no such file")
    let report = try await Self.report(["--depth", "none"], folder: folder.path)
    #expect(report.cases == 1)
    _ = try folder.file(
      "case.json", Data(text.replacing("\"leftElbow\": [0.12817", with: "\"leftElbow\": [NaN").utf8)
    )
    try await expectFailure(
      [folder.path],
      message: "\(path): persons[0].joints_camera_m.leftElbow[0] is NaN where a number was "
        + "expected")
  }

  @Test(arguments: [
    ([], "Missing expected argument '<folder>'"),
    (
      ["frames", "--2d", "true"],
      "The value 'true' is invalid for '--2d <keypoints>'. Please provide one of 'exact', 'noisy' or "
        + "'detected'."
    ),
    (
      ["frames", "--depth", "noisy"],
      "The value 'noisy' is invalid for '--depth <map>'. Please provide one of 'sensor', 'clean' or "
        + "'none'."
    ),
  ])
  func `arguments that are missing or wrong`(arguments: [String], message: String) async throws {
    let run = try await Self.run(arguments)
    #expect(run.exitCode == 64 && run.output.isEmpty)
    #expect(run.errors.hasPrefix("Error: \(message)"), "\(run.errors)")
  }
}
