public import Foundation

/// Numbers in several dimensions, the last one running fastest (Core ML). One thread at a time may change an array.
public final class MLMultiArray: @unchecked Sendable, CustomStringConvertible {
  /// The extent of each dimension.
  public let shape: [NSNumber]
  /// The type of the numbers.
  public let dataType: MLMultiArrayDataType
  /// The count of numbers.
  public let count: Int
  /// The memory of the numbers, valid as long as the array.
  public let dataPointer: UnsafeMutableRawPointer
  private let scalar: any MLMultiArrayScalar.Type

  /// An array of zeros.
  ///
  /// Throws an error of `VNErrorDomain`, `invalidArgument`, for a shape without dimensions, a negative extent, and more numbers
  /// than a process can address.
  public convenience init(shape: [NSNumber], dataType: MLMultiArrayDataType) throws {
    let extents = shape.map(\.intValue)
    var bytes: Int? = 8
    for extent in extents {
      let (product, overflows) = (bytes ?? 0).multipliedReportingOverflow(by: extent)
      bytes = bytes == nil || overflows || extent < 0 ? nil : product
    }
    guard !extents.isEmpty, bytes != nil else {
      throw VisionFailure(
        .invalidArgument, "an array of the shape \(extents): extents of 0 or more were expected"
      ).cocoaError
    }
    self.init(zerosOf: extents, dataType: dataType)
  }

  /// Arrays one after the other along a dimension; all others have to be the same in each, which is the caller's bug
  /// otherwise.
  ///
  /// - Parameters:
  ///   - multiArrays: at least one; their types may differ.
  ///   - axis: the dimension; a negative one counts from the last.
  ///   - dataType: the type of the numbers in the new array.
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
    self.init(zerosOf: shape, dataType: dataType)
    let outer = shape[..<axis].reduce(1, *)
    var place = 0
    for row in 0..<outer {
      for (array, shape) in zip(multiArrays, shapes) {
        let length = shape[axis...].reduce(1, *)
        copy(array, row * length..<(row + 1) * length, to: place)
        place += length
      }
    }
  }

  /// An array of these numbers.
  convenience init(shape: [Int], floats: [Float]) {
    self.init(zerosOf: shape, dataType: .float32)
    for (index, number) in floats.enumerated() { store(number, at: index) }
  }

  private init(zerosOf shape: [Int], dataType: MLMultiArrayDataType) {
    self.shape = shape.map { NSNumber(value: $0) }
    self.dataType = dataType
    count = shape.reduce(1, *)
    scalar = dataType.scalar
    func zeros<Scalar: MLMultiArrayScalar>(_: Scalar.Type, count: Int) -> UnsafeMutableRawPointer {
      let memory = UnsafeMutablePointer<Scalar>.allocate(capacity: count)
      memory.initialize(repeating: Scalar(nearest: 0), count: count)
      return UnsafeMutableRawPointer(memory)
    }
    dataPointer = zeros(scalar, count: count)
  }

  deinit { dataPointer.deallocate() }

  /// The numbers in their order, in single precision. Not Apple's.
  public var floats: [Float] { (0..<count).map { self[$0].floatValue } }

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

  /// A number by its index in their order. A new one is rounded to the array's type.
  public subscript(offset: Int) -> NSNumber {
    get {
      precondition((0..<count).contains(offset), "number \(offset) of \(count)")
      return load(scalar, at: offset).number
    }
    set {
      precondition((0..<count).contains(offset), "number \(offset) of \(count)")
      store(scalar.init(nearest: newValue), at: offset)
    }
  }

  /// A number by its index along each dimension. A new one is rounded to the array's type.
  public subscript(key: [NSNumber]) -> NSNumber {
    get { self[offset(key)] }
    set { self[offset(key)] = newValue }
  }

  /// The type and the shape in words.
  public var description: String {
    scalar.title + " " + shape.map(\.stringValue).joined(separator: " × ") + " array"
  }

  private func offset(_ key: [NSNumber]) -> Int {
    precondition(key.count == shape.count, "\(key.count) indices for \(shape.count) dimensions")
    return zip(key, strides).reduce(0) { $0 + $1.0.intValue * $1.1.intValue }
  }

  private func copy(_ other: MLMultiArray, _ numbers: Range<Int>, to place: Int) {
    for (step, number) in numbers.enumerated() { self[place + step] = other[number] }
  }

  private func load<Scalar: MLMultiArrayScalar>(_: Scalar.Type, at index: Int) -> Scalar {
    dataPointer.load(fromByteOffset: index * MemoryLayout<Scalar>.stride, as: Scalar.self)
  }

  private func store<Scalar: MLMultiArrayScalar>(_ scalar: Scalar, at index: Int) {
    dataPointer.storeBytes(
      of: scalar, toByteOffset: index * MemoryLayout<Scalar>.stride, as: Scalar.self)
  }

  /// The numbers' memory. Throws an error of `VNErrorDomain`, `invalidArgument`, for another type than the array's.
  fileprivate func memory<Element>(of element: Element.Type) throws -> UnsafeMutablePointer<Element>
  {
    guard element == scalar else {
      throw VisionFailure(
        .invalidArgument, "numbers of \(element) of a \(description)"
      ).cocoaError
    }
    return dataPointer.assumingMemoryBound(to: element)
  }
}

extension UnsafeBufferPointer {
  /// The numbers of an array, valid as long as the array. Throws an error of `VNErrorDomain`, `invalidArgument`, for another
  /// type than the array's.
  public init(_ multiArray: MLMultiArray) throws {
    self.init(start: try multiArray.memory(of: Element.self), count: multiArray.count)
  }
}

extension UnsafeMutableBufferPointer {
  /// The numbers of an array, valid as long as the array. Throws an error of `VNErrorDomain`, `invalidArgument`, for another
  /// type than the array's.
  public init(_ multiArray: MLMultiArray) throws {
    self.init(start: try multiArray.memory(of: Element.self), count: multiArray.count)
  }
}

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
