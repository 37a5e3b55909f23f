import Foundation
import TestSupport
import Testing

#if os(Linux)
/// `scripts/install`, as `make install` and the packages call it.
struct InstallTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func install(_ arguments: [String], prefix: String = "/opt/my tools") async throws {
    let run = try await ChildProcess(
      Checkout.path("scripts/install"), arguments,
      environment: ["PREFIX": prefix, "DESTDIR": folder.path("root"), "ZSH_FUNCTIONS": nil])
    #expect(run.exitCode == 0, "\(run.errors)")
  }

  /// All files and links below the root.
  private var installed: [String] {
    let place = folder.path("root")
    return (FileManager.default.subpaths(atPath: place) ?? []).filter { name in
      let type = try? FileManager.default.attributesOfItem(atPath: "\(place)/\(name)")[.type]
      return type as? FileAttributeType != .typeDirectory
    }.sorted()
  }

  @Test(.enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
  func `the installed program finds the runtime and the models beside it`() async throws {
    try await install([CommandLineRun.program])
    let place = folder.path("root/opt/my tools")
    let run = try await ChildProcess(
      "\(place)/bin/pose3d", ["doctor"], environment: ["POSE3D_HOME": nil])
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("\(place)/lib/pose3d/openvino/libopenvino_c.so"))
    #expect(run.output.contains("\(place)/lib/pose3d/models/pose_detection.tflite"))
    #expect(run.output.contains(" libraries and models are as they were installed"))
  }

  @Test func `manual pages and completions are put where they are looked for`() async throws {
    try await install([CommandLineRun.program], prefix: "/usr")
    for name in [
      "man/man1/pose3d.1.gz", "man/man1/pose3d-analyze.1.gz", "man/man1/pose3d-analyse.1.gz",
      "bash-completion/completions/pose3d", "zsh/site-functions/_pose3d",
      "fish/vendor_completions.d/pose3d.fish", "doc/pose3d/THIRD_PARTY.md",
    ] {
      let attributes = try FileManager.default.attributesOfItem(
        atPath: folder.path("root/usr/share/\(name)"))
      #expect((attributes[.size] as? Int ?? 0) > 0, "\(name)")
    }
    for name in installed { #expect(!name.hasSuffix(".new"), "\(name)") }
  }

  @Test func `what is installed twice and removed once is gone, and other files stay`()
    async throws
  {
    let others = ["root/usr/bin/other", "root/usr/share/man/man1/pose.1.gz"]
    for name in others { try folder.file(name, "somebody else's") }
    try await install([CommandLineRun.program], prefix: "/usr")
    let first = installed
    try await install(["--no-heavy", CommandLineRun.program], prefix: "/usr")
    #expect(installed == first.filter { !$0.contains("heavy") })
    try await install(["--remove"], prefix: "/usr")
    #expect(installed.map { "root/\($0)" } == others)
  }

  @Test(arguments: [
    (
      ["nowhere/pose3d"], "/usr", 69, "there is no program nowhere/pose3d: make program builds it"
    ),
    (["x"], "usr", 64, "PREFIX has to be a path from the root on, and is 'usr'"),
  ])
  func `a failed installation is reported in a sentence`(
    arguments: [String], prefix: String, code: Int32, sentence: String
  ) async throws {
    let run = try await ChildProcess(
      Checkout.path("scripts/install"), arguments,
      environment: ["PREFIX": prefix, "DESTDIR": folder.path("root")])
    #expect(run.exitCode == code)
    #expect(run.errors == "install: \(sentence)\n")
    #expect(installed.isEmpty)
  }
}
#endif
