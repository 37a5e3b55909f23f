@testable import PoseDetection
import Testing

/// Expected regions come from the NumPy prototype that was checked against MediaPipe.
@Suite("The square around a person")
struct SquareRegionTests {
  struct Case: Sendable {
    let hips, scalePoint: SIMD2<Double>
    let side, rotation: Double
  }

  static let cases = [
    Case(hips: [320, 240], scalePoint: [320, 100], side: 350, rotation: 0),
    Case(hips: [320, 240], scalePoint: [460, 240], side: 350, rotation: 1.5707963267948966),
    Case(hips: [100, 50], scalePoint: [40, 130], side: 250, rotation: -2.498091544796509),
    Case(
      hips: [443.6, 779.5], scalePoint: [120.25, 430.75], side: 1188.964320848191,
      rotation: -0.7476241447052177),
    Case(hips: [10, 10], scalePoint: [10, 60], side: 125, rotation: -3.141592653589793),
  ]

  @Test("has the hips in its middle and the scale point above them", arguments: cases)
  func alignment(of known: Case) {
    let region = SquareRegion(hips: known.hips, scalePoint: known.scalePoint)
    #expect(region.center == known.hips)
    #expect(abs(region.side - known.side) < Tolerance.rounding)
    #expect(abs(region.rotation - known.rotation) < Tolerance.rounding)
    // In the square the head points up and is at 1/2 · 1/1.25 from the middle.
    let up = region.pixel(SIMD2(0.5, 0.5 - 0.4))
    #expect(abs(up.x - known.scalePoint.x) < Tolerance.rounding * region.side)
    #expect(abs(up.y - known.scalePoint.y) < Tolerance.rounding * region.side)
  }

  @Test("an upright one maps its corners to the image's")
  func upright() {
    let region = SquareRegion(around: 640, 480)
    #expect(region.pixel([0, 0]) == [0, -80])
    #expect(region.pixel([1, 1]) == [640, 560])
    #expect(region.turned([3, 4]) == [3, 4])
  }

  @Test(
    "without extent or far from everything it can't be used",
    arguments: [
      SquareRegion(center: [5, 5], side: 0, rotation: 0),
      SquareRegion(center: [5, 5], side: .nan, rotation: 0),
      SquareRegion(center: [.nan, 5], side: 5, rotation: 0),
      SquareRegion(center: [5, .infinity], side: 5, rotation: 0),
      SquareRegion(center: [5, 5], side: 1e12, rotation: 0),
      SquareRegion(center: [5, 5], side: 5, rotation: .nan),
    ])
  func unusable(region: SquareRegion) {
    #expect(!region.isUsable)
  }
}
