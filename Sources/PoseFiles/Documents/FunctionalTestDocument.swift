internal import Foundation
internal import PoseDocuments
public import PoseMotion

/// The functional tests of the people of a file, `pose3d.functionalTest/1`. `schema/pose3d.functionalTest.schema.json` is
/// its contract.
public struct FunctionalTestDocument: Sendable {
  /// The schema's name in the file.
  public static let schema = "pose3d.functionalTest/1"

  /// One person's test.
  public struct Person: Sendable {
    /// The person's number.
    public var id: Int
    /// The result.
    public var result: FunctionalTestResult

    /// A person.
    public init(id: Int, result: FunctionalTestResult) { (self.id, self.result) = (id, result) }
  }

  /// The program's version.
  public var version: String
  /// The name of the file that was read.
  public var file: String
  /// What is published about people of the age; `nil` if no age was stated.
  public var reference: FunctionalTestReference?
  /// The people.
  public var people: [Person]
  /// Warnings about the reliability of the numbers, a sentence each.
  public var warnings: [String]

  /// A document from its parts.
  public init(
    version: String, file: String, reference: FunctionalTestReference? = nil, people: [Person],
    warnings: [String] = []
  ) {
    (self.version, self.file, self.people) = (version, file, people)
    (self.reference, self.warnings) = (reference, warnings)
  }

  /// The JSON text. The same results give the same bytes.
  public var json: String {
    JSONValue.session(
      schema: Self.schema, version: version, file: file,
      members: reference.map { [("reference", $0.json)] } ?? [], people: people.map(value(of:)),
      warnings: warnings
    ).text
  }

  /// One line for each result of each person as CSV, with a line of names. An empty cell is a value that is not known.
  public var csv: String {
    people.reduce(into: "person,test,quantity,unit,value,sigma,missing,at_least,limit,worse\n") {
      text, person in
      for result in person.result.values {
        let scale = result.quantity.unit.scale
        let number = { (value: Double?) in value.map { String(format: "%.4f", $0 * scale) } ?? "" }
        let limit = reference.flatMap { $0.quantity == result.quantity ? $0 : nil }
        let cells = [
          "\(person.id)", person.result.test.rawValue, result.quantity.rawValue,
          result.quantity.unit.word, number(result.value?.value), number(result.value?.sigma),
          result.missing?.rawValue ?? "", number(result.atLeast), number(limit?.limit),
          limit?.isWorse(person.result).map { $0 ? "1" : "0" } ?? "",
        ]
        text += cells.joined(separator: ",") + "\n"
      }
    }
  }

  private func value(of person: Person) -> JSONValue {
    let worse = reference.map {
      [("worse", JSONValue.optional($0.isWorse(person.result).map { .bool($0) }))]
    }
    return .object(
      [
        ("id", .integer(person.id)), ("test", .string(person.result.test.rawValue)),
        (
          "results",
          .array(
            person.result.values.map { result in
              let scale = result.quantity.unit.scale
              let members: [(String, JSONValue)] = [
                ("quantity", .string(result.quantity.rawValue)),
                ("unit", .string(result.quantity.unit.word)),
                ("value", .optional(result.value.map { .number($0.value * scale) })),
                ("sigma", .optional(result.value?.sigma.map { .number($0 * scale) })),
                ("missing", .optional(result.missing.map { .string($0.rawValue) })),
              ]
              return .object(
                members + (result.atLeast.map { [("atLeast", .number($0 * scale))] } ?? []))
            })
        ),
        (
          "requirements",
          .array(
            person.result.findings.map { finding in
              .object([
                ("name", .string(finding.requirement.rawValue)),
                ("met", .optional(finding.isMet.map { .bool($0) })),
              ])
            })
        ),
        (
          "trials",
          .array(
            person.result.trials.map { trial in
              let times = [("start", JSONValue.number(trial.start)), ("end", .number(trial.end))]
              let side = trial.side.map { [("side", JSONValue.string($0.rawValue))] } ?? []
              let phase = trial.phase.map { [("phase", JSONValue.string($0.rawValue))] } ?? []
              return .object(times + side + phase)
            })
        ),
      ] + (worse ?? []))
  }
}

extension FunctionalTestReference {
  /// What was published, in the units of files.
  fileprivate var json: JSONValue {
    .object([
      ("quantity", .string(quantity.rawValue)), ("unit", .string(quantity.unit.word)),
      ("limit", .number(limit * quantity.unit.scale)),
      ("worseIf", .string(isWorseAbove ? "above" : "below")),
      ("ages", .array([.integer(ages.lowerBound), .integer(ages.upperBound)])),
      ("sex", .optional(sex.map { .string($0.rawValue) })), ("source", .string(source)),
    ])
  }
}

extension FunctionalTestResult.Quantity.Unit {
  /// The unit's word in files.
  fileprivate var word: String {
    switch self {
    case .second: "s"
    case .count: "count"
    case .metre: "m"
    case .radian: "deg"
    }
  }

  /// A value in the unit of files for one of the library's.
  fileprivate var scale: Double { self == .radian ? 180 / .pi : 1 }
}
