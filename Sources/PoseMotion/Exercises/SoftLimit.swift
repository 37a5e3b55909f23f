/// A limit that is passed little by little.
struct SoftLimit {
  let limit: Double
  /// As a share of the limit.
  let margin: Double

  /// Returns the degree to which a value is above the limit: 0.5 at it, 1 and 0 from the margin on,
  /// smooth in between.
  func above(_ value: Double) -> Double {
    limit > 0 ? Self.passed(by: value - limit, margin: margin * limit) : value >= limit ? 1 : 0
  }

  /// Returns the degree to which it is below.
  func below(_ value: Double) -> Double { 1 - above(value) }

  /// Returns the degree to which a limit is passed by a distance, which is negative before it.
  static func passed(by distance: Double, margin: Double) -> Double {
    guard margin > 0 else { return distance >= 0 ? 1 : 0 }
    let share = min(max(distance / (2 * margin) + 0.5, 0), 1)
    return share * share * (3 - 2 * share)
  }
}
