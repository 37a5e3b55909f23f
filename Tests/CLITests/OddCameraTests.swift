import Foundation
import TestSupport
import Testing

/// Very unusual cameras are used, and named.
struct OddCameraTests {
  private static func run(
    _ fx: Double, _ fy: Double, _ cx: Double, _ cy: Double
  ) async throws -> (path: String, run: CommandLineRun) {
    let folder = try TemporaryFolder()
    let json = """
      { "width": 512, "height": 424, "fx": \(fx), "fy": \(fy), "cx": \(cx), "cy": \(cy) }
      """
    let path = try folder.file("camera.json", Data(json.utf8))
    let run = try await CommandLineRun([
      "analyze", AnalyzeTests.color, "--camera", path, "--keypoints", AnalyzeTests.keypoints,
    ])
    return (path, run)
  }

  static let odd: [([Double], String)] = [
    (
      [36_500, 36_500, 255, 211],
      "its focal length of 36500 pixels makes a diagonal field of view of 1.04°, narrower than any "
        + "usual lens has"
    ),
    (
      [26, 26, 255, 211],
      "its focal length of 26 pixels makes a diagonal field of view of 171°, wider than any usual "
        + "lens has"
    ),
    (
      [365, 36.5, 255, 211],
      "its focal lengths fx 365 and fy 36.5 differ, as if pixels were no squares"
    ),
    (
      [365, 365, 0, 0],
      "its principal point 0, 0 is far from the middle of the image of 512×424"
    ),
  ]

  @Test(arguments: odd)
  func `an odd camera is reported as odd`(numbers: [Double], oddity: String) async throws {
    let (path, run) = try await Self.run(numbers[0], numbers[1], numbers[2], numbers[3])
    #expect(run.exitCode == 0)
    #expect(
      run.errors.hasPrefix(
        "warning: \(path): \(oddity): check that the intrinsics are in pixels and of this image. "
          + "Everything is measured by them.\n"), "\(run.errors)")
  }

  @Test func `ordinary cameras are not`() async throws {
    for numbers in [[365.0, 365, 255, 211], [365, 300, 200, 150], [3650, 3650, 255, 211]] {
      let (_, run) = try await Self.run(numbers[0], numbers[1], numbers[2], numbers[3])
      #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
    }
  }

  @Test func `where no skeleton agrees with the keypoints the camera is named`() async throws {
    let (path, run) = try await Self.run(365, 365, 5000, 211)
    #expect(run.exitCode == 0 && run.output.isEmpty)
    #expect(
      run.errors.hasSuffix(
        "warning: person 0 is left out: no skeleton agrees with the keypoints: \(path) states a camera "
          + "with a diagonal field of view of 85°, its axis through 5000, 211 of 512×424 pixels: "
          + "check that it is the one of this image; else that the keypoints belong to one person "
          + "and, when they come from a file, that left and right are the person's own\n"),
      "\(run.errors)")
  }

  @Test(.enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
  func `in a video too the camera is named, and no person is reported as missing`() async throws {
    let folder = try TemporaryFolder()
    let json = """
      { "width": 480, "height": 360, "fx": 500, "fy": 500, "cx": 5000, "cy": 200 }
      """
    let path = try folder.file("camera.json", Data(json.utf8))
    let run = try await CommandLineRun([
      "video", Fixture.path("video/squats.mp4"), "--to", "0.2", "--camera", path,
    ])
    #expect(run.exitCode == 0)
    let lines = run.errors.split(separator: "\n")
    try #require(lines.count == 2, "\(run.errors)")
    #expect(lines[0].hasPrefix("warning: \(path): its principal point 5000, 200 is far from"))
    #expect(
      lines[1].hasPrefix(
        "warning: in 7 of 7 frames no skeleton agrees with the keypoints: \(path) states a camera with "
      ))
  }
}
