import Foundation
import TestSupport
import Testing

/// `--blur-faces`, run as its user runs it.
@Suite("Hidden faces on the command line")
struct PrivacyTests {
  private static let color = Fixture.path("demo/color.jpg")

  private static func run(_ arguments: [String]) async throws -> CommandLineRun {
    try await CommandLineRun(
      ["analyze", color, "--keypoints", Fixture.path("demo/keypoints.json")] + arguments)
  }

  @Test func `an overlay is another image where faces are hidden`() async throws {
    let folder = try TemporaryFolder()
    let (shown, hidden) = (folder.path("shown.png"), folder.path("hidden.png"))
    #expect(try await Self.run(["--overlay", shown]).exitCode == 0)
    #expect(try await Self.run(["--overlay", hidden, "--blur-faces"]).exitCode == 0)
    let files = try [shown, hidden].map { try Data(contentsOf: URL(fileURLWithPath: $0)) }
    #expect(files[0] != files[1])
    // Coarse blocks take less room than a face.
    #expect(files[1].count < files[0].count)
  }

  @Test func `hiding faces without a picture to write is refused`() async throws {
    let run = try await Self.run(["--blur-faces"])
    #expect(run.exitCode == 64 && run.output.isEmpty)
    #expect(
      run.errors.contains(
        "--blur-faces hides faces in what is written: give --overlay or --report, too."),
      "\(run.errors)")
  }

  @Test func `several videos in a report are refused before they are read`() async throws {
    let run = try await CommandLineRun([
      "video", "a.mp4", "b.mp4", "--cameras", "rig.json", "--report", "r.html", "--blur-faces",
    ])
    #expect(run.exitCode == 64)
    #expect(run.errors.contains("hides faces in the video of one camera"), "\(run.errors)")
  }

  @Test func `a report has no copy of the file, and states that faces are hidden`() async throws {
    let folder = try TemporaryFolder()
    let (shown, hidden) = (folder.path("shown.html"), folder.path("hidden.html"))
    #expect(try await Self.run(["--report", shown]).exitCode == 0)
    #expect(try await Self.run(["--report", hidden, "--blur-faces"]).exitCode == 0)
    let pages = try [shown, hidden].map { try String(contentsOfFile: $0, encoding: .utf8) }
    let original = try Data(contentsOf: URL(fileURLWithPath: Self.color))
      .base64EncodedString().prefix(4000)
    #expect(pages[0].contains(original) && !pages[1].contains(original))
    #expect(pages[1].contains("made unrecognisable") && !pages[0].contains("made unrecognisable"))
  }
}
