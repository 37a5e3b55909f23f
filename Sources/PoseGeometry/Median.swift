extension [Double] {
  /// The middle one of the numbers, or the mean of the two in the middle; `nil` when there are none.
  package var median: Double? {
    guard !isEmpty else { return nil }
    let sorted = sorted()
    return (sorted[count / 2] + sorted[(count - 1) / 2]) / 2
  }
}
