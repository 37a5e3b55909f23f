/// 64 bits that tell contents apart and diagnostic damage, not malice: words are multiplied in one
/// after the other, each step being a bijection of the digest, so that no single changed word goes
/// unseen.
package struct ContentDigest {
  private var state: UInt64 = 0x9e37_79b9_7f4a_7c15

  /// The digest of nothing.
  package init() {}

  /// Takes in bytes and how many they are.
  package mutating func add(_ bytes: [UInt8]) {
    add(UInt64(bytes.count))
    let count = bytes.count / 8
    bytes.withUnsafeBytes { raw in
      // Plain loads in a plain loop: models have megabytes, and a debug build is slow with
      // anything else. The storage of an array is aligned for words.
      guard let words = raw.baseAddress?.assumingMemoryBound(to: UInt64.self) else { return }
      var (digest, index) = (self, 0)
      while index < count {
        digest.add(words[index].littleEndian)
        index += 1
      }
      self = digest
    }
    add(bytes[(8 * count)...].reversed().reduce(0) { $0 << 8 | UInt64($1) })
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
