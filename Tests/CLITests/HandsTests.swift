import Foundation
import Testing

@Suite(
  .enabled(if: CommandLineRun.hasDetection, "scripts/setup installs the detection runtime"))
struct HandsTests {
  /// What the tests read of a file of hands.
  struct Document: Decodable {
    struct Hand: Decodable {
      let chirality: String?
      let points: [String: [Double]]
      let extendedFingers: [String: Bool]?
    }
    let schema: String
    let file: String
    let width: Int
    let height: Int
    let hands: [Hand]
    let fingerCount: Int
    let warnings: [String]
  }

  static func document(_ arguments: [String]) throws -> Document {
    let run = try CommandLineRun(["hands"] + arguments + ["--json", "-"])
    try #require(run.exitCode == 0, "\(run.errors)")
    return try JSONDecoder().decode(Document.self, from: Data(run.output.utf8))
  }

  @Test func `a picture without a hand is no error, but says so`() throws {
    let run = try CommandLineRun(["hands", DetectTests.nobody])
    #expect(run.exitCode == 0)
    #expect(run.errors == "pose3d: no hand was found in \(DetectTests.nobody).\n")
    #expect(run.output == "no hand\nfingers shown: 0\n")
    let document = try Self.document([DetectTests.nobody])
    #expect(document.schema == "pose3d.hands/1")
    #expect(document.hands.isEmpty)
    #expect(document.fingerCount == 0)
    #expect(document.warnings == ["no hand was found in \(DetectTests.nobody)."])
  }

  @Test func `the file and standard output hold the same, and the overlay is a PNG`() throws {
    let folder = try TemporaryFolder()
    let (json, overlay) = (folder.path("hands.json"), folder.path("overlay.png"))
    let run = try CommandLineRun([
      "hands", DetectTests.twoPeople, "--json", json, "--overlay", overlay,
    ])
    #expect(run.exitCode == 0)
    #expect(run.output.hasSuffix("wrote \(json)\nwrote \(overlay)\n"))
    let stdout = try CommandLineRun(["hands", DetectTests.twoPeople, "--json", "-"])
    #expect(try String(contentsOfFile: json, encoding: .utf8) == stdout.output)
    #expect(
      try Data(contentsOf: URL(filePath: overlay)).starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  @Test func `help has examples`() throws {
    for command in ["hands", "detect"] {
      let help = try CommandLineRun([command, "--help"])
      #expect(help.exitCode == 0)
      #expect(help.output.contains("EXAMPLES"))
    }
  }
}
