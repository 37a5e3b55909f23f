/// The numbers that documents are full of, read without detours.
enum JSONNumber {
  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// A number without an exponent whose digits, taken as a whole number, a `Double` holds, to the last
  /// bit: such a number and a power of ten up to 10²² are exact, and their quotient is rounded once
  /// (Clinger, "How to read floating point numbers accurately", 1990). `nil` for any other text.
  static func short(_ text: ArraySlice<UInt8>) -> Double? {
    let end = text.endIndex
    var position = text.startIndex
    let isNegative = position < end && text[position] == UInt8(ascii: "-")
    if isNegative { position += 1 }
    guard position < end, end - position <= 18 else { return nil }
    var (digits, fraction, hasPoint) = (UInt64(0), 0, false)
    while position < end {
      let byte = text[position]
      if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
        digits = 10 * digits + UInt64(byte - UInt8(ascii: "0"))
        if hasPoint { fraction += 1 }
      } else {
        return nil
      }
      position += 1
    }
    guard digits <= 1 << 53 else { return nil }
    let value = Double(digits) / powersOfTen[fraction]
    return isNegative ? -value : value
  }

  /// The end of a number that begins at a position, by the grammar that all programs write; `nil` for
  /// another one, which may be a number all the same.
  static func end(_ bytes: [UInt8], from start: Int) -> Int? {
    var position = start
    func skipDigits() -> Bool {
      let first = position
      while position < bytes.count, bytes[position] &- UInt8(ascii: "0") < 10 { position += 1 }
      return position > first
    }
    if position < bytes.count, bytes[position] == UInt8(ascii: "-") { position += 1 }
    guard skipDigits() else { return nil }
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      guard skipDigits() else { return nil }
    }
    if position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") {
      position += 1
      if position < bytes.count,
        bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-")
      {
        position += 1
      }
      guard skipDigits() else { return nil }
    }
    return position
  }
}

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
