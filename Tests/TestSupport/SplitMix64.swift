import Foundation

/// Random numbers from a seed, the same in every run and on every machine (Steele, Lea, Flood: "Fast
/// splittable pseudorandom number generators", OOPSLA 2014).
package struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

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
