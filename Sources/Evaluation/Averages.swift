extension [Double] {
  /// The mean; `nil` of nothing.
  var mean: Double? { isEmpty ? nil : reduce(0, +) / Double(count) }

  /// The median, the mean of the middle two of an even number; `nil` of nothing.
  var median: Double? {
    guard !isEmpty else { return nil }
    let sorted = sorted()
    return (sorted[count / 2] + sorted[(count - 1) / 2]) / 2
  }
}
