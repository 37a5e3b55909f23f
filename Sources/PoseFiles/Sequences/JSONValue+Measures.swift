internal import Kinematics
internal import PoseDocuments
internal import PoseMotion

extension JSONValue {
  /// The measures over a whole sequence of one person; angles in degrees.
  init(_ measures: MotionMeasures) {
    self = .object([
      ("ranges", .array(measures.ranges.map(JSONValue.init))),
      (
        "undetermined",
        .array(
          measures.undetermined.map { angle in
            .object([
              ("name", .string(angle.name)), ("reason", .string(angle.reason.rawValue)),
              ("frames", .integer(angle.frames)),
            ])
          })
      ),
      ("symmetry", .array(measures.symmetry.map(JSONValue.init))),
      ("sway", .optional(measures.sway.map(JSONValue.init))),
      ("tempo", .optional(measures.tempo.map(JSONValue.init))),
    ])
  }

  private init(_ range: MotionMeasures.AngleRange) {
    self = .object([
      ("name", .string(range.name)), ("minimum", .degrees(range.minimum)),
      ("maximum", .degrees(range.maximum)), ("percentile5", .degrees(range.percentile5)),
      ("median", .degrees(range.median)), ("percentile95", .degrees(range.percentile95)),
      ("frames", .integer(range.frames)),
    ])
  }

  private init(_ symmetry: MotionMeasures.Symmetry) {
    self = .object([
      ("name", .string(symmetry.name)), ("left", .degrees(symmetry.left)),
      ("right", .degrees(symmetry.right)),
      ("asymmetry", .optional(symmetry.asymmetry.map { .measure($0) })),
      ("offset", .degrees(symmetry.offset)), ("frames", .integer(symmetry.frames)),
    ])
  }

  private init(_ sway: MotionMeasures.Sway) {
    self = .object([
      ("rootMeanSquare", .measure(sway.rootMeanSquare)), ("pathLength", .measure(sway.pathLength)),
      ("duration", .number(sway.duration)), ("frames", .integer(sway.frames)),
    ])
  }

  private init(_ tempo: MotionMeasures.Tempo) {
    self = .object([
      ("repetitions", .integer(tempo.repetitions)), ("duration", .measure(tempo.duration)),
      ("variation", .optional(tempo.variation.map { .measure($0) })),
      ("timeUnderTension", .number(tempo.timeUnderTension)),
    ])
  }

  private static func measure(_ value: MotionMeasures.Value, scale: Double = 1) -> JSONValue {
    .object([
      ("value", .number(value.value * scale)),
      ("sigma", .optional(value.sigma.map { .number($0 * scale) })),
    ])
  }

  private static func degrees(_ value: MotionMeasures.Value) -> JSONValue {
    measure(value, scale: 180 / .pi)
  }
}

extension AngleTarget {
  /// The member of documents: the angle's name and its range in degrees.
  var json: JSONValue {
    .object([
      ("angle", .string(angle)),
      ("degrees", .array([.number(degrees.lowerBound), .number(degrees.upperBound)])),
    ])
  }

  /// The targets in a document of this program; empty for none. Damaged ones are left out.
  static func targets(in document: DocumentNode) -> [AngleTarget] {
    guard let nodes = try? document["targets"]?.list(of: "targets") else { return [] }
    return nodes.compactMap { node in
      guard let angle = node["angle"]?.string, let bounds = try? node["degrees"]?.numbers(),
        bounds.count == 2, bounds[0] <= bounds[1]
      else { return nil }
      return try? AngleTarget(angle: angle, degrees: bounds[0]...bounds[1])
    }
  }
}
