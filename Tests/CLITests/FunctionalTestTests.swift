import Foundation
import TestSupport
import Testing

/// `pose3d test`, run as its user runs it.
@Suite("Functional tests on the command line")
struct FunctionalTestCommandTests {
  @Test(
    arguments: [
      "5xsts", "30s-chair-stand", "tug", "single-leg-stance", "single-leg-squat", "jump",
      "shoulder-rom", "hip-rom", "plank",
    ])
  func `a person who walks does none of the tests, and the reason is given`(test: String)
    async throws
  {
    let folder = try TemporaryFolder()
    let walk = SyntheticWalk()
    let frames = (0...150).map { walk.markers(at: Double($0) / 50) }
    let file = try folder.file(
      "walk.trc",
      Data(
        MarkerText.trc("walk.trc", names: SyntheticWalk.names, frames: frames, rate: 50).utf8))
    let run = try await CommandLineRun(["test", test, file])
    #expect(run.exitCode != 0 && run.output.isEmpty)
    #expect(run.errors.contains("no person does this test"), "\(run.errors)")
  }

  /// Six rises.
  private static func chair(in folder: TemporaryFolder) throws -> String {
    try folder.file(
      "chair.trc",
      Data(SyntheticSquats.trc("chair.trc", depth: Array(repeating: 90, count: 6)).utf8))
  }

  @Test func `a table, a page, JSON and CSV have the time of five rises`() async throws {
    let folder = try TemporaryFolder()
    let file = try Self.chair(in: folder)
    let (page, csv) = (folder.path("test.html"), folder.path("test.csv"))
    let run = try await CommandLineRun([
      "test", "5xsts", file, "--page", page, "--csv", csv, "--no-grounding",
    ])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.contains("five times sit-to-stand"))
    #expect(run.output.hasSuffix("wrote \(csv)\nwrote \(page)\n"))
    let lines = try String(contentsOfFile: csv, encoding: .utf8).split(separator: "\n")
    let cells = try #require(lines.first { $0.hasPrefix("0,5xsts,time,") }).split(
      separator: ",", omittingEmptySubsequences: false)
    // From the lowest point of the first to standing after the fifth, 40 frames each.
    #expect(abs(try #require(Double(cells[4])) - 6) < 0.5)
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("chair.trc: five times sit-to-stand") && html.contains("<rect "))
    #expect(!html.contains(folder.path) && !html.contains("<script"))
    #expect(html.components(separatedBy: "<rect ").count - 1 == 6)
  }

  @Test func `with an age the result is compared with what is published for it`() async throws {
    let folder = try TemporaryFolder()
    let file = try Self.chair(in: folder)
    let (page, csv) = (folder.path("test.html"), folder.path("test.csv"))
    let run = try await CommandLineRun([
      "test", "5xsts", file, "--age", "72", "--page", page, "--csv", csv, "--no-grounding",
    ])
    #expect(run.exitCode == 0, "\(run.errors)")
    // Their arms aren't folded.
    let answer = "can't be told: not done as required"
    let title = "worse than the average of 70 to 79 years, more than 12.6 s"
    #expect(
      run.output.contains(
        "\(title): \(answer)\npublished average: Bohannon 2006, Percept Mot Skills"))
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("<td>\(title)</td><td>\(answer)</td>") && html.contains("Bohannon 2006"))
    let lines = try String(contentsOfFile: csv, encoding: .utf8).split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("0,5xsts,time,") && $0.hasSuffix(",12.6000,") })
    #expect(lines.contains { $0.hasPrefix("0,5xsts,rises,") && $0.hasSuffix(",,") })
  }

  @Test(
    arguments: [
      (["5xsts", "--sex", "man"], "--sex is about published values: give --age, too."),
      (["tug", "--age", "45"], "--age 45: values are published for 60 to 99 years, not for 45."),
      (["30s-chair-stand", "--age", "70"], "the values of women and men differ"),
      (["plank", "--age", "70"], "--age 70: no values by age are known for plank"),
    ])
  func `an age without published values is refused`(arguments: [String], sentence: String)
    async throws
  {
    let run = try await CommandLineRun(["test"] + arguments + ["a.json"])
    #expect(run.exitCode == 64 && run.output.isEmpty)
    #expect(run.errors.contains(sentence), "\(run.errors)")
  }

  @Test func `an unknown test is answered with those that there are`() async throws {
    let run = try await CommandLineRun(["test", "4xsts", "a.json"])
    #expect(run.exitCode == 64)
    #expect(run.errors.contains("5xsts") && run.errors.contains("jump"), "\(run.errors)")
  }
}
