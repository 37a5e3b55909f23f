internal import CCairo
internal import PoseImaging

/// Draws strokes, shapes and text on a surface.
final class Canvas {
  /// The dashes of a stroke: drawn and left out, in pixels.
  typealias Dashes = [Double]

  private let surface: Surface
  private let context: OpaquePointer

  /// A copy of the picture to draw on.
  convenience init(_ image: ColorImage) throws(DrawingError) {
    try self.init(on: Surface(image))
  }

  /// A canvas over a surface.
  init(on surface: Surface) throws(DrawingError) {
    self.surface = surface
    context = cairo_create(surface.pointer)
    try DrawingError.check(cairo_status(context))
    cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    let options = cairo_font_options_create()
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_set_font_options(context, options)
    cairo_font_options_destroy(options)
  }

  deinit { cairo_destroy(context) }

  /// The picture as it is now, as a PNG file.
  func png() throws(DrawingError) -> [UInt8] {
    try DrawingError.check(cairo_status(context))
    return try surface.png()
  }

  /// The document as text; nothing can be drawn afterwards.
  func svg() throws(DrawingError) -> String {
    try DrawingError.check(cairo_status(context))
    return try surface.svg()
  }

  /// The document's bytes; nothing can be drawn afterwards.
  func document() throws(DrawingError) -> [UInt8] {
    try DrawingError.check(cairo_status(context))
    return try surface.document()
  }

  /// The picture's pixels as they are now: 0xXXRRGGBB words, row by row.
  func withWords<R>(_ body: (UnsafeBufferPointer<UInt32>) throws -> R) throws -> R {
    try DrawingError.check(cairo_status(context))
    return try surface.withWords(body)
  }

  /// The picture's rectangle.
  var bounds: Rectangle { Rectangle(origin: .zero, size: surface.size) }

  // MARK: Strokes and shapes

  /// A straight stroke with round ends.
  func stroke(_ segment: Segment, width: Double, _ color: Color, dashes: Dashes = []) {
    // Cairo's coordinates end at 2²³; what is far outside can't be seen anyway.
    guard let visible = segment.clipped(to: bounds.expanded(by: 4 * width)) else { return }
    set(color, width: width, dashes: dashes)
    cairo_move_to(context, visible.start.x, visible.start.y)
    cairo_line_to(context, visible.end.x, visible.end.y)
    cairo_stroke(context)
  }

  /// A stroke through points, its corners round; none for fewer than two points.
  func stroke(_ points: [CanvasPoint], width: Double, _ color: Color, dashes: Dashes = []) {
    guard points.count > 1 else { return }
    set(color, width: width, dashes: dashes)
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    trace(points)
    cairo_stroke(context)
    cairo_set_line_join(context, CAIRO_LINE_JOIN_MITER)
  }

  /// A filled polygon.
  func fill(_ corners: [CanvasPoint], _ color: Color) {
    guard corners.count > 2 else { return }
    set(color)
    trace(corners)
    cairo_fill(context)
  }

  /// A filled disc.
  func fillDisc(at centre: CanvasPoint, radius: Double, _ color: Color) {
    guard trace(centre, radius) else { return }
    set(color)
    cairo_fill(context)
  }

  /// A filled rectangle with sharp corners.
  func fill(_ frame: Rectangle, _ color: Color) {
    set(color)
    cairo_rectangle(context, frame.origin.x, frame.origin.y, frame.size.x, frame.size.y)
    cairo_fill(context)
  }

  /// Filled rectangles with sharp corners as one shape, without seams where they touch.
  func fill(_ frames: [Rectangle], _ color: Color) {
    guard !frames.isEmpty else { return }
    set(color)
    cairo_new_path(context)
    for frame in frames {
      cairo_rectangle(context, frame.origin.x, frame.origin.y, frame.size.x, frame.size.y)
    }
    cairo_fill(context)
  }

  /// A circle.
  func strokeCircle(
    at centre: CanvasPoint, radius: Double, width: Double, _ color: Color, dashes: Dashes = []
  ) {
    guard trace(centre, radius) else { return }
    set(color, width: width, dashes: dashes)
    cairo_stroke(context)
  }

  /// A rectangle with round corners and, inside it, a border.
  func plate(
    _ frame: Rectangle, cornerRadius: Double, _ color: Color, border: Color? = nil,
    borderWidth: Double = 0
  ) {
    trace(frame, cornerRadius)
    set(color)
    cairo_fill(context)
    guard let border else { return }
    trace(frame.expanded(by: -borderWidth / 2), cornerRadius - borderWidth / 2)
    set(border, width: borderWidth)
    cairo_stroke(context)
  }

  // MARK: Text

  /// The advance of a run in pixels.
  func width(of run: TextRun) -> Double {
    select(run)
    var extents = cairo_text_extents_t()
    cairo_text_extents(context, run.text, &extents)
    return extents.x_advance
  }

  /// Text that starts at a point of its base line.
  func text(_ run: TextRun, at baseline: CanvasPoint, _ color: Color) {
    select(run)
    set(color)
    cairo_move_to(context, baseline.x, baseline.y)
    cairo_show_text(context, run.text)
    cairo_new_path(context)
  }

  // MARK: Machinery

  private func select(_ run: TextRun) {
    cairo_select_font_face(
      context, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
      run.isBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
    cairo_set_font_size(context, run.size)
  }

  private func set(_ color: Color, width: Double = 1, dashes: Dashes = []) {
    cairo_set_source_rgba(context, color.red, color.green, color.blue, color.opacity)
    cairo_set_line_width(context, width)
    cairo_set_dash(context, dashes, Int32(dashes.count), 0)
    cairo_set_line_cap(context, dashes.isEmpty ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT)
  }

  /// Begins a circle; `false` when it is outside the picture.
  private func trace(_ centre: CanvasPoint, _ radius: Double) -> Bool {
    guard bounds.expanded(by: 2 * radius).contains(centre) else { return false }
    cairo_new_path(context)
    cairo_arc(context, centre.x, centre.y, radius, 0, 2 * .pi)
    return true
  }

  /// Begins a line through points that are inside the picture, or near it.
  private func trace(_ points: [CanvasPoint]) {
    cairo_new_path(context)
    for point in points { cairo_line_to(context, point.x, point.y) }
  }

  private func trace(_ frame: Rectangle, _ radius: Double) {
    let (low, high) = (frame.origin + radius, frame.corner - radius)
    cairo_new_path(context)
    cairo_arc(context, high.x, low.y, radius, -.pi / 2, 0)
    cairo_arc(context, high.x, high.y, radius, 0, .pi / 2)
    cairo_arc(context, low.x, high.y, radius, .pi / 2, .pi)
    cairo_arc(context, low.x, low.y, radius, .pi, 3 * .pi / 2)
    cairo_close_path(context)
  }
}
