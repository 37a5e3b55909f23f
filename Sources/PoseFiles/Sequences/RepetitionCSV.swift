internal import Foundation
internal import PoseDocuments
public import PoseMotion

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
      for (index, repetition) in analysis.repetitions.enumerated() {
        let own = Self.cells(of: repetition, analysis, number: index + 1)
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
      "\(analysis.person)", analysis.exercise ?? "", "\(number)",
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
