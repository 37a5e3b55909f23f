extension [UInt8] {
  /// The bytes that pairs of hexadecimal digits stand for; a pair that is none is left out.
  package init(hexadecimal text: String) {
    let digits = Array<UInt8>(text.utf8)
    self = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<($0 + 2)], as: UTF8.self), radix: 16)
    }
  }
}
