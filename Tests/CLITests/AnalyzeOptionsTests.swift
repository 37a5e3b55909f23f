import Foundation
import TestSupport
import Testing

/// What `pose3d analyze` can be told besides its files: the vertical, the model; and its CSV.
struct AnalyzeOptionsTests {
  private static let arguments = [
    "analyze", AnalyzeTests.color, "--keypoints", AnalyzeTests.keypoints, "--fov", "60",
  ]

  @Test(arguments: [
    (["--level"], [0.0, 1, 0]), (["--gravity", "0,2,0"], [0, 1, 0]),
    (["--gravity", "-3,4,0"], [-0.6, 0.8, 0]),
  ])
  func `the user gives the direction of gravity`(options: [String], gravity: [Double]) async throws
  {
    let run = try await CommandLineRun(Self.arguments + options + ["-o", "-"])
    #expect(run.exitCode == 0 && run.errors.isEmpty)
    let skeleton = try JSONDecoder().decode(
      GravityEstimateTests.Skeleton.self, from: Data(run.output.utf8))
    #expect(skeleton.camera.gravity == gravity)
    #expect(skeleton.camera.gravitySource == "user")
    #expect(skeleton.people.map(\.verticalReference) == ["gravity"])
  }

  @Test func `the user's gravity goes before the camera file, and is compared with the floor`()
    async throws
  {
    let run = try await CommandLineRun(
      AnalyzeTests.withKeypoints + ["--gravity", "0.2,1,0", "-o", "-"])
    let skeleton = try JSONDecoder().decode(
      GravityEstimateTests.Skeleton.self, from: Data(run.output.utf8))
    #expect(skeleton.camera.gravitySource == "user")
    #expect(
      run.errors
        == "warning: the given vertical is 10.3° off the floor that \(AnalyzeTests.depth) shows. The "
        + "given one is used; without --gravity or --level it is the floor's.\n")
    let level = try await CommandLineRun(AnalyzeTests.withKeypoints + ["--level"])
    #expect(level.errors.isEmpty)
    #expect(level.output.contains("1.1° off the stated gravity"))
  }

  @Test func `a level camera holds for videos and keypoints over time too`() async throws {
    let run = try await CommandLineRun([
      "exercise", AnalyzeTests.keypoints, "--fps", "30", "--fov", "60", "--level", "-o", "-",
    ])
    #expect(run.exitCode == 0, "\(run.errors)")
    let joints = try await CommandLineRun([
      "exercise", Fixture.path("skeletons/person.json"), "--fps", "30", "--level",
    ])
    #expect(joints.exitCode == 64)
    #expect(joints.errors.contains("--level is about 2D keypoints: leave it out"))
  }

  @Test(arguments: [
    (
      ["--level", "--gravity", "0,1,0"],
      "--level and --gravity both say which way is down: give one of them."
    ),
    (
      ["--model", "heavy"],
      "--model finds keypoints, and --keypoints gives them: leave out one of them."
    ),
    (
      ["--effort", "best"],
      "--effort is about finding keypoints, and --keypoints gives them: leave out one of them."
    ),
    (
      ["-o", "-", "--csv", "-"],
      "--output - and --csv - both go to standard output: give one a file."
    ),
  ])
  func `options that contradict each other`(options: [String], message: String) async throws {
    let run = try await CommandLineRun(Self.arguments + options)
    #expect(run.exitCode == 64)
    #expect(run.errors.hasPrefix("error: \(message)\n"), "\(run.errors)")
  }

  @Test func `a model of the user's is named when it can't be read`() async throws {
    let run = try await CommandLineRun(["analyze", AnalyzeTests.color, "--model", "nowhere.tflite"])
    if Checkout.hasDetection {
      #expect(run.exitCode == 66)
      #expect(
        run.errors
          == "error: nowhere.tflite: there is no such model: --model is full, heavy "
          + "or the file of one\n")
    }
  }

  @Test(.enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
  func `the model finds the keypoints`() async throws {
    let fast = try await CommandLineRun([
      "analyze", AnalyzeTests.color, "--effort", "fast", "-o", "-",
    ])
    let named = try await CommandLineRun([
      "analyze", AnalyzeTests.color, "--model", "full", "--effort", "fast", "-o", "-",
    ])
    #expect(fast.output == named.output && fast.exitCode == 0)
    let posenet = try await CommandLineRun([
      "analyze", AnalyzeTests.color, "--model", Fixture.path("posenet/no_posenet.tflite"),
    ])
    #expect(posenet.exitCode == 65 && posenet.errors.contains("no_posenet.tflite: "))
  }

  @Test(.enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
  func `most effort is spent where none is named`() async throws {
    let arguments = ["analyze", AnalyzeTests.color, "-o", "-"]
    let plain = try await CommandLineRun(arguments)
    let best = try await CommandLineRun(arguments + ["--effort", "best"])
    let fast = try await CommandLineRun(arguments + ["--effort", "fast"])
    #expect(plain.output == best.output && plain.output != fast.output)
    #expect(plain.exitCode == 0 && plain.errors == fast.errors)
  }

  @Test func `the CSV has the columns of a video's, then the joints`() async throws {
    let folder = try TemporaryFolder()
    let (csv, json) = (folder.path("a.csv"), folder.path("a.json"))
    let run = try await CommandLineRun(Self.arguments + ["--csv", csv, "-o", json])
    #expect(run.exitCode == 0)
    #expect(run.output.hasSuffix("wrote \(json)\nwrote \(csv)\n"))
    let lines = try String(contentsOfFile: csv, encoding: .utf8).split(separator: "\n")
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    try #require(lines.count == 2 && lines[0].count == lines[1].count)
    let cells = Dictionary(uniqueKeysWithValues: zip(lines[0], lines[1]))
    let video = try await CommandLineRun([
      "exercise", AnalyzeTests.keypoints, "--fps", "30", "--fov", "60", "--csv", "-",
    ])
    let columns = try #require(video.output.split(separator: "\n").first).split(separator: ",")
    #expect(Array(lines[0].prefix(columns.count)) == columns.map { String($0) })
    let person = try #require(
      try JSONDecoder().decode(
        AnalyzeTests.Skeleton.self, from: Data(contentsOf: URL(filePath: json))
      ).people.first)
    for angle in person.angles where cells[angle.name] != nil {
      let cell = cells[angle.name].flatMap(Double.init)
      #expect((cell == nil) == (angle.value == nil), "\(angle.name)")
      if let cell, let value = angle.value { #expect(abs(cell - value) < 5.1e-4, "\(angle.name)") }
    }
    for joint in person.joints {
      let position = ["x", "y", "z"].compactMap {
        cells["\(joint.name)_\($0)"].flatMap(Double.init)
      }
      #expect(
        position.count == 3 && zip(position, joint.position).allSatisfy { abs($0 - $1) < 5.1e-5 })
      #expect(cells["\(joint.name)_source"] == joint.source)
    }
    let piped = try await CommandLineRun(Self.arguments + ["--csv", "-"])
    #expect(try piped.output == String(contentsOfFile: csv, encoding: .utf8))
  }
}
