import Foundation
import TestSupport
import Testing

/// What `pose3d exercise` refuses, with its sentence and its exit code.
struct ExerciseBadInputTests {
  private func expectFailure(
    _ arguments: [String], code: Int32, message: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let run = try await CommandLineRun(["exercise"] + arguments)
    run.expectFailure(code: code, message: message, sourceLocation: sourceLocation)
  }

  private static let file = AnglesTests.skeleton("pose2sim.trc")

  @Test(arguments: [
    (
      ["--rep-angle", "leftKneFlexion"],
      "--rep-angle leftKneFlexion: there is no such angle; near it: leftKneeFlexion; pose3d angles "
        + "--list shows all."
    ),
    (
      ["--rep-angle", "elbowFlex"],
      "--rep-angle elbowFlex: there is no such angle; near it: leftElbowFlexion, "
        + "rightElbowFlexion; pose3d angles --list shows all."
    ),
    (
      ["--rep-angle", "squat"],
      "--rep-angle squat: there is no such angle; pose3d angles --list shows all."
    ),
    (["--rep-min", "40"], "--rep-min is the range of an angle: name it with --rep-angle."),
    (
      ["--rep-angle", "leftKneeFlexion", "--rep-min", "0"],
      "--rep-min 0.0: a range of more than 0 and up to 360 degrees was expected."
    ),
    (
      ["--rep-angle", "leftKneeFlexion", "--exercise", "auto"],
      "--exercise and --rep-angle both say what is counted: give one of them."
    ),
    (["--max-gap", "60"], "--max-gap 60.0: a gap between 0 and 10 seconds was expected."),
    (
      ["--fps", "0"],
      "--fps 0.0: a number of frames a second, more than 0 and up to 100000, was expected."
    ),
    (
      ["-o", "-", "--csv", "-"],
      "--output - and --csv - both go to standard output: give one a file."
    ),
    (["--fov", "200"], "--fov 200.0: an angle between 1 and 170 degrees was expected."),
    (
      ["--camera", "a.json", "--fov", "60"],
      "--camera and --fov both say what the camera is: give one of them."
    ),
    (["--exercise", "yoga"], "The value 'yoga' is invalid for '--exercise <exercise>'."),
    (["--smoothing", "much"], "The value 'much' is invalid for '--smoothing <smoothing>'"),
    (["--smoothing", "0.01"], "The value '0.01' is invalid for '--smoothing <smoothing>'"),
  ])
  func `options that contradict each other or themselves`(
    options: [String], message: String
  ) async throws {
    let run = try await CommandLineRun(["exercise", Self.file] + options)
    #expect(run.exitCode == 64)
    #expect(run.errors.hasPrefix("error: \(message)"), "\(run.errors)")
  }

  @Test func `frames without times need a rate`() async throws {
    let folder = try TemporaryFolder()
    let path = try ExerciseTests.file(in: folder, hasTimes: false)
    try await expectFailure(
      [path], code: 64,
      message: "\(path): frame 0 has no time, and speeds and durations need it: give the frames a "
        + "second with --fps, as in --fps 30")
  }

  @Test func `a person who isn't there`() async throws {
    try await expectFailure(
      [Self.file, "--person", "7"], code: 64,
      message: "\(Self.file): there is no person 7; the people are 0")
  }

  @Test func `a file without people, and a missing one`() async throws {
    let folder = try TemporaryFolder()
    let empty = try folder.file("empty.json", Data("{\"frames\": [{\"bodies\": []}]}".utf8))
    let run = try await CommandLineRun(["exercise", empty])
    #expect(run.exitCode == 65, "\(run.errors)")
    let nobody = try folder.file(
      "nobody.json",
      Data("{\"schema\": \"pose3d.skeleton/1\", \"frames\": []}".utf8))
    try await expectFailure(
      [nobody], code: 65, message: "\(nobody): no person is in any of its frames")
    let missing = folder.path("missing.json")
    #expect(try await CommandLineRun(["exercise", missing]).exitCode == 66)
  }

  @Test func `keypoints without the pictures' size, and options for keypoints with joints`()
    async throws
  {
    let keypoints = Fixture.path("keypoints/openpose-body25.json")
    try await expectFailure(
      [keypoints], code: 64,
      message:
        "\(keypoints): doesn't say how large the images are, without which joints can't be "
        + "placed in space: give it with --size, as in --size 1920x1080")
    try await expectFailure(
      [Self.file, "--height", "1.7"], code: 64,
      message: "\(Self.file): has joints in space, and --height is about 2D keypoints: leave it out"
    )
  }

  @Test func `a text that is neither joints nor keypoints`() async throws {
    let readme = Checkout.path("README.md")
    try await expectFailure(
      [readme], code: 65,
      message: "\(readme): neither JSON, which begins with { or [, nor TRC, which begins with "
        + "PathFileType, nor a table of joints as pose3d export writes it")
  }
}
