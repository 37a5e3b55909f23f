internal import PoseDocuments
internal import PoseMotion

/// An angle over a cycle as it stands in documents.
enum CycleJSON {
  /// In degrees.
  static func value(of cycle: AngleCycle) -> JSONValue {
    let degrees = { (value: Double?) in JSONValue.optional(value.map { .number($0 * 180 / .pi) }) }
    return .object([
      ("name", .string(cycle.name)), ("mean", .array(cycle.mean.map(degrees))),
      ("standardDeviation", .array(cycle.deviation.map(degrees))),
      ("sigma", .array(cycle.sigma.map(degrees))),
    ])
  }
}
