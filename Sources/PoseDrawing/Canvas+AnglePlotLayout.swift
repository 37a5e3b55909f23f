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
