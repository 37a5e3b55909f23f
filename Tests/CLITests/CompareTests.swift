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

  /// Markers of a person who bends both knees once for each depth in degrees, as TRC: x forward, y up, z to
  /// the right, 30 frames a second. The left knee bends by a share of it.
  private static func squats(
    in folder: TemporaryFolder, _ name: String, depth: [Double], left: Double = 1
  ) throws -> String {
    let frames = depth.flatMap { bend in
      (0..<40).map { frame in
        let share = (1 - cos(2 * Double.pi * Double(frame) / 40)) / 2
        return Self.markers(knee: bend * share * .pi / 180, left: left)
      }
    }
    let names = SyntheticWalk.names.filter { !$0.hasSuffix("Heel") && !$0.hasSuffix("Toe") }
    return try folder.file(
      name, Data(MarkerText.trc(name, names: names, frames: frames, rate: 30).utf8))
  }

  /// The hips are above the ankles: thigh and shank of 0.44 m turn by half of the right knee's angle each.
  private static func markers(knee: Double, left: Double) -> [String: SIMD3<Double>] {
    let hip = 0.08 + 0.88 * cos(knee / 2)
    var markers: [String: SIMD3<Double>] = [
      "root": [0, hip, 0], "spine": [0, hip + 0.25, 0], "centerShoulder": [0, hip + 0.5, 0],
      "centerHead": [0, hip + 0.65, 0], "topHead": [0, hip + 0.82, 0],
    ]
    for (side, z, share) in [("left", -1.0, left), ("right", 1.0, 1.0)] {
      let half = knee * share / 2
      markers["\(side)Shoulder"] = [0, hip + 0.5, 0.18 * z]
      markers["\(side)Elbow"] = [0, hip + 0.22, 0.2 * z]
      markers["\(side)Wrist"] = [0.02, hip - 0.03, 0.2 * z]
      markers["\(side)Hip"] = [0, hip, 0.09 * z]
      markers["\(side)Knee"] = [0.44 * sin(half), hip - 0.44 * cos(half), 0.09 * z]
      markers["\(side)Ankle"] = [0, hip - 0.88 * cos(half), 0.09 * z]
    }
    return markers
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
    #expect(run.errors.contains("--sigma states one of the joints"), "\(run.errors)")
  }

  static let refusals: [([String], Int32, String)] = [
    (["a.json", "b.json", "c.json"], 64, "3 files: name one session, or two."),
    (
      ["a.json", "b.json", "-o", "-", "--csv", "-"], 64,
      "Only one of --output, --csv and --page can"
    ),
    (["a.json", "--page", "a.pdf"], 64, "--page a.pdf: a page for a browser is written; name it"),
    (["-", "-"], 64, "Standard input is read once: name a file for the other session."),
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
