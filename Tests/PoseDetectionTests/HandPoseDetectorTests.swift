import DepthIO
@testable import PoseDetection
import Foundation
import PoseImaging
import Pose3D
import TestSupport
import Testing

@Suite("Hand detector", .enabled(if: Installation.isComplete, Installation.reason))
@MainActor struct HandPoseDetectorTests {
  @Test(
    "finds no hand in images of nothing, whatever their size",
    arguments: [(1, 1), (1, 4000), (4000, 1), (2, 2), (3, 5), (640, 480)])
  func nothing(width: Int, height: Int) throws {
    for level in [UInt8(0), 255] {
      let pixels = [UInt8](repeating: level, count: 3 * width * height)
      let picture = ColorImage(width: width, height: height, pixels: pixels)
      #expect(try Installation.handDetector().hands(in: picture).isEmpty)
    }
  }

  @Test("finds none in a portrait without hands, however hard it looks")
  func portrait() throws {
    let detector = try Installation.handDetector(maximumCount: 4)
    #expect(try detector.hands(in: try fixture("astronaut.jpg")).isEmpty)
  }

  @Test("returns the side of a hand and its extended fingers")
  func wholeHands() throws {
    let hands = try Installation.handDetector().hands(in: try fixture("rendered_hands.jpg"))
    try #require(hands.count == 2)
    for hand in hands {
      // Palms to the viewer and arms up: the person's right hand is on the left.
      let isLeft = try #require(hand.points[.wrist]).x < 350
      #expect(hand.chirality == (isLeft ? .right : .left))
      #expect(hand.points.count == 21 && hand.worldLandmarks.count == 21)
      #expect(hand.confidence > 0.9 && hand.bodyID == nil)
    }
  }

  @Test("a second look keeps what the first one found and adds to it")
  func secondLook() throws {
    let picture = try fixture("rendered_oblique.jpg")
    let plain = try Installation.handDetector(searchesAgain: false).hands(in: picture)
    let all = try Installation.handDetector().hands(in: picture)
    #expect(Array(all.prefix(plain.count)) == plain)
    #expect(all.count > plain.count)
    let two = try fixture("rendered_hands.jpg")
    #expect(
      try Installation.handDetector(maximumCount: 4).hands(in: two)
        == Installation.handDetector(searchesAgain: false).hands(in: two))
  }

  @Test("framing doubtful hands again makes them surer and leaves the others alone")
  func reframing() throws {
    let picture = try fixture("rendered_two_people.jpg")
    var options = HandPoseDetector.Options()
    options.searchesAgain = false
    let plain = try Installation.handDetector(searchesAgain: false).hands(in: picture)
    options.reframesDoubtfulHands = true
    let detector = try HandPoseDetector(
      assets: try #require(Installation.assets), options: options)
    let reframed = try detector.hands(in: picture)
    try #require(plain.count == 2 && reframed.count == 2)
    #expect(plain.contains { $0.confidence < 0.95 })
    for (one, other) in zip(plain, reframed) {
      #expect(one.confidence < 0.95 ? other.confidence > one.confidence : other == one)
    }
  }

  @Test("returns at most as many as it may, the first of them")
  func maximum() throws {
    let picture = try fixture("rendered_hands.jpg")
    let two = try Installation.handDetector().hands(in: picture)
    #expect(try Installation.handDetector(maximumCount: 1).hands(in: picture) == [two[0]])
  }

  @Test("gives the same numbers again, whatever came between")
  func determinism() throws {
    let detector = try Installation.handDetector()
    let picture = try fixture("rendered_oblique.jpg")
    let first = try detector.hands(in: picture)
    _ = try detector.hands(in: try fixture("rendered_hands.jpg"))
    #expect(try detector.hands(in: picture) == first)
  }

  @Test("searches only the region of interest, and returns pixels of the whole image")
  func regionOfInterest() throws {
    let picture = try fixture("rendered_hands.jpg")
    let detector = try Installation.handDetector()
    let all = try detector.hands(in: picture)
    let half = RegionOfInterest(x: 350, y: -20, width: 1000, height: 1000)
    let found = try detector.hands(in: picture, regionOfInterest: half)
    try #require(found.count == 1)
    let expected = try #require(all.first { $0.points[.wrist]!.x > 350 })
    for joint in HandJoint.allCases {
      let (one, other) = (
        try #require(found[0].points[joint]), try #require(expected.points[joint])
      )
      #expect(hypot(one.x - other.x, one.y - other.y) < Tolerance.meanTrackedPixels)
    }
    #expect(found[0].imageWidth == picture.width && found[0].imageHeight == picture.height)
    let beside = RegionOfInterest(x: 5000, y: 0, width: 10, height: 10)
    #expect(try detector.hands(in: picture, regionOfInterest: beside).isEmpty)
  }

  @Test("finds the hands at a body's wrists and returns that body's identity")
  func wrists() throws {
    let picture = try fixture("rendered_oblique.jpg")
    var bodies = try Installation.detector().poses(in: picture)
    try #require(bodies.count == 1)
    bodies[0].id = 7
    // The second look is off, so that what is found was found at the wrists.
    let detector = try Installation.handDetector(searchesAgain: false)
    #expect(try detector.hands(in: picture).isEmpty)
    let hands = try detector.hands(in: picture, near: bodies)
    #expect(!hands.isEmpty)
    for hand in hands {
      #expect(hand.bodyID == 7)
      let name: Keypoint = hand.chirality == .left ? .leftWrist : .rightWrist
      let (wrist, own) = (try #require(bodies[0].points[name]), try #require(hand.points[.wrist]))
      #expect(hypot(wrist.x - own.x, wrist.y - own.y) < 20)
    }
  }

  @Test("a model that isn't the expected one is refused with what it is instead")
  func otherModel() throws {
    let assets = try #require(Installation.assets)
    let swapped = DetectionAssets(
      runtimeLibrary: assets.runtimeLibrary, personModel: assets.personModel,
      landmarkModel: assets.landmarkModel, palmModel: assets.handModel,
      handModel: assets.handModel, heavyLandmarkModel: nil)
    let error = try #require(throws: DetectionError.self) { try HandPoseDetector(assets: swapped) }
    #expect(error.code == .modelUnusable)
    #expect(
      error.description == "\(assets.handModel): the model takes 150528 numbers and gives "
        + "[63, 1, 1, 63]; 110592 and [36288, 2016] were expected; "
        + "run `scripts/setup` (or `make demo`) in the Pose3D checkout, "
        + "or `swift package pose3d-setup` in a package that depends on it; or set POSE3D_HOME to the "
        + "folder of another installation, or give the keypoints with a file")
  }

  private func fixture(_ name: String) throws -> ColorImage {
    try ColorImage(contentsOf: Fixture.path("detection/\(name)"))
  }
}
