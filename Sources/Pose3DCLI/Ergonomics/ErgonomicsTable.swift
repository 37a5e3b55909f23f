import Foundation
import PoseFiles
import PoseMotion

/// The tables of people's postures at work for people.
enum ErgonomicsTable {
  typealias Line = (text: String, style: Terminal.Style)

  static func lines(of document: ErgonomicsDocument) -> [Line] {
    document.people.flatMap { person in
      person.assessments.flatMap { lines(of: $0, person: person.id) }
    } + legend(of: document)
  }

  private static func lines(of assessment: ErgonomicAssessment, person: Int) -> [Line] {
    let method = assessment.method
    let heading: Line = ("person \(person)   \(method.title)", .heading)
    guard let median = assessment.median, let high = assessment.percentile95 else {
      return [heading, (assessment.coverage, .plain), ("", .plain)]
    }
    let unknown = assessment.unknown.map(\.title).joined(separator: ", ")
    let summary = [
      "score: median \(median.text), 95th percentile \(high.text)", assessment.coverage,
    ]
    return [heading] + summary.map { ($0, .plain) }
      + (unknown.isEmpty ? [] : [("not stated: \(unknown)", .plain)])
      + [("", .plain)] + levels(of: assessment) + [("", .plain)]
      + contributions(of: assessment) + worst(of: assessment) + [("", .plain)]
  }

  private static func levels(of assessment: ErgonomicAssessment) -> [Line] {
    // What isn't stated makes two columns of each.
    let isRange = !assessment.unknown.isEmpty
    let heads =
      isRange
      ? ["", "", "at best:", "in it", "or above", "at worst:", "in it", "or above"]
      : ["", "", "", "in it", "or above"]
    let rows = assessment.levels.map { level in
      let bounds = isRange ? [\Bounds.lowest, \Bounds.highest] : [\Bounds.lowest]
      return [assessment.method.title(of: level.level), level.level.scoreText]
        + bounds.flatMap { bound in
          [
            "", level.share[keyPath: bound].percentText,
            assessment.timeText(level.reached[keyPath: bound]),
          ]
        }
    }
    let widths = heads.indices.map { column in
      ([heads] + rows).map { $0[column].count }.max() ?? 0
    }
    func line(_ cells: [String]) -> String {
      cells.indices.map { column in
        column == 0 ? cells[column].left(widths[column]) : cells[column].right(widths[column])
      }.joined(separator: "  ").trimmed
    }
    return [(line(heads), .heading)] + rows.map { (line($0), .plain) }
  }

  private typealias Bounds = ErgonomicAssessment.Bounds<MotionMeasures.Value>

  private static func contributions(of assessment: ErgonomicAssessment) -> [Line] {
    let parts = assessment.shownContributions
    guard !parts.isEmpty else { return [] }
    let words = parts.map { $0.text }
    return [("points by part: " + words.joined(separator: ", "), .plain)]
  }

  private static func worst(of assessment: ErgonomicAssessment) -> [Line] {
    guard !assessment.worst.isEmpty else { return [] }
    return [("worst moments:", .plain)]
      + assessment.worst.flatMap { frame -> [Line] in
        let score = frame.score?.text ?? ""
        let shown = frame.angles.filter { shownAngles.contains($0.name) }
        return [
          (String(format: "%8.2f s   ", frame.time) + score, .plain),
          ("             " + shown.map(\.text).joined(separator: ", "), .faint),
        ]
      }
  }

  /// The angles that give most points.
  private static let shownAngles: Set<ErgonomicAssessment.Angle.Name> = [
    .trunkFlexion, .neckFlexion, .leftUpperArm, .rightUpperArm,
  ]

  private static func legend(of document: ErgonomicsDocument) -> [Line] {
    let isRange = document.people.contains { person in
      person.assessments.contains { !$0.unknown.isEmpty }
    }
    return [
      ("±: one standard deviation; of times, for angles that err alike in all frames.", .faint)
    ]
      + (isRange
        ? [("at best, at worst, a to b: by the inputs that are not stated.", .faint)] : []) + [
        (ErgonomicAssessment.disclaimer, .faint)
      ]
  }
}
