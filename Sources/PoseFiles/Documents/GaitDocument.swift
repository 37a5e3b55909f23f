internal import Foundation
internal import PoseDocuments
public import PoseMotion
public import Pose3D

/// The walking of the people of a file, `pose3d.gait/1`. `schema/pose3d.gait.schema.json` is its contract.
public struct GaitDocument: Sendable {
  /// The schema's name in the file.
  public static let schema = "pose3d.gait/1"

  /// One person's walking.
  public struct Person: Sendable {
    /// The person's number.
    public var id: Int
    /// The body height, whose error all lengths share.
    public var stature: Stature
    /// The walking.
    public var gait: GaitAnalysis

    /// A person.
    public init(id: Int, stature: Stature, gait: GaitAnalysis) {
      (self.id, self.stature, self.gait) = (id, stature, gait)
    }
  }

  /// The program's version.
  public var version: String
  /// The name of the file that was read.
  public var file: String
  /// The people.
  public var people: [Person]
  /// Warnings about the reliability of the numbers, a sentence each.
  public var warnings: [String]

  /// A document from its parts.
  public init(version: String, file: String, people: [Person], warnings: [String] = []) {
    (self.version, self.file, self.people) = (version, file, people)
    self.warnings = warnings
  }

  /// The JSON text; angles in degrees, shares as fractions. The same walking gives the same bytes.
  public var json: String {
    JSONValue.session(
      schema: Self.schema, version: version, file: file, people: people.map(Self.value(of:)),
      warnings: warnings
    ).text
  }

  /// One line for each measure of each person as CSV, with a line of names; angles in degrees. An empty cell is a
  /// value that is not known.
  public var csv: String {
    let head = "person,measure,side,unit,value,sigma,standardDeviation,count,missing\n"
    return people.reduce(into: head) { text, person in
      for measure in person.gait.measures {
        let scale = measure.quantity.unit.scale
        let number = { (value: Double?) in value.map { String(format: "%.4f", $0 * scale) } ?? "" }
        let cells = [
          "\(person.id)", measure.quantity.rawValue, measure.side?.rawValue ?? "",
          measure.quantity.unit.word, number(measure.value?.value), number(measure.value?.sigma),
          number(measure.deviation), "\(measure.count)", measure.missing?.rawValue ?? "",
        ]
        text += cells.joined(separator: ",") + "\n"
      }
    }
  }

  private static func value(of person: Person) -> JSONValue {
    let gait = person.gait
    return .object([
      ("id", .integer(person.id)),
      (
        "bodyHeight",
        value(of: MotionMeasures.Value(person.stature.metres, sigma: person.stature.sigma))
      ),
      ("heightEstimation", .optional(person.stature.estimation.map { .string($0.rawValue) })),
      ("passes", .array(gait.passes.map(value(of:)))),
      (
        "excluded",
        .array(
          gait.excluded.map { part in
            .object([
              ("start", .number(part.start)), ("end", .number(part.end)),
              ("reason", .string(part.reason.rawValue)),
            ])
          })
      ),
      ("measures", .array(gait.measures.map(value(of:)))),
      (
        "asymmetries",
        .array(
          gait.asymmetries.map { row in
            .object([
              ("quantity", .string(row.quantity.rawValue)), ("asymmetry", value(of: row.value)),
            ])
          })
      ),
      ("cycles", .array(gait.cycles.map(CycleJSON.value(of:)))),
    ])
  }

  private static func value(of pass: GaitAnalysis.Pass) -> JSONValue {
    .object([
      ("start", .number(pass.start)), ("end", .number(pass.end)),
      ("heading", .optional(pass.heading.map { .number($0 * 180 / .pi) })),
      ("treadmill", .bool(pass.isTreadmill)),
      (
        "events",
        .array(
          pass.events.map { event in
            .object([
              ("kind", .string(event.kind.rawValue)), ("side", .string(event.side.rawValue)),
              ("time", .number(event.time)), ("sigma", .number(event.sigma)),
            ])
          })
      ),
    ])
  }

  private static func value(of measure: GaitAnalysis.Measure) -> JSONValue {
    let scale = measure.quantity.unit.scale
    return .object([
      ("quantity", .string(measure.quantity.rawValue)),
      ("side", .optional(measure.side.map { .string($0.rawValue) })),
      ("unit", .string(measure.quantity.unit.word)),
      ("value", .optional(measure.value.map { .number($0.value * scale) })),
      ("sigma", .optional(measure.value?.sigma.map { .number($0 * scale) })),
      ("standardDeviation", .optional(measure.deviation.map { .number($0 * scale) })),
      ("count", .integer(measure.count)),
      ("missing", .optional(measure.missing.map { .string($0.rawValue) })),
    ])
  }

  private static func value(of value: MotionMeasures.Value) -> JSONValue {
    .object([
      ("value", .number(value.value)), ("sigma", .optional(value.sigma.map { .number($0) })),
    ])
  }
}

extension GaitAnalysis.Quantity.Unit {
  /// The unit's word in files.
  package var word: String {
    switch self {
    case .perMinute: "1/min"
    case .metrePerSecond: "m/s"
    case .second: "s"
    case .fraction: "fraction"
    case .metre: "m"
    case .radian: "deg"
    }
  }

  /// The factor of a value in files.
  package var scale: Double { self == .radian ? 180 / .pi : 1 }
}
