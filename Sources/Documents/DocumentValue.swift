/// A JSON value (RFC 8259), plus the numbers that JSON doesn't have and programs write all the same.
package enum DocumentValue: Sendable {
  case null
  case bool(Bool)
  /// Not finite when the document says NaN, Infinity or a number too large for a `Double`.
  case number(Double)
  case string(String)
  case array([DocumentValue])
  case object([String: DocumentValue])

  /// The value in the words of an error message.
  package var words: String {
    switch self {
    case .null: "null"
    case .bool(let bool): "\(bool)"
    case .number(let number) where number == number.rounded() && abs(number) < 1e15:
      "\(Int(number))"
    case .number(let number): number.isNaN ? "NaN" : "\(number)"
    case .string(let text) where text.count <= 40: "the text \"\(text)\""
    case .string: "a text"
    case .array(let elements): "a list of \(elements.count)"
    case .object: "an object"
    }
  }
}
