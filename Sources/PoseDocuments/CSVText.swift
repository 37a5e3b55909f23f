/// Free text in cells of CSV (RFC 4180): names of files, sentences. Not API: shared by what writes tables.
///
/// Spreadsheets run a cell that begins with `=`, `+`, `-` or `@` as a formula, in which a file's name can send data
/// away (OWASP, CSV injection). In front of such a beginning stands an apostrophe, which makes a text of it.
/// A number stays as it is. Where `;` separates cells, a beginning may also be behind that within a text.
package enum CSVText {
  /// A cell with a text or a number.
  package static func cell(_ text: String) -> String { quoted(harmless(text)) }

  /// A cell with the path of a file; a relative one stays a path of the same file.
  package static func path(_ path: String) -> String {
    guard let first = path.unicodeScalars.first, beginsFormula(first) else { return cell(path) }
    return cell("./" + path)
  }

  private static func harmless(_ text: String) -> String {
    guard Double(text) == nil else { return text }
    var result = String.UnicodeScalarView()
    var isBeginning = true
    for scalar in text.unicodeScalars {
      if isBeginning, beginsFormula(scalar) { result.append("'") }
      result.append(scalar)
      isBeginning = separators.contains(scalar)
    }
    return String(result)
  }

  private static func quoted(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      !marks.contains(scalar) && (scalar == " " || !scalar.properties.isWhitespace)
    }
    guard !isPlain else { return text }
    // By scalars: a mark that combines with a quote doesn't hide it.
    var result = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in text.unicodeScalars {
      if scalar == "\"" { result.append("\"") }
      result.append(scalar)
    }
    result.append("\"")
    return String(result)
  }

  private static func beginsFormula(_ scalar: Unicode.Scalar) -> Bool { formulas.contains(scalar) }

  // Spreadsheets take the wide forms of East Asian fonts for the same.
  private static let formulas: Set<Unicode.Scalar> = ["=", "+", "-", "@", "＝", "＋", "－", "＠"]
  private static let separators: Set<Unicode.Scalar> = [";", "\t", "\r", "\n"]
  private static let marks: Set<Unicode.Scalar> = [",", ";", "\""]
}
