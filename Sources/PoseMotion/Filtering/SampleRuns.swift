/// The stretches of a time series without a hole.
enum SampleRuns {
  /// A step this much longer than the median one is a hole; its two sides are independent.
  private static let longestStep = 10.0

  /// The runs of present samples, in order, split where a step is a hole.
  static func of(_ times: [Double], isPresent: (Int) -> Bool) -> [Range<Int>] {
    let longest = medianStep(of: times[...]).map { longestStep * $0 } ?? .infinity
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

  /// The median step between times, the longer of the two in the middle; `nil` for fewer than two.
  static func medianStep(of times: ArraySlice<Double>) -> Double? {
    guard times.count > 1 else { return nil }
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
    return steps[steps.count / 2]
  }
}
