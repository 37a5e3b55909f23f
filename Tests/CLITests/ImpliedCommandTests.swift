import Foundation
import TestSupport
import Testing

/// What the program does without a command, with one that there isn't, and with numbers below 0.
struct ImpliedCommandTests {
  private func expectRefusal(
    _ arguments: [String], code: Int32, message: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let run = try await CommandLineRun(arguments)
    run.expectFailure(code: code, message: message, sourceLocation: sourceLocation)
  }

  static let implied = [
    ("analyze", Fixture.path("demo/color.jpg"), ["--keypoints", AnalyzeTests.keypoints]),
    ("angles", Fixture.path("skeletons/person.json"), ["--joints", "elbow"]),
    ("angles", Fixture.path("skeletons/pose2sim.trc"), []),
    ("depth", Fixture.path("demo/depth.png"), ["--depth-scale", "mm"]),
  ]

  @Test(arguments: implied)
  func `a file alone is measured as its contents say`(
    command: String, file: String, options: [String]
  ) async throws {
    let named = try await CommandLineRun([command, file] + options)
    let alone = try await CommandLineRun([file] + options)
    #expect(named.exitCode == 0 && alone.exitCode == 0)
    #expect(alone.output == named.output && alone.errors == named.errors)
    #expect(!alone.output.isEmpty)
  }

  @Test(.enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
  func `a video alone is measured`() async throws {
    let run = try await CommandLineRun([Fixture.path("video/squats.mp4"), "--to", "0.2"])
    #expect(run.exitCode == 0 && run.output.contains("person 0   "))
  }

  @Test func `a picture comes through a pipe, without a command too`() async throws {
    let run = try await CommandLineRun(
      ["--keypoints", AnalyzeTests.keypoints],
      through: ["-c", "cat '\(AnalyzeTests.color)' | \"$0\" - \"$@\""])
    #expect(run.exitCode == 0 && run.output.hasPrefix("person 0   "))
  }

  @Test(arguments: [
    ("analize", "analyze"), ("vidoe", "video"), ("angels", "angles"), ("detct", "detect"),
    ("Depth", "depth"), ("key", "keypoints"), ("exercize", "exercise"),
  ])
  func `a command that there isn't is answered with the nearest`(
    word: String, command: String
  ) async throws {
    try await expectRefusal(
      [word, "photo.jpg"], code: 64,
      message: "there is no command \"\(word)\": did you mean `pose3d \(command)`?")
  }

  @Test func `a part of a command that there isn't is answered with the nearest`() async throws {
    try await expectRefusal(
      ["cameras", "chek", "rig.json", "a.mp4"], code: 64,
      message: "there is no pose3d cameras chek: did you mean `pose3d cameras check`?")
    try await expectRefusal(
      ["cameras", "nothing"], code: 66, message: "nothing: there is no such file")
  }

  @Test func `a word that is near none, and files that aren't there or can't be measured`()
    async throws
  {
    try await expectRefusal(
      ["fetch"], code: 64,
      message:
        "there is no command \"fetch\", and no such file: the commands are analyze, video, live, "
        + "batch, exercise, gait, test, ergonomics, compare, advise, detect, hands, depth, angles, "
        + "export, report, "
        + "keypoints, cameras, doctor"
    )
    try await expectRefusal(
      ["nowhere.jpg"], code: 66, message: "nowhere.jpg: there is no such file")
    let folder = try TemporaryFolder()
    let path = try folder.file("notes.txt", Data("hello".utf8))
    try await expectRefusal(
      [path], code: 65,
      message:
        "\(path): this is nothing that can be measured: an image, a video, a depth map or a "
        + "file of 3D joints was expected")
  }

  @Test func `British spelling is a command as well`() async throws {
    try await expectRefusal(
      ["analyse", "nowhere.jpg"], code: 66, message: "nowhere.jpg: there is no such file")
  }

  static let negatives: [([String], String)] = [
    (
      ["analyze", "a.jpg", "--height", "-1"],
      "The value '-1' is invalid for '--height <metres>': a body's height is between 0.4 and 2.8 m"
    ),
    (
      ["analyze", "a.jpg", "--fov", "-5"],
      "--fov -5.0: an angle between 1 and 170 degrees was expected."
    ),
    (["analyze", "a.jpg", "--frame", "-1"], "--frame -1: frames are counted from 0."),
    (
      ["video", "a.mp4", "--every", "-2"], "--every -2: a whole number of at least 1 was expected."
    ),
    (
      ["video", "a.mp4", "--jobs", "-2"],
      "--jobs -2: a number of threads between 1 and 256 was expected."
    ),
    (
      ["video", "a.mp4", "--max-gap", "-1"],
      "--max-gap -1.0: a gap between 0 and 10 seconds was expected."
    ),
    (
      ["exercise", "a.json", "--fps", "-30"],
      "--fps -30.0: a number of frames a second, more than 0 and up to 100000, was expected."
    ),
    (
      ["exercise", "a.json", "--rep-angle", "leftElbowFlexion", "--rep-min", "-3"],
      "--rep-min -3.0: a range of more than 0 and up to 360 degrees was expected."
    ),
    (
      ["angles", "a.json", "--sigma", "-0.1"],
      "--sigma -0.1: a joint's standard deviation is in metres, up to 1."
    ),
    (
      ["hands", "a.jpg", "--maximum-hands", "-1"],
      "--maximum-hands -1: a number between 1 and 32 was expected."
    ),
    (
      ["detect", "a.jpg", "--min-confidence", "-1"],
      "--min-confidence -1.0: a number between 0.05 and 0.99 was expected."
    ),
    (
      ["detect", "a.jpg", "--roi", "-1,2,3"],
      "--roi -1,2,3: four numbers of pixels were expected, x,y,width,height, such as 100,50,640,480."
    ),
    (
      ["analyze", "a.jpg", "--gravity", "-1,2"],
      "--gravity -1,2: three numbers were expected, x,y,z, not all of them 0, such as 0,1,0."
    ),
    (["video", "a.mp4", "--from", "-3"], "The value '-3' is invalid for '--from <time>'"),
    (["analyze", "a.jpg", "--people", "-1"], "The value '-1' is invalid for '--people <number>'"),
  ]

  @Test(arguments: negatives)
  func `a number below 0 is a value, and is answered as one`(
    arguments: [String], message: String
  ) async throws {
    let run = try await CommandLineRun(arguments)
    #expect(run.exitCode == 64)
    #expect(run.errors.hasPrefix("error: \(message)"), "\(run.errors)")
  }
}
