import Foundation
import Kinematics
import PoseFiles

/// Angles as tables for people.
enum AngleTable {
  /// A line and how it is written.
  typealias Line = (text: String, style: Terminal.Style)

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
  static func lines(of document: AnglesDocument) -> [Line] {
    document.frames.count == 1
      ? document.frames[0].people.flatMap { lines(of: $0, document) } : ranges(of: document)
  }

  private static func lines(of person: AnglesDocument.Person, _ document: AnglesDocument) -> [Line]
  {
    var lines: [Line] = [(heading(of: person), .heading), ("", .plain)]
    let rows = rows(of: document.definitions)
    let width = max(16, (rows.map(\.name.count).max() ?? 0) + 2)
    let cells = { (index: Int?) in index.map { cell(person.angles[$0]) } ?? "" }
    let sided = rows.filter { $0.middle == nil }
    if !sided.isEmpty {
      let column = max(20, (sided.map { cells($0.left).count }.max() ?? 0) + 2)
      lines.append((padded("", width) + padded("left", column) + "right", .faint))
      for row in sided {
        let text = padded(row.name, width) + padded(cells(row.left), column) + cells(row.right)
        lines.append((trimmed(text), .plain))
      }
    }
    let middle = rows.filter { $0.middle != nil }
    if !middle.isEmpty && !sided.isEmpty { lines.append(("", .plain)) }
    for row in middle {
      lines.append((trimmed(padded(row.name, width) + cells(row.middle)), .plain))
    }
    lines.append(("", .plain))
    return lines
  }

  private static func heading(of person: AnglesDocument.Person) -> String {
    let positions = person.skeleton.positions
    var text =
      "person \(person.id)   bones of a body "
      + String(format: "%.2f m", Anthropometry.stature(of: positions))
    if let sigma = Anthropometry.statureSigma(of: person.skeleton) {
      text += String(format: " ± %.2f", sigma)
    }
    switch person.skeleton.world?.source {
    case .gravity: text += "   vertical: gravity"
    case .camera: text += "   vertical: a level camera's, gravity is unknown"
    case .file: text += "   vertical: the file's axis"
    case nil: text += "   vertical: unknown"
    }
    return text
  }

  private static func cell(_ angle: JointAngle) -> String {
    if let reason = angle.reason { return "     –  \(reason.rawValue)" }
    let value = String(format: "%6.1f°", degrees(angle.value ?? .nan))
    return value + (angle.sigma.map { String(format: " ± %.1f", degrees($0)) } ?? "")
  }

  // MARK: A sequence

  /// The range of every angle over the frames, person by person.
  private static func ranges(of document: AnglesDocument) -> [Line] {
    var ids: [Int] = []
    for person in document.frames.flatMap(\.people) where !ids.contains(person.id) {
      ids.append(person.id)
    }
    let width = max(16, (document.definitions.map(\.name.count).max() ?? 0) + 2)
    return ids.flatMap { id -> [Line] in
      let people = document.frames.compactMap { $0.people.first { $0.id == id } }
      var lines: [Line] = [
        ("person \(id)   \(people.count) of \(document.frames.count) frames", .heading),
        ("", .plain),
        (padded("", width) + "    min   median      max   frames with a value", .faint),
      ]
      for (index, definition) in document.definitions.enumerated() {
        let values = unwrapped(people.map { $0.angles[index].value }).sorted()
        guard let low = values.first, let high = values.last else {
          let reasons = Set(people.compactMap { $0.angles[index].reason?.rawValue }).sorted()
          lines.append(
            (padded(definition.name, width) + "      –  \(reasons.joined(separator: ", "))", .plain)
          )
          continue
        }
        let middle = values.count / 2
        let median =
          values.count % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2
        lines.append(
          (
            padded(definition.name, width)
              + String(
                format: "%6.1f°  %6.1f°  %6.1f°  %5d", degrees(low), degrees(median), degrees(high),
                values.count), .plain
          ))
      }
      lines.append(("", .plain))
      return lines
    }
  }

  /// Successive angles without jumps by a whole turn – an arm that passes overhead goes on beyond
  /// 180° –, each unbroken run of them turned so that its median is within ±180°.
  private static func unwrapped(_ angles: [Double?]) -> [Double] {
    angles.split(separator: nil).flatMap { run -> [Double] in
      let values = run.compactMap { $0 }
      guard var last = values.first else { return [] }
      let series = values.map { angle in
        last += (angle - last).remainder(dividingBy: 2 * .pi)
        return last
      }
      let middle = series.sorted()[(series.count - 1) / 2]
      let turn = middle - middle.remainder(dividingBy: 2 * .pi)
      return series.map { $0 - turn }
    }
  }

  // MARK: The catalogue

  /// What every angle is.
  static func lines(of definitions: [AngleDefinition]) -> [Line] {
    rows(of: definitions).flatMap { row -> [Line] in
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
      let lines = facts.map { ("  \(padded($0, 11))\($1)", Terminal.Style.plain) }
      return [(names.joined(separator: ", "), .heading)] + lines + [("", .plain)]
    }
  }

  /// Degrees; what rounds to 0 in the table without a sign.
  private static func degrees(_ radians: Double) -> Double {
    let degrees = radians * 180 / .pi
    return abs(degrees) < 0.05 ? 0 : degrees
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text.padding(toLength: max(width, text.count), withPad: " ", startingAt: 0)
  }

  private static func trimmed(_ text: String) -> String {
    String(text.reversed().drop { $0 == " " }.reversed())
  }
}
