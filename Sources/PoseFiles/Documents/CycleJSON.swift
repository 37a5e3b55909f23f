internal import PoseDocuments
internal import PoseMotion

/// An angle over a cycle as it stands in documents.
enum CycleJSON {
  /// In degrees.
  ///
  /// - Parameter members: what else the object has, at its end.
  static func value(of cycle: AngleCycle, members: [(String, JSONValue)] = []) -> JSONValue {
    .object(
      [
        ("name", .string(cycle.name)), ("mean", degrees(cycle.mean)),
        ("standardDeviation", degrees(cycle.deviation)), ("sigma", degrees(cycle.sigma)),
      ] + members)
  }

  /// Radians as a list of degrees.
  static func degrees(_ values: [Double?]) -> JSONValue {
    .array(values.map { value in .optional(value.map { .number($0 * 180 / .pi) }) })
  }
}
