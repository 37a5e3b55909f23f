/// Cells of tables for people.
extension String {
  /// The text set to the left in a column; a longer one stays whole.
  func left(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  /// The text set to the right in a column; a longer one stays whole.
  func right(_ width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }

  /// A row without the space at its end.
  var trimmed: String { String(reversed().drop { $0 == " " }.reversed()) }
}

/// Degrees for a table with a tenth of them; what rounds to 0 has no sign.
func tableDegrees(_ radians: Double) -> Double {
  let degrees = radians * 180 / .pi
  return abs(degrees) < 0.05 ? 0 : degrees
}

/// Metres for a table with a thousandth of them; what rounds to 0 has no sign.
func tableMetres(_ metres: Double) -> Double { abs(metres) < 0.0005 ? 0 : metres }
