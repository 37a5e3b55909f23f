import Foundation
import TestSupport
import Testing

/// `pose3d compare`, run as its user runs it.
@Suite("Comparing sessions on the command line")
struct CompareTests {
  private struct Document: Decodable {
    struct Measure: Decodable {
      struct Value: Decodable {
        let value: Double
        let sigma: Double?
      }
      let name: String
      let difference: Value
      let minimalDetectableChange: Double?
      let verdict: String
    }
    let schema: String
    let pairing: String
    let differentConditions: [String]
    let measures: [Measure]
  }

  private static func squats(
    in folder: TemporaryFolder, _ name: String, depth: [Double], left: Double = 1
  ) throws -> String {
    try folder.file(name, Data(SyntheticSquats.trc(name, depth: depth, left: left).utf8))
  }

  private static func document(_ arguments: [String]) async throws -> Document {
    let run = try await CommandLineRun(["compare", "-o", "-"] + arguments)
    try #require(run.exitCode == 0, "\(run.errors)")
    return try JSONDecoder().decode(Document.self, from: Data(run.output.utf8))
  }

  private static let options = [
    "--rep-angle", "rightKneeFlexion", "--no-grounding", "--sigma", "0.005",
  ]

  @Test func `deeper squats are distinguished from shallower ones, and like ones are not`()
    async throws
  {
    let folder = try TemporaryFolder()
    let monday = try Self.squats(in: folder, "monday.trc", depth: [70, 72, 71, 69])
    let friday = try Self.squats(in: folder, "friday.trc", depth: [99, 101, 100, 102])
    let same = try Self.squats(in: folder, "same.trc", depth: [71, 70, 72, 71])
    let changed = try await Self.document([monday, friday] + Self.options)
    #expect(changed.schema == "pose3d.comparison/1" && changed.pairing == "sessions")
    let knee = try #require(changed.measures.first { $0.name == "rightKneeFlexion.maximum" })
    #expect(abs(knee.difference.value - 30) < 3 && knee.verdict == "changed")
    let unchanged = try await Self.document([monday, same] + Self.options)
    #expect(unchanged.measures.allSatisfy { $0.verdict != "changed" })
  }

  @Test func `one file has its two sides compared`() async throws {
    let folder = try TemporaryFolder()
    let file = try Self.squats(in: folder, "limp.trc", depth: [100, 101, 99, 100], left: 0.5)
    let document = try await Self.document([file] + Self.options)
    #expect(document.pairing == "sides")
    let knee = try #require(document.measures.first { $0.name == "kneeFlexion.maximum" })
    #expect(abs(knee.difference.value + 50) < 5)
  }

  @Test func `a table, a page, JSON and CSV have the same measures`() async throws {
    let folder = try TemporaryFolder()
    let monday = try Self.squats(in: folder, "monday.trc", depth: [70, 72, 71])
    let friday = try Self.squats(in: folder, "friday.trc", depth: [100, 101, 99])
    let (page, csv) = (folder.path("c.html"), folder.path("c.csv"))
    let run = try await CommandLineRun(
      ["compare", monday, friday, "--page", page, "--csv", csv] + Self.options)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.contains("right knee flexion, greatest") && run.output.contains("changed"))
    #expect(run.output.hasSuffix("wrote \(csv)\nwrote \(page)\n"))
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("right knee flexion, greatest") && html.contains("<svg "))
    // A page that is sent to others has names of files and no folders.
    #expect(!html.contains(folder.path) && html.contains("monday.trc"))
    #expect(!html.contains("<script"))
    let document = try await Self.document([monday, friday] + Self.options)
    let lines = try String(contentsOfFile: csv, encoding: .utf8).split(separator: "\n").dropFirst()
    #expect(lines.map { $0.prefix { $0 != "," } } == document.measures.map { $0.name[...] })
  }

  @Test func `joints without a sigma are not told apart, and the option that gives one is named`()
    async throws
  {
    let folder = try TemporaryFolder()
    let monday = try Self.squats(in: folder, "monday.trc", depth: [70, 72, 71, 69])
    let friday = try Self.squats(in: folder, "friday.trc", depth: [99, 101, 100, 102])
    let run = try await CommandLineRun(
      ["compare", monday, friday, "--rep-angle", "rightKneeFlexion"])
    #expect(run.exitCode == 0 && run.output.contains("can't be told"))
    #expect(!run.output.contains("changed\n"))
    #expect(run.errors.contains("state one of the joints with --sigma"), "\(run.errors)")
  }

  private struct Series: Decodable {
    struct Session: Decodable { let name: String }
    struct Comparison: Decodable {
      let after: Int
      let differentConditions: [String]
      let measures: [Document.Measure]
    }
    let schema: String
    let sessions: [Session]
    let comparisons: [Comparison]
  }

  @Test func `of several sessions each is compared with the first`() async throws {
    let folder = try TemporaryFolder()
    let depths: [[Double]] = [[70, 72, 71, 69], [71, 70, 72, 71], [99, 101, 100, 102]]
    let files = try zip(["june.trc", "july.trc", "august.trc"], depths).map {
      try Self.squats(in: folder, $0, depth: $1)
    }
    let (json, csv, page) = (folder.path("s.json"), folder.path("s.csv"), folder.path("s.html"))
    let run = try await CommandLineRun(
      ["compare"] + files + ["-o", json, "--csv", csv, "--page", page] + Self.options)
    #expect(run.exitCode == 0, "\(run.errors)")
    let series = try JSONDecoder().decode(
      Series.self, from: Data(contentsOf: URL(filePath: json)))
    #expect(series.schema == "pose3d.series/1" && series.comparisons.map(\.after) == [1, 2])
    #expect(series.sessions.map(\.name) == ["june.trc", "july.trc", "august.trc"])
    let knees = series.comparisons.map { comparison in
      comparison.measures.first { $0.name == "rightKneeFlexion.maximum" }
    }
    #expect(knees[0]?.verdict == "noChangeShown" && knees[1]?.verdict == "changed")
    #expect(abs((knees[1]?.difference.value ?? 0) - 30) < 3)
    // A limit for two later sessions together is wider than for one.
    let pair = try await Self.document([files[0], files[2]] + Self.options)
    let alone = try #require(pair.measures.first { $0.name == "rightKneeFlexion.maximum" })
    let ratio =
      try #require(knees[1]?.minimalDetectableChange) / #require(alone.minimalDetectableChange)
    #expect(ratio > 1.1 && ratio < 1.6, "\(ratio)")
    let line = try #require(
      run.output.split(separator: "\n").first { $0.hasPrefix("right knee flexion, greatest") })
    #expect(line.hasSuffix(" *"), "\(line)")
    let lines = try String(contentsOfFile: csv, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 1 + series.comparisons.reduce(0) { $0 + $1.measures.count })
    #expect(lines[1].hasPrefix("1,july.trc,"))
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("class=\"dot beyond\"") && html.contains("3: august.trc"))
    #expect(!html.contains(folder.path) && !html.contains("<script"))
  }

  static let refusals: [([String], Int32, String)] = [
    (
      ["a.json", "b.json", "-o", "-", "--csv", "-"], 64,
      "Only one of --output, --csv and --page can"
    ),
    (
      ["a.json", "--page", "a.doc"], 64,
      "--page a.doc: a page is written; name it .html for a browser"
    ),
    (["-", "-"], 64, "Standard input is read once: name files for the other sessions."),
    (["missing.json"], 66, "missing.json: there is no such file"),
  ]

  @Test(arguments: refusals)
  func `what can't be compared is refused`(
    arguments: [String], code: Int32, message: String
  ) async throws {
    let run = try await CommandLineRun(["compare"] + arguments)
    #expect(run.exitCode == code && run.errors.hasPrefix("error: \(message)"), "\(run.errors)")
  }
}
