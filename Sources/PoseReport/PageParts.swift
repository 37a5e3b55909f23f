internal import PoseMotion

/// What the pages without scripts have in common.
extension PoseReport {
  /// The rules of a page's tables: lines between rows, and digits below each other.
  ///
  /// - Parameters:
  ///   - kind: the tables' class.
  ///   - alignment: where cells beside the first are aligned.
  static func tableStyle(_ kind: String, alignment: String = "right") -> String {
    """
    .\(kind) { border-collapse: collapse; font-variant-numeric: tabular-nums; }
    .\(kind) th, .\(kind) td { text-align: \(alignment); padding: 5px 0 5px 16px; white-space: nowrap; }
    .\(kind) th:first-child, .\(kind) td:first-child { text-align: left; padding-left: 0; }
    .\(kind) tr + tr td { border-top: 1px solid var(--line); }

    """
  }

  /// A table that scrolls where it is wider than the page.
  ///
  /// - Parameters:
  ///   - kind: its class.
  ///   - heads: the columns', escaped; none for a table without.
  ///   - rows: HTML.
  static func table(_ kind: String, heads: [String] = [], rows: [String]) -> String {
    let cells = heads.map { $0.isEmpty ? "<th></th>" : "<th scope=\"col\">\($0)</th>" }
    let head = heads.isEmpty ? "" : "<thead><tr>\(cells.joined())</tr></thead>\n"
    return """
      <div class="wide"><table class="\(kind)">
      \(head)<tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table></div>
      """
  }

  /// Times for the labels of an axis, at most eleven: whole seconds, as far apart as their number allows.
  static func ticks(from first: Double, through last: Double) -> [Double] {
    let duration = last - first
    guard duration >= 0, max(first.magnitude, last.magnitude) < 1e15 else { return [] }
    var step = 1.0
    // 1, 2, 5, 10 …, and of more than five minutes whole minutes.
    for next in [2.0, 5, 10, 30, 60, 300, 600] where duration / step > 10 { step = next }
    while duration / step > 10 { step *= 2 }
    return Array(stride(from: (first / step).rounded(.up) * step, through: last, by: step))
  }

  /// Sentences as paragraphs.
  static func paragraphs(_ sentences: [String]) -> String {
    sentences.map { "<p>\(escaped($0))</p>" }.joined(separator: "\n")
  }

  /// What is known of sessions that are compared, each with its label, and sentences below.
  static func conditions(
    _ sessions: [(label: String, session: SessionSummary)], _ sentences: [String]
  ) -> String {
    let rows = sessions.map { label, session in
      "<tr><td>\(label)</td><td>\(escaped(session.name))</td>"
        + "<td>\(escaped(SessionComparison.summary(of: session)))</td></tr>"
    }
    return """
      <h2>Conditions</h2>
      \(table("compared", rows: rows))
      \(paragraphs(sentences))
      """
  }
}
