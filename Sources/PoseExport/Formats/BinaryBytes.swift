/// Numbers as bytes, the low one first.
struct BinaryBytes {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  mutating func append(_ others: some Sequence<UInt8>) { bytes.append(contentsOf: others) }

  mutating func append(_ value: UInt16) {
    bytes.append(UInt8(truncatingIfNeeded: value))
    bytes.append(UInt8(truncatingIfNeeded: value >> 8))
  }

  mutating func append(_ value: UInt32) {
    for shift in stride(from: 0, to: 32, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(shift)))
    }
  }

  mutating func append(_ value: Float) { append(value.bitPattern) }

  /// Fills up to a multiple of a size.
  mutating func pad(to size: Int, with byte: UInt8 = 0) {
    while !bytes.count.isMultiple(of: size) { bytes.append(byte) }
  }
}
