import DepthIO
import PoseDetection
import Foundation
import PoseImaging
import Pose3D
import TestSupport
import Testing

/// Against MediaPipe 0.10.21; `fixtures/detection/README.md` describes the origin of its numbers.
@Suite("Hands as MediaPipe finds them", .enabled(if: Installation.isComplete, Installation.reason))
@MainActor struct HandParityTests {
  @Test("in the committed images", arguments: try HandGolden.all(in: "hand_goldens.json"))
  func fixtures(golden: HandGolden) throws {
    let path = Fixture.path("detection/\(golden.file)")
    #expect(SHA256.hex([UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))) == golden.sha256)
    let picture = try ColorImage(contentsOf: path)
    let hands = try Installation.handDetector(searchesAgain: false).hands(in: picture)
    try #require(hands.count == golden.hands.count)
    for (hand, golden) in zip(hands, golden.hands) {
      let distance = try golden.distance(to: hand)
      #expect(distance.pixels <= Tolerance.meanHandPixels)
      #expect(distance.millimetres <= Tolerance.meanHandMillimetres)
    }
    for hand in hands {
      #expect(hand.imageWidth == golden.width && hand.imageHeight == golden.height)
    }
  }

  @Test(
    "in real images",
    .enabled(
      if: RealFrames.folder != nil, RealFrames.reason))
  func realFrames() throws {
    let detector = try Installation.handDetector(searchesAgain: false)
    var (pixels, millimetres): ([Double], [Double]) = ([], [])
    let goldens = try HandGolden.all(in: "real_hand_goldens.json")
    let frames = RealFrames.matches(of: goldens, digest: \.sha256)
    #expect(!frames.isEmpty)
    for (path, golden) in frames {
      let hands = try detector.hands(in: try ColorImage(contentsOf: path))
      #expect(hands.count == golden.hands.count, "\(golden.file)")
      for (hand, golden) in zip(hands, golden.hands) {
        let distance = try golden.distance(to: hand)
        pixels.append(distance.pixels)
        millimetres.append(distance.millimetres)
      }
    }
    #expect(pixels.reduce(0, +) / Double(pixels.count) <= Tolerance.meanHandPixels)
    #expect(millimetres.reduce(0, +) / Double(pixels.count) <= Tolerance.meanHandMillimetres)
  }
}
