import Foundation
import TestSupport
import Testing

/// `pose3d advise`, run as its user runs it.
@Suite("Advice on the command line")
struct AdviseTests {
  @Test func `a stated place gets a table, a plan and JSON`() async throws {
    let folder = try TemporaryFolder()
    let (plan, file) = (folder.path("map.png"), folder.path("advice.json"))
    let run = try await CommandLineRun([
      "advise", "--exercise", "squat", "--distance", "4", "--azimuth", "0", "--map", plan, "-o",
      file,
    ])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.contains("knee flexion") && run.output.contains("advice: walk"))
    #expect(run.output.hasSuffix("wrote \(file)\nwrote \(plan)\n"))
    let bytes = try Data(contentsOf: URL(filePath: plan))
    #expect(bytes.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
    let piped = try await CommandLineRun(["advise", "--distance", "4", "-o", "-"])
    #expect(piped.exitCode == 0)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == piped.output)
    if await SchemaValidator.isInstalled() { try await SchemaValidator("advice").expect([file]) }
  }

  @Test func `a place that doesn't show the exercise is said to be one`() async throws {
    let run = try await CommandLineRun(["advise", "--distance", "1"])
    #expect(run.exitCode == 0 && run.errors.contains("doesn't fit into the image"))
    #expect(run.output.contains("farther back"))
  }

  @Test(arguments: [
    (["--exercise", "yoga"], "squat"),
    (["--distance", "0"], "between 0.3 and 30"),
    (["--distance", "nan"], "between 0.3 and 30"),
    (["--lens-height", "-1"], "between 0 and 10"),
    (["--azimuth", "1e9"], "between -360 and 360"),
    (["a.jpg", "--distance", "3"], "leave out one of them"),
    (["--camera", "c.json"], "--camera belongs to an image"),
    (["-o", "-", "--map", "-"], "standard output"),
    (["--map", "map.svg"], "name it .png"),
    (["--wait", "3"], "--wait is about a camera or a stream"),
    (["a.jpg", "--wait", "3"], "--wait is about a camera or a stream"),
    (["0", "--wait", "-1"], "between 0 and 600 seconds"),
    (["rtsp://a/b", "--distance", "3"], "leave out one of them"),
  ])
  func `what can't be meant is refused with the reason`(
    arguments: [String], words: String
  ) async throws {
    let run = try await CommandLineRun(["advise"] + arguments)
    #expect(run.exitCode == 64 && run.output.isEmpty)
    #expect(run.errors.contains(words), "\(run.errors)")
  }

  @Test(arguments: [
    ("nowhere.jpg", "nowhere.jpg"), ("/dev/video63", "/dev/video63: there is no such camera"),
    ("63", "/dev/video63: there is no such camera"),
    ("/dev/shm/nowhere.jpg", "/dev/shm/nowhere.jpg: there is no such file"),
  ])
  func `a missing file or camera is named`(input: String, words: String) async throws {
    let run = try await CommandLineRun(["advise", input])
    #expect(run.exitCode == 66 && run.errors.contains(words), "\(run.errors)")
  }
}

/// The same with an image, whose person is found.
@Suite(
  "Advice from an image",
  .enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
struct AdviseFromImageTests {
  private static let demo = Checkout.path("fixtures/demo/color.jpg")
  private static let camera = Checkout.path("fixtures/demo/camera.json")

  @Test func `the place is found in an image, with its uncertainty`() async throws {
    let run = try await CommandLineRun([
      "advise", Self.demo, "--camera", Self.camera, "--exercise", "lunge", "-o", "-",
    ])
    #expect(run.exitCode == 0, "\(run.errors)")
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(document["file"] as? String == "color.jpg")
    #expect(document["exercise"] as? String == "lunge")
    let scene = try #require(document["scene"] as? [String: Any])
    for name in ["azimuth", "distance", "height"] {
      let value = try #require(scene[name] as? [String: Any])
      #expect(try #require(value["sigma"] as? Double) > 0)
    }
    let folder = try TemporaryFolder()
    let file = try folder.file("advice.json", run.output)
    if await SchemaValidator.isInstalled() { try await SchemaValidator("advice").expect([file]) }
  }

  @Test func `the person's height scales the distance`() async throws {
    var distances: [Double] = []
    for height in ["1.5", "1.9"] {
      let run = try await CommandLineRun([
        "advise", Self.demo, "--camera", Self.camera, "--height", height, "-o", "-",
      ])
      let document = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
      let scene = document?["scene"] as? [String: Any]
      let distance = scene?["distance"] as? [String: Any]
      distances.append(try #require(distance?["value"] as? Double))
    }
    #expect(abs(distances[1] / distances[0] - 1.9 / 1.5) < 0.1)
  }

  @Test func `an image without a person is refused with the reason`() async throws {
    let run = try await CommandLineRun(["advise", Fixture.path("images/nobody.png")])
    #expect(run.exitCode == 65 && run.errors.contains("no person was found"), "\(run.errors)")
  }

  @Test func `before a camera the person has time to get into place`() async throws {
    let run = try await CommandLineRun(
      ["advise", "/dev/stdin", "--wait", "1", "--height", "1.75", "-o", "-"],
      through: ["-c", "exec \"$0\" \"$@\" < '\(Checkout.path("fixtures/video/squats.mp4"))'"])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.errors.contains("Stand as at the start of the exercise"))
    #expect(run.errors.contains("1 s to get into place"))
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(document["file"] as? String == "stdin")
    let scene = try #require(document["scene"] as? [String: Any])
    let azimuth = try #require((scene["azimuth"] as? [String: Any])?["value"] as? Double)
    // The camera sees the person obliquely from the front left.
    #expect((15...50).contains(azimuth))
  }
}
