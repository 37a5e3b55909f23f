extension Repetition {
  /// The range as a share of the median of the counted repetitions' ranges; `nil` when none counts.
  package func share(among repetitions: [Repetition]) -> Double? {
    repetitions.filter(\.isCounted).map(\.rangeOfMotion).median
      .flatMap { $0 > 0 ? rangeOfMotion / $0 : nil }
  }
}

extension [Double] {
  /// The middle one, or the mean of the two in the middle; `nil` for none.
  var median: Double? {
    guard !isEmpty else { return nil }
    let ordered = sorted()
    return (ordered[(count - 1) / 2] + ordered[count / 2]) / 2
  }
}
