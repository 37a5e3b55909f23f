extension Canvas {
  /// Draws the people, the hands above them, then the labels.
  func draw(_ layout: WireframeLayout) {
    for figure in layout.bodies.map(\.figure) + layout.hands.map(\.figure) { draw(figure) }
    draw(layout.labels)
  }

  /// Lines, then circles. All casings go first, so that none cuts another line in two.
  private func draw(_ figure: WireframeFigure) {
    for stroke in figure.strokes {
      self.stroke(
        stroke.segment, width: stroke.width + 2 * stroke.casing, Palette.casing)
    }
    for stroke in figure.strokes { self.stroke(stroke.segment, width: stroke.width, stroke.color) }
    for mark in figure.marks {
      fillDisc(at: mark.centre, radius: mark.radius + mark.casing, Palette.casing)
      fillDisc(at: mark.centre, radius: mark.radius, mark.color)
      if let core = mark.core { fillDisc(at: mark.centre, radius: core, Palette.text) }
    }
  }
}
