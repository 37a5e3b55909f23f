import PoseSystem

/// A curve on even steps of time, without spikes and jitter, in which repetitions are looked for.
/// Frames come at uneven times and at any rate; what is a spike, and what a repetition, doesn't
/// depend on that.
struct EvenCurve {
  /// Seconds from one value to the next.
  static let step = 1.0 / 60

  /// The time of the first value in seconds.
  let start: Double
  /// The values.
  let values: [Double]

  /// The curve through values at growing times, at least one; straight in between.
  init(
    times: [Double], values: [Double],
    thresholds: RepetitionThresholds = ExerciseThresholds.standard.repetitions
  ) {
    precondition(times.count == values.count && !times.isEmpty, "a curve needs values")
    start = times[0]
    let count = Int((times[times.count - 1] - times[0]) / Self.step) + 1
    var even: [Double] = []
    even.reserveCapacity(count)
    var next = 1
    for index in 0..<count {
      let time = times[0] + Double(index) * Self.step
      while next < times.count - 1, times[next] < time { next += 1 }
      guard next < times.count else {
        even.append(values[0])
        continue
      }
      let share = (time - times[next - 1]) / (times[next] - times[next - 1])
      even.append(values[next - 1] + (values[next] - values[next - 1]) * min(max(share, 0), 1))
    }
    self.values = Self.smoothed(
      Self.withoutSpikes(even, of: thresholds.spike.value), by: thresholds.jitter.value)
  }

  private init(start: Double, values: [Double]) { (self.start, self.values) = (start, values) }

  /// The curve upside down.
  var negated: EvenCurve { EvenCurve(start: start, values: values.map { -$0 }) }

  /// The time of a value.
  func time(_ index: Int) -> Double { start + Double(index) * Self.step }

  /// The value at a time, between the neighbours; beyond an end, that of the end.
  subscript(time time: Double) -> Double {
    let position = (time - start) / Self.step
    guard position > 0 else { return values[0] }
    let index = Int(position)
    guard index < values.count - 1 else { return values[values.count - 1] }
    let share = position - Double(index)
    return values[index] * (1 - share) + values[index + 1] * share
  }

  /// The greatest speed between two times, in units a second.
  func greatestSpeed(from first: Double, to last: Double) -> Double {
    let lower = max(Int((first - start) / Self.step), 1)
    let upper = min(Int((last - start) / Self.step) + 1, values.count - 2)
    guard lower <= upper else { return 0 }
    return (lower...upper).map { abs(values[$0 + 1] - values[$0 - 1]) / (2 * Self.step) }.max() ?? 0
  }

  /// The running median.
  private static func withoutSpikes(_ values: [Double], of length: Double) -> [Double] {
    let medianRadius = Int(length / step)
    return values.indices.map { index in
      let radius = min(medianRadius, index, values.count - 1 - index)
      return values[(index - radius)...(index + radius)].sorted()[radius]
    }
  }

  /// Through a Gaussian of six values to either side.
  private static func smoothed(_ values: [Double], by deviation: Double) -> [Double] {
    let gaussian = (0...6).map { exp(-0.5 * pow(Double($0) * step / deviation, 2)) }
    return values.indices.map { index in
      // As far to one side as to the other, so that a slope stays where it is at the ends.
      let radius = min(gaussian.count - 1, index, values.count - 1 - index)
      var sum = values[index]
      var weight = 1.0
      for offset in 0..<radius {
        sum += gaussian[offset + 1] * (values[index - offset - 1] + values[index + offset + 1])
        weight += 2 * gaussian[offset + 1]
      }
      return sum / weight
    }
  }
}
