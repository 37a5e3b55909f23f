internal import Foundation
public import PoseFiles
internal import PoseMotion

/// A page for a browser that shows two sessions beside each other: what changed, the curves of a repetition, and
/// the conditions. It is one file without scripts; the same comparison gives the same bytes.
public struct ComparisonPage: Sendable {
  /// The document that is shown.
  public var document: ComparisonDocument

  /// A page of a document.
  public init(_ document: ComparisonDocument) { self.document = document }

  private var comparison: SessionComparison { document.comparison }

  /// The page's text.
  public var html: String {
    let names = [comparison.before.name, comparison.after.name].map(PoseReport.escaped)
    let title =
      comparison.pairing == .sides
      ? "\(names[0]): left and right" : names.joined(separator: " and ")
    return PoseReport.page(
      title: title, version: document.version, style: Self.style,
      [answer, table, comparison.pairing == .sessions ? curves : "", conditions])
  }

  /// The rules of tables of compared measures.
  static let tableStyle =
    PoseReport.tableStyle("compared", alignment: "left") + """
      .changed { font-weight: 600; color: var(--accent); }
      """

  private static let style = tableStyle + CycleFigure.style

  private var isSides: Bool { comparison.pairing == .sides }

  private func words(of row: SessionComparison.Row) -> String {
    isSides ? row.verdict.sideWords : row.verdict.words
  }

  /// The result in a sentence for each measure that changed.
  private var answer: String {
    let changed = comparison.shownRows.filter { $0.verdict == .changed }
    guard !changed.isEmpty else {
      let what = isSides ? "difference between the sides" : "change"
      return
        "<p>No \(what) is shown in any measure. That doesn't prove that there is none: the column "
        + "“detectable” has what would have been seen.</p>"
    }
    let items = changed.map { row in
      "<li>\(PoseReport.escaped(row.title)): \(row.text(row.difference, signed: true))</li>"
    }
    return
      "<p>\(isSides ? "Left less right" : "Changed"):</p>\n<ul>\n\(items.joined(separator: "\n"))\n</ul>"
  }

  private var table: String {
    let heads =
      isSides
      ? ["measure", "left", "right", "left less right", "detectable", "result"]
      : ["measure", "before", "after", "difference", "detectable", "result"]
    let rows = comparison.shownRows.map { row in
      let cells = [
        PoseReport.escaped(row.title), row.text(row.before), row.text(row.after),
        row.text(row.difference, signed: true), row.limitText,
      ]
      let mark = row.verdict == .changed ? " class=\"changed\"" : ""
      return "<tr>" + cells.map { "<td>\($0)</td>" }.joined()
        + "<td\(mark)>\(words(of: row))</td></tr>"
    }
    return """
      <h2>Measures</h2>
      \(PoseReport.table("compared", heads: heads, rows: rows))
      <p class="faint">\(comparison.before.valuesWords). ± is one standard deviation. Detectable: the smallest
      difference that is distinct from none with 95 % confidence. \(PoseReport.escaped(comparison.assumption))</p>
      """
  }

  private var conditions: String {
    let sessions =
      isSides
      ? [("session", comparison.before)]
      : [("before", comparison.before), ("after", comparison.after)]
    return PoseReport.conditions(sessions, comparison.conditionSentences + document.warnings)
  }

  // MARK: Curves

  private var curves: String {
    let figures = comparison.shownAngles.compactMap { name -> String? in
      guard let before = comparison.before.cycles.first(where: { $0.name == name }),
        let after = comparison.after.cycles.first(where: { $0.name == name })
      else { return nil }
      return CycleFigure(
        title: AngleWords(name).text, first: before, second: after,
        names: ("before", "after")
      ).html
    }
    guard !figures.isEmpty else { return "" }
    return """
      <h2>Curves of a \(comparison.before.cycleWord)</h2>
      <p>\(CycleFigure.key(("before", "after")))
      The bands are one standard deviation between \(comparison.before.cycleWord)s.</p>
      <div class="cycles">
      \(figures.joined(separator: "\n"))
      </div>
      """
  }
}
