internal import Foundation
public import PoseFiles
internal import PoseMotion

/// A page for a browser that shows a functional test: the results, what the protocol requires, and when each trial
/// was. It is one file without scripts; the same results give the same bytes.
public struct FunctionalTestPage: Sendable {
  /// The document that is shown.
  public var document: FunctionalTestDocument

  /// A page of a document.
  public init(_ document: FunctionalTestDocument) { self.document = document }

  /// The page's text.
  public var html: String {
    let title = PoseReport.escaped(
      "\(document.file): \(document.people.first?.result.test.title ?? "functional test")")
    let several = document.people.count > 1
    return PoseReport.page(
      title: title, version: document.version, style: Self.style,
      [document.people.map { section(of: $0, isNamed: several) }.joined(separator: "\n")]
        + [PoseReport.paragraphs(document.warnings)])
  }

  private static let style =
    PoseReport.tableStyle("results", alignment: "left") + """
      .unmet { font-weight: 600; color: var(--accent); }
      .trials { width: 100%; height: auto; }
      .trials rect { fill: var(--accent); }
      .trials text { fill: var(--faint); font-size: 11px; }
      """

  private func section(of person: FunctionalTestDocument.Person, isNamed: Bool) -> String {
    let result = person.result
    let rows = result.values.map { value in
      "<tr><td>\(PoseReport.escaped(value.title))</td>"
        + "<td\(value.value == nil ? " class=\"faint\"" : "")>\(PoseReport.escaped(value.text))</td></tr>"
    }
    let compared = document.reference.map { reference in
      "<tr><td>\(PoseReport.escaped(reference.title))</td>"
        + "<td\(reference.isWorse(result) == true ? " class=\"unmet\"" : "")>\(reference.answer(result))</td></tr>"
    }
    let source = document.reference.map { " Published average: \(PoseReport.escaped($0.source))." }
    let findings = result.findings.map { finding in
      "<li\(finding.isMet == false ? " class=\"unmet\"" : "")>\(PoseReport.escaped(finding.text))</li>"
    }
    return """
      \(isNamed ? "<h2>Person \(person.id)</h2>" : "")
      \(PoseReport.table("results", rows: rows + [compared].compactMap { $0 }))
      <p class="faint">± is one standard deviation.\(source ?? "") Measured by pose3d, which is no medical device.</p>
      \(findings.isEmpty ? "" : Self.requirements(findings))
      <h2>\(result.test.trialsTitle.capitalized)</h2>
      \(timeline(of: result.trials))
      """
  }

  private static func requirements(_ findings: [String]) -> String {
    """
    <h2>What the protocol requires</h2>
    <ul>
    \(findings.joined(separator: "\n"))
    </ul>
    """
  }

  /// The trials as numbered bars over time, from the whole second before the first to that after the last.
  private func timeline(of trials: [FunctionalTestResult.Trial]) -> String {
    guard let first = trials.first, let last = trials.last else { return "" }
    let (start, end) = (first.start.rounded(.down), last.end.rounded(.up))
    let width = 604 / max(end - start, 1)
    let number = { (value: Double) in String(format: "%.1f", value) }
    let x = { (time: Double) in 18 + width * (time - start) }
    let bars = trials.enumerated().map { index, trial in
      let middle = number(x((trial.start + trial.end) / 2))
      return "<rect x=\"\(number(x(trial.start)))\" y=\"18\" height=\"14\""
        + " width=\"\(number(max(width * (trial.end - trial.start) - 1.5, 1)))\"/>"
        + "<text x=\"\(middle)\" y=\"13\" text-anchor=\"middle\">\(trial.title ?? "\(index + 1)")</text>"
    }
    let labels = PoseReport.ticks(from: start, through: end).map {
      "<text x=\"\(number(x($0)))\" y=\"48\" text-anchor=\"middle\">\(Int($0)) s</text>"
    }
    return """
      <svg class="trials" viewBox="0 0 640 54" role="img" aria-label="when each was">
      \(bars.joined())\(labels.joined())
      </svg>
      """
  }
}
