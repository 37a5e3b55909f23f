internal import Foundation
internal import Kinematics
internal import PoseDocuments
public import PoseMotion

/// The angle curves of a sequence as CSV (RFC 4180, with a header), one line per person and frame.
struct MotionCSV {
  let frames: [PoseRecording.Frame]
  let people: [PersonMotion]
  /// In the order of the people.
  let analyses: [ExerciseAnalysis]

  private static let definitions = AngleDialect.clinical.angles

  func write(to write: (String) throws -> Void) rethrows {
    let columns = PoseColumns.angles(Self.definitions)
    let fixed = ["frame", "time", "person", "filled", "repetition"]
    try write((fixed + columns + PoseColumns.contacts).joined(separator: ",") + "\n")
    var unwrappings = people.map { _ in Self.definitions.map(AngleUnwrapping.init) }
    let planted = people.map { $0.plantedPoints() }
    let counted = analyses.map { $0.repetitions.filter(\.isCounted) }
    for (position, frame) in frames.enumerated() {
      for (number, person) in people.enumerated() {
        guard let state = person.states[position], let skeleton = person.skeleton(at: position)
        else { continue }
        var cells = [
          "\(frame.index)", Self.text(frame.time), "\(person.id)", state.isFilled ? "1" : "0",
          Self.number(among: counted[number], at: frame.time).map { "\($0)" } ?? "",
        ]
        for (column, angle) in skeleton.angles(Self.definitions).enumerated() {
          let value = unwrappings[number][column].next(angle.value, at: frame.time)
          cells += [PoseColumns.degrees(value), PoseColumns.degrees(angle.sigma)]
        }
        // The ankle stands for its foot.
        cells += ContactPoint.ofFeet.map { point in
          let found = planted[number][position]
          return found.contains(point) || found.contains(point.ankle) ? "1" : "0"
        }
        try write(cells.joined(separator: ",") + "\n")
      }
    }
  }

  /// The number, from 1, of the counted repetition in which a moment lies. A moment between two that
  /// follow upon each other belongs to the later one.
  private static func number(among counted: [Repetition], at time: Double) -> Int? {
    counted.lastIndex { $0.start <= time && time <= $0.end }.map { $0 + 1 }
  }

  private static func text(_ value: Double) -> String { JSONValue.digits(of: value) ?? "" }
}

/// The names and the numbers of the columns that all tables of poses have. Names have no spaces.
enum PoseColumns {
  /// Every angle, each with its sigma.
  static func angles(_ definitions: [AngleDefinition]) -> [String] {
    definitions.flatMap { [$0.name, "\($0.name)_sigma"] }
  }

  /// Every point of the feet that may be on the ground.
  static let contacts = ContactPoint.ofFeet.map { "\($0.rawValue)_contact" }

  /// Degrees with three decimals; empty for an angle that wasn't measured.
  static func degrees(_ radians: Double?) -> String { rounded(radians.map { $0 * 180 / .pi }, 1e3) }

  /// Metres with four decimals; empty for a place that wasn't measured.
  static func metres(_ metres: Double?) -> String { rounded(metres, 1e4) }

  private static func rounded(_ value: Double?, _ steps: Double) -> String {
    value.flatMap { JSONValue.digits(of: ($0 * steps).rounded() / steps) } ?? ""
  }
}

/// The repetitions of people as CSV (RFC 4180, with a header), one line per repetition, those that don't count
/// among them: for spreadsheets and statistics. Names have no spaces and end with the unit; numbers have three
/// decimals, and a cell is empty where something wasn't measured.
public struct RepetitionCSV: Sendable {
  private let analyses: [ExerciseAnalysis]

  /// The table of some people's exercises, in their order.
  public init(_ analyses: [ExerciseAnalysis]) { self.analyses = analyses }

  private static let columns = [
    "person", "exercise", "number", "counted", "reason", "start_s", "turn_s", "end_s", "angle",
    "range_deg", "range_sigma_deg", "turn_angle_deg", "turn_angle_sigma_deg", "eccentric_s",
    "concentric_s",
    "peak_velocity_deg_per_s", "asymmetry_percent", "asymmetry_sigma_percent",
  ]

  /// The text.
  public var text: String {
    // The criteria of the exercises, each in three columns.
    var criteria: [Repetition.Criterion] = []
    for criterion in analyses.flatMap(\.repetitions).flatMap(\.criteria)
    where !criteria.contains(where: { $0.name == criterion.name }) {
      criteria.append(criterion)
    }
    let further = criteria.flatMap { criterion in
      let unit = Self.suffixes[criterion.unit] ?? criterion.unit
      return [
        "\(criterion.name)_\(unit)", "\(criterion.name)_sigma_\(unit)", "\(criterion.name)_met",
      ]
    }
    var lines = [(Self.columns + further).joined(separator: ",")]
    for analysis in analyses {
      var number = 0
      for repetition in analysis.repetitions {
        number += repetition.isCounted ? 1 : 0
        let own = Self.cells(of: repetition, analysis, number: number)
        let judged = criteria.flatMap { criterion in
          Self.cells(of: repetition.criteria.first { $0.name == criterion.name })
        }
        lines.append((own + judged).map(CSVText.cell).joined(separator: ","))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let suffixes = ["metre": "m", "degree": "deg", "second": "s"]

  private static func cells(
    of repetition: Repetition, _ analysis: ExerciseAnalysis, number: Int
  ) -> [String] {
    [
      "\(analysis.person)", analysis.exercise ?? "", repetition.isCounted ? "\(number)" : "",
      repetition.isCounted ? "1" : "0", repetition.reason?.rawValue ?? "",
      decimal(repetition.start), decimal(repetition.turn), decimal(repetition.end),
      repetition.angle, degrees(repetition.rangeOfMotion), degrees(repetition.rangeOfMotionSigma),
      degrees(repetition.angleAtTurn), degrees(repetition.angleAtTurnSigma),
      decimal(repetition.eccentricTime),
      decimal(repetition.concentricTime), degrees(repetition.peakVelocity),
      decimal(repetition.asymmetry.map { $0.value * 100 }),
      decimal(repetition.asymmetry?.sigma.map { $0 * 100 }),
    ]
  }

  private static func cells(of criterion: Repetition.Criterion?) -> [String] {
    guard let criterion else { return ["", "", ""] }
    return [
      decimal(criterion.value), decimal(criterion.sigma),
      criterion.isMet.map { $0 ? "1" : "0" } ?? "",
    ]
  }

  private static func degrees(_ radians: Double?) -> String {
    decimal(radians.map { $0 * 180 / .pi })
  }

  private static func decimal(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "" }
    let text = String(format: "%.3f", value)
    return text == "-0.000" ? "0.000" : text
  }
}
