import DepthIO
@testable import PoseDetection
import PoseGeometry
import PoseImaging
import Pose3D
import TestSupport
import Testing

/// Hands that are followed from frame to frame.
@Suite("Hands in a video", .enabled(if: Installation.isComplete, Installation.reason))
@MainActor struct HandTracksTests {
  private let detector: HandPoseDetector
  private let picture: ColorImage

  init() throws {
    detector = try Installation.handDetector(searchesAgain: false)
    picture = try ColorImage(contentsOf: Fixture.path("detection/rendered_hands.jpg"))
  }

  /// The picture's rows moved down by some pixels.
  private func moved(down rows: Int) -> ColorImage {
    let row = 3 * picture.width
    let pixels = Array(repeating: picture.pixels[..<row], count: rows).flatMap { $0 }
    return ColorImage(
      width: picture.width, height: picture.height,
      pixels: pixels + picture.pixels.dropLast(rows * row))
  }

  @Test func `the first frame has the hands of a picture, and later ones follow them`() throws {
    let stills = try detector.hands(in: picture)
    var tracks = HandTracks()
    for frame in 0..<8 {
      let hands = try detector.hands(
        in: moved(down: 3 * frame), near: [], following: &tracks, maximumCount: 2,
        at: Double(frame) / 30)
      try #require(hands.count == stills.count)
      for (hand, still) in zip(hands, stills) {
        #expect(hand.chirality == still.chirality && hand.fingerCount == still.fingerCount)
        let places = [hand, still].compactMap { $0.points[.middleTip] }
        try #require(places.count == 2)
        #expect(abs(places[0].x - places[1].x) < 6)
        #expect(abs(places[0].y - places[1].y - Double(3 * frame)) < 6)
      }
    }
  }

  @Test func `a hand that is gone is not returned, and found again when it is back`() throws {
    let empty = ColorImage(
      width: picture.width, height: picture.height,
      pixels: [UInt8](repeating: 90, count: picture.pixels.count))
    var tracks = HandTracks()
    func count(_ image: ColorImage, _ time: Double) throws -> Int {
      try detector.hands(in: image, near: [], following: &tracks, maximumCount: 2, at: time).count
    }
    #expect(try count(picture, 0) == 2)
    #expect(try count(empty, 0.1) == 0)
    // Not in every frame is it looked for, but within a second.
    #expect(try count(picture, 0.15) == 0)
    #expect(try count(picture, 1.2) == 2)
  }

  @Test func `no more hands are returned than are asked for`() throws {
    var tracks = HandTracks()
    for time in [0, 0.1, 0.2] {
      let hands = try detector.hands(
        in: picture, near: [], following: &tracks, maximumCount: 1, at: time)
      #expect(hands.count == 1)
    }
  }
}
