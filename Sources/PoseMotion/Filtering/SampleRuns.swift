internal import PoseGeometry

/// The stretches of a time series without a hole.
enum SampleRuns {
  /// A step this much longer than the median one is a hole; its two sides are independent.
  private static let longestStep = 10.0

  /// The runs of present samples, in order, split where a step is a hole.
  static func of(_ times: [Double], isPresent: (Int) -> Bool) -> [Range<Int>] {
    let longest = times.medianStep.map { longestStep * $0 } ?? .infinity
    var runs: [Range<Int>] = []
    var start: Int?
    for index in times.indices {
      precondition(
        index == 0 || times[index] > times[index - 1],
        "\(times[index]) s is not after the time before")
      let isHole = index > 0 && times[index] - times[index - 1] > longest
      if let begun = start, isHole || !isPresent(index) {
        runs.append(begun..<index)
        start = nil
      }
      if start == nil, isPresent(index) { start = index }
    }
    if let start { runs.append(start..<times.endIndex) }
    return runs
  }
}

extension [Double] {
  /// The positions of the times from one to another, both included, of times that increase; empty
  /// where there are none.
  ///
  /// A repetition is short and a recording may be long: this doesn't look at all of it.
  func positions(from start: Double, to end: Double) -> Range<Int> {
    let first = firstPosition { $0 >= start }
    return first..<Swift.max(first, firstPosition { $0 > end })
  }

  /// The position of the time nearest to another, of times that increase: of two as near the earlier.
  /// `nil` when there are no times.
  func nearestPosition(to time: Double) -> Int? {
    let next = firstPosition { $0 >= time }
    guard next > 0 else { return isEmpty ? nil : 0 }
    guard next < count else { return count - 1 }
    return self[next] - time < time - self[next - 1] ? next : next - 1
  }

  /// The first position from which all times are late enough; `count` when none is.
  private func firstPosition(isLateEnough: (Double) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isLateEnough(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
