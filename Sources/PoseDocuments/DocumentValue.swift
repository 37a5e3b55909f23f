/// A value of a document in YAML, TOML or XML, of the kinds that JSON has (RFC 8259), plus the numbers
/// that it doesn't have.
package enum DocumentValue: Sendable {
  case null
  case bool(Bool)
  /// Not finite if the document has NaN, Infinity or a number too large for a `Double`.
  case number(Double)
  case string(String)
  case array([DocumentValue])
  case object([String: DocumentValue])
}
