import Foundation
import TestSupport
import Testing

struct DoctorTests {
  @Test(.enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
  func `a complete installation is reported as such`() async throws {
    let run = try await CommandLineRun(["doctor"])
    #expect(run.exitCode == 0)
    for part in ["OpenBLAS", "libspng", "cairo", "OpenVINO", "pose_detection.tflite"] {
      #expect(run.output.contains(part), "\(part)")
    }
    for kind in ["bodies", "hands "] {
      #expect(run.output.contains("\(kind)             both models compile and run"), "\(kind)")
    }
    #expect(run.output.hasSuffix("Everything is there.\n"))
  }

  @Test func `the processors are those that the process may use`() async throws {
    let run = try await CommandLineRun(
      ["doctor"], through: ["-c", "exec taskset -c 0 \"$0\" \"$@\""])
    #expect(run.output.contains(/processors         1( of \d+, which this process may use)?\n/))
  }

  @Test func `without the runtime it names the command that mends it`() async throws {
    let run = try await CommandLineRun(["doctor"], assets: nil)
    #expect(run.exitCode == 69)
    #expect(run.output.contains("missing detection: the detection runtime is not installed"))
    #expect(run.output.contains("run `scripts/setup` (or `make demo`)"))
  }

  @Test func `a folder that all users may write to is not loaded from, and reported`()
    async throws
  {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path(".deps"), withIntermediateDirectories: true)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o777], ofItemAtPath: folder.path(".deps"))
    let run = try await CommandLineRun(["doctor"], assets: nil, in: folder)
    #expect(run.exitCode == 69)
    #expect(run.errors.contains("/.deps is not used: it belongs to another user, or other"))
  }

  @Test func `help and version are there`() async throws {
    let source = try String(
      contentsOfFile: Checkout.path("Sources/PoseAnalysis/Installation.swift"), encoding: .utf8)
    let version = try #require(source.firstMatch(of: /static let version = "([0-9.]+)"/)).output.1
    #expect(try await CommandLineRun(["--version"]).output == "\(version)\n")
    let help = try await CommandLineRun(["analyze", "--help"])
    #expect(help.exitCode == 0)
    #expect(help.output.contains("EXAMPLES"))
  }
}
