@testable import PoseDetection
import Testing

@Suite("Rectangles")
struct BoundingBoxTests {
  static let large = BoundingBox(minimum: [0, 0], maximum: [10, 10])

  @Test(
    "overlap by a share of their union, and cover a share of the smaller one",
    arguments: [
      (BoundingBox(minimum: [0, 0], maximum: [10, 10]), 1.0, 1.0),
      (BoundingBox(minimum: [2, 2], maximum: [4, 7]), 0.1, 1.0),
      (BoundingBox(minimum: [8, 0], maximum: [12, 5]), 10.0 / 110, 0.5),
      (BoundingBox(minimum: [10, 0], maximum: [12, 5]), 0.0, 0.0),
      (BoundingBox(minimum: [-9, -9], maximum: [-1, -1]), 0.0, 0.0),
      (BoundingBox(minimum: [3, 3], maximum: [3, 9]), 0.0, 0.0),
    ])
  func shares(other: BoundingBox, overlap: Double, coverage: Double) {
    for (one, two) in [(Self.large, other), (other, Self.large)] {
      #expect(abs(one.overlap(with: two) - overlap) < Tolerance.rounding)
      #expect(abs(one.coverage(with: two) - coverage) < Tolerance.rounding)
    }
  }
}
