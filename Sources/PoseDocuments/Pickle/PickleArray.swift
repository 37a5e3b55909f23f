/// An array of NumPy's, or one of its numbers, as pickles have it (`ndarray.__reduce__`).
struct PickleArray {
  /// The type of an array's elements.
  struct Element {
    /// `b`, `i`, `u` or `f`, as in NumPy's `dtype.kind`.
    var kind: Character
    /// Bytes of a number: 1, 2, 4 or 8.
    var size: Int
    var isBigEndian = false

    /// By NumPy's code, for example `f8` or `<i4`; `nil` for what isn't a number.
    init?(code: String) {
      var rest = Substring(code)
      if let order = rest.first, "<>|=".contains(order) {
        isBigEndian = order == ">"
        rest = rest.dropFirst()
      }
      guard let kind = rest.first, let size = Int(rest.dropFirst()) else { return nil }
      let sizes: [Character: [Int]] = [
        "b": [1], "i": [1, 2, 4, 8], "u": [1, 2, 4, 8], "f": [2, 4, 8],
      ]
      guard sizes[kind]?.contains(size) == true else { return nil }
      (self.kind, self.size) = (kind, size)
    }

    func number(_ bytes: ArraySlice<UInt8>) -> Double {
      var bits: UInt64 = 0
      for byte in isBigEndian ? Array(bytes) : bytes.reversed() { bits = bits << 8 | UInt64(byte) }
      switch (kind, size) {
      case ("f", 2): return Double(half(UInt16(bits)))
      case ("f", 4): return Double(Float(bitPattern: UInt32(bits)))
      case ("f", _): return Double(bitPattern: bits)
      case ("i", _):
        let unused = UInt64(64 - 8 * size)
        return Double(Int64(bitPattern: bits << unused) >> Int64(unused))
      default: return Double(bits)
      }
    }

    /// IEEE 754's binary16; Swift's `Float16` isn't on every machine.
    private func half(_ bits: UInt16) -> Double {
      let (exponent, fraction) = (Int(bits >> 10 & 31), Double(bits & 1023) / 1024)
      let size: Double
      switch exponent {
      case 0: size = fraction * 0x1p-14
      case 31: size = fraction == 0 ? .infinity : .nan
      default: size = (1 + fraction) * Double(sign: .plus, exponent: exponent - 15, significand: 1)
      }
      return bits >> 15 == 0 ? size : -size
    }
  }

  /// In the order of C: the last index runs fastest.
  let numbers: [Double]
  let shape: [Int]
  /// The lists and numbers of `value`.
  let valueCount: Int
  private let isBool: Bool

  /// The most dimensions, and the most lists and numbers, that an array may have.
  private static let limits = (dimensions: 8, count: 100_000)

  /// `nil` where the bytes aren't as many as shape and type say.
  init?(_ bytes: [UInt8], shape: [Int], element: Element, isFortran: Bool) {
    guard shape.count <= Self.limits.dimensions, shape.allSatisfy({ $0 >= 0 }) else { return nil }
    var (count, valueCount) = (1, 1)
    for side in shape {
      let (product, overflow) = count.multipliedReportingOverflow(by: side)
      guard !overflow, product <= Self.limits.count else { return nil }
      count = product
      // An array of 99,999 by 0 has no numbers, and 99,999 lists.
      valueCount += count
      guard valueCount <= Self.limits.count else { return nil }
    }
    guard bytes.count == count * element.size else { return nil }
    var numbers = (0..<count).map { index in
      element.number(bytes[(index * element.size)..<((index + 1) * element.size)])
    }
    if isFortran, shape.count > 1, count > 0 {
      let own = numbers
      for place in numbers.indices {
        var (rest, source) = (place, 0)
        var strides: [Int] = []
        var stride = 1
        for side in shape {
          strides.append(stride)
          stride *= side
        }
        for axis in shape.indices.reversed() {
          source += rest % shape[axis] * strides[axis]
          rest /= shape[axis]
        }
        numbers[place] = own[source]
      }
    }
    (self.numbers, self.shape, self.valueCount) = (numbers, shape, valueCount)
    isBool = element.kind == "b"
  }

  /// A number, or lists of lists of numbers.
  var value: DocumentValue {
    var place = 0
    func part(_ axis: Int) -> DocumentValue {
      guard axis < shape.count else {
        defer { place += 1 }
        return isBool ? .bool(numbers[place] != 0) : .number(numbers[place])
      }
      return .array((0..<shape[axis]).map { _ in part(axis + 1) })
    }
    return part(0)
  }
}
