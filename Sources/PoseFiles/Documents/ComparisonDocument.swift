internal import Foundation
internal import PoseDocuments
public import PoseMotion
internal import Pose3D

/// The comparison of two sessions, or of two sides of one, `pose3d.comparison/1`.
/// `schema/pose3d.comparison.schema.json` is its contract.
public struct ComparisonDocument: Sendable {
  /// The schema's name in the file.
  public static let schema = "pose3d.comparison/1"

  /// The program's version.
  public var version: String
  /// The comparison.
  public var comparison: SessionComparison
  /// Warnings about the reliability of the numbers, a sentence each.
  public var warnings: [String]

  /// A document from its parts.
  public init(version: String, comparison: SessionComparison, warnings: [String] = []) {
    (self.version, self.comparison, self.warnings) = (version, comparison, warnings)
  }

  /// The JSON text; angles in degrees, fractions as they are. The same comparison gives the same bytes.
  public var json: String {
    JSONValue.object(
      JSONValue.head(schema: Self.schema, version: version) + [
        ("pairing", .string(comparison.pairing.rawValue)),
        ("confidence", .number(0.95)), ("residualShare", .number(comparison.residualShare)),
        ("before", Self.value(of: comparison.before)),
        ("after", Self.value(of: comparison.after)),
        ("differentConditions", .array(comparison.differences.map { .string($0.rawValue) })),
        ("measures", .array(comparison.rows.map(Self.value(of:)))),
        ("warnings", .warnings(warnings)),
      ]
    ).text
  }

  /// One line for each measure as CSV, with a line of names; angles in degrees. An empty cell is a value that
  /// is not known.
  public var csv: String {
    let head = Self.columns + "\n"
    return comparison.rows.reduce(into: head) { text, row in
      text += Self.cells(of: row).joined(separator: ",") + "\n"
    }
  }

  /// The names of `cells(of:)`.
  static let columns =
    "measure,unit,before,beforeSigma,beforeCount,after,afterSigma,afterCount,"
    + "difference,differenceSigma,minimalDetectableChange,verdict"

  static func cells(of row: SessionComparison.Row) -> [String] {
    let scale = row.unit.scale
    let number = { (value: Double?) in value.map { String(format: "%.3f", $0 * scale) } ?? "" }
    return [
      row.name, row.unit.word, number(row.before.value), number(row.before.sigma),
      "\(row.counts.before)", number(row.after.value), number(row.after.sigma),
      "\(row.counts.after)", number(row.difference.value), number(row.difference.sigma),
      number(row.minimalDetectableChange), row.verdict.rawValue,
    ]
  }

  static func value(of session: SessionSummary) -> JSONValue {
    .object([
      ("name", .string(session.name)),
      ("exercise", .optional(session.exercise.map(JSONValue.string))),
      ("repetitions", .integer(session.repetitions)),
      ("facing", Self.value(of: session.facing, scale: 180 / .pi)),
      ("distance", Self.value(of: session.distance)),
      (
        "bodyHeight",
        Self.value(
          of: MotionMeasures.Value(session.stature.metres, sigma: session.stature.sigma))
      ),
      (
        "heightEstimation",
        .optional(session.stature.estimation.map { .string($0.rawValue) })
      ),
      ("cycles", .array(session.cycles.map { CycleJSON.value(of: $0) })),
    ])
  }

  private static func value(of value: MotionMeasures.Value?, scale: Double = 1) -> JSONValue {
    .optional(
      value.map { value in
        .object([
          ("value", .number(value.value * scale)),
          ("sigma", .optional(value.sigma.map { .number($0 * scale) })),
        ])
      })
  }

  static func value(of row: SessionComparison.Row) -> JSONValue {
    let number = { (value: Double?) in
      JSONValue.optional(value.map { .number($0 * row.unit.scale) })
    }
    let mean = { (value: MotionMeasures.Value, count: Int) in
      JSONValue.object([
        ("value", number(value.value)), ("sigma", number(value.sigma)), ("count", .integer(count)),
      ])
    }
    return .object([
      ("name", .string(row.name)), ("unit", .string(row.unit.word)),
      ("before", mean(row.before, row.counts.before)), ("after", mean(row.after, row.counts.after)),
      (
        "difference",
        .object([
          ("value", number(row.difference.value)), ("sigma", number(row.difference.sigma)),
        ])
      ),
      ("minimalDetectableChange", number(row.minimalDetectableChange)),
      ("verdict", .string(row.verdict.rawValue)),
    ])
  }
}

extension SessionSummary.Measure.Unit {
  /// The word in files, in which angles are in degrees.
  public var word: String {
    switch self {
    case .radian: "degree"
    case .radianPerSecond: "degreePerSecond"
    case .second: "second"
    case .metre: "metre"
    case .metrePerSecond: "metrePerSecond"
    case .perMinute: "perMinute"
    case .fraction: "fraction"
    }
  }

  /// The factor from the library's unit to that of files.
  public var scale: Double {
    switch self {
    case .radian, .radianPerSecond: 180 / .pi
    case .second, .metre, .metrePerSecond, .perMinute, .fraction: 1
    }
  }
}
