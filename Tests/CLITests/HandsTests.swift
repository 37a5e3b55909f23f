import Foundation
import TestSupport
import Testing

@Suite(
  .enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
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

  static func document(_ arguments: [String]) async throws -> Document {
    let run = try await CommandLineRun(["hands"] + arguments + ["-o", "-"])
    try #require(run.exitCode == 0, "\(run.errors)")
    return try JSONDecoder().decode(Document.self, from: Data(run.output.utf8))
  }

  @Test func `a picture without a hand is no error, but reported`() async throws {
    let run = try await CommandLineRun(["hands", DetectTests.emptyImage])
    #expect(run.exitCode == 0)
    #expect(run.errors == "warning: no hand was found in \(DetectTests.emptyImage).\n")
    #expect(run.output == "no hand found\nfingers shown: 0\n")
    let document = try await Self.document([DetectTests.emptyImage])
    #expect(document.schema == "pose3d.hands/1")
    #expect(document.hands.isEmpty)
    #expect(document.fingerCount == 0)
    #expect(document.warnings == ["no hand was found in nobody.png."])
  }

  @Test func `a hand has 21 points, a side and its fingers, and these are summed up`() async throws
  {
    let document = try await Self.document([DetectTests.twoPeople, "--maximum-hands", "4"])
    #expect((2...4).contains(document.hands.count))
    for hand in document.hands {
      #expect(hand.points.count == 21)
      #expect(["left", "right"].contains(hand.chirality))
      #expect(hand.extendedFingers?.count == 5)
    }
    let shown = document.hands.compactMap { $0.extendedFingers?.values.count { $0 } }
    #expect(document.fingerCount == shown.reduce(0, +))
    // The woman on the right of the picture raises her open right hand.
    let raised = try #require(
      document.hands.min { $0.points["wrist"]![1] < $1.points["wrist"]![1] })
    #expect(raised.chirality == "right")
    #expect(raised.extendedFingers?.values.allSatisfy { $0 } == true)
    #expect(abs(try #require(raised.points["wrist"])[0] - 359) < 5)
  }

  @Test func `no more hands are found than are asked for, and bodies can be left out`() async throws
  {
    #expect(
      try await Self.document([DetectTests.twoPeople, "--maximum-hands", "1"]).hands.count == 1)
    let alone = try await Self.document([DetectTests.twoPeople, "--no-bodies"])
    #expect(alone.hands.first?.chirality == "right")
  }

  @Test func `the sides of a mirrored picture are swapped back`() async throws {
    let plain = try await Self.document([DetectTests.twoPeople])
    let mirrored = try await Self.document([DetectTests.twoPeople, "--mirror"])
    let opposite = ["left": "right", "right": "left"]
    #expect(!plain.hands.isEmpty)
    #expect(
      mirrored.hands.map(\.chirality)
        == plain.hands.map { $0.chirality.flatMap { opposite[$0] } })
    #expect(mirrored.hands.map(\.points) == plain.hands.map(\.points))
    #expect(mirrored.fingerCount == plain.fingerCount)
  }

  @Test func `a keypoint file that can't hold hands is reported`() async throws {
    let run = try await CommandLineRun([
      "detect", DetectTests.twoPeople, "--hands", "--layout", "coco", "-o", "-",
    ])
    #expect(run.exitCode == 0)
    #expect(
      run.errors
        == "warning: coco has no place for hands, and they are not in the file; --layout pose3d keeps "
        + "them.\n")
  }

  @Test(arguments: ["pose3d", "vision"])
  func `a keypoint file with a place for hands has them`(layout: String) async throws {
    let run = try await CommandLineRun([
      "detect", DetectTests.twoPeople, "--hands", "--layout", layout, "-o", "-",
    ])
    #expect(run.exitCode == 0 && run.errors.isEmpty)
    #expect(run.output.contains("\"chirality\""))
  }

  @Test func `the file and standard output hold the same, and the overlay is a PNG`() async throws {
    let folder = try TemporaryFolder()
    let (json, overlay) = (folder.path("hands.json"), folder.path("overlay.png"))
    let run = try await CommandLineRun([
      "hands", DetectTests.twoPeople, "-o", json, "--overlay", overlay,
    ])
    #expect(run.exitCode == 0)
    #expect(run.output.hasSuffix("wrote \(json)\nwrote \(overlay)\n"))
    let stdout = try await CommandLineRun(["hands", DetectTests.twoPeople, "-o", "-"])
    #expect(try String(contentsOfFile: json, encoding: .utf8) == stdout.output)
    #expect(
      try Data(contentsOf: URL(filePath: overlay)).starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  @Test func `help has examples`() async throws {
    for command in ["hands", "detect"] {
      let help = try await CommandLineRun([command, "--help"])
      #expect(help.exitCode == 0)
      #expect(help.output.contains("EXAMPLES"))
    }
  }
}
