extension [Double] {
  /// The value in the middle, the upper one of two; `nil` of nothing.
  var median: Double? { isEmpty ? nil : sorted()[count / 2] }
}
