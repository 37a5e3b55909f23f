extension [Double] {
  /// The mean; `nil` of nothing.
  var mean: Double? { isEmpty ? nil : reduce(0, +) / Double(count) }
}
