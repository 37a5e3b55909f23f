import Foundation
import Kinematics
import PoseAnalysis
import PoseFiles

/// Angles as tables for people.
enum AngleTable {
  /// A line and how it is written.
  // MARK: Sides

  /// An angle of both sides, or one of the middle, with the positions of its definitions.
  private struct Row {
    var name: String
    var left: Int?
    var right: Int?
    var middle: Int?
  }

  /// `leftElbowFlexion`, `left elbow` and `elbow_flex_l` are of the left side; the name without it.
  private static func side(of name: String) -> (name: String, isLeft: Bool)? {
    for (word, isLeft) in [("left", true), ("right", false)] where name.hasPrefix(word) {
      let rest = name.dropFirst(word.count).drop { $0 == " " }
      return (rest.prefix(1).lowercased() + rest.dropFirst(), isLeft)
    }
    if name.hasSuffix("_l") { return (String(name.dropLast(2)), true) }
    if name.hasSuffix("_r") { return (String(name.dropLast(2)), false) }
    return nil
  }

  private static func rows(of definitions: [AngleDefinition]) -> [Row] {
    var rows: [Row] = []
    for (index, definition) in definitions.enumerated() {
      guard let (name, isLeft) = side(of: definition.name) else {
        rows.append(Row(name: definition.name, middle: index))
        continue
      }
      var place = rows.firstIndex { $0.name == name && $0.middle == nil }
      if place == nil {
        rows.append(Row(name: name))
        place = rows.count - 1
      }
      guard let place else { continue }
      if isLeft { rows[place].left = index } else { rows[place].right = index }
    }
    return rows
  }

  // MARK: One moment

  /// The angles of a document: those of its one frame, or their ranges over its frames.
  static func lines(of document: AnglesDocument) -> [TableLine] {
    (document.frames.count == 1
      ? document.frames[0].people.flatMap { lines(of: $0, document) } : ranges(of: document))
      + legend(of: document)
  }

  /// Lines that explain the words in the tables.
  private static func legend(of document: AnglesDocument) -> [TableLine] {
    let people = document.frames.flatMap(\.people)
    guard !people.isEmpty else { return [] }
    let reasons =
      document.frames.count == 1
      ? people.flatMap { $0.angles.compactMap(\.reason) }
      : document.ranges.flatMap { $0.angles.flatMap { $0.extremes == nil ? $0.reasons : [] } }
    let hasSigmas = people.contains { $0.skeleton.sigmas != nil } && document.frames.count == 1
    return
      ((hasSigmas ? ["± is one standard deviation."] : [])
      + AngleLegend.lines(of: document.definitions.map(\.name))
      + JointAngle.Reason.legend(of: reasons) + [
        "`pose3d angles --list` defines every angle: its meaning, its zero and its positive direction."
      ]).map { ($0, .faint) } + [("", .plain)]
  }

  private static func lines(of person: AnglesDocument.Person, _ document: AnglesDocument)
    -> [TableLine]
  {
    var lines: [TableLine] = [(heading(of: person), .heading), ("", .plain)]
    let rows = rows(of: document.definitions)
    let width = max(16, (rows.map(\.name.count).max() ?? 0) + 2)
    let cells = { (index: Int?) in index.map { cell(person.angles[$0]) } ?? "" }
    let sided = rows.filter { $0.middle == nil }
    if !sided.isEmpty {
      let column = max(20, (sided.map { cells($0.left).count }.max() ?? 0) + 2)
      lines.append(("".left(width) + "left".left(column) + "right", .faint))
      for row in sided {
        let text = row.name.left(width) + cells(row.left).left(column) + cells(row.right)
        lines.append((text.trimmed, .plain))
      }
    }
    let middle = rows.filter { $0.middle != nil }
    if !middle.isEmpty && !sided.isEmpty { lines.append(("", .plain)) }
    for row in middle {
      lines.append(((row.name.left(width) + cells(row.middle)).trimmed, .plain))
    }
    lines.append(("", .plain))
    return lines
  }

  private static func heading(of person: AnglesDocument.Person) -> String {
    let positions = person.skeleton.positions
    var text =
      "person \(person.id)   "
      + String(format: "%.2f m", Anthropometry.stature(of: positions))
    if let sigma = Anthropometry.statureSigma(of: person.skeleton) {
      text += String(format: " ± %.2f", sigma)
    }
    text += " tall by the bones"
    switch person.skeleton.world?.source {
    case .gravity: text += "   vertical: gravity"
    case .posture: text += "   vertical: \(person.skeleton.world?.postureWords ?? "estimated")"
    case .camera: text += "   vertical: a level camera's, gravity is unknown"
    case .file: text += "   vertical: the file's axis"
    case nil: text += "   vertical: unknown"
    }
    return text
  }

  private static func cell(_ angle: JointAngle) -> String {
    if let reason = angle.reason { return "     –  \(reason.words)" }
    if angle.isUncertain { return "     –  uncertain by more than 45°" }
    let value = String(format: "%6.1f°", tableDegrees(angle.value ?? .nan))
    return value + (angle.sigma.map { String(format: " ± %.1f", tableDegrees($0)) } ?? "")
  }

  // MARK: A sequence

  /// The range of every angle over the frames, person by person.
  private static func ranges(of document: AnglesDocument) -> [TableLine] {
    let width = max(16, (document.definitions.map(\.name.count).max() ?? 0) + 2)
    return document.ranges.flatMap { person -> [TableLine] in
      let heading: [TableLine] = [
        ("person \(person.id)   \(person.frames) of \(document.frames.count) frames", .heading),
        ("", .plain),
        (
          "".left(width) + "min".right(14) + "median".right(10) + "max".right(16)
            + "frames".right(9), .faint
        ),
      ]
      let rows = zip(document.definitions, person.angles).map { definition, range -> TableLine in
        let cells =
          range.extremes.map {
            degrees($0.minimum, range.sigmas.minimum).right(14)
              + String(format: "%.1f°", tableDegrees($0.median)).right(10)
              + degrees($0.maximum, range.sigmas.maximum).right(16) + "\(range.count)".right(9)
          } ?? range.doubt.map { "not determined: \(words(of: $0.kind, in: $0.count))" }
          ?? "      –  \(range.reasons.map(\.words).joined(separator: ", "))"
        return (definition.name.left(width) + cells, .plain)
      }
      return heading + rows + [("", .plain)]
    }
  }

  private static func degrees(_ value: Double, _ sigma: Double?) -> String {
    String(format: "%.1f°", tableDegrees(value))
      + (sigma.map { String(format: " ± %.1f", tableDegrees($0)) } ?? "")
  }

  /// The reason why the range of an angle that was measured in some frames isn't known.
  static func words(of doubt: AngleDefinition.Doubt, in count: Int) -> String {
    let frames = count == 1 ? "1 frame" : "\(count) frames"
    return switch doubt {
    case .uncertain: "uncertain by more than 45° in \(frames)"
    case .impossible: "beyond what the joint can do in \(frames)"
    }
  }

  // MARK: The catalogue

  /// The catalogue's lines for each angle.
  static func lines(of definitions: [AngleDefinition]) -> [TableLine] {
    rows(of: definitions).flatMap { row -> [TableLine] in
      guard let index = row.left ?? row.right ?? row.middle else { return [] }
      let definition = definitions[index]
      let names = [row.left, row.right, row.middle].compactMap { $0 }.map { definitions[$0].name }
      let others = definition.aliases.filter { $0.dialect != definition.dialect }.map { alias in
        "\(alias.sign < 0 ? "−" : "")\(alias.name) (\(alias.dialect.rawValue))"
      }
      var facts = [
        ("what", definition.summary), ("formula", definition.formulaText),
        ("zero", definition.zero), ("positive", definition.positive),
        ("observable", definition.observability), ("reference", definition.reference),
      ]
      if !others.isEmpty { facts.append(("also", others.joined(separator: ", "))) }
      let lines = facts.map { ("  \($0.left(11))\($1)", Terminal.Style.plain) }
      return [(names.joined(separator: ", "), .heading)] + lines + [("", .plain)]
    }
  }
}
