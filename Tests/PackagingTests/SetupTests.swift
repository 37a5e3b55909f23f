import Foundation
import TestSupport
import Testing

#if os(Linux)
/// `scripts/setup` in a checkout of its own, on a machine without apt, network and downloads.
struct SetupTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder([("bin/swift", "#!/bin/sh\necho 'Swift version 6.3'\n")])
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path("bin/swift"))
    try files.createDirectory(
      atPath: folder.path("checkout/scripts"), withIntermediateDirectories: true)
    try files.copyItem(
      atPath: Checkout.path("scripts/setup"), toPath: folder.path("checkout/scripts/setup"))
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let tools = [
      "bash", "cat", "cut", "dirname", "env", "find", "flock", "grep", "head", "mkdir", "mktemp",
      "mv", "python3", "rm", "sed", "sha256sum", "sort", "stat", "tail",
      "touch", "uname",
    ]
    for tool in tools {
      let place = path.split(separator: ":").map { "\($0)/\(tool)" }
        .first(where: files.isExecutableFile)
      try files.createSymbolicLink(
        atPath: folder.path("bin/\(tool)"), withDestinationPath: try #require(place, "\(tool)"))
    }
  }

  private func setup(
    in place: String, _ options: [String] = ["--require-runtime"]
  ) async throws -> ChildProcess {
    try await ChildProcess(
      folder.path("bin/bash"), [folder.path("checkout/scripts/setup")] + options,
      environment: [
        "PATH": folder.path("bin"), "HOME": folder.path("home"), "XDG_CACHE_HOME": nil,
        "PIP_NO_INDEX": "1", "SWIFT": nil,
      ], startingIn: place)
  }

  @Test func `no module is taken from the current folder`() async throws {
    let mark = folder.path("mark")
    for name in ["pip", "zipfile", "sys", "fnmatch", "pathlib"] {
      try folder.file("foreign/\(name).py", "open(\"\(mark)\", \"w\")\n")
    }
    let run = try await setup(in: folder.path("foreign"))
    #expect(run.exitCode == 69, "\(run.errors)")
    #expect(!folder.contents.contains("mark"), "\(run.errors)")
    #expect(run.errors.contains("setup: the detection runtime is missing"))
  }

  @Test func `a checkout that can't be written is named in a sentence`() async throws {
    // A file in the way: root may write to any folder.
    try folder.file("checkout/.deps", "")
    let run = try await setup(in: folder.path)
    #expect(run.exitCode == 69)
    #expect(
      run.errors.hasPrefix(
        "setup: can't write to \(folder.path)/checkout/.deps: the checkout is read-only or "
          + "belongs to another user\n"))
    #expect(!run.errors.contains("mkdir"))
  }

  @Test(.enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
  func `without the heavy model setup warns, goes on, and asks for it again a day later`()
    async throws
  {
    // A runtime that is whole by its stamp.
    let stamp = try String(contentsOfFile: Checkout.path(".deps/stamp"), encoding: .utf8)
    let header = try #require(stamp.split(separator: "\n").first)
    try folder.file("checkout/.deps/stamp", "\(header)\n0 1 models/a\n")
    try folder.file("checkout/.deps/models/a", "a")
    let without = try await setup(in: folder.path, ["--no-heavy"])
    #expect(without.exitCode == 0 && without.errors.isEmpty)
    let run = try await setup(in: folder.path, [])
    #expect(run.exitCode == 0)
    #expect(
      run.errors.hasSuffix(
        "setup: warning: the heavy landmark model isn't installed; the full one is used, which is "
          + "less exact\n"), "\(run.errors)")
    let again = try await setup(in: folder.path, [])
    #expect(again.exitCode == 0 && again.errors.isEmpty)
    let demanded = try await setup(in: folder.path, ["--heavy"])
    #expect(demanded.exitCode == 69)
    #expect(demanded.errors.hasSuffix("setup: the heavy landmark model can't be had\n"))
  }
}
#endif
