@testable import PoseDetection
import Foundation
import Testing

/// Expected regions come from the NumPy prototype that was checked against MediaPipe.
@Suite("The square around a hand")
struct HandRegionTests {
  struct Palm: Sendable {
    let box: (SIMD2<Double>, SIMD2<Double>)
    let wrist, knuckle: SIMD2<Double>
    let region: SquareRegion
  }

  static let palms = [
    Palm(
      box: ([0.4, 0.5], [0.6, 0.8]), wrist: [0.5, 0.8], knuckle: [0.5, 0.5],
      region: SquareRegion(center: [0.5, 0.5], side: 0.78, rotation: 0)),
    Palm(
      box: ([0.4, 0.5], [0.6, 0.8]), wrist: [0.35, 0.6], knuckle: [0.65, 0.6],
      region: SquareRegion(center: [0.65, 0.65], side: 0.78, rotation: 1.570796326795)),
    Palm(
      box: ([0.1, 0.2], [0.25, 0.3]), wrist: [0.24, 0.29], knuckle: [0.12, 0.22],
      region: SquareRegion(
        center: [0.131811054955, 0.224806448724], side: 0.39, rotation: -1.042721878369)),
    Palm(
      box: ([0.5, 0.5], [0.7, 0.6]), wrist: [0.6, 0.5], knuckle: [0.6, 0.7],
      region: SquareRegion(center: [0.6, 0.6], side: 0.52, rotation: -3.14159265359)),
  ]

  @Test("lies toward the fingers of a palm and is turned to them", arguments: palms)
  func palm(known: Palm) {
    let region = SquareRegion(
      palm: BoundingBox(minimum: known.box.0, maximum: known.box.1),
      fingers: known.knuckle - known.wrist)
    expectClose(region, known.region, within: Tolerance.rounding)
  }

  @Test("follows from the landmarks of the hand itself")
  func landmarks() throws {
    let hands = try HandGolden.all(in: "hand_goldens.json").flatMap(\.hands)
    let expected = [
      SquareRegion(
        center: [562.297175646, 114.632362925], side: 196.544532316, rotation: 0.098263436),
      SquareRegion(
        center: [119.281633629, 129.225285026], side: 184.481683704, rotation: -0.255910603),
      SquareRegion(
        center: [364.881493262, 110.051173814], side: 50.454032353, rotation: 0.271909443),
      SquareRegion(
        center: [208.979920988, 223.037914092], side: 45.352845121, rotation: -3.13849164),
    ]
    try #require(hands.count == expected.count)
    for (hand, expected) in zip(hands, expected) {
      let region = SquareRegion(handLandmarks: hand.landmarks.map { SIMD2($0[0], $0[1]) })
      expectClose(region, expected, within: Tolerance.single)
    }
  }

  @Test(
    "turns, moves and grows with the hand's landmarks",
    arguments: [-3.0, -1.5, -0.1, 0.4, 1.0, 2.5])
  func equivariance(angle: Double) throws {
    let golden = try #require(try HandGolden.all(in: "hand_goldens.json").flatMap(\.hands).first)
    let points = golden.landmarks.map { SIMD2($0[0], $0[1]) }
    let turn = SquareRegion(center: [30, -20], side: 1.7, rotation: angle)
    let region = SquareRegion(handLandmarks: points)
    // The frame of the box is chosen by the hand alone, whatever the picture's edges are.
    let moved = SquareRegion(handLandmarks: points.map { turn.center + turn.turned($0) * 1.7 })
    #expect(abs(moved.side - 1.7 * region.side) < Tolerance.rounding * moved.side)
    let expected = turn.center + turn.turned(region.center) * 1.7
    #expect(abs(moved.center.x - expected.x) < Tolerance.rounding * moved.side)
    #expect(abs(moved.center.y - expected.y) < Tolerance.rounding * moved.side)
    #expect(abs(sin((moved.rotation - region.rotation - angle) / 2)) < Tolerance.rounding)
  }

  @Test("placed in a turned view it has the view's corners where the view has them")
  func placement() {
    let view = SquareRegion(center: [320, 240], side: 640, rotation: 0.5 * Double.pi)
    let region = SquareRegion(center: [0.25, 0.5], side: 0.1, rotation: 0.25)
    let placed = region.placed(in: view)
    for corner in [SIMD2(0.0, 0.0), [1, 0], [0, 1], [1, 1]] {
      let (one, other) = (placed.pixel(corner), view.pixel(region.pixel(corner)))
      #expect(abs(one.x - other.x) < Tolerance.rounding * view.side)
      #expect(abs(one.y - other.y) < Tolerance.rounding * view.side)
    }
  }

  private func expectClose(_ a: SquareRegion, _ b: SquareRegion, within tolerance: Double) {
    #expect(abs(a.center.x - b.center.x) < tolerance, "\(a) \(b)")
    #expect(abs(a.center.y - b.center.y) < tolerance, "\(a) \(b)")
    #expect(abs(a.side - b.side) < tolerance, "\(a) \(b)")
    #expect(abs(a.rotation - b.rotation) < tolerance, "\(a) \(b)")
  }
}
