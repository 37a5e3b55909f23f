import Foundation
import TestSupport
import Testing

/// Files that come through standard input, and the error if nothing does.
struct StandardInputTests {
  private static func piped(_ file: String, _ arguments: [String]) async throws -> CommandLineRun {
    try await CommandLineRun(
      arguments, through: ["-c", "cat '\(Fixture.path(file))' | \"$0\" \"$@\""])
  }

  @Test func `angles and exercises come through a pipe`() async throws {
    let file = Fixture.path("skeletons/person.json")
    let whole = try await CommandLineRun(["angles", file])
    let angles = try await Self.piped("skeletons/person.json", ["angles", "-"])
    #expect(angles.exitCode == 0 && angles.output == whole.output)
    // Read as joints first, then as keypoints: from a pipe that can be read but once.
    let exercise = try await Self.piped("demo/keypoints.json", ["exercise", "-", "--fps", "30"])
    #expect(exercise.exitCode == 0, "\(exercise.errors)")
    #expect(exercise.errors.contains("standard input: has one frame"))
  }

  @Test func `keypoints and cameras come through a pipe`() async throws {
    let keypoints = try await Self.piped(
      "demo/keypoints.json", ["analyze", AnalyzeTests.color, "--keypoints", "-"])
    #expect(keypoints.exitCode == 0 && keypoints.output.hasPrefix("person 0   "))
    let camera = try await Self.piped(
      "demo/camera.json", ["depth", AnalyzeTests.depth, "--camera", "-"])
    #expect(camera.exitCode == 0, "\(camera.errors)")
  }

  @Test func `a group's reference values come through a pipe`() async throws {
    let folder = try TemporaryFolder()
    let frames = (0...250).map { SyntheticWalk().markers(at: Double($0) / 50) }
    let walk = try folder.file(
      "walk.trc",
      Data(MarkerText.trc("walk.trc", names: SyntheticWalk.names, frames: frames, rate: 50).utf8))
    let run = try await Self.piped("gait/men-31-40.json", ["gait", walk, "--reference", "-"])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.contains("reference"))
  }

  @Test func `a file that is standard input is read as often as it is needed`() async throws {
    let run = try await CommandLineRun(
      ["depth", "/dev/stdin", "--depth-scale", "mm", "--depth-confidence", "/dev/stdin"],
      through: ["-c", "exec \"$0\" \"$@\" <'\(AnalyzeTests.depth)'"])
    #expect(!run.errors.contains("is empty"), "\(run.errors)")
  }

  @Test(arguments: [
    ("exec \"$0\" \"$@\" <&-", "it is closed: nothing can be read from it", Int32(66)),
    ("exec \"$0\" \"$@\" </dev/null", "this is a device; a file was expected", 66),
    ("printf '' | \"$0\" \"$@\"", "the file is empty", 65),
    ("cd / && exec \"$0\" \"$@\" <.", "this is a folder; a file was expected", 66),
  ])
  func `standard input that gives nothing is named`(
    script: String, message: String, code: Int32
  ) async throws {
    for name in ["-", "/dev/stdin"] {
      let run = try await CommandLineRun(["analyze", name], through: ["-c", script])
      #expect(run.exitCode == code)
      #expect(run.errors == "error: standard input: \(message)\n")
    }
  }
}
