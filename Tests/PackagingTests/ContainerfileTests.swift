import Foundation
import TestSupport
import Testing

/// `scripts/check_packaging.py`, which holds the Containerfile to `scripts/setup` and the rest.
struct ContainerfileTests {
  private func problems(of text: String) async throws -> ChildProcess {
    let folder = try TemporaryFolder([("Containerfile", text)])
    return try await ChildProcess(
      Checkout.path("scripts/check_packaging.py"), [folder.path("Containerfile")])
  }

  @Test func `the Containerfile is in line with the checkout`() async throws {
    let run = try await ChildProcess(Checkout.path("scripts/check_packaging.py"), [])
    #expect(run.exitCode == 0, "\(run.errors)")
  }

  @Test(arguments: [
    ("dpkg-dev", "cmake", "cmake is installed, and neither scripts/setup nor Packaging needs it"),
    ("setup --no-heavy", "setup --light", "scripts/setup has no option --light"),
    ("make deb", "make debian", "the Makefile has no target debian"),
    ("RUN scripts/setup", "# scripts/setup", "make is called before scripts/setup"),
    ("swift:6.2", "swift:6.1", "swift:6.1-bookworm is older than the Swift 6.2 of Package.swift"),
    (
      "bookworm-slim", "trixie-slim",
      "debian:trixie-slim isn't Debian's bookworm, which scripts/setup knows"
    ),
    ("COPY scripts", "COPY script", "there is no script to copy"),
    ("from=build", "from=built", "there is no stage built"),
    (
      "/pose3d/dist/", "/pose3d/out/",
      "/pose3d/out/*.deb isn't in the folder dist that make fills"
    ),
    ("WORKDIR /data", "\n\nWORKDIR /data", "more than 15 lines"),
  ])
  func `an outdated instruction is reported`(old: String, new: String, problem: String) async throws
  {
    let text = try String(contentsOfFile: Checkout.path("Containerfile"), encoding: .utf8)
    let altered = text.replacing(old, with: new, maxReplacements: 1)
    try #require(altered != text)
    let run = try await problems(of: altered)
    #expect(run.exitCode == 1)
    #expect(run.errors == "Containerfile: \(problem)\n")
  }
}
