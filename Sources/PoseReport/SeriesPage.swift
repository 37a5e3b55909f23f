internal import Foundation
public import PoseFiles
internal import PoseMotion

/// A page for a browser that shows what changed over several sessions: a figure and a line of numbers for each measure. It
/// is one file without scripts; the same series gives the same bytes.
public struct SeriesPage: Sendable {
  /// The document that is shown.
  public var document: SeriesDocument

  /// A page of a document.
  public init(_ document: SeriesDocument) { self.document = document }

  private var series: SessionSeries { document.series }

  /// The page's text.
  public var html: String {
    let names = series.sessions.map { PoseReport.escaped($0.name) }
    return PoseReport.page(
      title: names.joined(separator: ", "), version: document.version, style: Self.style,
      [answer, figures, table, conditions])
  }

  private static let style =
    ComparisonPage.tableStyle + """

      .courses { display: grid; grid-template-columns: repeat(auto-fill, minmax(280px, 1fr)); gap: 18px; }
      .courses svg { width: 100%; height: auto; background: var(--card); border-radius: 8px; }
      .courses text { fill: var(--faint); font-size: 11px; }
      .courses .limit { fill: var(--line); opacity: 0.6; }
      .courses .bar { stroke: var(--middle); stroke-width: 1.5; }
      .courses .dot { fill: var(--middle); } .courses .dot.beyond { fill: var(--accent); }
      .courses .course { fill: none; stroke: var(--middle); stroke-width: 1; }
      """

  /// The changes, a sentence for each measure and session.
  private var answer: String {
    let items = series.shownRows.flatMap { _, rows in
      zip(rows, series.comparisons).compactMap { row, comparison -> String? in
        guard let row, row.verdict == .changed else { return nil }
        return
          "<li>\(PoseReport.escaped(row.title)), \(PoseReport.escaped(comparison.after.name)): "
          + "\(row.text(row.difference, signed: true))</li>"
      }
    }
    guard !items.isEmpty else {
      return
        "<p>No change from the first session is shown in any measure. That doesn't prove that there is none.</p>"
    }
    return "<p>Changed from the first session:</p>\n<ul>\n\(items.joined(separator: "\n"))\n</ul>"
  }

  private var table: String {
    let heads = series.sessions.enumerated().map { index, session in
      "\(index + 1): \(PoseReport.escaped(session.name))"
    }
    let lines = series.shownRows.map { _, rows in
      let known = rows.compactMap { $0 }
      let first = known.first.map { "<td>\($0.text($0.before))</td>" } ?? "<td>–</td>"
      let cells = rows.map { row in
        guard let row else { return "<td>–</td>" }
        let mark = row.verdict == .changed ? " class=\"changed\"" : ""
        return
          "<td\(mark)>\(row.text(row.after))<br>\(row.text(row.difference, signed: true)), "
          + "\(row.verdict.words)</td>"
      }
      return
        "<tr><td>\(PoseReport.escaped(known.first?.title ?? ""))</td>\(first)\(cells.joined())</tr>"
    }
    return """
      <h2>Measures</h2>
      \(PoseReport.table("compared", heads: ["measure"] + heads, rows: lines))
      <p class="faint">\(series.sessions[0].valuesWords), and below them the difference from the first session. ± is one standard
      deviation. Changed: beyond what the measurement could make, with 95 % confidence for all sessions of a measure
      together. \(PoseReport.escaped(series.assumptions.joined(separator: " ")))</p>
      """
  }

  private var conditions: String {
    let sessions = series.sessions.enumerated().map { (label: "\($0 + 1)", session: $1) }
    return PoseReport.conditions(sessions, series.conditionSentences + document.warnings)
  }

  // MARK: Figures

  private var figures: String {
    let found = series.shownRows.compactMap { _, rows in figure(rows) }
    return """
      <h2>Over the sessions</h2>
      <p>Dots are means with one standard deviation. Grey is what would be no change from the first session.</p>
      <div class="courses">
      \(found.joined(separator: "\n"))
      </div>
      """
  }

  /// The means of a measure with their sigmas, and the range within which each is no change.
  private func figure(_ rows: [SessionComparison.Row?]) -> String? {
    guard let first = rows.compactMap({ $0 }).first else { return nil }
    let scale = first.unit.scale
    let values = [first.before] + rows.map { $0?.after }
    let limits = [nil] + rows.map { $0?.minimalDetectableChange }
    var edges: [Double] = []
    for value in values.compactMap({ $0 }) {
      let sigma = value.sigma ?? 0
      edges += [value.value - sigma, value.value + sigma]
    }
    for limit in limits.compactMap({ $0 }) {
      edges += [first.before.value - limit, first.before.value + limit]
    }
    guard let low = edges.min(), let high = edges.max() else { return nil }
    let span = max(high - low, 1e-9)
    func x(_ index: Int) -> String {
      Self.number(52 + 236 * (Double(index) + 0.5) / Double(values.count))
    }
    func y(_ value: Double) -> Double { 30 + 110 * (high - value) / span }
    var parts: [String] = []
    let width = 236 / Double(values.count) * 0.7
    for (index, limit) in limits.enumerated() {
      guard let limit else { continue }
      let top = y(first.before.value + limit)
      let left = 52 + 236 * (Double(index) + 0.5) / Double(values.count) - width / 2
      parts.append(
        "<rect class=\"limit\" x=\"\(Self.number(left))\" y=\"\(Self.number(top))\" "
          + "width=\"\(Self.number(width))\" "
          + "height=\"\(Self.number(y(first.before.value - limit) - top))\"/>")
    }
    let known = values.enumerated().compactMap { index, value in value.map { (index, $0) } }
    let course = known.map { "\(x($0.0)),\(Self.number(y($0.1.value)))" }
    parts.append("<polyline class=\"course\" points=\"\(course.joined(separator: " "))\"/>")
    for (index, value) in known {
      if let sigma = value.sigma {
        parts.append(
          "<line class=\"bar\" x1=\"\(x(index))\" x2=\"\(x(index))\" "
            + "y1=\"\(Self.number(y(value.value - sigma)))\" "
            + "y2=\"\(Self.number(y(value.value + sigma)))\"/>")
      }
      let isBeyond = index > 0 && rows[index - 1]?.verdict == .changed
      parts.append(
        "<circle class=\"\(isBeyond ? "dot beyond" : "dot")\" cx=\"\(x(index))\" "
          + "cy=\"\(Self.number(y(value.value)))\" r=\"4\"/>")
    }
    for index in values.indices {
      parts.append("<text x=\"\(x(index))\" y=\"160\" text-anchor=\"middle\">\(index + 1)</text>")
    }
    for value in [low, high] {
      let digits = span * scale < 1 ? 2 : span * scale < 10 ? 1 : 0
      parts.append(
        "<text x=\"46\" y=\"\(Self.number(y(value)))\" dy=\"4\" text-anchor=\"end\">"
          + String(format: "%.\(digits)f", value * scale) + "</text>")
    }
    let title = PoseReport.escaped(first.title)
    return """
      <figure><svg viewBox="0 0 300 170" role="img" aria-label="\(title) over the sessions">
      <text x="12" y="18">\(title), \(PoseReport.escaped(first.unit.word))</text>
      \(parts.joined(separator: "\n"))
      </svg></figure>
      """
  }

  private static func number(_ value: Double) -> String { String(format: "%.1f", value) }
}
