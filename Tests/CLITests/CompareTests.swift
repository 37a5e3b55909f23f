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

  /// Points of a person who bends one or both knees several times, 30 frames a second.
  private static func squats(
    in folder: TemporaryFolder, _ name: String, depth: [Double], left: Double = 1
  ) throws -> String {
    var lines: [String] = []
    for (number, bend) in depth.enumerated() {
      for frame in 0..<40 {
        let share = (1 - cos(2 * Double.pi * Double(frame) / 40)) / 2
        let points = [("left", 0.09, left), ("right", -0.09, 1.0)].flatMap { side, x, factor in
          let knee = bend * share * factor * .pi / 180
          // Thigh and shank of 0.44 m turn by half of the angle each, the hips above the ankles.
          let hip = (x, 0.08 + 0.88 * cos(knee / 2), 0.0)
          return [
            ("\(side)Ankle", (x, 0.08, 0.0)),
            ("\(side)Knee", (x, 0.08 + 0.44 * cos(knee / 2), 0.44 * sin(knee / 2))),
            ("\(side)Hip", hip), ("\(side)Shoulder", (x * 2, hip.1 + 0.5, 0.0)),
            ("\(side)Elbow", (x * 2.2, hip.1 + 0.22, 0.0)),
            ("\(side)Wrist", (x * 2.2, hip.1 - 0.03, 0.02)),
          ]
        }
        let time = Double(number * 40 + frame) / 30
        let text = points.map { "\"\($0.0)\": [\($0.1.0), \($0.1.1), \($0.1.2)]" }
        lines.append("{\"time\": \(time), \(text.joined(separator: ", "))}")
      }
    }
    return try folder.file(name, Data("[\(lines.joined(separator: ",\n"))]".utf8))
  }

  private static func document(_ arguments: [String]) async throws -> Document {
    let run = try await CommandLineRun(["compare", "-o", "-"] + arguments)
    try #require(run.exitCode == 0, "\(run.errors)")
    return try JSONDecoder().decode(Document.self, from: Data(run.output.utf8))
  }

  private static let options = ["--rep-angle", "rightKneeFlexion", "--no-grounding"]

  @Test func `deeper squats are told from shallower ones, and like ones are not`() async throws {
    let folder = try TemporaryFolder()
    let monday = try Self.squats(in: folder, "monday.json", depth: [70, 72, 71, 69])
    let friday = try Self.squats(in: folder, "friday.json", depth: [99, 101, 100, 102])
    let same = try Self.squats(in: folder, "same.json", depth: [71, 70, 72, 71])
    let changed = try await Self.document([monday, friday] + Self.options)
    #expect(changed.schema == "pose3d.comparison/1" && changed.pairing == "sessions")
    let knee = try #require(changed.measures.first { $0.name == "rightKneeFlexion.maximum" })
    #expect(abs(knee.difference.value - 30) < 3 && knee.verdict == "changed")
    let unchanged = try await Self.document([monday, same] + Self.options)
    #expect(unchanged.measures.allSatisfy { $0.verdict != "changed" })
  }

  @Test func `one file has its two sides compared`() async throws {
    let folder = try TemporaryFolder()
    let file = try Self.squats(in: folder, "limp.json", depth: [100, 101, 99, 100], left: 0.5)
    let document = try await Self.document([file] + Self.options)
    #expect(document.pairing == "sides")
    let knee = try #require(document.measures.first { $0.name == "kneeFlexion.maximum" })
    #expect(abs(knee.difference.value + 50) < 5)
  }

  @Test func `a table, a page, JSON and CSV have the same measures`() async throws {
    let folder = try TemporaryFolder()
    let monday = try Self.squats(in: folder, "monday.json", depth: [70, 72, 71])
    let friday = try Self.squats(in: folder, "friday.json", depth: [100, 101, 99])
    let (page, csv) = (folder.path("c.html"), folder.path("c.csv"))
    let run = try await CommandLineRun(
      ["compare", monday, friday, "--page", page, "--csv", csv] + Self.options)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.contains("right knee flexion, greatest") && run.output.contains("changed"))
    #expect(run.output.hasSuffix("wrote \(csv)\nwrote \(page)\n"))
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("right knee flexion, greatest") && html.contains("<svg "))
    // A page that is sent to others has names of files and no folders.
    #expect(!html.contains(folder.path) && html.contains("monday.json"))
    #expect(!html.contains("<script"))
    let document = try await Self.document([monday, friday] + Self.options)
    let lines = try String(contentsOfFile: csv, encoding: .utf8).split(separator: "\n").dropFirst()
    #expect(lines.map { $0.prefix { $0 != "," } } == document.measures.map { $0.name[...] })
  }

  static let refusals: [([String], Int32, String)] = [
    (["a.json", "b.json", "c.json"], 64, "3 files: name one session, or two."),
    (
      ["a.json", "b.json", "-o", "-", "--csv", "-"], 64,
      "Only one of --output, --csv and --page can"
    ),
    (["a.json", "--page", "a.pdf"], 64, "--page a.pdf: a page for a browser is written; name it"),
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
