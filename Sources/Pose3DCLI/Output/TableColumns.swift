/// A line of a table for people.
typealias TableLine = (text: String, style: Terminal.Style)

/// The cells of a table below each other: those of the first column set to the left, the others to the right.
struct TableColumns {
  private let widths: [Int]
  private let gap: String
  private let isLastLeft: Bool

  /// Columns as wide as their longest cells.
  ///
  /// - Parameters:
  ///   - lines: the cells of all lines, equally many.
  ///   - gap: the number of spaces between columns.
  ///   - isLastLeft: whether the last column is set to the left, too.
  init(_ lines: [[String]], gap: Int = 3, isLastLeft: Bool = false) {
    widths = (lines.first ?? []).indices.map { column in
      lines.map { $0[column].count }.max() ?? 0
    }
    self.gap = String(repeating: " ", count: gap)
    self.isLastLeft = isLastLeft
  }

  /// The text of a line.
  func line(_ cells: [String]) -> String {
    cells.indices.map { column in
      column == 0 || (isLastLeft && column == cells.count - 1)
        ? cells[column].left(widths[column]) : cells[column].right(widths[column])
    }.joined(separator: gap).trimmed
  }

  /// The lines of a table: a heading, and a line for each row.
  static func table(_ heads: [String], _ rows: [[String]], gap: Int = 3) -> [TableLine] {
    let columns = TableColumns([heads] + rows, gap: gap)
    return [(columns.line(heads), .heading)] + rows.map { (columns.line($0), .plain) }
  }
}
