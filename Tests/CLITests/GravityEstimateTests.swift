import Foundation
import TestSupport
import Testing

/// Which way is down: what is stated, else the floor.
struct GravityEstimateTests {
  struct Skeleton: Decodable {
    struct Camera: Decodable {
      let source: String
      let gravity: [Double]?
      let gravitySource: String?
    }
    struct Person: Decodable {
      let verticalReference: String
    }
    let camera: Camera
    let people: [Person]
  }

  /// What the demo's camera file states.
  static let gravity = [0.018329, 0.999826, 0.003565]

  /// The demo's camera file with another gravity, or none.
  private static func camera(_ gravity: [Double]?, in folder: TemporaryFolder) throws -> String {
    let data = try Data(contentsOf: URL(filePath: AnalyzeTests.camera))
    var document = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    document["gravity"] = gravity
    return try folder.file(
      "camera.json", JSONSerialization.data(withJSONObject: document, options: .sortedKeys))
  }

  private static func run(_ options: [String]) async throws -> CommandLineRun {
    let run = try await CommandLineRun(
      ["analyze", AnalyzeTests.color, "--keypoints", AnalyzeTests.keypoints] + options)
    #expect(run.exitCode == 0, "\(run.errors)")
    return run
  }

  private static func skeleton(_ options: [String]) async throws -> Skeleton {
    try await JSONDecoder().decode(
      Skeleton.self, from: Data(try run(options + ["-o", "-"]).output.utf8))
  }

  private static func floorLine(_ run: CommandLineRun) -> String? {
    run.output.split(separator: "\n").first { $0.hasPrefix("floor ") }.map(String.init)
  }

  @Test func `without a stated gravity the floor in the depth map gives the vertical`()
    async throws
  {
    let folder = try TemporaryFolder()
    let options = ["--camera", try Self.camera(nil, in: folder), "--depth", AnalyzeTests.depth]
    let skeleton = try await Self.skeleton(options)
    let found = try #require(skeleton.camera.gravity)
    let cosine = zip(found, Self.gravity).reduce(0) { $0 + $1.0 * $1.1 }
    #expect(acos(min(cosine, 1)) * 180 / .pi < 0.5)
    #expect(skeleton.camera.gravitySource == "floor")
    #expect(skeleton.people.map(\.verticalReference) == ["gravity"])
    let run = try await Self.run(options)
    #expect(run.errors.isEmpty)
    #expect(Self.floorLine(run) == Self.floor + "gravity is taken from it")
  }

  /// In truth it is 0.738 m below, and the camera looks 0.2° down.
  private static let floor =
    "floor 0.74 m below the camera, which looks 0.4° down and is turned 1.1° clockwise; "

  @Test func `a stated gravity is used, and compared with the floor`() async throws {
    let options = ["--camera", AnalyzeTests.camera, "--depth", AnalyzeTests.depth]
    let skeleton = try await Self.skeleton(options)
    #expect(skeleton.camera.gravity == Self.gravity)
    #expect(skeleton.camera.gravitySource == "camera")
    let run = try await Self.run(options)
    #expect(run.errors.isEmpty)
    #expect(Self.floorLine(run) == Self.floor + "0.2° off the stated gravity")
  }

  @Test func `a stated gravity that contradicts the floor is used, with a warning`() async throws {
    let folder = try TemporaryFolder()
    let (c, s) = (cos(0.1), sin(0.1))
    let (x, y, z) = (Self.gravity[0], Self.gravity[1], Self.gravity[2])
    let camera = try Self.camera([x, c * y - s * z, s * y + c * z], in: folder)
    let options = ["--camera", camera, "--depth", AnalyzeTests.depth]
    #expect(try await Self.skeleton(options).camera.gravitySource == "camera")
    #expect(
      try await Self.run(options).errors
        == "warning: \(camera): its gravity is 5.5° off the floor that \(AnalyzeTests.depth) shows. "
        + "The stated one is used; if it is the camera file that is wrong, leave out its "
        + "\"gravity\".\n")
  }

  /// No floor is seen; or it is bent by an unknown unit or unknown intrinsics.
  @Test(arguments: [
    ["--depth", Fixture.path("images/depth-wall.png")], [],
    ["--depth", AnalyzeTests.depth, "--depth-scale", "relative"],
  ])
  func `without a reliable floor the vertical is unknown`(depth: [String]) async throws {
    let folder = try TemporaryFolder()
    let options = ["--camera", try Self.camera(nil, in: folder)] + depth
    let skeleton = try await Self.skeleton(options)
    #expect(skeleton.camera.gravity == nil && skeleton.camera.gravitySource == nil)
    #expect(skeleton.people.map(\.verticalReference) == ["camera"])
    #expect(Self.floorLine(try await Self.run(options)) == nil)
  }

  @Test func `the intrinsics of a device that the map's size tells show the floor`() async throws {
    let skeleton = try await Self.skeleton(["--depth", AnalyzeTests.depth, "--depth-scale", "mm"])
    #expect(skeleton.camera.source == "device" && skeleton.camera.gravitySource == "floor")
  }
}
