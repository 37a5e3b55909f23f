import Foundation
import TestSupport
import Testing

/// `--model FILE.onnx` in every command that looks for bodies. The picture is of a person with a spot at
/// each true joint of the limbs, and the models find spots.
@Suite(
  .enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
struct TopDownTests {
  private static let person = Fixture.path("onnx/person.jpg")
  private static func model(_ name: String) -> String { Fixture.path("onnx/\(name).onnx") }

  private static let limbs = [
    "leftShoulder", "rightShoulder", "leftElbow", "rightElbow", "leftWrist", "rightWrist",
    "leftHip", "rightHip", "leftKnee", "rightKnee", "leftAnkle", "rightAnkle",
  ]

  private struct Truth: Decodable {
    /// In the camera's frame, metres.
    let joints: [String: [Double]]
    let pixels: [String: [Double]]
  }

  private let truth: Truth

  init() throws { truth = try Fixture.decode(from: "demo/truth.json") }

  private func distance(_ one: [Double], _ other: [Double]) -> Double {
    zip(one, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
  }

  // MARK: What comes out

  private struct Keypoints: Decodable {
    struct Person: Decodable {
      let confidence: Double
      let points: [String: [Double]]
      let worldLandmarks: [String: [Double]]?
      let convention: String?
    }
    let people: [Person]
  }

  /// A spot's place, in pixels of a picture of which the model sees every second or third.
  private static let spotPixels = 1.5

  @Test func `detect: the keypoints are the model's alone`() async throws {
    let run = try await CommandLineRun([
      "detect", Self.person, "--model", Self.model("simcc_17"), "-o", "-",
    ])
    try #require(run.exitCode == 0, "\(run.errors)")
    let found = try JSONDecoder().decode(Keypoints.self, from: Data(run.output.utf8))
    let person = try #require(found.people.first)
    #expect(found.people.count == 1)
    for name in Self.limbs {
      let point = try #require(person.points[name])
      let wanted = try #require(truth.pixels[name])
      #expect(distance(Array(point.prefix(2)), wanted) < Self.spotPixels, "\(name)")
      #expect(point[2] > 0.5)
    }
    #expect(person.points["leftHeel"] == nil && person.points["mouthLeft"] == nil)
    #expect(person.worldLandmarks == nil)
    #expect(person.convention == nil)
    #expect((0.01...1).contains(person.confidence))
  }

  @Test func `detect: a model of feet and body writes every layout`() async throws {
    for layout in ["vision", "coco", "halpe", "openpose"] {
      let run = try await CommandLineRun([
        "detect", Self.person, "--model", Self.model("simcc_26"), "--layout", layout, "-o", "-",
        "--people", "all",
      ])
      #expect(run.exitCode == 0, "\(layout): \(run.errors)")
      #expect(run.output.contains("["))
    }
  }

  @Test func `analyze: limbs are measured at the model's keypoints, twice to the byte`()
    async throws
  {
    let arguments = [
      "analyze", Self.person, "--depth", Fixture.path("demo/depth.png"), "--depth-scale", "mm",
      "--camera", Fixture.path("demo/camera.json"), "--model", Self.model("simcc_17"), "-o", "-",
    ]
    let run = try await CommandLineRun(arguments)
    try #require(run.exitCode == 0, "\(run.errors)")
    let found = try AnalyzeTests.skeleton(run)
    let joints = try #require(found.people.first).joints
    for joint in joints where Self.limbs.contains(joint.name) {
      let wanted = try #require(truth.joints[joint.name])
      // Metres; 6 to 22 mm were measured.
      #expect(distance(joint.cameraPosition, wanted) < 0.04, "\(joint.name)")
    }
    let again = try await CommandLineRun(arguments)
    #expect(again.output == run.output)
  }

  @Test func `video: a person is followed, whatever the number of threads`() async throws {
    let folder = try TemporaryFolder()
    let picture = try Fixture.data("onnx/person.jpg")
    for number in 0..<6 { try folder.file("frames/000\(number)_color.jpg", picture) }
    var outputs: [String] = []
    for jobs in ["1", "3"] {
      let run = try await CommandLineRun([
        "video", folder.path("frames"), "--fps", "30", "--model", Self.model("simcc_17"), "--jobs",
        jobs, "-o", "-", "--detail", "full",
      ])
      try #require(run.exitCode == 0, "\(run.errors)")
      outputs.append(run.output)
    }
    #expect(outputs[0] == outputs[1])
    let found = try JSONDecoder().decode(VideoTests.Sequence.self, from: Data(outputs[0].utf8))
    #expect(found.frames.count == 6)
    #expect(found.frames.allSatisfy { $0.people.map(\.id) == [0] })
  }

  // MARK: What can't be used

  private func expectFailure(
    _ arguments: [String], assets: String? = Checkout.path(".deps"), code: Int32,
    message: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let run = try await CommandLineRun(arguments, assets: assets)
    run.expectFailure(code: code, message: message, sourceLocation: sourceLocation)
  }

  @Test(arguments: ["detect", "analyze", "video"])
  func `a model that can't be used is the user's file`(command: String) async throws {
    let folder = try TemporaryFolder()
    try folder.file("frames/0000_color.jpg", try Fixture.data("onnx/person.jpg"))
    let input =
      command == "video" ? [folder.path("frames"), "--fps", "30"] : [Self.person]
    try await expectFailure(
      [command] + input + ["--model", Self.model("hand_21")], code: 65,
      message:
        "\(Self.model("hand_21")): the model gives 21 points, those of a hand; one of bodies "
        + "was expected")
    let damaged = try folder.file(
      "half.onnx", try Fixture.bytes("onnx/simcc_17.onnx").prefix(1000))
    let run = try await CommandLineRun([command] + input + ["--model", damaged])
    #expect(run.exitCode == 65)
    #expect(
      run.errors.hasPrefix("error: \(damaged): the ONNX model is damaged or cut short: "))
  }

  @Test func `a layout goes with an ONNX model`() async throws {
    try await expectFailure(
      ["detect", Self.person, "--model", "full", "--keypoint-layout", "coco"], code: 64,
      message:
        "--keypoint-layout: the model full has points of its own; leave it out, or give an ONNX "
        + "model with --model")
    try await expectFailure(
      ["detect", Self.person, "--model", Self.model("simcc_17"), "--keypoint-layout", "halpe26"],
      code: 65,
      message: "\(Self.model("simcc_17")): the model gives 17 points, and the layout halpe26 has 26"
    )
    let run = try await CommandLineRun([
      "analyze", Self.person, "--model", Self.model("simcc_17"), "--keypoint-layout", "coco",
    ])
    #expect(run.exitCode == 0, "\(run.errors)")
  }

  @Test(arguments: ["detect", "video"])
  func `a layout needs a model, and an effort is BlazePose's`(command: String) async throws {
    let without = try await CommandLineRun([command, Self.person, "--keypoint-layout", "coco"])
    #expect(without.exitCode == 64)
    #expect(
      without.errors.contains("--keypoint-layout is about an ONNX model: give one with --model."))
    let folder = try TemporaryFolder()
    try folder.file("frames/0000_color.jpg", try Fixture.data("onnx/person.jpg"))
    let input =
      command == "video" ? [folder.path("frames"), "--fps", "30"] : [Self.person]
    try await expectFailure(
      [command] + input + ["--model", Self.model("simcc_17"), "--effort", "best"], code: 64,
      message: "--effort: a PoseNet or an ONNX model makes one pass; leave it out, or use BlazePose"
    )
  }

  @Test func `an installation without the reader of ONNX has a remedy`() async throws {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    for name in ["openvino", "models"] {
      let source = Checkout.path(".deps/\(name)")
      try files.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
      for entry in try files.contentsOfDirectory(atPath: source)
      where !entry.contains("onnx_frontend") {
        try files.createSymbolicLink(
          atPath: folder.path("\(name)/\(entry)"), withDestinationPath: "\(source)/\(entry)")
      }
    }
    try await expectFailure(
      ["detect", Self.person, "--model", Self.model("simcc_17")], assets: folder.path, code: 69,
      message:
        "OpenVINO's reader of ONNX models is not installed: run `scripts/setup` in the Pose3D "
        + "checkout, or use the full model")
    let run = try await CommandLineRun(
      ["detect", Self.person, "--effort", "fast"], assets: folder.path)
    #expect(run.exitCode == 0, "\(run.errors)")
  }
}
