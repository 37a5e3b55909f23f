extension Double {
  /// The nearest integer of a range; `nil` outside the range and for NaN.
  ///
  /// Numbers from files become integers by this function: `Int(_:)` ends the program for those that no
  /// integer has.
  package func nearestInteger(in range: ClosedRange<Int>) -> Int? {
    guard let integer = Int(exactly: rounded()), range.contains(integer) else { return nil }
    return integer
  }

  /// The nearest integer in words; the number itself where an integer has fewer digits than it needs.
  package var wholeWords: String {
    nearestInteger(in: -999_999_999_999_999...999_999_999_999_999).map { "\($0)" } ?? "\(self)"
  }
}
