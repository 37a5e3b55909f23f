public import Foundation

/// Numbers in several dimensions, the last one running fastest (Core ML).
public final class MLMultiArray: Sendable, CustomStringConvertible {
  /// The extent of each dimension.
  public let shape: [NSNumber]
  /// The numbers in their order. Not Apple's.
  public let floats: [Float]

  /// The type of the numbers.
  public var dataType: MLMultiArrayDataType { .float32 }

  /// Arrays one after the other along a dimension; all others have to be the same in each, which is the caller's bug
  /// otherwise.
  ///
  /// - Parameters:
  ///   - multiArrays: at least one.
  ///   - axis: the dimension; a negative one counts from the last.
  ///   - dataType: the type of the numbers.
  public convenience init(
    concatenating multiArrays: [MLMultiArray], axis: Int, dataType: MLMultiArrayDataType
  ) {
    precondition(!multiArrays.isEmpty, "an array of no arrays")
    let shapes = multiArrays.map { $0.shape.map(\.intValue) }
    let dimensions = shapes[0].count
    let axis = axis < 0 ? axis + dimensions : axis
    precondition((0..<dimensions).contains(axis), "no dimension \(axis) of \(dimensions)")
    func others(_ shape: [Int]) -> [Int] {
      shape.indices.map { $0 == axis ? 0 : shape[$0] }
    }
    for shape in shapes {
      precondition(
        shape.count == dimensions && others(shape) == others(shapes[0]),
        "arrays of \(shapes[0]) and \(shape) along dimension \(axis)")
    }
    var shape = shapes[0]
    shape[axis] = shapes.reduce(0) { $0 + $1[axis] }
    let outer = shape[..<axis].reduce(1, *)
    var floats: [Float] = []
    floats.reserveCapacity(shape.reduce(1, *))
    for row in 0..<outer {
      for (array, shape) in zip(multiArrays, shapes) {
        let length = shape[axis...].reduce(1, *)
        floats += array.floats[row * length..<(row + 1) * length]
      }
    }
    self.init(shape: shape, floats: floats)
  }

  init(shape: [Int], floats: [Float]) {
    self.shape = shape.map { NSNumber(value: $0) }
    self.floats = floats
  }

  /// The count of numbers between neighbours along each dimension.
  public var strides: [NSNumber] {
    var strides: [NSNumber] = []
    var step = 1
    for extent in shape.reversed() {
      strides.insert(NSNumber(value: step), at: 0)
      step *= extent.intValue
    }
    return strides
  }

  /// The count of numbers.
  public var count: Int { floats.count }

  /// A number by its place in their order.
  public subscript(offset: Int) -> NSNumber { NSNumber(value: floats[offset]) }

  /// A number by its place along each dimension.
  public subscript(key: [NSNumber]) -> NSNumber {
    precondition(key.count == shape.count, "\(key.count) places for \(shape.count) dimensions")
    return self[zip(key, strides).reduce(0) { $0 + $1.0.intValue * $1.1.intValue }]
  }

  /// The shape in words.
  public var description: String {
    "Float32 " + shape.map(\.stringValue).joined(separator: " × ") + " array"
  }
}

/// The types of numbers in arrays, of which there is one.
public enum MLMultiArrayDataType: Int, Sendable {
  /// 32-bit floating point.
  case float32 = 65568

  /// Another name of the same.
  public static var float: MLMultiArrayDataType { .float32 }
}
