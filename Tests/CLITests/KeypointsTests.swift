import Foundation
import TestSupport
import Testing

/// `pose3d keypoints`, as its user runs it.
struct KeypointsTests {
  static func fixture(_ name: String) -> String { Fixture.path("keypoints/\(name)") }

  private func expectFailure(
    _ arguments: [String], code: Int32, message: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let run = try await CommandLineRun(["keypoints"] + arguments)
    run.expectFailure(code: code, message: message, sourceLocation: sourceLocation)
  }

  private func numbers(_ run: CommandLineRun, _ path: (Any) -> Any?) throws -> [Double] {
    #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
    let document = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
    return try #require(path(document) as? [Double])
  }

  @Test func `OpenPose becomes COCO without being told a size`() async throws {
    let run = try await CommandLineRun([
      "keypoints", Self.fixture("openpose-body25.json"), "--to", "coco",
    ])
    let keypoints = try numbers(run) { (($0 as? [Any])?[0] as? [String: Any])?["keypoints"] }
    #expect(keypoints.count == 51)
    #expect(Array(keypoints.prefix(6)) == [320, 80, 0.9, 326, 74, 0.9])
    #expect(Array(keypoints[30..<33]) == [0, 0, 0], "the right wrist is missing")
  }

  @Test func `standard input is a file too, and the layout has the name that analyze gives it`()
    async throws
  {
    let body25b = Self.fixture("openpose-body25b.json")
    let direct = try await CommandLineRun([
      "keypoints", body25b, "--from", "body25b", "--to", "openpose",
    ])
    let piped = try await CommandLineRun(
      ["keypoints", "-", "--keypoint-layout", "body25b", "--to", "openpose"],
      through: ["-c", "cat '\(body25b)' | \"$0\" \"$@\""])
    #expect(piped.exitCode == 0 && piped.output == direct.output && !direct.output.isEmpty)
  }

  @Test func `mirrored, left and right change places`() async throws {
    let run = try await CommandLineRun([
      "keypoints", Self.fixture("openpose-body25.json"), "--to", "coco", "--mirror",
    ])
    let keypoints = try numbers(run) { (($0 as? [Any])?[0] as? [String: Any])?["keypoints"] }
    #expect(Array(keypoints.prefix(6)) == [320, 80, 0.9, 314, 74, 0.9])
    #expect(Array(keypoints[27..<33]) == [0, 0, 0, 375, 235, 0.9])
  }

  @Test func `several pictures become a folder, and are the same when they come back`() async throws
  {
    let folder = try TemporaryFolder()
    let frames = folder.path("frames/")
    let results = try folder.file(
      "results.json",
      Data(
        """
        [{"image_id": "cam_0009.jpg", "keypoints": \(Self.row(9)), "score": 1},
         {"image_id": "cam_0011.jpg", "keypoints": \(Self.row(11)), "score": 1}]
        """.utf8))
    let there = try await CommandLineRun(["keypoints", results, "--to", "openpose", "-o", frames])
    #expect(there.exitCode == 0 && there.output == "wrote 2 files to \(frames)\n")
    let names = try FileManager.default.contentsOfDirectory(atPath: frames).sorted()
    #expect(names == ["cam_0009_keypoints.json", "cam_0011_keypoints.json"])
    let path = folder.path("back.json")
    let back = try await CommandLineRun(["keypoints", frames, "--to", "coco", "-o", path])
    #expect(back.exitCode == 0 && back.output == "wrote \(path)\n")
    let list = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path)))
        as? [[String: Any]])
    #expect(list.compactMap { $0["image_id"] as? String } == ["cam_0009", "cam_0011"])
    #expect((list[1]["keypoints"] as? [Double])?.first == 11)
    // Once more, over the files that are there; but not over those that are read.
    #expect(
      try await CommandLineRun(["keypoints", results, "--to", "openpose", "-o", frames]).exitCode
        == 0)
    try await expectFailure(
      [frames, "--to", "openpose", "-o", frames], code: 64,
      message: "\(frames)cam_0009_keypoints.json: this is an input; give the output another name")
  }

  /// Seventeen points in a row as a list.
  static func row(_ x: Int) -> String {
    "[" + (0..<17).map { "\(x + $0), \(100 + $0), 0.5" }.joined(separator: ", ") + "]"
  }

  @Test func `a missing size is reported where it is needed`() async throws {
    let body25 = Self.fixture("openpose-body25.json")
    for format in ["pose3d", "vision", "mediapipe"] {
      try await expectFailure(
        [body25, "--to", format], code: 64,
        message: "\(body25): doesn't say how large image openpose-body25 is, and --to \(format) "
          + "needs it: give it with --size, as in --size 1920x1080")
    }
    let task = Self.fixture("mediapipe-task.json")
    try await expectFailure(
      [task, "--to", "coco"], code: 64,
      message:
        "\(task): places as fractions of the image's size, which the file doesn't say: give "
        + "it with --size, as in --size 1920x1080")
    let run = try await CommandLineRun(["keypoints", task, "--size", "1080×1920", "--to", "coco"])
    let keypoints = try numbers(run) { (($0 as? [Any])?[0] as? [String: Any])?["keypoints"] }
    #expect(abs(keypoints[0] - 0.466374 * 1080) < 1e-6)
  }

  @Test func `other bad input`() async throws {
    let folder = try TemporaryFolder()
    try await expectFailure(
      ["/nowhere.json", "--to", "coco"], code: 66,
      message: "/nowhere.json: there is no such file")
    let results = try folder.file(
      "results.json",
      Data(
        "[{\"image_id\": 1, \"keypoints\": \(Self.row(1))}, {\"image_id\": 2, \"keypoints\": \(Self.row(2))}]"
          .utf8))
    try await expectFailure(
      [results, "--to", "openpose"], code: 64,
      message:
        "\(results): has 2 images, and OpenPose's files hold one: name a folder with -o, as in "
        + "-o frames/")
    try await expectFailure(
      [results, "--to", "coco", "-o", results], code: 64,
      message: "\(results): this is an input; give the output another name")
    let body25b = Self.fixture("openpose-body25b.json")
    let refused = try await CommandLineRun(["keypoints", body25b, "--to", "coco"])
    #expect(refused.exitCode == 65 && refused.errors.contains("it seems to be BODY_25B"))
    #expect(
      try await CommandLineRun(["keypoints", body25b, "--from", "body25b", "--to", "coco"]).exitCode
        == 0)
    for size in ["640", "640x", "0x480", "640x480x3", "axb", "640,480", "-1x5"] {
      let run = try await CommandLineRun(["keypoints", results, "--size=\(size)", "--to", "coco"])
      #expect(run.exitCode == 64 && run.errors.contains("--size"), "\(size)")
    }
    let empty = try folder.file("empty.json", Data("{\"people\": []}".utf8))
    let withoutPeople = try await CommandLineRun(["keypoints", empty, "--to", "coco"])
    #expect(withoutPeople.exitCode == 0 && withoutPeople.output == "[]\n")
    #expect(withoutPeople.errors == "warning: no person in \(empty).\n")
  }

  @Test func `analyze takes one frame of a folder`() async throws {
    let folder = try TemporaryFolder()
    let openPose = folder.path("frames/")
    let own = Fixture.path("demo/keypoints.json")
    for name in ["7", "12"] {
      let text = try String(contentsOfFile: own, encoding: .utf8)
        .replacing("\"schema\"", with: "\"file\": \"\(name).jpg\", \"schema\"")
      let path = try folder.file("\(name).json", Data(text.utf8))
      #expect(
        try await CommandLineRun(["keypoints", path, "--to", "openpose", "-o", openPose]).exitCode
          == 0)
    }
    let picture = Fixture.path("demo/color.jpg")
    let run = try await CommandLineRun([
      "analyze", picture, "--keypoints", openPose, "--keypoint-frame", "12", "-o", "-",
    ])
    #expect(run.exitCode == 0 && run.output.contains("\"bodyHeight\""))
    for (options, message) in [
      (
        [],
        "the points of 2 images, numbered 7 to 12, where those of one were expected, and the name "
          + "color is not that of exactly one: choose one with --keypoint-frame"
      ),
      (["--keypoint-frame", "9"], "image 9 is not among the 2, numbered 7 to 12"),
    ] {
      let run = try await CommandLineRun(["analyze", picture, "--keypoints", openPose] + options)
      #expect(run.exitCode == 64 && run.errors == "error: \(openPose): \(message)\n")
    }
  }
}
