internal import Foundation
public import PoseFiles
internal import PoseMotion

/// A page for a browser that shows how people walk: the measures, the joints' curves over a stride, and when the feet
/// strike the ground. It is one file without scripts; the same walking gives the same bytes.
public struct GaitPage: Sendable {
  /// The document that is shown.
  public var document: GaitDocument

  /// A page of a document.
  public init(_ document: GaitDocument) { self.document = document }

  /// The page's text.
  public var html: String {
    let kinds = ["walking", "running"].filter { kind in
      document.people.contains { $0.gait.title == kind }
    }
    let title = PoseReport.escaped("\(document.file): \(kinds.joined(separator: ", "))")
    let several = document.people.count > 1
    return PoseReport.page(
      title: title, version: document.version, style: Self.style,
      [document.people.map { section(of: $0, isNamed: several) }.joined(separator: "\n")]
        + [PoseReport.paragraphs(document.warnings)])
  }

  private static let style =
    PoseReport.tableStyle("gait") + """
      .gait td[colspan] { text-align: center; }
      .missing { color: var(--faint); }
      .outside { font-weight: 600; }
      .feet { width: 100%; height: auto; }
      .feet text { fill: var(--faint); font-size: 11px; }
      """ + CycleFigure.style + """

      .first { stroke: var(--left); fill: var(--left); } .swatch.first { background: var(--left); }
      .second { stroke: var(--right); fill: var(--right); } .swatch.second { background: var(--right); }
      """

  private func section(of person: GaitDocument.Person, isNamed: Bool) -> String {
    let passes = person.gait.passes.map(person.gait.text)
    let excluded = person.gait.excluded.map(\.sentence)
    let items = (passes + excluded).map { "<li>\(PoseReport.escaped($0))</li>" }
    return """
      \(isNamed ? "<h2>Person \(person.id)</h2>" : "")
      <ul>
      \(items.joined(separator: "\n"))
      </ul>
      \(table(of: person.gait))
      \(curves(of: person.gait))
      <h2>Feet on the ground</h2>
      <p>\(CycleFigure.key(("left foot", "right foot"))) Each bar is from a foot strike to the toe off.</p>
      \(person.gait.passes.map(feet(of:)).joined(separator: "\n"))
      """
  }

  private func table(of gait: GaitAnalysis) -> String {
    func cell(_ measure: GaitAnalysis.Measure, columns: Int) -> String {
      let span = columns > 1 ? " colspan=\"\(columns)\"" : ""
      let mark = measure.value == nil ? " class=\"missing\"" : ""
      let spread = measure.deviation.map {
        measure.value == nil ? "" : " (\(measure.quantity.text(deviation: $0)))"
      }
      return "<td\(span)\(mark)>\(PoseReport.escaped(measure.text + (spread ?? "")))</td>"
    }
    let rows = gait.rows.map { quantity, measures -> String in
      let difference = gait.asymmetries.first { $0.quantity == quantity }?.text
      return "<tr><td>\(quantity.title)</td>"
        + measures.map { cell($0, columns: measures.count > 1 ? 1 : 2) }.joined()
        + "<td>\(difference ?? "")</td><td>\(measures.reduce(0) { $0 + $1.count })</td>"
        + comparison(of: measures) + "</tr>"
    }
    let heads =
      ["", "left", "right", "asymmetry", "count"] + (document.reference == nil ? [] : ["reference"])
    return """
      <h2>Measures</h2>
      \(PoseReport.table("gait", heads: heads, rows: rows))
      <p class="faint">Means. ± is one standard deviation of the mean, in brackets that between steps, with what the
      measurement adds. Asymmetry: left less right, as a share of their mean.</p>
      \(document.reference.map { "<p class=\"faint\">\(PoseReport.escaped($0.sentence))</p>" } ?? "")
      """
  }

  /// The cell of a quantity about the reference: the position, then the range; empty without a reference.
  private func comparison(of measures: [GaitAnalysis.Measure]) -> String {
    guard let reference = document.reference else { return "" }
    guard let texts = reference.texts(of: measures) else { return "<td></td>" }
    let positions = measures.compactMap { measure in
      measure.value.flatMap { reference.measure(measure.quantity)?.position(of: $0) }
    }
    let mark = positions.contains { $0 == .below || $0 == .above } ? " class=\"outside\"" : ""
    let position = texts.position.isEmpty ? "" : "<span\(mark)>\(texts.position)</span><br>"
    return "<td>\(position)<span class=\"missing\">\(texts.range)</span></td>"
  }

  private func curves(of gait: GaitAnalysis) -> String {
    let figures = gait.cycles.compactMap { left -> String? in
      guard left.name.hasPrefix("left") else { return nil }
      let name = left.name.dropFirst("left".count)
      guard let right = gait.cycles.first(where: { $0.name == "right" + name }) else { return nil }
      return CycleFigure(
        title: AngleWords(String(name)).text, first: left, second: right,
        names: ("left", "right"), reference: document.reference?.curve(of: left)
      ).html
    }
    guard !figures.isEmpty else { return "" }
    let withCurves = document.reference.flatMap { $0.curves.isEmpty ? nil : $0 }
    return """
      <h2>Curves of a stride</h2>
      <p>\(CycleFigure.key(("left", "right"), reference: withCurves))
      From foot strike to foot strike of the same side. The bands are one standard deviation between strides.</p>
      <div class="cycles">
      \(figures.joined(separator: "\n"))
      </div>
      """
  }

  /// The stances of a pass as bars over time.
  private func feet(of pass: GaitAnalysis.Pass) -> String {
    let length = max(pass.end - pass.start, 1e-3)
    let x = { (time: Double) in String(format: "%.1f", 44 + 580 * (time - pass.start) / length) }
    let bars = GaitAnalysis.Side.allCases.enumerated().map { row, side -> String in
      let y = 8 + 20 * row
      var text = "<text x=\"38\" y=\"\(y + 11)\" text-anchor=\"end\">\(side.rawValue)</text>"
      // A foot that is on the ground when the pass begins has struck it before.
      var begun: Double?
      let own = pass.events.filter { $0.side == side }
      if own.first?.kind == .toeOff { begun = pass.start }
      func bar(until end: Double) {
        guard let start = begun else { return }
        let width = String(format: "%.1f", 580 * (end - start) / length)
        text +=
          "<rect class=\"\(side == .left ? "first" : "second")\" x=\"\(x(start))\" y=\"\(y)\""
          + " width=\"\(width)\" height=\"14\"/>"
        begun = nil
      }
      for event in own {
        switch event.kind {
        case .footStrike: begun = event.time
        case .toeOff: bar(until: event.time)
        }
      }
      bar(until: pass.end)
      return text
    }
    let seconds = PoseReport.ticks(from: pass.start, through: pass.end).map {
      "<text x=\"\(x($0))\" y=\"62\" text-anchor=\"middle\">\(Int($0)) s</text>"
    }
    return """
      <svg class="feet" viewBox="0 0 640 68" role="img" aria-label="feet on the ground">
      \(bars.joined())\(seconds.joined())
      </svg>
      """
  }
}
