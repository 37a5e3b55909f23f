internal import Kinematics
internal import PoseMotion

/// The meanings of a plot's lines and areas, in rows above the curves.
struct PlotLegend: Sendable {
  /// The symbol before a text.
  enum Symbol: Sendable, Equatable {
    case line(BodySide, isFilled: Bool)
    case band(BodySide)
    case repetition(isCounted: Bool)
    case unmeasured
  }

  /// A symbol and the rectangle that it may fill.
  struct Entry: Sendable, Equatable {
    let symbol: Symbol
    let frame: Rectangle
  }

  private(set) var entries: [Entry] = []
  private(set) var texts: [PlacedText] = []
  /// The lower end of the rows.
  private(set) var bottom: Double

  /// Rows from a corner to the right border; only what the plot shows is explained.
  init(
    of plot: AnglePlot, from origin: CanvasPoint, to right: Double, font: Double,
    textWidth: TextWidth
  ) {
    bottom = origin.y
    var x = origin.x
    for (symbol, text) in Self.contents(of: plot) {
      let run = TextRun(text: text, size: font)
      let width = font * 1.9 + textWidth(run)
      if entries.isEmpty || x + width > right {
        x = origin.x
        bottom += font * 1.5
      }
      let middle = bottom - font * 0.75
      entries.append(
        Entry(
          symbol: symbol,
          frame: Rectangle(
            origin: CanvasPoint(x, middle - font * 0.4), size: SIMD2(font * 1.5, font * 0.8))))
      texts.append(
        PlacedText(run, at: CanvasPoint(x + font * 1.9, middle + font * 0.36), textWidth: textWidth)
      )
      x += width + font * 1.3
    }
  }

  private static func contents(of plot: AnglePlot) -> [(Symbol, String)] {
    let curves = plot.curves.map { (curve: $0, side: BodySide(ofAngle: $0.definition.name)) }
    var contents: [(Symbol, String)] = []
    for (curve, side) in curves where curve.values.contains(where: { $0 != nil }) {
      switch side {
      case .left: contents.append((.line(side, isFilled: false), "person's left"))
      case .right: contents.append((.line(side, isFilled: false), "right"))
      case .middle: break
      }
    }
    func first(_ isMeant: (AngleCurve, Int) -> Bool) -> BodySide? {
      curves.first { curve, _ in
        curve.values.indices.contains { curve.values[$0] != nil && isMeant(curve, $0) }
      }?.side
    }
    if let side = first({ $0.sigmas[$1] != nil }) { contents.append((.band(side), "±1σ")) }
    let bridged = curves.first { !PlotGaps.bridges(of: $0.curve).isEmpty }?.side
    if let side = first({ $0.isFilled[$1] }) ?? bridged {
      contents.append((.line(side, isFilled: true), "short gap"))
    }
    if plot.repetitions.contains(where: \.isCounted) {
      contents.append((.repetition(isCounted: true), "repetition"))
    }
    if plot.repetitions.contains(where: { !$0.isCounted }) {
      contents.append((.repetition(isCounted: false), "not counted"))
    }
    if !PlotGaps.unmeasured(in: plot.curves, within: AnglePlotLayout.span(of: plot)).isEmpty {
      contents.append((.unmeasured, "not measured"))
    }
    return contents
  }
}
