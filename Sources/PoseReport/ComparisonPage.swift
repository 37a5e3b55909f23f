internal import Foundation
public import PoseMotion

/// A page for a browser that shows two sessions beside each other: what changed, the curves of a repetition, and
/// the conditions. It is one file without scripts; the same comparison gives the same bytes.
public struct ComparisonPage: Sendable {
  /// The program's version.
  public var version: String
  /// The comparison on the page.
  public var comparison: SessionComparison
  /// Warnings about the reliability of the numbers, a sentence each.
  public var warnings: [String]

  /// A page of a comparison.
  public init(version: String, comparison: SessionComparison, warnings: [String] = []) {
    (self.version, self.comparison, self.warnings) = (version, comparison, warnings)
  }

  /// The page's text.
  public var html: String {
    let names = [comparison.before.name, comparison.after.name].map(PoseReport.escaped)
    let title =
      comparison.pairing == .sides
      ? "\(names[0]): left and right" : names.joined(separator: " and ")
    return PoseReport.head(
      title: title, version: version,
      policy: "default-src 'none'; style-src 'unsafe-inline'", style: Self.style)
        + """
        <body>
        <main>
        <h1>\(title)</h1>
        \(answer)
        \(table)
        \(comparison.pairing == .sessions ? curves : "")
        \(conditions)
        </main>
        </body>
        </html>

        """
  }

  private static let style = """
    .wide { overflow-x: auto; }
    .compared { border-collapse: collapse; font-variant-numeric: tabular-nums; }
    .compared th, .compared td { text-align: left; padding: 5px 14px 5px 0; white-space: nowrap; }
    .compared tr + tr td { border-top: 1px solid var(--line); }
    .changed { font-weight: 600; color: var(--accent); }
    .cycles { display: grid; grid-template-columns: repeat(auto-fill, minmax(300px, 1fr)); gap: 18px; }
    .cycles svg { width: 100%; height: auto; background: var(--card); border-radius: 8px; }
    .cycles text { fill: var(--faint); font-size: 11px; }
    .first { stroke: var(--middle); fill: var(--middle); }
    .second { stroke: var(--accent); fill: var(--accent); }
    .cycles path.line { fill: none; stroke-width: 2; }
    .cycles path.band { stroke: none; opacity: 0.2; }
    .cycles line { stroke: var(--line); }
    .swatch { display: inline-block; width: 1.6em; height: 0.3em; margin: 0 6px 3px 0; }
    .swatch.first { background: var(--middle); }
    .swatch.second { background: var(--accent); margin-left: 1em; }
    """

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
      <div class="wide"><table class="compared">
      <thead><tr>\(heads.map { "<th scope=\"col\">\($0)</th>" }.joined())</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table></div>
      <p class="faint">Means over the repetitions. ± is one standard deviation. Detectable: the smallest
      difference that is distinct from none with 95 % confidence. \(PoseReport.escaped(comparison.assumption))</p>
      """
  }

  private var conditions: String {
    let sentences = comparison.conditionSentences + warnings
    let sessions =
      isSides
      ? [("session", comparison.before)]
      : [("before", comparison.before), ("after", comparison.after)]
    let rows = sessions.map { label, session in
      "<tr><td>\(label)</td><td>\(PoseReport.escaped(session.name))</td>"
        + "<td>\(PoseReport.escaped(SessionComparison.summary(of: session)))</td></tr>"
    }
    return """
      <h2>Conditions</h2>
      <div class="wide"><table class="compared"><tbody>
      \(rows.joined(separator: "\n"))
      </tbody></table></div>
      \(sentences.map { "<p>\(PoseReport.escaped($0))</p>" }.joined(separator: "\n"))
      """
  }

  // MARK: Curves

  private var curves: String {
    let figures = comparison.shownAngles.compactMap { name -> String? in
      guard let before = comparison.before.cycles.first(where: { $0.name == name }),
        let after = comparison.after.cycles.first(where: { $0.name == name })
      else { return nil }
      return figure(named: name, before, after)
    }
    guard !figures.isEmpty else { return "" }
    return """
      <h2>Curves of a repetition</h2>
      <p><span class="swatch first"></span>before
      <span class="swatch second"></span>after.
      The bands are one standard deviation between repetitions.</p>
      <div class="cycles">
      \(figures.joined(separator: "\n"))
      </div>
      """
  }

  private func figure(
    named name: String, _ before: SessionSummary.Cycle, _ after: SessionSummary.Cycle
  ) -> String {
    let degrees = 180 / Double.pi
    var edges: [Double] = []
    for cycle in [before, after] {
      for (mean, deviation) in zip(cycle.mean, cycle.deviation) {
        guard let mean else { continue }
        let spread = deviation ?? 0
        edges += [(mean - spread) * degrees, (mean + spread) * degrees]
      }
    }
    guard let low = edges.min(), let high = edges.max() else { return "" }
    let (bottom, top) = ((low / 30).rounded(.down) * 30, (high / 30).rounded(.up) * 30)
    let plot = Plot(bottom: bottom, top: max(top, bottom + 30))
    let ticks = stride(from: plot.bottom, through: plot.top, by: 30).map {
      (value: Double) -> String in
      let y = plot.y(value)
      return "<line x1=\"36\" x2=\"310\" y1=\"\(y)\" y2=\"\(y)\"/>"
        + "<text x=\"32\" y=\"\(y)\" dy=\"4\" text-anchor=\"end\">\(Int(value))°</text>"
    }
    let percents = [0, 50, 100].map { percent in
      "<text x=\"\(plot.x(percent))\" y=\"196\" text-anchor=\"\(percent == 100 ? "end" : "middle")\">"
        + "\(percent) %</text>"
    }
    let paths = [("first", before), ("second", after)].map { kind, cycle in
      "<path class=\"band \(kind)\" d=\"\(plot.band(of: cycle))\"/>"
        + "<path class=\"line \(kind)\" d=\"\(plot.line(of: cycle))\"/>"
    }
    let title = PoseReport.escaped(AngleWords(name).text)
    let sigmas = (before.sigma + after.sigma).compactMap { $0 }.sorted()
    let error =
      sigmas.isEmpty
      ? "" : String(format: "; the measurement errs by ± %.0f°", sigmas[sigmas.count / 2] * degrees)
    return """
      <figure>
      <svg viewBox="0 0 320 204" role="img" aria-label="\(title), before and after">
      \(ticks.joined())\(percents.joined())
      \(paths.joined(separator: "\n"))
      </svg>
      <figcaption>\(title)\(error)</figcaption>
      </figure>
      """
  }

  /// Where values are drawn.
  private struct Plot {
    let bottom: Double
    let top: Double

    func x(_ percent: Int) -> String { Self.text(36 + 2.74 * Double(percent)) }

    func y(_ value: Double) -> String {
      Self.text(178 - 166 * (value - bottom) / (top - bottom))
    }

    func line(of cycle: SessionSummary.Cycle) -> String {
      var path = ""
      var isDrawing = false
      for (percent, value) in cycle.mean.enumerated() {
        if let value {
          path += "\(isDrawing ? "L" : "M")\(x(percent)) \(y(value * 180 / .pi))"
        }
        isDrawing = value != nil
      }
      return path
    }

    /// One closed area over all places that have a spread.
    func band(of cycle: SessionSummary.Cycle) -> String {
      let edges = cycle.mean.indices.compactMap { place -> (Int, Double, Double)? in
        guard let mean = cycle.mean[place], let deviation = cycle.deviation[place] else {
          return nil
        }
        return (place, (mean - deviation) * 180 / .pi, (mean + deviation) * 180 / .pi)
      }
      guard edges.count > 1 else { return "" }
      let upper = edges.map { "\(x($0.0)) \(y($0.2))" }
      let lower = edges.reversed().map { "\(x($0.0)) \(y($0.1))" }
      return "M" + (upper + lower).joined(separator: "L") + "Z"
    }

    private static func text(_ value: Double) -> String { String(format: "%.1f", value) }
  }
}
