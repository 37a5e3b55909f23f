import DepthIO
import Detection
import Foundation
import Pose3D
import Testing

/// Against MediaPipe 0.10.21; `fixtures/detection/README.md` says how its numbers were made.
@Suite("Parity with MediaPipe", .enabled(if: Installation.isComplete, Installation.reason))
@MainActor struct ParityTests {
  @Test("in the committed pictures", arguments: try Golden.all(in: "goldens.json"))
  func fixtures(golden: Golden) throws {
    let path = Installation.fixtures.appendingPathComponent(golden.file).path
    #expect(SHA256.hex([UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))) == golden.sha256)
    let picture = try ColorImage(contentsOf: path)
    let poses = try Installation.detector().poses(in: picture)
    try #require(poses.count == 1)
    let distance = try golden.distance(to: poses[0])
    #expect(distance.meanPixels <= Tolerance.meanPixels)
    #expect(distance.meanMillimetres <= Tolerance.meanMillimetres)
    #expect(distance.visibility.allSatisfy { $0 <= Tolerance.visibility })
    #expect(poses[0].confidence > 0.9)
    #expect(poses[0].imageWidth == golden.width && poses[0].imageHeight == golden.height)
  }

  /// MediaPipe takes the person with the highest score, we the most prominent one; where there are
  /// several, the one that MediaPipe took must be among ours.
  @Test(
    "in real pictures",
    .enabled(
      if: RealFrames.folder != nil,
      "POSE3D_REAL_FRAMES names the folder of the pictures of real_goldens.json"))
  func realFrames() throws {
    let detector = try Installation.detector(maximumCount: 5)
    var (pixels, millimetres): ([Double], [Double]) = ([], [])
    let goldens = try Golden.all(in: "real_goldens.json")
    let frames = try RealFrames.paths(by: goldens.map { ($0.sha256, $0) })
    #expect(!frames.isEmpty)
    for frame in frames {
      let poses = try detector.poses(in: try ColorImage(contentsOf: frame.path))
      #expect(poses.isEmpty == (frame.golden.landmarks == nil), "\(frame.golden.file)")
      let distances = try poses.map { try frame.golden.distance(to: $0) }
      guard let nearest = distances.min(by: { $0.meanPixels < $1.meanPixels }) else { continue }
      #expect(nearest.visibility.allSatisfy { $0 <= Tolerance.visibility }, "\(frame.golden.file)")
      pixels += nearest.pixels
      millimetres += nearest.millimetres
    }
    #expect(pixels.reduce(0, +) / Double(pixels.count) <= Tolerance.meanPixels)
    #expect(millimetres.reduce(0, +) / Double(millimetres.count) <= Tolerance.meanMillimetres)
  }
}
