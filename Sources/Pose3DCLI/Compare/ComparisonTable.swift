import Foundation
import PoseMotion

/// The table of a comparison for people.
enum ComparisonTable {
  static func lines(of comparison: SessionComparison) -> [TableLine] {
    let isSides = comparison.pairing == .sides
    let heads =
      isSides
      ? ["measure", "left", "right", "left less right", "detectable", "result"]
      : ["measure", "before", "after", "difference", "detectable", "result"]
    let rows = comparison.shownRows.map { row in
      [
        row.title, row.text(row.before), row.text(row.after),
        row.text(row.difference, signed: true), row.limitText,
        isSides ? row.verdict.sideWords : row.verdict.words,
      ]
    }
    let columns = TableColumns([heads] + rows, isLastLeft: true)
    let line = columns.line
    let sessions: [TableLine] =
      isSides
      ? [(heading("", comparison.before), .plain)]
      : [
        (heading("before  ", comparison.before), .plain),
        (heading("after   ", comparison.after), .plain),
      ]
    let body: [TableLine] = zip(comparison.shownRows, rows).map { row, cells in
      (line(cells), row.verdict == .changed ? .good : .plain)
    }
    return sessions + [("", .plain), (line(heads), .heading)] + body + [
      ("", .plain),
      (
        "detectable: the smallest difference that is distinct from none with 95 % confidence. ±: one "
          + "standard deviation.", .faint
      ), (comparison.assumption, .faint),
    ]
  }

  /// The first session's means and the later ones' differences from them.
  static func lines(of series: SessionSeries) -> [TableLine] {
    let later = series.comparisons.indices.map { "\($0 + 2) less 1" }
    let heads = ["measure", "1"] + later
    let rows = series.shownRows.map { _, rows in
      let known = rows.compactMap { $0 }
      let differences = rows.map { row in
        guard let row else { return "–" }
        let mark = row.verdict == .changed ? " *" : "  "
        return row.text(row.difference, signed: true) + mark
      }
      return [known.first?.title ?? "", known.first.map { $0.text($0.before) } ?? "–"]
        + differences
    }
    let columns = TableColumns([heads.map { $0.hasSuffix("less 1") ? $0 + "  " : $0 }] + rows)
    let sessions: [TableLine] = series.sessions.enumerated().map { index, session in
      (heading("\(index + 1)  ", session), .plain)
    }
    let body: [TableLine] = zip(series.shownRows, rows).map { shown, cells in
      let isChanged = shown.rows.contains { $0?.verdict == .changed }
      return (columns.line(cells), isChanged ? .good : .plain)
    }
    let notes = [
      "*: changed, with 95 % confidence for all sessions of a measure together. ±: one standard deviation."
    ]
    return sessions + [
      ("", .plain),
      (columns.line(heads.map { $0.hasSuffix("less 1") ? $0 + "  " : $0 }), .heading),
    ] + body + [("", .plain)] + (notes + series.assumptions).map { ($0, .faint) }
  }

  private static func heading(_ label: String, _ session: SessionSummary) -> String {
    "\(label)\(session.name.safeOnOneLine)   \(SessionComparison.summary(of: session))"
  }
}
