/// The time for which a posture was held, and which of its ends were seen.
struct HoldingTime {
  /// Seconds.
  let start: Double
  /// Seconds.
  let end: Double
  /// Whether the person was seen before.
  let isStartSeen: Bool
  /// Whether the person was seen afterwards.
  let isEndSeen: Bool

  var duration: Double { end - start }

  /// The result of a test that measures it.
  ///
  /// - Parameter sigma: one standard deviation of a time whose ends were seen, in seconds. A time of which one end was
  ///   seen is at least what was seen less two of them; without an end it is what was seen.
  func result(_ quantity: FunctionalTestResult.Quantity, sigma: Double)
    -> FunctionalTestResult.Value
  {
    if isStartSeen, isEndSeen {
      return .init(
        quantity: quantity, value: MotionMeasures.Value(duration, sigma: sigma), missing: nil)
    }
    let margin = isStartSeen || isEndSeen ? 2 * sigma : 0
    return .init(
      quantity: quantity, value: nil, missing: .endNotSeen, atLeast: duration - margin)
  }
}
