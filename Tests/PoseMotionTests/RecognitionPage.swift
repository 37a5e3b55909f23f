import Foundation
import TestSupport

@testable import PoseMotion

/// The tables of `docs/research/recognition.md`, made from the thresholds and their margins.
struct RecognitionPage {
  let margins: [ThresholdMargin]

  static let file = URL(filePath: Checkout.path("docs/research/recognition.md"))

  /// The page with its tables replaced; `nil` where it has no place for them.
  func replacingTables(in page: String) -> String? {
    guard let start = page.range(of: "<!-- tables -->\n"),
      let end = page.range(of: "\n<!-- end of tables -->")
    else { return nil }
    return page[..<start.upperBound] + tables + page[end.lowerBound...]
  }

  private var tables: String {
    var text: [String] = []
    for exercise in Exercise.allCases {
      let rows = rows(of: exercise.title)
      text.append("### \(exercise.title)\n")
      text.append(
        "| of a repetition | excluded | accepted | its clips | may fall by | may rise by | source |"
      )
      text.append("|---|---|---|---|---|---|---|")
      for row in rows { text.append(evidenceRow(row, of: exercise)) }
      text.append("")
    }
    let sections = [
      ("recognition", "Evidence of any exercise"),
      ("repetitions", "Finding and counting repetitions"),
      ("limits", "What bodies can't do"), ("criteria", "Criteria"),
    ]
    for (section, title) in sections {
      text.append("### \(title)\n")
      text.append("| | value | may fall by | may rise by | source |")
      text.append("|---|---|---|---|---|")
      for row in rows(of: section) {
        let value = Self.value(row.threshold.values[0], row.threshold.unit)
        text.append(
          "| \(row.threshold.label) | \(value) | \(fall(row)) | \(rise(row)) | \(source(row)) |")
      }
      text.append("")
    }
    return text.dropLast().joined(separator: "\n")
  }

  private func rows(of section: String) -> [ThresholdMargin] {
    margins.filter { $0.threshold.section == section }
  }

  private func evidenceRow(_ row: ThresholdMargin, of exercise: Exercise) -> String {
    let threshold = row.threshold
    let values = threshold.values.map { Self.value($0, threshold.unit) }
    let shown = threshold.quantity.map { self.shown($0, by: exercise) } ?? ""
    let cells = [
      threshold.label, values.count == 2 ? values[0] : "below \(values[0])", values.last!, shown,
      fall(row), rise(row), source(row),
    ]
    return "| \(cells.joined(separator: " | ")) |"
  }

  /// The smallest and the largest value that the clips of an exercise show.
  private func shown(_ quantity: EvidenceQuantity, by exercise: Exercise) -> String {
    let values = ThresholdClips.all.people.filter { $0.recognized == exercise }
      .compactMap { $0.clip.evidence(for: exercise).flatMap(quantity.value) }
    guard let low = values.min(), let high = values.max() else { return "" }
    func text(_ value: Double) -> String {
      let rounded = quantity.unit == .degrees ? value.rounded() : (value * 100).rounded() / 100
      return Self.value(rounded == 0 ? 0 : rounded, quantity.unit)
    }
    return text(low) == text(high) ? text(low) : "\(text(low)) … \(text(high))"
  }

  private func fall(_ row: ThresholdMargin) -> String {
    size(row.fall, of: row.threshold, row.threshold.falls, isOpen: row.isFallOpen)
  }

  private func rise(_ row: ThresholdMargin) -> String {
    size(row.rise, of: row.threshold, row.threshold.rises, isOpen: row.isRiseOpen)
  }

  private func size(
    _ size: Double, of threshold: ThresholdMove, _ sizes: [Double], isOpen: Bool
  ) -> String {
    func text(_ size: Double) -> String {
      threshold.isRelative
        ? "\(Int((size * 100).rounded())) %" : Self.value(size, threshold.unit)
    }
    return size == 0 ? "< \(text(sizes[0]))" : isOpen ? "≥ \(text(size))" : text(size)
  }

  private func source(_ row: ThresholdMargin) -> String {
    switch row.threshold.source {
    case .published(let text): "**published**: \(text)"
    case .anatomy(let text): "**anatomy**: \(text)"
    case .measured(let text): "**measured**: \(text)"
    case .chosen(let text): "chosen: \(text)"
    }
  }

  private static func value(_ value: Double, _ unit: Threshold.Unit) -> String {
    let number = String(format: "%g", abs(value))
    let unitText =
      switch unit {
      case .degrees: "°"
      case .seconds: " s"
      case .metres: " m"
      case .statures: " H"
      case .fraction, .count: ""
      }
    return (value < 0 ? "−" : "") + number + unitText
  }
}
