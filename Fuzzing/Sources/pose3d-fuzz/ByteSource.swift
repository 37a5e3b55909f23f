/// Bytes as a source of choices and numbers: what a fuzzer changes in them changes a value, and when
/// they are used up, what is left is 0, the first choice and the usual value.
struct ByteSource {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// Whether all bytes have been used.
  var isEmpty: Bool { rest.isEmpty }

  /// The next byte.
  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  /// One of `count` choices.
  mutating func choice(_ count: Int) -> Int { Int(byte()) % count }

  /// A yes once in `every` bytes.
  mutating func isOne(in every: Int) -> Bool { choice(every) == every - 1 }

  /// A whole number of a range, of two bytes.
  mutating func integer(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + (Int(byte()) << 8 | Int(byte())) % range.count
  }

  /// A number of a range, in 65536 steps; its middle when the bytes are used up.
  mutating func number(_ range: ClosedRange<Double>) -> Double {
    let step = (Int(byte()) << 8 | Int(byte())) ^ 0x8000
    return range.lowerBound + Double(step) / 65535 * (range.upperBound - range.lowerBound)
  }

  /// A number of the range, or once in 16 any number that a double can be.
  mutating func anyNumber(_ usual: ClosedRange<Double>) -> Double {
    guard isOne(in: 16) else { return number(usual) }
    let oddities = [
      0, -0.0, .nan, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
      -1, 1e-12, 1e12, 1e200, -1e200, 9.3e18, 1e-200,
    ]
    let index = choice(oddities.count + 1)
    guard index < oddities.count else {
      return Double(bitPattern: (0..<8).reduce(0) { bits, _ in bits << 8 | UInt64(byte()) })
    }
    return oddities[index]
  }
}
