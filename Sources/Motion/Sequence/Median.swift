extension [Double] {
  /// The middle one, or the mean of the two in the middle; `nil` for none.
  var median: Double? {
    guard !isEmpty else { return nil }
    let ordered = sorted()
    return (ordered[(count - 1) / 2] + ordered[count / 2]) / 2
  }
}
