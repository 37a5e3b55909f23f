import PoseDocuments

extension String {
  /// The text with what a terminal would obey, or that would make it show something else, spelled out:
  /// names of files and what stands in files may hold anything. A line may have breaks and tabs.
  var safeForTerminal: String {
    guard unicodeScalars.contains(where: { Self.spelling(of: $0) != nil }) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if let spelling = Self.spelling(of: scalar) {
        text += spelling
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  /// The same on one line.
  var safeOnOneLine: String {
    safeForTerminal.replacing("\n", with: "\\n")
  }

  /// The escaped spelling of a character; `nil` for one that is shown as it is.
  private static func spelling(of scalar: Unicode.Scalar) -> String? {
    switch scalar.value {
    case 0x09, 0x0A: return nil
    // The controls of ASCII and of Latin 1.
    case 0..<0x20, 0x7F..<0xA0: return "\\x" + hexadecimal(scalar.value)
    // Line and paragraph ends; what turns the direction of text around, seen or not.
    case 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069, 0x200E, 0x200F, 0x061C:
      return "\\u{" + hexadecimal(scalar.value) + "}"
    default:
      // Bytes of a file's name that are no text.
      return String.byte(standingAs: scalar).map { "\\x" + hexadecimal(UInt32($0)) }
    }
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    (value < 16 ? "0" : "") + String(value, radix: 16)
  }
}
