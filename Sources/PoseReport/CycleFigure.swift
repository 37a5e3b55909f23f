internal import Foundation
internal import PoseMotion

/// An angle over a cycle as a figure of a page: two mean curves with the bands of their spread.
struct CycleFigure {
  /// The angle for people.
  var title: String
  /// The first curve.
  var first: AngleCycle
  /// The second curve.
  var second: AngleCycle
  /// The names of both curves.
  var names: (first: String, second: String)
  /// The same angle in a group of people; `nil` for none.
  var reference: GaitReference.Curve?

  /// The rules of figures and of `key`, to follow others of a style sheet.
  static let style = """

    .cycles { display: grid; grid-template-columns: repeat(auto-fill, minmax(300px, 1fr)); gap: 18px; }
    .cycles svg { width: 100%; height: auto; background: var(--card); border-radius: 8px; }
    .cycles text { fill: var(--faint); font-size: 11px; }
    .first { stroke: var(--middle); fill: var(--middle); }
    .second { stroke: var(--accent); fill: var(--accent); }
    .cycles path.line { fill: none; stroke-width: 2; }
    .cycles path.band { stroke: none; opacity: 0.2; }
    .cycles path.reference { stroke: none; fill: var(--faint); opacity: 0.25; }
    .cycles line { stroke: var(--line); }
    .swatch { display: inline-block; width: 1.6em; height: 0.3em; margin: 0 6px 3px 0; }
    .swatch.first { background: var(--middle); }
    .swatch.second { background: var(--accent); margin-left: 1em; }
    .swatch.reference { background: var(--faint); opacity: 0.4; height: 0.8em; margin-left: 1em; }
    """

  /// The key to the curves' colours.
  static func key(
    _ names: (first: String, second: String), reference: GaitReference? = nil
  ) -> String {
    let group = reference.map { group in
      """
      <span class="swatch reference"></span>95 % of \(PoseReport.escaped(group.name))
      """
    }
    return """
      <span class="swatch first"></span>\(PoseReport.escaped(names.first))
      <span class="swatch second"></span>\(PoseReport.escaped(names.second))\(group ?? "").
      """
  }

  /// The element; empty if nothing was measured.
  var html: String {
    let degrees = 180 / Double.pi
    let group = reference.map { curve in
      (
        low: zip(curve.mean, curve.deviation).map { ($0 - GaitReference.reach * $1) * degrees },
        high: zip(curve.mean, curve.deviation).map { ($0 + GaitReference.reach * $1) * degrees }
      )
    }
    var edges = group.map { $0.low + $0.high } ?? []
    for cycle in [first, second] {
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
    let paths = [("first", first), ("second", second)].map { kind, cycle in
      "<path class=\"band \(kind)\" d=\"\(plot.band(of: cycle))\"/>"
        + "<path class=\"line \(kind)\" d=\"\(plot.line(of: cycle))\"/>"
    }
    let title = PoseReport.escaped(title)
    let label = PoseReport.escaped("\(names.first) and \(names.second)")
    let sigmas = (first.sigma + second.sigma).compactMap { $0 }.sorted()
    let error =
      sigmas.isEmpty
      ? "" : String(format: "; the measurement errs by ± %.0f°", sigmas[sigmas.count / 2] * degrees)
    return """
      <figure>
      <svg viewBox="0 0 320 204" role="img" aria-label="\(title), \(label)">
      \(ticks.joined())\(percents.joined())
      \(group.map { "<path class=\"reference\" d=\"\(plot.area(from: $0.low, to: $0.high))\"/>" } ?? "")
      \(paths.joined(separator: "\n"))
      </svg>
      <figcaption>\(title)\(error)</figcaption>
      </figure>
      """
  }

  /// The coordinates of drawn values.
  private struct Plot {
    let bottom: Double
    let top: Double

    func x(_ percent: Int) -> String { Self.text(36 + 2.74 * Double(percent)) }

    func y(_ value: Double) -> String {
      Self.text(178 - 166 * (value - bottom) / (top - bottom))
    }

    func line(of cycle: AngleCycle) -> String {
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
    func band(of cycle: AngleCycle) -> String {
      area(
        cycle.mean.indices.compactMap { place -> (Int, Double, Double)? in
          guard let mean = cycle.mean[place], let deviation = cycle.deviation[place] else {
            return nil
          }
          return (place, (mean - deviation) * 180 / .pi, (mean + deviation) * 180 / .pi)
        })
    }

    /// The closed area between two curves in degrees.
    func area(from low: [Double], to high: [Double]) -> String {
      area(low.indices.map { ($0, low[$0], high[$0]) })
    }

    private func area(_ edges: [(Int, Double, Double)]) -> String {
      guard edges.count > 1 else { return "" }
      let upper = edges.map { "\(x($0.0)) \(y($0.2))" }
      let lower = edges.reversed().map { "\(x($0.0)) \(y($0.1))" }
      return "M" + (upper + lower).joined(separator: "L") + "Z"
    }

    private static func text(_ value: Double) -> String { String(format: "%.1f", value) }
  }
}
