import PoseSystem

/// One cycle of a curve: away from rest, a turning point, and back.
struct RepetitionCycle {
  /// Seconds: where it leaves rest, where it turns, where it is back. The beginning or end of what
  /// was seen, where rest wasn't.
  var start: Double
  var turn: Double
  var end: Double
  /// The stay at the turning point.
  var stay: ClosedRange<Double>
  /// From rest to the turning point, in the curve's unit.
  var range: Double
  /// Seconds spent beyond half of the range.
  var width: Double
  /// The times at which it was seen at rest, next to its start and its end.
  var rests: [Double]
  /// Whether it was seen at rest before and after.
  var isStartSeen: Bool
  var isEndSeen: Bool

  var duration: Double { end - start }

  /// The cycles of a curve whose rest is low.
  ///
  /// Turning points are those from which the curve comes back by `swing` at least. A return ends a
  /// repetition where it makes up enough of the way to rest; less is a bounce at the turning point.
  /// Rest is that of the person at that time: the median of the lowest points around, the lower one
  /// of two.
  static func all(
    in curve: EvenCurve, swing: Double,
    thresholds: RepetitionThresholds = ExerciseThresholds.standard.repetitions
  ) -> [RepetitionCycle] {
    var (peaks, valleys) = turningPoints(of: curve.values, swing: swing)
    merge(&peaks, &valleys, curve.values, thresholds)
    let neighbours = thresholds.restNeighbours.count
    let rests = valleys.indices.map { index in
      lowerMedian(
        valleys[max(index - neighbours, 0)...min(index + neighbours, valleys.count - 1)]
          .compactMap { $0 }.map { curve.values[$0] })
    }
    return peaks.indices.compactMap { index in
      excursion(
        in: curve, peak: peaks[index], from: valleys[index], to: valleys[index + 1],
        rests: (rests[index], rests[index + 1]), thresholds)
    }
  }

  // MARK: Turning points

  /// The indices of the highest points and of the lowest around them, one more than those; `nil`
  /// where the curve begins or ends above.
  private static func turningPoints(
    of values: [Double], swing: Double
  ) -> (peaks: [Int], valleys: [Int?]) {
    var peaks: [Int] = []
    var valleys: [Int?] = []
    var (low, high) = (0, 0)
    var isRising: Bool?
    for index in values.indices {
      if values[index] < values[low] { low = index }
      if values[index] > values[high] { high = index }
      if isRising != false, values[high] - values[index] >= swing {
        if valleys.isEmpty { valleys.append(nil) }
        peaks.append(high)
        (isRising, low) = (false, index)
      } else if isRising != true, values[index] - values[low] >= swing {
        valleys.append(low)
        (isRising, high) = (true, index)
      }
    }
    switch isRising {
    case true?:
      peaks.append(high)
      valleys.append(nil)
    case false?: valleys.append(low)
    case nil: break
    }
    return (peaks, valleys)
  }

  /// Makes one of peaks between which the curve doesn't come back far enough.
  private static func merge(
    _ peaks: inout [Int], _ valleys: inout [Int?], _ values: [Double],
    _ thresholds: RepetitionThresholds
  ) {
    while peaks.count > 1 {
      let lowest = valleys.compactMap { $0 }.map { values[$0] }.sorted()
      let rest = lowest[(lowest.count - 1) / thresholds.restQuantile.count]
      var (shallowest, least) = (0, thresholds.bounce.value)
      for index in 1..<peaks.count {
        guard let valley = valleys[index] else { continue }
        let level = values[valley]
        let peak = min(values[peaks[index - 1]], values[peaks[index]])
        let share = (peak - level) / (peak - min(rest, level))
        if share < least { (shallowest, least) = (index, share) }
      }
      guard shallowest > 0 else { return }
      let isFirstHigher = values[peaks[shallowest - 1]] >= values[peaks[shallowest]]
      peaks.remove(at: isFirstHigher ? shallowest : shallowest - 1)
      valleys.remove(at: shallowest)
    }
  }

  private static func lowerMedian(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[(values.count - 1) / 2]
  }

  // MARK: From a turning point to its beginning and end

  private static func excursion(
    in curve: EvenCurve, peak: Int, from first: Int?, to last: Int?, rests: (Double?, Double?),
    _ thresholds: RepetitionThresholds
  ) -> RepetitionCycle? {
    let values = curve.values
    let top = values[peak]
    let before = base(in: values, valley: first, peak: peak, rest: rests.0, thresholds)
    let after = base(in: values, valley: last, peak: peak, rest: rests.1, thresholds)
    let bases = [before, after].compactMap { $0 }
    guard let lowest = bases.min() else { return nil }
    let limit = lowest + thresholds.restLevel.value * (top - lowest)
    let seen = bases.filter { $0 <= limit }
    let isStartSeen = before.map { $0 <= limit } ?? false
    let isEndSeen = after.map { $0 <= limit } ?? false
    let range = top - seen.reduce(0, +) / Double(seen.count)
    guard range > 0 else { return nil }
    let earliest = first ?? 0
    let latest = last ?? values.count - 1
    let start = departure(
      in: curve, peak: peak, limit: earliest, base: before ?? top - range, top: top,
      isSeen: isStartSeen, thresholds)
    let end = departure(
      in: curve, peak: peak, limit: latest, base: after ?? top - range, top: top,
      isSeen: isEndSeen, thresholds)
    let near = crossings(
      in: curve, of: top - thresholds.stay.value * range, within: earliest...latest)
    let half = crossings(in: curve, of: top - 0.5 * range, within: earliest...latest)
    // A little outside, as movements begin slowly; but not past the lowest point.
    var rests: [Double] = []
    let margin = thresholds.restMargin.value
    if isStartSeen { rests.append(max(start - margin, curve.time(earliest))) }
    if isEndSeen { rests.append(min(end + margin, curve.time(latest))) }
    return RepetitionCycle(
      start: start, turn: (near.lowerBound + near.upperBound) / 2, end: end, stay: near,
      range: range, width: half.upperBound - half.lowerBound, rests: rests,
      isStartSeen: isStartSeen, isEndSeen: isEndSeen)
  }

  /// The level of rest on one side of a peak: the lowest point, or the level of a longer stay there,
  /// but not what is lower than rest usually is (arms hanging before the weights are taken up).
  private static func base(
    in values: [Double], valley: Int?, peak: Int, rest: Double?, _ thresholds: RepetitionThresholds
  ) -> Double? {
    guard let valley, let rest else { return nil }
    let lowest = values[valley]
    let band = lowest + thresholds.restBand.value * (values[peak] - lowest)
    var level = lowest
    let stay = reach(in: values, from: valley, below: band)
    if Double(stay.count) * EvenCurve.step > thresholds.restStay.value {
      level = lowerMedian(Array(values[stay])) ?? lowest
    }
    return max(level, min(rest, values[peak]))
  }

  private static func reach(
    in values: [Double], from index: Int, below level: Double
  ) -> ClosedRange<Int> {
    var (first, last) = (index, index)
    while first > 0, values[first - 1] <= level { first -= 1 }
    while last < values.count - 1, values[last + 1] <= level { last += 1 }
    return first...last
  }

  /// The time at which the curve leaves rest on its way to the peak, or is back from it.
  ///
  /// Movements begin and end like a parabola, so that the root of the height above rest is straight:
  /// it is drawn on from where the curve crosses two levels; but not past where the curve is back at
  /// rest, or turns.
  private static func departure(
    in curve: EvenCurve, peak: Int, limit: Int, base: Double, top: Double, isSeen: Bool,
    _ thresholds: RepetitionThresholds
  ) -> Double {
    guard isSeen else { return curve.time(limit) }
    let values = curve.values
    let direction = limit <= peak ? -1 : 1
    let range = top - base
    let high = thresholds.departureHigh.value
    let low = thresholds.departureLow.value
    let still = thresholds.departureStop.value * range
    let upper = crossing(in: curve, from: peak, to: limit, below: base + high * range)
    let lower = crossing(in: curve, from: peak, to: limit, below: base + low * range)
    guard let upper, let lower else { return curve.time(limit) }
    let slope = (high.squareRoot() - low.squareRoot()) / (upper.time - lower.time)
    let drawn = lower.time - low.squareRoot() / slope
    var index = lower.index
    var lowest = index
    while index != limit, values[index] > base + still, values[index] <= values[lowest] + still {
      index += direction
      if values[index] < values[lowest] { lowest = index }
    }
    let stop = curve.time(lowest)
    return direction < 0 ? max(drawn, stop) : min(drawn, stop)
  }

  /// Returns the curve's first crossing below a level, followed from a peak.
  private static func crossing(
    in curve: EvenCurve, from peak: Int, to limit: Int, below level: Double
  ) -> (index: Int, time: Double)? {
    let direction = limit <= peak ? -1 : 1
    var index = peak
    while curve.values[index] >= level {
      guard index != limit else { return nil }
      index += direction
    }
    guard index != peak else { return nil }
    let (above, below) = (curve.values[index - direction], curve.values[index])
    let share = (above - level) / (above - below)
    return (index, curve.time(index - direction) + share * EvenCurve.step * Double(direction))
  }

  /// The first and the last time at which the curve is above a level.
  private static func crossings(
    in curve: EvenCurve, of level: Double, within indices: ClosedRange<Int>
  ) -> ClosedRange<Double> {
    let values = curve.values
    guard let first = indices.first(where: { values[$0] >= level }),
      let last = indices.last(where: { values[$0] >= level })
    else { return curve.time(indices.lowerBound)...curve.time(indices.lowerBound) }
    func moved(_ index: Int, _ neighbour: Int) -> Double {
      guard indices.contains(neighbour), values[index] > values[neighbour] else {
        return curve.time(index)
      }
      let share = (values[index] - level) / (values[index] - values[neighbour])
      return curve.time(index) + share * EvenCurve.step * Double(neighbour - index)
    }
    let lower = moved(first, first - 1)
    return lower...max(lower, moved(last, last + 1))
  }
}
