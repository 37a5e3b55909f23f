import Foundation
import TestSupport
import Testing

/// A picture and its depth map in one file, or the depth map in another container than PNG.
struct OneFileTests {
  /// The demo's depth map as a file of another kind, by `pose3d depth`.
  private func converted(_ name: String, in folder: TemporaryFolder) async throws -> String {
    let path = folder.path(name)
    let run = try await CommandLineRun([
      "depth", AnalyzeTests.depth, "--depth-scale", "mm", "-o", path,
    ])
    try #require(run.exitCode == 0, "\(run.errors)")
    return path
  }

  private func skeleton(_ arguments: [String]) async throws -> AnalyzeTests.Skeleton {
    let run = try await CommandLineRun(
      ["analyze"] + arguments + ["--keypoints", AnalyzeTests.keypoints, "-o", "-"])
    try #require(run.exitCode == 0, "\(run.errors)")
    return try AnalyzeTests.skeleton(run)
  }

  /// Millimetres as 32-bit metres are not exactly a thousandth each: the solver sees a difference of
  /// less than a micrometre.
  private func expectSame(
    _ a: AnalyzeTests.Skeleton, _ b: AnalyzeTests.Skeleton,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try #require(a.people.count == 1 && b.people.count == 1, sourceLocation: sourceLocation)
    #expect(
      abs(a.people[0].bodyHeight - b.people[0].bodyHeight) < 2e-6, sourceLocation: sourceLocation)
    for (joint, other) in zip(a.people[0].joints, b.people[0].joints) {
      #expect(joint.source == other.source, sourceLocation: sourceLocation)
      for (x, y) in zip(joint.cameraPosition, other.cameraPosition) {
        #expect(abs(x - y) < 5e-6, sourceLocation: sourceLocation)
      }
    }
  }

  @Test(arguments: ["depth.tif", "depth.exr", "depth.npy", "depth.pfm"])
  func `the container of the depth map changes nothing`(name: String) async throws {
    let folder = try TemporaryFolder()
    let other = try await converted(name, in: folder)
    let camera = ["--camera", AnalyzeTests.camera]
    try await expectSame(
      skeleton([AnalyzeTests.color, "--depth", AnalyzeTests.depth] + camera),
      skeleton([AnalyzeTests.color, "--depth", other] + camera))
  }

  @Test func `a recording is picture, depth and camera in one`() async throws {
    let folder = try TemporaryFolder()
    let array = try await Data(contentsOf: URL(filePath: converted("depth.npy", in: folder)))
    let depths = array.suffix(4 * 512 * 424).withUnsafeBytes {
      Array($0.bindMemory(to: Float.self))
    }
    let recording = try folder.file(
      "demo.r3d", RecordingFixture.bytes(depths: depths, width: 512, height: 424))
    let own = try await skeleton([recording])
    #expect(own.people[0].heightEstimation == "measured")
    // The same intrinsics, but neither gravity nor a name of the unit.
    let camera = try folder.file(
      "camera.json",
      Data(
        #"{"width": 512, "height": 424, "fx": 366, "fy": 366, "cx": 257, "cy": 207.5}"#.utf8))
    try await expectSame(
      own,
      skeleton([
        AnalyzeTests.color, "--depth", AnalyzeTests.depth, "--depth-scale", "mm", "--camera",
        camera,
      ]))
    let without = try await skeleton([recording, "--ignore-own-depth"])
    #expect(without.people[0].heightEstimation == "reference")
  }

  @Test func `a frame that the recording doesn't have is named`() async throws {
    let folder = try TemporaryFolder()
    let recording = try folder.file(
      "one.r3d",
      RecordingFixture.bytes(depths: Array(repeating: 2, count: 48), width: 8, height: 6))
    let run = try await CommandLineRun(["analyze", recording, "--frame", "3"])
    #expect(run.exitCode == 65)
    #expect(run.errors.contains("3"))
    #expect(run.errors.hasPrefix("error: \(recording): "))
  }

  @Test func `an own depth map that an editor has dropped is no error, but reported`() async throws
  {
    let folder = try TemporaryFolder()
    let xmp =
      "http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF "
      + "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\"><rdf:Description "
      + "xmlns:GDepth=\"http://ns.google.com/photos/1.0/depthmap/\" GDepth:Format=\"RangeInverse\" "
      + "GDepth:Near=\"1\" GDepth:Far=\"5\" GDepth:Mime=\"image/png\"/></rdf:RDF></x:xmpmeta>"
    let length = xmp.utf8.count + 2
    var bytes = try Data(contentsOf: URL(filePath: AnalyzeTests.color))
    bytes.insert(
      contentsOf: [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + Array(xmp.utf8), at: 2)
    let picture = try folder.file("edited.jpg", bytes)
    let arguments = ["analyze", picture, "--keypoints", AnalyzeTests.keypoints]
    let run = try await CommandLineRun(arguments)
    #expect(run.exitCode == 0)
    #expect(
      run.errors.hasPrefix(
        "warning: \(picture): its own depth map can't be read, and is left out: "))
    let quiet = try await CommandLineRun(arguments + ["--ignore-own-depth"])
    #expect(!quiet.errors.contains("depth"))
  }

  @Test func `what the camera is unsure of changes the result, and is named in it`() async throws {
    let (folder, frame) = ("rendered/p039", Fixture.path("rendered/p039"))
    let arguments = [
      "analyze", "\(frame)/color.jpg", "--depth", "\(frame)/depth.png", "--camera",
      "\(frame)/camera.json", "--keypoints", "\(frame)/keypoints.json", "-o", "-",
    ]
    let plain = try await CommandLineRun(arguments)
    let confidence = Fixture.path("\(folder)/confidence.png")
    let sure = try await CommandLineRun(arguments + ["--depth-confidence", confidence])
    #expect(plain.exitCode == 0 && sure.exitCode == 0)
    #expect(sure.output.contains("\"confidenceFile\": \"confidence.png\""))
    #expect(plain.output.contains("\"confidenceFile\": null"))
    let (a, b) = (try AnalyzeTests.skeleton(plain), try AnalyzeTests.skeleton(sure))
    #expect(
      zip(a.people[0].joints, b.people[0].joints).contains {
        $0.cameraPosition != $1.cameraPosition
      })
  }

  @Test func `the skeleton file has the source of the unit`() async throws {
    let folder = try TemporaryFolder()
    let array = try await converted("depth.npy", in: folder)
    let run = try await CommandLineRun([
      "analyze", AnalyzeTests.color, "--depth", array, "--camera", AnalyzeTests.camera,
      "--keypoints", AnalyzeTests.keypoints, "-o", "-",
    ])
    #expect(run.output.contains("\"format\": \"NPY\""))
    #expect(run.output.contains("\"scale\": \"assumed\""))
    #expect(run.output.contains("\"unit\": \"m\""))
  }
}
