internal import Foundation

/// The mean of the turns of a limb about itself that were seen, each weighted by how much it is to be believed
/// and by e^(−Δt/0.1 s) since, as cosine and sine; and the logarithm of its weight, for after a minute in
/// which nothing was seen the weight itself would be 0.
struct TwistMean: Sendable {
  private(set) var direction = SIMD2(1.0, 0)
  private(set) var logWeight = -Double.infinity

  private static let span = 0.1

  /// Adds what a frame shows, so many seconds after the one before; `nil` where it shows nothing.
  mutating func add(_ seen: (direction: SIMD2<Double>, weight: Double)?, after seconds: Double) {
    logWeight -= seconds / Self.span
    guard let seen, seen.weight > 0 else { return }
    let added = log(seen.weight)
    let largest = max(logWeight, added)
    let (old, new) = (exp(logWeight - largest), exp(added - largest))
    direction = (direction * old + seen.direction * new) / (old + new)
    logWeight = largest + log(old + new)
  }

  /// The mean of the known direction and the one that a frame shows, by the frame's weight.
  static func blended(
    _ known: SIMD2<Double>, _ seen: (direction: SIMD2<Double>, weight: Double)?
  ) -> SIMD2<Double> {
    let weight = seen?.weight ?? 0
    return unit(unit(known) * (1 - weight) + (seen?.direction ?? .zero) * weight)
  }

  private static func unit(_ v: SIMD2<Double>) -> SIMD2<Double> {
    let length = (v.x * v.x + v.y * v.y).squareRoot()
    return length > 1e-9 ? v / length : SIMD2(1, 0)
  }
}
