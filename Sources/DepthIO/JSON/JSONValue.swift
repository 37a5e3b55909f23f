/// A JSON value whose objects keep the order in which their members were written, so that a
/// document reads from the general to the particular and comes out the same every time. Not API:
/// shared by the modules that write JSON.
package enum JSONValue {
  case null
  case bool(Bool)
  case integer(Int)
  /// Written to 1e-6; what is not finite as `null`.
  case number(Double)
  /// Written with all its digits; it has to be finite.
  case exact(Double)
  case string(String)
  case array([JSONValue])
  case object([(String, JSONValue)])

  /// Numbers, `null` for those that JSON can't say.
  package static func numbers(_ values: [Double]) -> JSONValue {
    .array(values.map(JSONValue.number))
  }

  /// The value, or `null`.
  package static func optional(_ value: JSONValue?) -> JSONValue { value ?? .null }

  /// The text: two spaces of indentation, arrays of plain values on one line, a newline at the end.
  package var text: String {
    var text = ""
    write(to: &text, indentation: "")
    return text + "\n"
  }

  /// The text on one line without spaces, as JSON Lines want it; no newline at the end.
  package var line: String {
    var text = ""
    writeLine(to: &text)
    return text
  }

  private func writeLine(to text: inout String) {
    switch self {
    case .array(let elements):
      Self.writeJoined(elements, to: &text, open: "[", separator: ",", close: "]") {
        $0.writeLine(to: &$1)
      }
    case .object(let members):
      Self.writeJoined(members, to: &text, open: "{", separator: ",", close: "}") {
        Self.writeQuoted($0.0, to: &$1)
        $1 += ":"
        $0.1.writeLine(to: &$1)
      }
    default: write(to: &text, indentation: "")
    }
  }

  private func write(to text: inout String, indentation: String) {
    let inner = indentation + "  "
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .number(let value): text += Self.digits(of: value) ?? "null"
    case .exact(let value): text += "\(value)"
    case .string(let value): Self.writeQuoted(value, to: &text)
    case .array(let elements):
      if elements.allSatisfy(\.isPlain) {
        Self.writeJoined(elements, to: &text, open: "[", separator: ", ", close: "]") {
          $0.write(to: &$1, indentation: inner)
        }
      } else {
        Self.writeJoined(
          elements, to: &text, open: "[\n\(inner)", separator: ",\n\(inner)",
          close: "\n\(indentation)]"
        ) { $0.write(to: &$1, indentation: inner) }
      }
    case .object(let members):
      let isFlat = members.count <= 4 && members.allSatisfy { $0.1.isPlain }
      let (open, separator, close) =
        isFlat
        ? ("{ ", ", ", " }") : ("{\n\(inner)", ",\n\(inner)", "\n\(indentation)}")
      Self.writeJoined(
        members, to: &text, open: open, separator: separator, close: close
      ) { member, text in
        Self.writeQuoted(member.0, to: &text)
        text += ": "
        member.1.write(to: &text, indentation: inner)
      }
    }
  }

  private static func writeJoined<Element>(
    _ elements: [Element], to text: inout String, open: String, separator: String, close: String,
    write: (Element, inout String) -> Void
  ) {
    text += open
    for (index, element) in elements.enumerated() {
      if index > 0 { text += separator }
      write(element, &text)
    }
    text += close
  }

  private var isPlain: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }

  /// The shortest digits of the number rounded to 1e-6, never `-0` nor an exponent; its own digits
  /// from 9e9 on; `nil` for what is not finite.
  package static func digits(of value: Double) -> String? {
    guard value.isFinite else { return nil }
    guard abs(value) < 9e9 else { return "\(value)" }
    let millionths = Int64((value * 1e6).rounded())
    let (whole, rest) = millionths.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    var text = millionths < 0 ? "-\(whole)" : "\(whole)"
    guard rest > 0 else { return text }
    var digits = String(rest)
    digits = String(repeating: "0", count: 6 - digits.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    text += "." + digits
    return text
  }

  private static func writeQuoted(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20:
        let hex = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
