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

  private static let types: [MLMultiArrayDataType] = [.double, .float32, .float16, .int32]

  @Test(arguments: types)
  func `a new array holds zeros and takes numbers of its type`(type: MLMultiArrayDataType) throws {
    let array = try MLMultiArray(shape: [2, 1, 3], dataType: type)
    #expect(array.count == 6 && array.dataType == type)
    #expect(array.strides.map(\.intValue) == [3, 3, 1])
    #expect((0..<6).allSatisfy { array[$0] == 0 })
    array[[1, 0, 1]] = 2.5
    array[5] = -7
    let rounded: NSNumber = type == .int32 ? 2 : 2.5
    #expect(array[4] == rounded && array[[1, 0, 2]] == -7)
    #expect(array.floats == [0, 0, 0, 0, rounded.floatValue, -7])
  }

  @Test func `the memory of an array holds its numbers in their type alone`() throws {
    let array = try MLMultiArray(shape: [1, 3, 18], dataType: .double)
    let numbers = try UnsafeMutableBufferPointer<Double>(array)
    numbers.initialize(repeating: 0.1)
    #expect(array[53] == 0.1)
    array[[0, 1, 0]] = 3
    #expect(try UnsafeBufferPointer<Double>(array)[18] == 3)
    #expect(array.dataPointer.load(fromByteOffset: 18 * 8, as: Double.self) == 3)
    let wrong = VisionFixture.code { _ = try UnsafeMutableBufferPointer<Float>(array) }
    #expect(wrong == .invalidArgument)
    #expect(array.description == "Double 1 × 3 × 18 array")
  }

  @Test(arguments: [[], [3, -1], [Int.max, 8], [-2, 0, -2]])
  func `a shape without dimensions, of a negative extent or too large is an error`(shape: [Int]) {
    let code = VisionFixture.code {
      _ = try MLMultiArray(shape: shape.map { NSNumber(value: $0) }, dataType: .float)
    }
    #expect(code == .invalidArgument)
  }

  @Test func `arrays of different types are joined in the requested type`() throws {
    let doubles = try MLMultiArray(shape: [1, 2], dataType: .double)
    let floats = try MLMultiArray(shape: [1, 2], dataType: .float)
    (doubles[0], doubles[1], floats[0], floats[1]) = (0.1, 2, 3.75, -4)
    let joined = MLMultiArray(concatenating: [doubles, floats], axis: 0, dataType: .float)
    #expect(joined.dataType == .float32 && joined.floats == [0.1, 2, 3.75, -4])
    let integers = MLMultiArray(concatenating: [doubles, floats], axis: 1, dataType: .int32)
    #expect(integers.shape == [1, 4] && integers.floats == [0, 2, 3, -4])
  }
}
