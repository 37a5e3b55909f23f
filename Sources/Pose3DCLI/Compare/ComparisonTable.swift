import Foundation
import PoseMotion

/// The table of a comparison for people.
enum ComparisonTable {
  typealias Line = (text: String, style: Terminal.Style)

  static func lines(of comparison: SessionComparison) -> [Line] {
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
    let widths = heads.indices.map { column in
      ([heads] + rows).map { $0[column].count }.max() ?? 0
    }
    func line(_ cells: [String]) -> String {
      cells.indices.map { column in
        column == 0 || column == cells.count - 1
          ? cells[column].left(widths[column]) : cells[column].right(widths[column])
      }.joined(separator: "   ").trimmed
    }
    let sessions: [Line] =
      isSides
      ? [(heading("", comparison.before), .plain)]
      : [
        (heading("before  ", comparison.before), .plain),
        (heading("after   ", comparison.after), .plain),
      ]
    let body: [Line] = zip(comparison.shownRows, rows).map { row, cells in
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

  private static func heading(_ label: String, _ session: SessionSummary) -> String {
    "\(label)\(session.name.safeOnOneLine)   \(SessionComparison.summary(of: session))"
  }
}
