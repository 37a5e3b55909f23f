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
  /// The group of people that these are compared with; `nil` for none.
  public var reference: GaitReference?
  /// The people.
  public var people: [Person]
  /// Warnings about the reliability of the numbers, a sentence each.
  public var warnings: [String]

  /// A document from its parts.
  public init(
    version: String, file: String, reference: GaitReference? = nil, people: [Person],
    warnings: [String] = []
  ) {
    (self.version, self.file, self.reference) = (version, file, reference)
    (self.people, self.warnings) = (people, warnings)
  }

  /// The JSON text; angles in degrees, shares as fractions. The same walking gives the same bytes.
  public var json: String {
    JSONValue.session(
      schema: Self.schema, version: version, file: file,
      members: reference.map { group in
        [
          (
            "reference",
            .object([("name", .string(group.name)), ("source", .string(group.source))])
          )
        ]
      } ?? [],
      people: people.map(value(of:)), warnings: warnings
    ).text
  }

  /// One line for each measure of each person as CSV, with a line of names; angles in degrees. An empty cell is a
  /// value that is not known. The last three columns are there with a reference only.
  public var csv: String {
    let head =
      "person,measure,side,unit,value,sigma,standardDeviation,count,missing"
      + (reference == nil ? "\n" : ",referenceMean,referenceStandardDeviation,position\n")
    return people.reduce(into: head) { text, person in
      for measure in person.gait.measures {
        let scale = measure.quantity.unit.scale
        let number = { (value: Double?) in value.map { String(format: "%.4f", $0 * scale) } ?? "" }
        var cells = [
          "\(person.id)", measure.quantity.rawValue, measure.side?.rawValue ?? "",
          measure.quantity.unit.word, number(measure.value?.value), number(measure.value?.sigma),
          number(measure.deviation), "\(measure.count)", measure.missing?.rawValue ?? "",
        ]
        if let reference {
          let group = reference.measure(measure.quantity)
          let position = measure.value.flatMap { group?.position(of: $0) }
          cells += [number(group?.mean), number(group?.deviation), position?.rawValue ?? ""]
        }
        text += cells.joined(separator: ",") + "\n"
      }
    }
  }

  private func value(of person: Person) -> JSONValue {
    let gait = person.gait
    return .object([
      ("id", .integer(person.id)),
      (
        "bodyHeight",
        Self.value(of: MotionMeasures.Value(person.stature.metres, sigma: person.stature.sigma))
      ),
      ("heightEstimation", .optional(person.stature.estimation.map { .string($0.rawValue) })),
      ("gait", .string(gait.title)),
      ("passes", .array(gait.passes.map(Self.value(of:)))),
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
              ("quantity", .string(row.quantity.rawValue)),
              ("asymmetry", Self.value(of: row.value)),
            ])
          })
      ),
      ("cycles", .array(gait.cycles.map(value(of:)))),
    ])
  }

  private static func value(of pass: GaitAnalysis.Pass) -> JSONValue {
    .object(
      [
        ("start", .number(pass.start)), ("end", .number(pass.end)),
        ("heading", .optional(pass.heading.map { .number($0 * 180 / .pi) })),
        ("treadmill", .bool(pass.isTreadmill)),
      ] + (pass.isFollowed ? [("followed", .bool(true))] : []) + [
        (
          "events",
          .array(
            pass.events.map { event in
              .object([
                ("kind", .string(event.kind.rawValue)), ("side", .string(event.side.rawValue)),
                ("time", .number(event.time)), ("sigma", .number(event.sigma)),
              ])
            })
        )
      ])
  }

  private func value(of measure: GaitAnalysis.Measure) -> JSONValue {
    let scale = measure.quantity.unit.scale
    var members: [(String, JSONValue)] = [
      ("quantity", .string(measure.quantity.rawValue)),
      ("side", .optional(measure.side.map { .string($0.rawValue) })),
      ("unit", .string(measure.quantity.unit.word)),
      ("value", .optional(measure.value.map { .number($0.value * scale) })),
      ("sigma", .optional(measure.value?.sigma.map { .number($0 * scale) })),
      ("standardDeviation", .optional(measure.deviation.map { .number($0 * scale) })),
      ("count", .integer(measure.count)),
      ("missing", .optional(measure.missing.map { .string($0.rawValue) })),
    ]
    if let group = reference?.measure(measure.quantity) {
      let position = measure.value.map { JSONValue.string(group.position(of: $0).rawValue) }
      members.append(
        (
          "reference",
          .object([
            ("mean", .number(group.mean * scale)),
            ("standardDeviation", .number(group.deviation * scale)),
            ("position", .optional(position)),
          ])
        ))
    }
    return .object(members)
  }

  private func value(of cycle: AngleCycle) -> JSONValue {
    guard let curve = reference?.curve(of: cycle) else { return CycleJSON.value(of: cycle) }
    let shares = curve.shares(of: cycle).map { shares in
      JSONValue.object(
        zip(GaitReference.Position.allCases, shares).map { ($0.rawValue, .number($1)) })
    }
    return CycleJSON.value(
      of: cycle,
      members: [
        (
          "reference",
          .object([
            ("mean", CycleJSON.degrees(curve.mean)),
            ("standardDeviation", CycleJSON.degrees(curve.deviation)),
            ("shares", .optional(shares)),
          ])
        )
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
