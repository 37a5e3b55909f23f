import Foundation
import TestSupport
import Testing

/// `pose3d analyze --explain`.
struct ExplainTests {
  private static let explain = AnalyzeTests.withKeypoints + ["--explain"]

  /// The table from its heading on.
  private func table(_ text: String) throws -> Substring {
    let start = try #require(text.range(of: "evidence for person 0\n"))
    return text[start.lowerBound...]
  }

  @Test func `a further table has the evidence for every joint`() async throws {
    let plain = try await CommandLineRun(AnalyzeTests.withKeypoints)
    let run = try await CommandLineRun(Self.explain)
    #expect(run.exitCode == 0)
    #expect(run.output.hasPrefix(plain.output), "it follows the table")
    let lines = try table(run.output).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[2].hasPrefix("depth    \(AnalyzeTests.depth): used, "))
    #expect(
      lines[3].hasPrefix("height   1.") && lines[3].hasSuffix("measured: the sum of the bones"))
    #expect(lines.dropFirst(4).allSatisfy { $0.count < 100 })
    let joints = lines.dropFirst(7).prefix(17)
    #expect(joints.first?.hasPrefix("root           derived ") == true)
    #expect(joints.last?.hasPrefix("rightWrist     seen ") == true)
    let person = try await #require(
      try AnalyzeTests.skeleton(CommandLineRun(AnalyzeTests.withKeypoints + ["-o", "-"])).people
        .first)
    for (line, joint) in zip(joints, person.joints) {
      #expect(line.hasPrefix(joint.name))
      let sigma = Int((joint.sigma * 1000).rounded())
      #expect(line.hasSuffix(" \(sigma)  \(joint.source)"), "\(line)")
    }
    #expect(run.output.contains(" agrees "))
  }

  @Test(arguments: ["-o", "--overlay"])
  func `it goes to stderr when a document takes standard output`(option: String) async throws {
    let script = ["-c", "\"$0\" \"$@\" > /dev/null"]
    let run = try await CommandLineRun(Self.explain + [option, "-"], through: script)
    #expect(run.exitCode == 0)
    #expect(try table(run.errors).contains("\nleftElbow      seen "))
    guard option == "-o" else { return }
    let explained = try await CommandLineRun(Self.explain + ["-o", "-"]).output
    let plain = try await CommandLineRun(AnalyzeTests.withKeypoints + ["-o", "-"]).output
    #expect(explained == plain)
  }

  @Test func `missing depth, and depth that is not used, are reported`() async throws {
    let arguments = [
      "analyze", AnalyzeTests.color, "--camera", AnalyzeTests.camera, "--keypoints",
      AnalyzeTests.keypoints, "--explain",
    ]
    let without = try await table(CommandLineRun(arguments).output)
    #expect(without.contains("\ndepth    none: lifted from the keypoints and the prior\n"))
    #expect(
      without.contains(
        "\nheight   1.80 m ± 0.15, the reference: the body's size is unknown\n"))
    #expect(!without.contains("agrees"))
    let given = try await table(CommandLineRun(arguments + ["--height", "1.52"]).output)
    #expect(given.contains("\nheight   1.52 m, given by --height\n"))
    let refused = try await table(
      CommandLineRun(
        arguments + ["--depth", AnalyzeTests.depth, "--depth-scale", "0.0002"]
      ).output)
    #expect(refused.contains("\ndepth    \(AnalyzeTests.depth): not used, it "))
  }
}
