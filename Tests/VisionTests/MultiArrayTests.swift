import Foundation
import TestSupport
import Testing
import Vision

/// Arrays of points, which an action classifier takes.
struct MultiArrayTests {
  private static func arrays() throws -> [MLMultiArray] {
    let request = VNDetectHumanBodyPoseRequest()
    try VNImageRequestHandler(url: VisionFixture.twoPeople).perform([request])
    return try (request.results ?? []).map { try $0.keypointsMultiArray() }
  }

  /// Of an array of 1 × 3 × points, as Create ML's action classifiers take a window of frames.
  @Test(
    .enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"),
    arguments: [0, 1, 2, -1, -3])
  func `arrays are joined along any dimension`(axis: Int) throws {
    let arrays = try Self.arrays()
    #expect(arrays.count == 2)
    let joined = MLMultiArray(concatenating: arrays, axis: axis, dataType: .float32)
    let place = axis < 0 ? axis + 3 : axis
    let shape = arrays[0].shape.map(\.intValue)
    #expect(
      joined.shape.map(\.intValue)
        == shape.indices.map { $0 == place ? 2 * shape[$0] : shape[$0] })
    #expect(joined.count == arrays[0].count + arrays[1].count && joined.dataType == .float)
    for (number, array) in arrays.enumerated() {
      for first in 0..<shape[0] {
        for second in 0..<shape[1] {
          for third in 0..<shape[2] {
            let index = [first, second, third]
            var moved = index
            moved[place] += number * shape[place]
            #expect(
              joined[moved.map { NSNumber(value: $0) }]
                == array[index.map { NSNumber(value: $0) }])
          }
        }
      }
    }
  }
}
