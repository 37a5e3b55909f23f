@testable import PoseDetection
import Foundation
import PoseGeometry
import Pose3D
import TestSupport
import Testing

/// What MediaPipe 0.10.21 (`solutions.hands`, stills, full models) found in one picture.
struct HandGolden: Decodable, Sendable, CustomTestStringConvertible {
  struct Hand: Decodable, Sendable {
    /// x and y in pixels.
    let landmarks: [[Double]]
    /// x, y, z in metres.
    let world: [[Double]]
    /// 0…1, that it is a right hand.
    let rightness: Double
  }

  let file: String
  /// Of the picture file, in hexadecimal.
  let sha256: String
  let width, height: Int
  /// In MediaPipe's order.
  let hands: [Hand]

  var testDescription: String { file }

  /// The goldens in a fixture file.
  static func all(in name: String) throws -> [HandGolden] {
    try Fixture.decode(from: "detection/\(name)")
  }
}

extension HandGolden.Hand {
  /// Checks that a hand is this one; its mean distance in pixels and in millimetres.
  func distance(to hand: HandPose) throws -> (pixels: Double, millimetres: Double) {
    var (pixels, millimetres) = (0.0, 0.0)
    for (index, name) in HandJoint.allCases.enumerated() {
      let point = try #require(hand.points[name])
      let place = try #require(hand.worldLandmarks[name])
      pixels += hypot(point.x - landmarks[index][0], point.y - landmarks[index][1])
      let expected = SIMD3(world[index][0], world[index][1], world[index][2])
      millimetres += 1000 * (place - expected).length
    }
    #expect(hand.chirality == (rightness > 0.5 ? .right : .left))
    #expect(abs(hand.chiralityConfidence - max(rightness, 1 - rightness)) < Tolerance.visibility)
    return (pixels / 21, millimetres / 21)
  }
}
