internal import PoseGeometry

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

extension AngleCurve {
  /// The highest angle that was kept for a while, in radians with its sigma; `nil` where none was.
  ///
  /// - Parameters:
  ///   - frames: where it is looked for.
  ///   - sign: −1 for the highest of the negative angle.
  ///   - seconds: the time for which it was kept.
  func highestHeld(
    in frames: Range<Int>, sign: Double = 1, for seconds: Double = 0.3
  ) -> MotionMeasures.Value? {
    var best: MotionMeasures.Value?
    for first in frames {
      var lowest: MotionMeasures.Value?
      var frame = first
      while frame < frames.upperBound, times[frame] - times[first] <= seconds,
        let value = values[frame]
      {
        let angle = MotionMeasures.Value(sign * value, sigma: sigmas[frame])
        if lowest.map({ angle.value < $0.value }) ?? true { lowest = angle }
        frame += 1
      }
      // Where frames are far apart, the last one may be well within the time.
      guard let lowest, frame > first + 1, times[frame - 1] - times[first] >= 0.6 * seconds
      else { continue }
      if best.map({ lowest.value > $0.value }) ?? true { best = lowest }
    }
    return best
  }
}
