/// SHA-256 (FIPS 180-4), by which a picture is recognised; Foundation has none on Linux.
enum SHA256 {
  /// The digest of a file's bytes in hexadecimal.
  static func hex(_ bytes: [UInt8]) -> String {
    var state: [UInt32] = [
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
      0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    var padded = bytes + [0x80]
    padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
    padded += (0..<8).map { UInt8(truncatingIfNeeded: (8 * bytes.count) >> (56 - 8 * $0)) }
    for block in stride(from: 0, to: padded.count, by: 64) { absorb(padded, block, into: &state) }
    return state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  private static func absorb(_ bytes: [UInt8], _ block: Int, into state: inout [UInt32]) {
    var words = (0..<16).map { word in
      (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(bytes[block + 4 * word + $1]) }
    }
    for i in 16..<64 {
      let (near, far) = (words[i - 2], words[i - 15])
      let low = turned(far, 7) ^ turned(far, 18) ^ (far >> 3)
      let high = turned(near, 17) ^ turned(near, 19) ^ (near >> 10)
      words.append(words[i - 16] &+ low &+ words[i - 7] &+ high)
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for i in 0..<64 {
      let mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
      let first = h &+ mixed &+ ((e & f) ^ (~e & g)) &+ constants[i] &+ words[i]
      let second = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ second &+ majority)
    }
    for (i, word) in [a, b, c, d, e, f, g, h].enumerated() { state[i] &+= word }
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = {
    let primes = (2...311).filter { n in !(2..<n).contains { n % $0 == 0 } }
    return primes.map { prime in
      // The integer cube root of prime · 2⁹⁶, bit by bit; its low 32 bits are wanted.
      let target = UInt128(prime) << 96
      var root: UInt128 = 0
      for bit in stride(from: 35, through: 0, by: -1) {
        let next = root | 1 << bit
        if next * next * next <= target { root = next }
      }
      return UInt32(truncatingIfNeeded: root)
    }
  }()
}
