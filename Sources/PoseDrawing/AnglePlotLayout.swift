internal import Kinematics
internal import PoseMotion

/// Everything that a plot draws, at its place; nothing here touches a picture.
///
/// From top to bottom: title, subtitle, legend, the title of the vertical axis, the row of the
/// repetitions' numbers, the curves, the labels of the horizontal axis, its title, and notes on
/// repetitions whose reason found no room above them.
struct AnglePlotLayout: Sendable {
  let area: Rectangle
  /// The em of ordinary text.
  let font: Double
  /// The area of the curves.
  let frame: Rectangle
  let horizontal: PlotAxis
  let vertical: PlotAxis
  let curves: [PlottedCurve]
  /// The areas in which no curve has a value for long.
  let unmeasured: [Rectangle]
  let repetitions: [PlottedRepetition]
  let legend: [PlotLegend.Entry]
  /// All text, the legend's too.
  let texts: [PlacedText]

  init(of plot: AnglePlot, textWidth: TextWidth) {
    let area = Rectangle(
      origin: .zero, size: SIMD2(Double(plot.size.width), Double(plot.size.height)))
    let font = max(10, min(area.size.x / 50, area.size.y / 28).rounded())
    (self.area, self.font) = (area, font)
    let margin = font
    let room = (left: margin, right: area.corner.x - margin)
    var texts: [PlacedText] = []
    var y = margin * 0.6

    /// A row of text from the left, as wide as there is room for.
    func row(_ run: TextRun, height: Double) {
      let fitted = run.fitted(to: room.right - room.left, textWidth: textWidth)
      y += height
      texts.append(
        PlacedText(fitted, at: CanvasPoint(room.left, y - height * 0.28), textWidth: textWidth))
    }
    row(TextRun(text: plot.title, size: font * 1.3, isBold: true), height: font * 1.8)
    if let subtitle = plot.subtitle {
      row(TextRun(text: subtitle, size: font, isDimmed: true), height: font * 1.45)
    }

    let span = Self.span(of: plot)
    // The labels of the vertical axis are as wide as its widest, which hangs on its ticks alone.
    let degrees = Self.degrees(of: plot)
    let legend = PlotLegend(
      of: plot, from: CanvasPoint(room.left, y + font * 0.3), to: room.right, font: font,
      textWidth: textWidth)
    y = legend.bottom
    texts += legend.texts
    row(TextRun(text: Self.quantity(of: plot) + " (°)", size: font), height: font * 1.7)
    let strip = y
    y += font * 1.6

    let top = y
    let notesHeight = { (rows: Int) in Double(rows) * font * 1.4 }
    let tickRow = font * 1.75
    let bottom = { (notes: Int) in
      area.corner.y - margin * 0.5 - font * 1.5 - tickRow - notesHeight(notes)
    }
    let maximumRows = max(2, Int((bottom(0) - top) / (font * 2.4)))
    let rising = PlotAxis(covering: degrees ?? 0...90, most: maximumRows, isRounded: true)
    let labelWidth =
      rising.labels.map { textWidth(TextRun(text: $0, size: font)) }.max() ?? 0
    let left = room.left + labelWidth + font * 0.7
    // Half of the last label may stand to the right of its tick.
    let right = room.right - font * 0.8
    let running = Self.time(span, width: right - left, font: font, textWidth: textWidth)
      .placed(from: left, to: right)

    let marks = RepetitionRow(
      plot.repetitions, horizontal: running, row: strip, font: font,
      within: (left, room.right), textWidth: textWidth)
    let notes = marks.notes(width: room.right - room.left, most: 2, textWidth: textWidth)
    frame = Rectangle(
      origin: CanvasPoint(left, top),
      size: SIMD2(right - left, max(bottom(notes.count) - top, font)))
    let placed = rising.placed(from: frame.corner.y, to: frame.origin.y)
    (horizontal, vertical) = (running, placed)
    self.legend = legend.entries
    repetitions = marks.repetitions
    texts += marks.texts
    curves = plot.curves.map { PlottedCurve($0, horizontal: running, vertical: placed) }
    let frame = frame
    unmeasured = PlotGaps.unmeasured(in: plot.curves, within: span).map { gap in
      let (start, end) = (running.place(of: gap.lowerBound), running.place(of: gap.upperBound))
      return Rectangle(
        origin: CanvasPoint(start, frame.origin.y), size: SIMD2(end - start, frame.size.y))
    }

    // MARK: Below and beside the curves
    for (value, label) in zip(placed.ticks, placed.labels) {
      let run = TextRun(text: label, size: font)
      texts.append(
        PlacedText(
          run,
          at: CanvasPoint(
            left - font * 0.5 - textWidth(run), placed.place(of: value) + font * 0.36),
          textWidth: textWidth))
    }
    y = frame.corner.y + tickRow
    for (value, label) in zip(running.ticks, running.labels) {
      let run = TextRun(text: label, size: font)
      texts.append(
        PlacedText(
          run, at: CanvasPoint(running.place(of: value) - textWidth(run) / 2, y - font * 0.35),
          textWidth: textWidth))
    }
    y += font * 1.4
    let time = TextRun(text: "time (s)", size: font)
    texts.append(
      PlacedText(
        time, at: CanvasPoint((left + right - textWidth(time)) / 2, y - font * 0.35),
        textWidth: textWidth))
    for note in notes {
      y += font * 1.4
      texts.append(
        PlacedText(
          TextRun(text: note, size: RepetitionRow.noteSize(font), isDimmed: true),
          at: CanvasPoint(room.left, y - font * 0.35), textWidth: textWidth))
    }
    if degrees == nil {
      let run = TextRun(text: "not measured", size: font * 1.2, isDimmed: true)
      texts.append(
        PlacedText(
          run, at: frame.centre + CanvasPoint(-textWidth(run) / 2, font * 0.4),
          textWidth: textWidth))
    }
    self.texts = texts
  }

  // MARK: Ranges

  /// The words of the angle.
  private static func quantity(of plot: AnglePlot) -> String {
    AngleWords(plot.curves[0].definition.name).words.joined(separator: " ")
  }

  /// The times of all curves, at least a second.
  static func span(of plot: AnglePlot) -> ClosedRange<Double> {
    let times = plot.curves.flatMap { [$0.times.first, $0.times.last].compactMap(\.self) }
    guard let first = times.min(), let last = times.max() else { return 0...1 }
    guard last - first < 1 else { return first...last }
    let middle = (first + last) / 2
    return middle - 0.5...middle + 0.5
  }

  /// A curve without movement is not blown up to fill the picture.
  private static let minimumDegrees = 20.0

  /// The degrees of all curves and the bands about them, as far as these aren't much wider; `nil`
  /// when nothing was measured. Zero is in it where it isn't far, and a band that reaches a little
  /// below it doesn't take the axis along.
  private static func degrees(of plot: AnglePlot) -> ClosedRange<Double>? {
    var (low, high) = (Double.infinity, -Double.infinity)
    var (bandLow, bandHigh) = (low, high)
    for curve in plot.curves {
      for index in curve.values.indices {
        guard let value = curve.degrees(index) else { continue }
        (low, high) = (min(low, value), max(high, value))
        guard let sigma = curve.sigmas[index], sigma.isFinite else { continue }
        bandLow = min(bandLow, value - sigma * 180 / .pi)
        bandHigh = max(bandHigh, value + sigma * 180 / .pi)
      }
    }
    guard low <= high else { return nil }
    let most = max(10, (high - low) / 4)
    let lowest = low
    (low, high) = (max(min(low, bandLow), low - most), min(max(high, bandHigh), high + most))
    if lowest >= 0, abs(low) < (high - low) * (low > 0 ? 0.5 : 0.1) { low = 0 }
    let missing = max(minimumDegrees - (high - low), 0)
    return low == 0 ? 0...high + missing : low - missing / 2...high + missing / 2
  }

  /// The axis of time: as many labels as fit.
  private static func time(
    _ span: ClosedRange<Double>, width: Double, font: Double, textWidth: TextWidth
  ) -> PlotAxis {
    for most in stride(from: 12, through: 2, by: -1) {
      let axis = PlotAxis(covering: span, most: most, isRounded: false)
      let widest = axis.labels.map { textWidth(TextRun(text: $0, size: font)) }.max() ?? 0
      guard axis.ticks.count > 1 else { return axis }
      let step = (axis.ticks[1] - axis.ticks[0]) / (span.upperBound - span.lowerBound) * width
      if widest + font <= step { return axis }
    }
    return PlotAxis(covering: span, most: 1, isRounded: false)
  }
}

extension Canvas {
  /// Draws a plot: repetitions, grid, bands, curves, axes, text.
  func draw(_ layout: AnglePlotLayout) {
    let (frame, font) = (layout.frame, layout.font)
    for area in layout.unmeasured { fill(area, PlotPalette.unmeasured) }
    for repetition in layout.repetitions { draw(repetition, over: frame, font) }
    for value in layout.vertical.ticks {
      let y = layout.vertical.place(of: value)
      stroke(
        Segment(start: [frame.origin.x, y], end: [frame.corner.x, y]), width: 1, PlotPalette.grid)
    }
    for curve in layout.curves {
      for band in curve.bands { fill(band, curve.side.plotColor.faded(to: 0.18)) }
    }
    for curve in layout.curves { draw(curve, font) }
    drawAxes(of: layout)
    for entry in layout.legend { draw(entry, font) }
    for text in layout.texts {
      self.text(
        text.run, at: text.baseline,
        text.run.isDimmed ? PlotPalette.dimmedText : PlotPalette.text)
    }
  }

  private func draw(_ repetition: PlottedRepetition, over frame: Rectangle, _ font: Double) {
    let area = Rectangle(
      origin: CanvasPoint(repetition.start, frame.origin.y),
      size: SIMD2(repetition.end - repetition.start, frame.size.y))
    draw(area, isCounted: repetition.isCounted, spacing: font * 0.55)
    guard area.size.x > font else { return }
    let edge = repetition.isCounted ? PlotPalette.edge : PlotPalette.hatching
    for x in [repetition.start, repetition.end] {
      stroke(
        Segment(start: [x, frame.origin.y], end: [x, frame.corner.y]), width: 1.5, edge)
    }
    guard repetition.isCounted else { return }
    stroke(
      Segment(
        start: [repetition.turn, frame.origin.y], end: [repetition.turn, frame.corner.y]),
      width: 1.5, edge, dashes: [2, 5])
  }

  /// Shaded when it counts, hatched when it doesn't.
  private func draw(_ area: Rectangle, isCounted: Bool, spacing: Double) {
    guard !isCounted else { return fill(area, PlotPalette.shade) }
    let reach = area.size.x + area.size.y
    for offset in stride(from: spacing, to: reach, by: spacing) {
      let corner = CanvasPoint(area.origin.x, area.corner.y)
      let line = Segment(start: corner + [offset - reach, -reach], end: corner + [offset, 0])
      if let visible = line.clipped(to: area) { stroke(visible, width: 1, PlotPalette.hatching) }
    }
  }

  private func draw(_ curve: PlottedCurve, _ font: Double) {
    let width = font * (curve.isDense ? 0.07 : 0.13)
    for line in curve.lines {
      stroke(
        line.points, width: width, curve.side.plotColor,
        dashes: line.isFilled ? [width * 2.4, width * 2] : [])
    }
    for dot in curve.dots { fillDisc(at: dot, radius: width * 1.2, curve.side.plotColor) }
  }

  private func drawAxes(of layout: AnglePlotLayout) {
    let (frame, tick) = (layout.frame, layout.font * 0.3)
    stroke(
      Segment(start: [frame.origin.x, frame.corner.y], end: frame.corner), width: 1.5,
      PlotPalette.text)
    for value in layout.horizontal.ticks {
      let x = layout.horizontal.place(of: value)
      stroke(
        Segment(start: [x, frame.corner.y], end: [x, frame.corner.y + tick]), width: 1.5,
        PlotPalette.text)
    }
  }

  private func draw(_ entry: PlotLegend.Entry, _ font: Double) {
    let frame = entry.frame
    switch entry.symbol {
    case .line(let side, let isFilled):
      let width = font * 0.16
      stroke(
        Segment(
          start: [frame.origin.x + width, frame.centre.y],
          end: [frame.corner.x - width, frame.centre.y]),
        width: width, side.plotColor, dashes: isFilled ? [width * 2.2, width * 1.6] : [])
    case .unmeasured: fill(frame, PlotPalette.unmeasured)
    case .band(let side): fill(frame, side.plotColor.faded(to: 0.25))
    case .repetition(let isCounted):
      draw(frame, isCounted: isCounted, spacing: font * 0.4)
      let edge = isCounted ? PlotPalette.edge : PlotPalette.hatching
      for x in [frame.origin.x, frame.corner.x] {
        stroke(Segment(start: [x, frame.origin.y], end: [x, frame.corner.y]), width: 1.5, edge)
      }
    }
  }
}

/// An axis of a plot: which values lie where on the canvas, and the round ones among them.
struct PlotAxis: Sendable {
  /// The values at both ends.
  let range: ClosedRange<Double>
  /// Round values within the range, rising, an even step apart.
  let ticks: [Double]
  /// The number of decimals that tell them apart.
  let decimals: Int
  /// The places of the ends on the canvas; falling for an axis that points up.
  private(set) var start = 0.0
  private(set) var end = 1.0

  /// Steps of 1, 2 or 5 times a power of ten, the smallest that make at most `most` of them.
  ///
  /// - Parameter isRounded: whether the ends move outwards to the next step.
  init(covering values: ClosedRange<Double>, most: Int, isRounded: Bool) {
    let length = values.upperBound - values.lowerBound
    precondition(length > 0 && length.isFinite && most > 0, "no axis from \(values)")
    for exponent in -9...15 {
      for digit in [1.0, 2, 5] {
        // Powers of ten are exact; their inverses are not.
        let (factor, divisor) = (digit * Self.power(exponent), Self.power(-exponent))
        let place = { (value: Double) in value * divisor / factor }
        let (low, high) = (place(values.lowerBound), place(values.upperBound))
        let (first, last) =
          isRounded
          ? (low.rounded(.down), high.rounded(.up)) : (low.rounded(.up), high.rounded(.down))
        guard isRounded ? last - first <= Double(most) : high - low <= Double(most) else {
          continue
        }
        ticks =
          first <= last
          ? stride(from: first, through: last, by: 1).map { $0 * factor / divisor } : []
        decimals = max(0, -exponent)
        range = isRounded ? first * factor / divisor...last * factor / divisor : values
        return
      }
    }
    (range, ticks, decimals) = (values, [], 0)
  }

  /// The same axis between two places on the canvas.
  func placed(from start: Double, to end: Double) -> Self {
    var axis = self
    (axis.start, axis.end) = (start, end)
    return axis
  }

  /// The place of a value on the canvas.
  func place(of value: Double) -> Double {
    start + (value - range.lowerBound) / (range.upperBound - range.lowerBound) * (end - start)
  }

  /// The labels of the ticks.
  var labels: [String] { ticks.map { DrawnText.fixed($0, decimals: decimals) } }

  /// Ten to a power, 1 for a negative one.
  private static func power(_ exponent: Int) -> Double {
    (0..<max(exponent, 0)).reduce(1.0) { value, _ in value * 10 }
  }
}

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
