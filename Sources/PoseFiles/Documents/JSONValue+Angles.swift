package import Kinematics
package import PoseDocuments
package import PoseGeometry
internal import PoseMotion

extension JSONValue {
  /// An angle in radians as degrees.
  package static func degrees(_ radians: Double) -> JSONValue { .number(radians * 180 / .pi) }

  /// A direction in degrees, above −180 and up to 180: of the two names of half a turn the last bits of a
  /// sum would choose one, and those are not the same with every build of OpenBLAS.
  package static func turn(_ radians: Double) -> JSONValue {
    let degrees = radians * 180 / .pi
    return .number(degrees < -180 + 5e-7 ? 180 : degrees)
  }

  /// The meaning of an angle: name, measured quantity, zero and sign in words.
  package init(_ definition: AngleDefinition) {
    self = .object([
      ("name", .string(definition.name)),
      ("dialect", .string(definition.dialect.rawValue)),
      ("summary", .string(definition.summary)),
      ("zero", .string(definition.zero)),
      ("positive", .string(definition.positive)),
      ("reference", .string(definition.reference)),
    ])
  }

  /// A measured angle in degrees, or the reason why it has no value.
  package init(_ angle: JointAngle) {
    var members: [(SchemaName, JSONValue)] = [
      (.name, .string(angle.name)),
      (.value, .optional(angle.value.map(JSONValue.degrees))),
      (.sigma, .optional(angle.sigma.map(JSONValue.degrees))),
    ]
    if let reason = angle.reason { members.append((.reason, .string(reason.rawValue))) }
    self = .members(members)
  }

  /// Bone lengths in metres by name, left and right averaged.
  package init(boneLengths: [(name: String, metres: Double)]) {
    self = .object(boneLengths.map { ($0.name, .number($0.metres)) })
  }

  package static func vector(_ v: Vector3) -> JSONValue { .numbers([v.x, v.y, v.z]) }
}

extension JSONValue {
  /// A document about the people of a session.
  ///
  /// - Parameters:
  ///   - schema: the schema's name.
  ///   - version: the program's version.
  ///   - file: the name of the file that was read.
  ///   - members: what else the document has, before the people.
  ///   - people: the people, each an object.
  ///   - warnings: a sentence each.
  static func session(
    schema: String, version: String, file: String, members: [(String, JSONValue)] = [],
    people: [JSONValue], warnings: [String]
  ) -> JSONValue {
    .object(
      head(schema: schema, version: version) + [("file", .fileName(file))] + members + [
        ("people", .array(people)), ("warnings", .warnings(warnings, of: [file])),
      ])
  }
}

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
