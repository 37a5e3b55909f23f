internal import Foundation

/// The type of the numbers of an array (Core ML).
public enum MLMultiArrayDataType: Int, Sendable {
  /// 64-bit floating point.
  case double = 65600
  /// 32-bit floating point.
  case float32 = 65568
  /// 16-bit floating point.
  case float16 = 65552
  /// 32-bit integers.
  case int32 = 131104

  /// Another name of `double`.
  public static var float64: MLMultiArrayDataType { .double }
  /// Another name of `float32`.
  public static var float: MLMultiArrayDataType { .float32 }

  /// The Swift type.
  var scalar: any MLMultiArrayScalar.Type {
    switch self {
    case .double: Double.self
    case .float32: Float.self
    case .float16: Float16.self
    case .int32: Int32.self
    }
  }
}

/// A number of an array.
protocol MLMultiArrayScalar: BitwiseCopyable {
  /// The type's name in an array's description.
  static var title: String { get }

  /// The nearest number that the type has.
  init(nearest number: NSNumber)
  /// The same number.
  var number: NSNumber { get }
}

extension Double: MLMultiArrayScalar {
  static var title: String { "Double" }

  init(nearest number: NSNumber) { self = number.doubleValue }
  var number: NSNumber { NSNumber(value: self) }
}

extension Float: MLMultiArrayScalar {
  static var title: String { "Float32" }

  init(nearest number: NSNumber) { self = number.floatValue }
  var number: NSNumber { NSNumber(value: self) }
}

extension Float16: MLMultiArrayScalar {
  static var title: String { "Float16" }

  init(nearest number: NSNumber) { self.init(number.doubleValue) }
  var number: NSNumber { NSNumber(value: Float(self)) }
}

extension Int32: MLMultiArrayScalar {
  static var title: String { "Int32" }

  init(nearest number: NSNumber) { self = number.int32Value }
  var number: NSNumber { NSNumber(value: self) }
}
