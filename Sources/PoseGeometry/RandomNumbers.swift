internal import PoseSystem

/// Random numbers from a seed, the same on every machine: SplitMix64 (Steele, Lea, Flood 2014, OOPSLA).
package struct RandomNumbers: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// The numbers of a seed.
  package init(seed: UInt64) { state = seed }

  /// A seed from a name: FNV-1a, 64 bits.
  package static func seed(from name: String) -> UInt64 {
    name.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// All 64 bits evenly.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Evenly from 0 up to, but not including, 1.
  package mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// From the standard normal distribution (Box, Muller 1958).
  package mutating func normal() -> Double {
    let radius = (-2 * log(1 - uniform())).squareRoot()
    return radius * cos(2 * .pi * uniform())
  }
}
