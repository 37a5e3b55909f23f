import Foundation
import PoseGeometry
import TestSupport
import Testing

@testable import Pose3D

@Suite("Stretched fingers")
struct HandFingersTests {
  /// Bends of a finger's three joints in degrees.
  static let straight = [5.0, 5, 5]
  static let folded = [80.0, 95, 60]

  /// Every way to hold up the four fingers, with the thumb out and across the palm.
  static let signs = (0..<32).map { bits in
    Set(Finger.allCases.enumerated().filter { bits >> $0.offset & 1 == 1 }.map(\.element))
  }

  @Test("are those of a hand that holds them up", arguments: signs)
  func held(shown: Set<Finger>) {
    #expect(ModelHand(showing: shown).pose.extendedFingers == shown)
    #expect(ModelHand(showing: shown).pose.fingerCount == shown.count)
  }

  @Test("stay the same however the hand is turned, in a mirror, and at any size", arguments: 0..<20)
  func invariance(seed: Int) {
    var random = RandomNumbers(seed: UInt64(seed))
    let shown = Self.signs.randomElement(using: &random)!
    let hand = ModelHand(showing: shown).pose
    let turn = Rotation(
      rotationVector: Vector3(
        .random(in: -3...3, using: &random), .random(in: -3...3, using: &random),
        .random(in: -3...3, using: &random)))
    let size = Double.random(in: 0.5...2, using: &random)
    for mirror in [Vector3(1, 1, 1), Vector3(-1, 1, 1), Vector3(1, 1, -1)] {
      var other = hand
      other.chirality = hand.chirality?.mirrored
      other.worldLandmarks = hand.worldLandmarks.mapValues { place in
        turn * (place * mirror) * size + Vector3(0.3, -0.2, 1)
      }
      #expect(other.extendedFingers == shown)
      for joint in HandJoint.allCases {
        let (one, two) = (hand.flexion(at: joint), other.flexion(at: joint))
        #expect((one == nil) == (two == nil))
        #expect(abs((one ?? 0) - (two ?? 0)) < 1e-9)
      }
    }
  }

  @Test("have the bends they were made with", arguments: [Finger.index, .middle, .ring, .little])
  func bends(finger: Finger) throws {
    var hand = ModelHand(showing: [])
    hand.bends[finger] = [20, 30, 40]
    let pose = hand.pose
    let joints = finger.joints
    // The knuckle's bend has the finger's own direction in it, which is not quite the wrist's.
    for (joint, degrees) in zip(joints[1...2], [30.0, 40]) {
      let bend = try #require(pose.flexion(at: joint))
      #expect(abs(bend - degrees * .pi / 180) < 1e-9)
    }
    let sum = try joints[0...2].reduce(0) { $0 + (try #require(pose.flexion(at: $1))) }
    #expect(pose.flexion(of: finger) == sum)
  }

  @Test(
    "end between a loosely held finger and a half bent one",
    arguments: [
      ([15.0, 20, 15], true), ([30, 30, 20], true), ([40, 50, 30], false), ([70, 40, 20], false),
    ])
  func limit(bends: [Double], isExtended: Bool) {
    var hand = ModelHand(showing: [.index, .middle, .ring, .little])
    hand.bends[.ring] = bends
    #expect(hand.pose.extendedFingers?.contains(.ring) == isExtended)
  }

  @Test(
    "are unclear between",
    arguments: [
      ([15.0, 20, 15], false, 4...4), ([30, 30, 20], true, 3...4), ([40, 40, 30], true, 3...4),
      ([50, 60, 30], false, 3...3),
    ])
  func unclear(bends: [Double], isUnclear: Bool, counts: ClosedRange<Int>) {
    var hand = ModelHand(showing: [.index, .middle, .ring, .little])
    hand.bends[.ring] = bends
    #expect(hand.pose.unclearFingers == (isUnclear ? [.ring] : []))
    #expect(hand.pose.possibleFingerCounts == counts)
    #expect(
      [hand.pose, hand.pose].possibleFingerCounts == 2 * counts.lowerBound...2 * counts.upperBound)
  }

  @Test("a bend has no joint at the wrist, where the thumb begins and at the tips")
  func noBend() {
    let pose = ModelHand(showing: []).pose
    let without = HandJoint.allCases.filter { pose.flexion(at: $0) == nil }
    #expect(
      without == [.wrist, .thumbCMC, .thumbTip, .indexTip, .middleTip, .ringTip, .littleTip])
  }

  @Test("aren't known without world landmarks, or with one missing", arguments: HandJoint.allCases)
  func unknown(missing: HandJoint) {
    var pose = ModelHand(showing: [.index]).pose
    pose.worldLandmarks[missing] = nil
    #expect(pose.extendedFingers == nil && pose.fingerCount == nil)
    #expect(pose.unclearFingers == nil && pose.possibleFingerCounts == nil)
    #expect([pose, ModelHand(showing: [.index]).pose].fingerCount == nil)
    pose.worldLandmarks = [:]
    #expect(pose.extendedFingers == nil)
    #expect(pose.flexion(of: .index) == nil)
  }

  @Test("of all hands are added up")
  func sum() {
    #expect([HandPose]().fingerCount == 0)
    #expect([HandPose]().possibleFingerCounts == 0...0)
    let hands = [ModelHand(showing: Set(Finger.allCases)), ModelHand(showing: [.index, .thumb])]
    #expect(hands.map(\.pose).fingerCount == 7)
  }

  @Test("a hand that is a single point shows none")
  func degenerate() {
    var pose = ModelHand(showing: []).pose
    pose.worldLandmarks = pose.worldLandmarks.mapValues { _ in Vector3(1, 1, 1) }
    #expect(pose.extendedFingers == [])
  }

  @Test("a palm without width has no side beyond which the thumb could be stretched")
  func flatPalm() throws {
    var pose = ModelHand(showing: [.thumb, .index]).pose
    #expect(pose.extendedFingers?.contains(.thumb) == true)
    pose.worldLandmarks[.littleMCP] = pose.worldLandmarks[.indexMCP]
    #expect(try #require(pose.extendedFingers).contains(.thumb) == false)
  }

  @Test("are what the people in MediaPipe's own images show", arguments: RecordedHand.all)
  func recorded(hand: RecordedHand) {
    #expect(hand.pose.extendedFingers == hand.shown)
  }
}

/// A right hand of bones, seen from its palm side: x toward the thumb, y toward the wrist, z away
/// from the viewer; lengths in metres after Buchholz, Armstrong, Goldstein 1992.
struct ModelHand {
  /// Degrees at the three joints of each finger.
  var bends: [Finger: [Double]] = [:]
  var isThumbOut: Bool

  init(showing shown: Set<Finger>) {
    for finger in Finger.allCases where finger != .thumb {
      bends[finger] =
        shown.contains(finger) ? HandFingersTests.straight : HandFingersTests.folded
    }
    isThumbOut = shown.contains(.thumb)
  }

  var pose: HandPose {
    var world: [HandJoint: Vector3] = [.wrist: .zero]
    let knuckles: [(Finger, Vector3, [Double])] = [
      (.index, Vector3(0.025, -0.088, 0), [0.046, 0.027, 0.018]),
      (.middle, Vector3(0.003, -0.089, 0), [0.050, 0.032, 0.020]),
      (.ring, Vector3(-0.016, -0.082, 0), [0.046, 0.031, 0.020]),
      (.little, Vector3(-0.034, -0.072, 0), [0.037, 0.021, 0.018]),
    ]
    for (finger, knuckle, lengths) in knuckles {
      var (place, bend) = (knuckle, 0.0)
      world[finger.joints[0]] = place
      for (index, joint) in finger.joints.dropFirst().enumerated() {
        bend += bends[finger]![index] * .pi / 180
        place += Vector3(0, -cos(bend), -sin(bend)) * lengths[index]
        world[joint] = place
      }
    }
    let thumb =
      isThumbOut
      ? [
        Vector3(0.022, -0.022, -0.01), [0.045, -0.055, -0.015], [0.062, -0.083, -0.015],
        [0.078, -0.107, -0.015],
      ]
      : [
        Vector3(0.022, -0.022, -0.01), [0.033, -0.058, -0.025], [0.012, -0.080, -0.035],
        [-0.013, -0.086, -0.030],
      ]
    for (joint, place) in zip(Finger.thumb.joints, thumb) { world[joint] = place }
    return HandPose(
      points: [:], worldLandmarks: world, chirality: .right, imageWidth: 640, imageHeight: 480)
  }
}
