import Foundation
import TestSupport
import Testing

/// `pose3d gait`, run as its user runs it.
@Suite("Walking on the command line")
struct GaitCommandTests {
  private static func walk(
    in folder: TemporaryFolder, _ name: String = "walk.trc", seconds: Double = 5,
    _ walk: SyntheticWalk = SyntheticWalk()
  ) throws -> String {
    let frames = (0...Int(seconds * 50)).map { walk.markers(at: Double($0) / 50) }
    return try folder.file(
      name,
      Data(MarkerText.trc(name, names: SyntheticWalk.names, frames: frames, rate: 50).utf8))
  }

  @Test func `a table, a page, JSON and CSV have the measures of a walk`() async throws {
    let folder = try TemporaryFolder()
    let file = try Self.walk(in: folder)
    let (page, csv) = (folder.path("gait.html"), folder.path("gait.csv"))
    let run = try await CommandLineRun(["gait", file, "--page", page, "--csv", csv])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.contains("cadence") && run.output.contains("steps/min"))
    #expect(run.output.hasSuffix("wrote \(csv)\nwrote \(page)\n"))
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("knee flexion") && html.contains("<svg ") && !html.contains("<script"))
    #expect(!html.contains(folder.path) && html.contains("walk.trc"))
    let lines = try String(contentsOfFile: csv, encoding: .utf8).split(separator: "\n")
    let speed = try #require(lines.first { $0.hasPrefix("0,speed,") }).split(
      separator: ",", omittingEmptySubsequences: false)
    #expect(abs(try #require(Double(speed[4])) - 1.2) < 0.03)
  }

  @Test func `walking is an exercise whose steps are measured`() async throws {
    let folder = try TemporaryFolder()
    let file = try Self.walk(in: folder)
    let gait = try await CommandLineRun(["gait", file])
    let run = try await CommandLineRun(["exercise", file, "--exercise", "walking"])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.contains(gait.output), "\(run.output)")
    let still = try await CommandLineRun([
      "exercise", try folder.file("squats.json", ExerciseTests.squats()), "--exercise", "walking",
    ])
    #expect(still.output.contains("no straight stretch of two steps or more was found"))
  }

  @Test func `a report's first sentence on a person who walks is about the walk`() async throws {
    let folder = try TemporaryFolder()
    let page = folder.path("report.html")
    let run = try await CommandLineRun(["report", try Self.walk(in: folder), "-o", page])
    #expect(run.exitCode == 0, "\(run.errors)")
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains(/"walk": ?"Walking: cadence \d+ ± \d+ steps\/min, speed 1\.2\d? ±/))
  }

  @Test func `JSON on standard output is alone there, and the same each time`() async throws {
    let folder = try TemporaryFolder()
    let file = try Self.walk(in: folder)
    let page = folder.path("gait.html")
    let runs = [
      try await CommandLineRun(["gait", file, "-o", "-"]),
      try await CommandLineRun(["gait", file, "-o", "-", "--page", page]),
    ]
    #expect(FileManager.default.fileExists(atPath: page))
    #expect(runs[0].output == runs[1].output && runs[0].exitCode == 0)
    let document = try JSONSerialization.jsonObject(with: Data(runs[0].output.utf8))
    let people = try #require((document as? [String: Any])?["people"] as? [[String: Any]])
    #expect((people[0]["measures"] as? [Any])?.count == 20)
  }

  @Test func `a reference is in the table, the page, JSON and CSV`() async throws {
    let folder = try TemporaryFolder()
    let file = try Self.walk(in: folder)
    let group = try folder.file(
      "group.json",
      """
      {
        "schema": "pose3d.gaitReference/1", "name": "a <group>", "source": "a book",
        "measures": [
          {"quantity": "speed", "unit": "m/s", "mean": 2, "standardDeviation": 0.1},
          {"quantity": "strideTime", "unit": "ms", "mean": 1100, "standardDeviation": 100}
        ],
        "curves": [
          {"angle": "kneeFlexion", "mean": [5, 20, 5, 60, 5], "standardDeviation": [4, 4, 4, 4, 4]}
        ]
      }
      """)
    let (page, csv, json) = (
      folder.path("gait.html"), folder.path("gait.csv"), folder.path("gait.json")
    )
    let run = try await CommandLineRun(
      ["gait", file, "--reference", group, "--page", page, "--csv", csv, "-o", json])
    #expect(run.exitCode == 0, "\(run.errors)")
    let rows = run.output.split(separator: "\n")
    let speed = try #require(rows.first { $0.hasPrefix("speed") })
    #expect(speed.hasSuffix("1.80 to 2.20 m/s    below"))
    #expect(
      rows.contains { $0.hasPrefix("stride time") && $0.hasSuffix("0.90 to 1.30 s   within") })
    #expect(run.output.contains("95 % of a <group> (a book)"))
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("95 % of a &lt;group&gt;") && html.contains("class=\"reference\" d=\"M"))
    let lines = try String(contentsOfFile: csv, encoding: .utf8).split(separator: "\n")
    #expect(lines[0].hasSuffix(",missing,referenceMean,referenceStandardDeviation,position"))
    #expect(lines.contains { $0.hasPrefix("0,speed,") && $0.hasSuffix(",2.0000,0.1000,below") })
    #expect(lines.contains { $0.hasPrefix("0,cadence,") && $0.hasSuffix(",,,") })
    try await SchemaValidator("gait").expect([json])
    try await SchemaValidator("gaitReference").expect([group, Fixture.path("gait/men-31-40.json")])
    // It is an input, which stays.
    let refused = try await CommandLineRun(["gait", file, "--reference", group, "-o", group])
    #expect(refused.exitCode != 0 && refused.errors.contains("group.json"))
  }

  @Test func `a run that plays slower than life is measured, with a hint`() async throws {
    var run = SyntheticWalk()
    (run.stride, run.speed, run.stance) = (2, 1, 0.35)
    let folder = try TemporaryFolder()
    let measured = try await CommandLineRun(
      ["gait", Self.walk(in: folder, seconds: 12, run), "-o", folder.path("gait.json")])
    #expect(measured.exitCode == 0 && measured.output.contains("person 0   running"))
    #expect(measured.errors.contains("runs with fewer than 110 steps a minute"))
    #expect(measured.errors.contains("--slow-motion"))
    let json = try String(contentsOfFile: folder.path("gait.json"), encoding: .utf8)
    #expect(json.contains("\"gait\": \"running\""))
    try await SchemaValidator("gait").expect([folder.path("gait.json")])
  }

  @Test(arguments: [(0.62, 1.1, "walking"), (0.35, 0.7, "running")])
  func `the table of motion names what a person does who does no exercise`(
    stance: Double, stride: Double, title: String
  ) async throws {
    var walk = SyntheticWalk()
    (walk.stance, walk.stride, walk.speed) = (stance, stride, 1.4 / stride)
    let folder = try TemporaryFolder()
    let run = try await CommandLineRun(["exercise", try Self.walk(in: folder, seconds: 5, walk)])
    #expect(run.output.contains("person 0   \(title)   0.00 to 5.00 s"))
    #expect(!run.output.contains("nearest:"))
    #expect(run.output.contains("pose3d gait measures more of this."))
  }

  @Test func `two walks are compared step by step, and a faster one is told from the same one`()
    async throws
  {
    struct Document: Decodable {
      struct Session: Decodable {
        let exercise: String?
        let repetitions: Int
      }
      struct Measure: Decodable {
        let name: String
        let unit: String
        let verdict: String
      }
      let before: Session
      let measures: [Measure]
    }
    let folder = try TemporaryFolder()
    var fast = SyntheticWalk()
    (fast.speed, fast.stride) = (1.5, 1.0)
    let files = [
      try Self.walk(in: folder, "before.trc", seconds: 8),
      try Self.walk(in: folder, "same.trc", seconds: 7),
      try Self.walk(in: folder, "fast.trc", seconds: 8, fast),
    ]
    func compared(_ other: String) async throws -> Document {
      let run = try await CommandLineRun(["compare", files[0], other, "--sigma", "0.01", "-o", "-"])
      #expect(run.exitCode == 0, "\(run.errors)")
      return try JSONDecoder().decode(Document.self, from: Data(run.output.utf8))
    }
    let same = try await compared(files[1])
    let faster = try await compared(files[2])
    #expect(same.before.exercise == "walking" && same.before.repetitions > 8)
    #expect(!same.measures.contains { $0.verdict == "changed" })
    let changed = faster.measures.filter { $0.verdict == "changed" }.map(\.name)
    #expect(Set(["cadence", "speed", "leftStrideTime", "rightStrideTime"]).isSubset(of: changed))
    let units = Dictionary(uniqueKeysWithValues: same.measures.map { ($0.name, $0.unit) })
    #expect(units["speed"] == "metrePerSecond" && units["rightStepLength"] == "metre")
    #expect(units["cadence"] == "perMinute" && units["leftKneeFlexion.maximum"] == "degree")
    let table = try await CommandLineRun(["compare", files[0], files[2], "--sigma", "0.01"])
    #expect(table.output.contains("left step length") && table.output.contains("steps/min"))
    // Alone, its sides: both alike.
    let sides = try await CommandLineRun(["compare", files[0], "--sigma", "0.01"])
    #expect(sides.exitCode == 0 && sides.output.contains("step length"))
    #expect(!sides.output.contains("different"))
  }

  static let refusals:
    [(arguments: [String], walk: SyntheticWalk, seconds: Double, error: String)] = {
      var backwards = SyntheticWalk()
      backwards.isBackwards = true
      return [
        (
          [], backwards, 5,
          "no straight stretch of two steps or more was found (0.0 to 5.0 s is walked backwards, or before a camera that goes along, and is left out)"
        ),
        ([], SyntheticWalk(), 0.6, "no straight stretch of two steps or more was found"),
        (
          ["-o", "-", "--csv", "-"], SyntheticWalk(), 5,
          "Only one of --output, --csv and --page can go to standard output."
        ),
        (["--page", "gait.doc"], SyntheticWalk(), 5, "--page gait.doc"),
        (
          ["--reference", "none.json"], SyntheticWalk(), 5, "none.json"
        ),
        (["--person", "3"], SyntheticWalk(), 5, "there is no person 3; the people are 0"),
      ]
    }()

  @Test(arguments: refusals)
  func `what can't be measured is refused with the reason`(
    arguments: [String], walk: SyntheticWalk, seconds: Double, error: String
  ) async throws {
    let folder = try TemporaryFolder()
    let file = try Self.walk(in: folder, seconds: seconds, walk)
    let run = try await CommandLineRun(["gait", file] + arguments)
    #expect(run.exitCode != 0 && run.output.isEmpty)
    #expect(run.errors.contains(error), "\(run.errors)")
  }
}
