import Kinematics
import Pose3D

/// The words of tables for readers who don't know the program's own, and the lines under a table
/// that explain them.
extension JointAngle.Reason {
  /// The reason in a cell.
  var words: String {
    switch self {
    case .unobservable: "not shown"
    case .limbTooStraight: "limb too straight"
    case .gimbalLock: "not defined"
    case .jointInferred: "hidden"
    }
  }

  /// The meaning of these words.
  fileprivate var explanation: String {
    switch self {
    case .unobservable: "the joints don't show this angle, or the vertical is unknown"
    case .limbTooStraight: "the turn of a limb about itself is seen only where it is bent"
    case .gimbalLock: "the limb points along the axis about which the angle is measured"
    case .jointInferred: "a joint of it was not seen, only estimated from the rest of the body"
    }
  }

  /// Lines that explain the reasons in a table.
  static func legend(of reasons: some Sequence<Self>) -> [String] {
    let all: [Self] = [.jointInferred, .unobservable, .limbTooStraight, .gimbalLock]
    let present = Set(reasons.map(\.rawValue))
    return all.filter { present.contains($0.rawValue) }.map { "\($0.words): \($0.explanation)." }
  }
}

extension JointSource {
  /// Lines that explain where the joints of a table came from.
  static func legend(of sources: some Sequence<Self>) -> [String] {
    let present = Set(sources.map(\.rawValue))
    let all: [(Self, String)] = [
      (.depth, "measured; the joint lies where the depth map shows it."),
      (.triangulated, "measured; seen by two cameras or more."),
      (.lifted, "estimated from the image and the proportions of people."),
      (.inferred, "hidden or outside the image: estimated from the rest of the body."),
    ]
    return all.filter { present.contains($0.0.rawValue) }.map { "\($0.0.rawValue): \($0.1)" }
  }
}

/// Lines that explain the names of angles.
enum AngleLegend {
  /// Explanations of the uncommon terms in the names of these angles, a line each.
  static func lines(of names: [String]) -> [String] {
    let terms = [
      (
        "FPPA",
        "FPPA: frontal plane projection angle, + is valgus: the knee towards the other leg."
      ),
      ("Sagittal", "Sagittal: seen from the side, the limb against the line of the trunk."),
      ("3D", "3D: between the limb and the line of the trunk, in space."),
      (
        "Inclination", "Inclination: a segment against the horizontal, seen from the person's side."
      ),
      (
        "Thoracohumeral",
        "Thoracohumeral: the upper arm against the ribcage, by the ISB's recommendation."
      ),
      ("Included", "Included: between the two bones, 180° when straight."),
    ]
    return terms.filter { word, _ in names.contains { $0.contains(word) } }.map(\.1)
  }
}

/// Cells of tables for people.
extension String {
  /// The text set to the left in a column; a longer one stays whole.
  func left(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  /// The text set to the right in a column; a longer one stays whole.
  func right(_ width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }

  /// A row without the space at its end.
  var trimmed: String { String(reversed().drop { $0 == " " }.reversed()) }
}

/// Degrees for a table with a tenth of them; what rounds to 0 has no sign.
func tableDegrees(_ radians: Double) -> Double {
  let degrees = radians * 180 / .pi
  return abs(degrees) < 0.05 ? 0 : degrees
}

/// Metres for a table with a thousandth of them; what rounds to 0 has no sign.
func tableMetres(_ metres: Double) -> Double { abs(metres) < 0.0005 ? 0 : metres }

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

extension Terminal {
  /// Writes a table whose heading is faint.
  func write(table heads: [String], _ rows: [[String]]) {
    for (number, line) in TableColumns.table(heads, rows).enumerated() {
      write(line.text, style: number == 0 ? .faint : line.style)
    }
  }
}
