import Foundation
import TestSupport
import Testing

/// `pose3d test`, run as its user runs it.
@Suite("Functional tests on the command line")
struct FunctionalTestCommandTests {
  @Test(arguments: ["5xsts", "30s-chair-stand", "jump"])
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

  @Test func `an unknown test is answered with those that there are`() async throws {
    let run = try await CommandLineRun(["test", "tug", "a.json"])
    #expect(run.exitCode == 64)
    #expect(run.errors.contains("5xsts") && run.errors.contains("jump"), "\(run.errors)")
  }
}
