public import Foundation

/// Numbers in several dimensions, the last one running fastest (Core ML).
public final class MLMultiArray: Sendable, CustomStringConvertible {
  /// The extent of each dimension.
  public let shape: [NSNumber]
  /// The numbers in their order. Not Apple's.
  public let floats: [Float]

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
