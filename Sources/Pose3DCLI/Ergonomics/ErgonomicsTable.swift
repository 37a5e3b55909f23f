import Foundation
import PoseFiles
import PoseMotion

/// The tables of people's postures at work for people.
enum ErgonomicsTable {
  static func lines(of document: ErgonomicsDocument) -> [TableLine] {
    document.people.flatMap { person in
      person.assessments.flatMap { lines(of: $0, person: person.id) }
    } + legend(of: document)
  }

  private static func lines(of assessment: ErgonomicAssessment, person: Int) -> [TableLine] {
    let method = assessment.method
    let heading: TableLine = ("person \(person)   \(method.title)", .heading)
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

  private static func levels(of assessment: ErgonomicAssessment) -> [TableLine] {
    // What isn't stated, or not seen, makes two columns of each.
    let isRange = assessment.isRange
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
    return TableColumns.table(heads, rows, gap: 2)
  }

  private typealias Bounds = ErgonomicAssessment.Bounds<MotionMeasures.Value>

  private static func contributions(of assessment: ErgonomicAssessment) -> [TableLine] {
    let parts = assessment.shownContributions
    guard !parts.isEmpty else { return [] }
    let words = parts.map { $0.text }
    return [("points by part: " + words.joined(separator: ", "), .plain)]
  }

  private static func worst(of assessment: ErgonomicAssessment) -> [TableLine] {
    guard !assessment.worst.isEmpty else { return [] }
    return [("worst moments:", .plain)]
      + assessment.worst.flatMap { frame -> [TableLine] in
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

  private static func legend(of document: ErgonomicsDocument) -> [TableLine] {
    let isRange = document.people.contains { person in
      person.assessments.contains(where: \.isRange)
    }
    return [
      ("±: one standard deviation; of times, for angles that err alike in all frames.", .faint)
    ]
      + (isRange
        ? [("at best, at worst, a to b: by what is not stated or not seen.", .faint)] : []) + [
        (ErgonomicAssessment.disclaimer, .faint)
      ]
  }
}

extension ErgonomicAssessment {
  /// Whether the shares of the action levels are ranges.
  fileprivate var isRange: Bool {
    levels.contains { level in
      level.share.lowest != level.share.highest || level.reached.lowest != level.reached.highest
    }
  }
}
