import PoseAnalysis
import PoseDocuments
import Foundation
import Kinematics
import Pose3D

/// The outcome of a batch: a line of CSV for each person in each file, and the record from which a
/// run resumes.
enum BatchSummary {
  static let header = [
    "file", "result", "kind", "exit_code", "person", "exercise", "exercise_confidence",
    "repetitions", "not_counted", "range_of_motion_deg", "range_of_motion_sigma_deg", "height_m",
    "height_sigma_m", "height_estimation", "frames", "warnings", "message",
  ]

  /// The lines of a file: one per person, or a single one if there are no people.
  static func lines(of item: BatchItem, _ finding: BatchResult) -> [[String]] {
    let warnings = finding.diagnostics.map(\.commandLineWords).joined(separator: " | ")
    let start = [item.path, item.output, item.kind.rawValue, "0"]
    let end = ["\(finding.frames)", warnings, ""]
    guard !finding.people.isEmpty else {
      return [start + [String](repeating: "", count: 10) + end]
    }
    return finding.people.map { person in
      let degrees = { (radians: Double?) in text(radians.map { $0 * 180 / .pi }, 1) }
      return start + [
        "\(person.id)", person.exercise ?? "", text(person.exerciseConfidence, 2),
        person.repetitions.map { "\($0)" } ?? "", person.notCounted.map { "\($0)" } ?? "",
        degrees(person.rangeOfMotion), degrees(person.rangeOfMotionSigma),
        text(person.stature.metres, 3), text(person.stature.sigma, 3),
        person.stature.estimation?.rawValue ?? "",
      ] + end
    }
  }

  /// The line of a file that couldn't be measured.
  static func line(of item: BatchItem, _ failure: Failure) -> [String] {
    [item.path, "", item.kind.rawValue, "\(failure.code.rawValue)"]
      + [String](repeating: "", count: 12) + [failure.message]
  }

  /// RFC 4180; nothing in it is a formula.
  static func csv(_ lines: [[String]]) -> String {
    ([header] + lines).map { cells in
      zip(header, cells).map { name, cell in
        ["file", "result"].contains(name) ? CSVText.path(cell) : CSVText.cell(cell)
      }.joined(separator: ",") + "\r\n"
    }.joined()
  }

  private static func text(_ number: Double?, _ digits: Int) -> String {
    number.map { String(format: "%.\(digits)f", $0) } ?? ""
  }
}
