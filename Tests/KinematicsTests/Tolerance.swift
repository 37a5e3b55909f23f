import Geometry
import Testing

/// The largest differences that tests allow, in one place.
enum Tolerance {
  /// A few rounding errors.
  static let rounding = 1e-12
  /// Positions through a chain of transforms, in metres, and angles in radians.
  static let chain = 1e-9
}

/// Random numbers that are the same in every run (SplitMix64, Steele et al. 2014, OOPSLA).
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}

extension Rotation {
  /// A rotation from three random angles.
  static func random(using generator: inout SplitMix64) -> Rotation {
    let angle = { (limit: Double, generator: inout SplitMix64) in
      Double.random(in: -limit...limit, using: &generator)
    }
    return about(.y, by: angle(.pi, &generator)) * about(.x, by: angle(.pi, &generator))
      * about(.z, by: angle(.pi, &generator))
  }
}

/// The largest difference of two rotations' elements.
func difference(_ a: Rotation, _ b: Rotation) -> Double {
  max((a.x - b.x).length, (a.y - b.y).length, (a.z - b.z).length)
}
