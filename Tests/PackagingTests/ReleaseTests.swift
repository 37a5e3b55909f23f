import Foundation
import TestSupport
import Testing

/// `scripts/release.py` in a copy of this checkout.
@Suite(
  .enabled(
    if: FileManager.default.fileExists(atPath: Checkout.path(".git")), "there is no checkout"))
struct ReleaseTests {
  private let folder: TemporaryFolder
  private let copy: String

  init() async throws {
    folder = try TemporaryFolder()
    copy = folder.path("copy")
    let clone = try await ChildProcess("git", ["clone", "--quiet", Checkout.path("."), copy])
    #expect(clone.exitCode == 0, "\(clone.errors)")
    try await git(["config", "user.name", "Tester"])
    try await git(["config", "user.email", "tester@tests.invalid"])
    // The script as it is here, and a change that isn't released.
    let script = try Data(contentsOf: URL(filePath: Checkout.path("scripts/release.py")))
    try script.write(to: URL(filePath: "\(copy)/scripts/release.py"))
    try change("CHANGELOG.md") {
      $0.replacing("## [Unreleased]\n", with: "## [Unreleased]\n\n### Added\n\n- A test.\n")
    }
    try await git(["commit", "--quiet", "--all", "--message", "A change for the test"])
  }

  @discardableResult
  private func git(_ arguments: [String]) async throws -> String {
    let run = try await ChildProcess("git", ["-C", copy] + arguments)
    #expect(run.exitCode == 0, "\(run.errors)")
    return run.output
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(copy)/\(name)", encoding: .utf8)
  }

  private func change(_ name: String, _ body: (String) -> String) throws {
    try body(try text(name)).write(toFile: "\(copy)/\(name)", atomically: true, encoding: .utf8)
  }

  private func release(_ arguments: [String]) async throws -> ChildProcess {
    try await ChildProcess("python3", ["\(copy)/scripts/release.py"] + arguments)
  }

  private func refused(_ version: String, _ words: String) async throws {
    let run = try await release([version])
    #expect(run.exitCode == 1 && run.errors.contains(words), "\(run.errors)")
  }

  @Test func `a version has one number everywhere, its changes in the tag, and nothing left over`()
    async throws
  {
    let before = try await git(["rev-parse", "HEAD"])
    let rehearsal = try await release(["90.1.2", "--dry-run"])
    #expect(rehearsal.exitCode == 0 && rehearsal.output.contains("CHANGELOG.md"))
    #expect(try await git(["rev-parse", "HEAD"]) == before)
    #expect(try await git(["status", "--porcelain"]).isEmpty)

    let run = try await release(["90.1.2"])
    #expect(run.exitCode == 0, "\(run.errors)")
    for name in [
      "README.md", "CITATION.cff", "CHANGELOG.md", "docs/how-to/install.md",
      "Packaging/debian/changelog", "Sources/CPose3D/include/pose3d.h",
      "Sources/PoseAnalysis/Installation.swift",
    ] {
      #expect(try text(name).contains("90.1.2"), "\(name)")
    }
    let check = try await ChildProcess("python3", ["\(copy)/scripts/check_packaging.py"])
    #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
    #expect(try await git(["cat-file", "-t", "90.1.2"]) == "tag\n")
    #expect(try await git(["tag", "--list", "-n99", "90.1.2"]).contains("- A test."))
    #expect(try await git(["status", "--porcelain"]).isEmpty)
    // Nothing has changed since.
    try await refused("90.1.3", "nothing under \"Unreleased\"")
  }

  @Test func `what is no higher version, and changes that aren't committed, are refused`()
    async throws
  {
    try await refused("1.2", "isn't a version like 0.2.0")
    try await refused("0.0.1", "isn't above")
    try await git(["tag", "90.1.2"])
    try await refused("90.1.2", "there is a tag 90.1.2 already")
    try change("README.md") { $0 + "\n" }
    try await refused("90.1.3", "changes that are not committed")
    #expect(try await git(["log", "-1", "--format=%s"]) == "A change for the test\n")
  }
}
