/// A text at its place.
struct PlacedText: Sendable, Equatable {
  let run: TextRun
  /// Its start on its base line.
  let baseline: CanvasPoint
  /// The area that it covers.
  let frame: Rectangle

  init(_ run: TextRun, at baseline: CanvasPoint, textWidth: TextWidth) {
    self.run = run
    self.baseline = baseline
    // Capitals of DejaVu Sans are 0.73 em high, and letters go 0.24 em below the base line.
    frame = Rectangle(
      origin: baseline - CanvasPoint(0, run.size * 0.76),
      size: SIMD2(textWidth(run), run.size))
  }
}

extension TextRun {
  /// The text as wide as there is room for: smaller down to seven tenths, then cut off with an
  /// ellipsis.
  func fitted(to width: Double, textWidth: TextWidth) -> TextRun {
    var run = self
    let wanted = textWidth(run)
    guard wanted > width else { return run }
    run.size = max(size * width / wanted * 0.99, size * 0.7, min(size, 9))
    var characters = Array(text)
    while !characters.isEmpty, textWidth(run) > width {
      characters.removeLast()
      run.text = String(characters) + "…"
    }
    return run
  }
}
