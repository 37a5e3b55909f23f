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
}
