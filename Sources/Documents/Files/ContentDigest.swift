/// 64 bits that tell contents apart and notice damage, not malice: words are multiplied in one
/// after the other, each step being a bijection of the digest, so that no single changed word goes
/// unseen.
package struct ContentDigest {
  private var state: UInt64 = 0x9e37_79b9_7f4a_7c15

  /// The digest of nothing.
  package init() {}

  /// Takes in bytes and how many they are.
  package mutating func add(_ bytes: [UInt8]) {
    add(UInt64(bytes.count))
    bytes.withUnsafeBytes { raw in
      let whole = raw.count / 8 * 8
      for place in stride(from: 0, to: whole, by: 8) {
        add(UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
      }
      add(raw[whole...].reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }
  }

  /// Takes in text.
  package mutating func add(_ text: String) { add(Array(text.utf8)) }

  private mutating func add(_ word: UInt64) {
    // A product carries changes up only, the shifts bring them down, before it and after.
    state ^= word
    state ^= state >> 32
    state &*= 0xff51_afd7_ed55_8ccd
    state ^= state >> 29
  }

  /// The digest in 16 hexadecimal digits.
  package var hexadecimal: String {
    let digits = String(state, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
