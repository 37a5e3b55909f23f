import DepthIO
import PoseDetection
import Foundation
import PoseImaging
import Pose3D
import TestSupport
import Testing

/// Against MediaPipe 0.10.21; `fixtures/detection/README.md` describes the origin of its numbers.
@Suite("Parity with MediaPipe", .enabled(if: Installation.isComplete, Installation.reason))
@MainActor struct ParityTests {
  @Test("in the committed images", arguments: try Golden.all(in: "goldens.json"))
  func fixtures(golden: Golden) throws {
    let path = Fixture.path("detection/\(golden.file)")
    #expect(SHA256.hex([UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))) == golden.sha256)
    let picture = try ColorImage(contentsOf: path)
    let poses = try Installation.detector().poses(in: picture)
    try #require(poses.count == 1)
    let distance = try golden.distance(to: poses[0])
    #expect(distance.meanPixels <= Tolerance.meanPixels)
    #expect(distance.meanMillimetres <= Tolerance.meanMillimetres)
    #expect(distance.visibility.allSatisfy { $0 <= Tolerance.visibility })
    // The presence is above 0.95 in each; the visibility of the limbs is the points' confidence.
    let limb = try #require(limbConfidence(of: poses[0]))
    #expect((0.95 * limb...limb).contains(poses[0].confidence))
    #expect(poses[0].imageWidth == golden.width && poses[0].imageHeight == golden.height)
  }

  /// The confidence of the surest elbow, wrist, knee or ankle in the image, of which all fixtures show three.
  private func limbConfidence(of pose: Pose2D) -> Double? {
    let limbs: [Keypoint] = [
      .leftElbow, .rightElbow, .leftWrist, .rightWrist, .leftKnee, .rightKnee, .leftAnkle,
      .rightAnkle,
    ]
    return limbs.compactMap { pose.points[$0] }.filter {
      (0..<Double(pose.imageWidth)).contains($0.x) && (0..<Double(pose.imageHeight)).contains($0.y)
    }.map(\.confidence).max()
  }

  @Test(
    "of the heavy model in the committed images",
    .enabled(if: Installation.hasHeavyModel, Installation.heavyReason),
    arguments: try Golden.all(in: "heavy_goldens.json"))
  func heavyFixtures(golden: Golden) throws {
    let path = Fixture.path("detection/\(golden.file)")
    let poses = try Installation.detector(maximumCount: 5, model: .heavy, searchesTiles: false)
      .poses(in: try ColorImage(contentsOf: path))
    let distances = try poses.map { try golden.distance(to: $0, isHeavy: true) }
    let nearest = try #require(distances.min { $0.meanPixels < $1.meanPixels })
    #expect(nearest.meanPixels <= Tolerance.meanPixels)
    #expect(nearest.meanMillimetres <= Tolerance.meanMillimetres)
    #expect(nearest.visibility.allSatisfy { $0 <= Tolerance.visibility })
  }

  /// MediaPipe takes the person with the highest score, we the most prominent one; where there are
  /// several, the one that MediaPipe took must be among ours.
  @Test(
    "in real images", .enabled(if: RealFrames.folder != nil, RealFrames.reason),
    arguments: [
      RealCase(file: "real_goldens.json", model: .full),
      RealCase(file: "real_heavy_goldens.json", model: .heavy),
    ])
  func realFrames(real: RealCase) throws {
    guard real.model == .full || Installation.hasHeavyModel else { return }
    let (distances, onlyOneFound) = try Golden.realDistances(
      in: real.file,
      detector: try Installation.detector(
        maximumCount: 5, model: real.model, searchesTiles: false),
      isHeavy: real.model == .heavy)
    #expect(onlyOneFound.isEmpty)
    #expect(!distances.isEmpty)
    let summary = Comment(rawValue: PoseDistance.summary(of: distances))
    let pixels = distances.flatMap(\.pixels)
    let settled = pixels.filter { $0 <= Tolerance.jump }
    #expect(average(settled) <= Tolerance.meanRealPixels, summary)
    #expect(
      Double(pixels.count - settled.count) <= Tolerance.jumpShare * Double(pixels.count), summary)
    #expect(average(pixels) <= Tolerance.meanRealPixelsOfAll, summary)
    #expect(average(distances.flatMap(\.millimetres)) <= Tolerance.meanRealMillimetres, summary)
    #expect(distances.allSatisfy { $0.visibility.allSatisfy { $0 <= Tolerance.visibility } })
  }

  /// The demand is for the mean of all pictures, the committed ones among them.
  @Test("over the committed images together")
  func together() throws {
    let distances = try Golden.all(in: "goldens.json").map { golden in
      let path = Fixture.path("detection/\(golden.file)")
      let pose = try Installation.detector().poses(in: try ColorImage(contentsOf: path)).first
      return try golden.distance(to: try #require(pose))
    }
    let summary = Comment(rawValue: PoseDistance.summary(of: distances))
    #expect(average(distances.flatMap(\.pixels)) <= 0.02, summary)
    #expect(average(distances.flatMap(\.millimetres)) <= 0.1, summary)
  }

  private func average(_ numbers: [Double]) -> Double {
    numbers.reduce(0, +) / Double(numbers.count)
  }
}

/// Goldens of real pictures and the model that they are of.
struct RealCase: Sendable, CustomTestStringConvertible {
  let file: String
  let model: BodyModel

  var testDescription: String { file }
}
