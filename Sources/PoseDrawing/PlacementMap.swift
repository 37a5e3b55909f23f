internal import PoseSystem
public import PoseMotion

/// A floor plan of the places around a person, coloured by how certain the exercise's angle is from there.
///
/// The person is in the middle and faces down the page, so that places on the right are at their left. Of one who lies
/// the head is below (on the front) or above (on the back) the middle. Cells
/// in which the movement doesn't fit into the image, or the person is too small, are grey. Numbers are one
/// standard deviation in degrees.
public struct PlacementMap: Sendable {
  /// The advice that is drawn.
  public let advice: PlacementAdvice
  /// The name of the exercise and the angle, as the title.
  public let title: String

  /// A plan of advice.
  public init(of advice: PlacementAdvice) {
    self.advice = advice
    let angle = AngleWords(advice.exercise.measuredAngles[0]).text
    title = "\(advice.exercise.title): \(angle), ± by the camera's place"
  }

  /// The plan as a PNG file, 8-bit RGB on white. The same input gives the same bytes.
  ///
  /// Throws `drawingFailed` if there is no memory for it.
  public func png() throws(DrawingError) -> [UInt8] {
    let canvas = try Canvas(
      on: Surface(
        width: Int(PlacementMapLayout.size.x), height: Int(PlacementMapLayout.size.y),
        PlotPalette.ground))
    canvas.draw(PlacementMapLayout(of: self))
    return try canvas.png()
  }
}

/// Where everything of a plan of places lies on the canvas.
struct PlacementMapLayout: Sendable {
  /// The size of the picture in pixels.
  static let size = SIMD2(980.0, 900.0)
  /// The place of the person.
  static let center = CanvasPoint(410, 480)
  static let pixelsPerMetre = 60.0
  static let font = 15.0

  /// A part of a ring around the person.
  struct Cell: Sendable {
    let corners: [CanvasPoint]
    let middle: CanvasPoint
    /// The width of its middle arc in pixels.
    let width: Double
    /// One standard deviation in degrees; `nil` where the movement isn't shown.
    let degrees: Double?
  }

  let title: String
  let subtitle: String
  let cells: [Cell]
  /// The degrees at both ends of the colours.
  let range: ClosedRange<Double>
  let camera: CanvasPoint
  let best: CanvasPoint?
  let secondCamera: CanvasPoint?
  /// The distances of the rings, in metres.
  let rings: [Double]

  init(of map: PlacementMap) {
    let advice = map.advice
    title = map.title
    let person =
      switch advice.exercise.lying {
      case .prone: "the person's head is below"
      case .supine: "the person's head is above"
      case nil: "the person faces down"
      }
    subtitle =
      "one camera \(DrawnText.fixed(advice.map.height, decimals: 1)) m above the floor; \(person)"
    let (azimuths, distances) = (advice.map.azimuths, advice.map.distances)
    let step = azimuths.count > 1 ? azimuths[1] - azimuths[0] : 2 * .pi
    let depth = distances.count > 1 ? distances[1] - distances[0] : 1
    cells = zip(distances, advice.map.estimates).flatMap { distance, row in
      zip(azimuths, row).map { azimuth, estimate in
        Self.cell(
          azimuth, distance, step, depth, degrees: estimate.sigma.map { $0 * 180 / .pi })
      }
    }
    let shown = cells.compactMap(\.degrees)
    let low = (shown.min() ?? 0).rounded(.down)
    range = low...max((shown.max() ?? 0).rounded(.up), low + 1)
    camera = Self.point(advice.present.placement)
    best = advice.best.map { Self.point($0.placement) }
    secondCamera = advice.bestSecondCamera.map { Self.point($0.placement) }
    rings = distances.filter { $0.rounded() == $0 }
  }

  private static func cell(
    _ azimuth: Double, _ distance: Double, _ step: Double, _ depth: Double, degrees: Double?
  ) -> Cell {
    let (inner, outer) = (distance - depth / 2, distance + depth / 2)
    let bends = (0...4).map { azimuth + step * (Double($0) / 4 - 0.5) }
    return Cell(
      corners: bends.map { point($0, outer) } + bends.reversed().map { point($0, inner) },
      middle: point(azimuth, distance), width: distance * step * pixelsPerMetre,
      degrees: degrees)
  }

  /// A place on the canvas, kept within the plan.
  static func point(_ placement: CameraPlacement) -> CanvasPoint {
    point(placement.azimuth, min(placement.distance, 6.6))
  }

  private static func point(_ azimuth: Double, _ distance: Double) -> CanvasPoint {
    center + CanvasPoint(sin(azimuth), cos(azimuth)) * (distance * pixelsPerMetre)
  }

  /// The colour of a sigma: blue where angles are certain, yellow where they aren't. The ramp rises in
  /// lightness, so that it reads in grey and with any kind of colour vision.
  func color(of degrees: Double) -> Color {
    let share = (degrees - range.lowerBound) / (range.upperBound - range.lowerBound)
    let place = max(0, min(1, share)) * Double(Self.ramp.count - 1)
    let index = min(Int(place), Self.ramp.count - 2)
    let (a, b, t) = (Self.ramp[index], Self.ramp[index + 1], place - Double(index))
    func between(_ x: Double, _ y: Double) -> UInt32 { UInt32((x + (y - x) * t).rounded()) }
    let (red, green, blue) = (
      between(a.red, b.red), between(a.green, b.green), between(a.blue, b.blue)
    )
    return Color(red << 16 | green << 8 | blue)
  }

  private static let ramp: [(red: Double, green: Double, blue: Double)] = [
    (20, 58, 120), (62, 104, 150), (122, 150, 150), (190, 190, 118), (250, 232, 88),
  ]
}

extension Canvas {
  func draw(_ layout: PlacementMapLayout) {
    let font = PlacementMapLayout.font
    let center = PlacementMapLayout.center
    text(
      TextRun(text: layout.title, size: font * 1.3, isBold: true), at: CanvasPoint(24, 36),
      PlotPalette.text)
    text(
      TextRun(text: layout.subtitle, size: font), at: CanvasPoint(24, 62), PlotPalette.dimmedText)
    for cell in layout.cells {
      fill(cell.corners, cell.degrees.map(layout.color(of:)) ?? PlotPalette.shade)
      stroke(cell.corners + [cell.corners[0]], width: 0.8, PlotPalette.ground)
    }
    for cell in layout.cells where cell.width > 30 {
      guard let degrees = cell.degrees else { continue }
      let share =
        (degrees - layout.range.lowerBound)
        / (layout.range.upperBound - layout.range.lowerBound)
      let isDark = share < 0.42
      label(
        DrawnText.fixed(degrees, decimals: degrees < 9.95 ? 1 : 0), at: cell.middle,
        size: font * 0.72, isDark ? PlotPalette.ground : PlotPalette.text)
    }
    drawPerson(at: center)
    for ring in layout.rings {
      let place = center + CanvasPoint(0, -ring * PlacementMapLayout.pixelsPerMetre)
      plate(
        Rectangle(origin: place - CanvasPoint(17, 9), size: SIMD2(34, 17)), cornerRadius: 4,
        PlotPalette.ground.faded(to: 0.85))
      label("\(Int(ring)) m", at: place, size: font * 0.78, PlotPalette.text)
    }
    let second = layout.secondCamera
    let isBoth = layout.best.flatMap { best in second.map { ($0 - best).length < 20 } } ?? false
    if let second, !isBoth { mark(second, "2nd camera", Color(0x7A3E9D)) }
    if let best = layout.best {
      mark(best, isBoth ? "best move, or 2nd camera" : "best move", Color(0x00875A))
    }
    mark(layout.camera, "camera", Color(0xC4321B))
    drawScale(layout)
  }

  /// Text about a point.
  private func label(_ text: String, at middle: CanvasPoint, size: Double, _ color: Color) {
    let run = TextRun(text: text, size: size)
    self.text(run, at: middle + CanvasPoint(-width(of: run) / 2, size * 0.36), color)
  }

  private func mark(_ point: CanvasPoint, _ words: String, _ color: Color) {
    fillDisc(at: point, radius: 11, PlotPalette.ground)
    fillDisc(at: point, radius: 8.5, color)
    let run = TextRun(text: words, size: PlacementMapLayout.font * 0.86, isBold: true)
    let width = width(of: run)
    let isRight = point.x + width + 26 < bounds.corner.x - 190
    let start = point + CanvasPoint(isRight ? 15 : -15 - width, 5)
    plate(
      Rectangle(
        origin: start - CanvasPoint(4, PlacementMapLayout.font * 0.86),
        size: SIMD2(width + 8, PlacementMapLayout.font * 1.25)), cornerRadius: 4,
      PlotPalette.ground.faded(to: 0.9))
    text(run, at: start, color)
  }

  /// Shoulders and head from above, the nose to the front.
  private func drawPerson(at center: CanvasPoint) {
    fillDisc(at: center, radius: 27, PlotPalette.ground)
    let shoulders = Segment(
      start: center - CanvasPoint(15, 0), end: center + CanvasPoint(15, 0))
    stroke(shoulders, width: 11, PlotPalette.dimmedText)
    fill(
      [
        center + CanvasPoint(-6, 7), center + CanvasPoint(6, 7), center + CanvasPoint(0, 19),
      ], PlotPalette.text)
    fillDisc(at: center, radius: 9, PlotPalette.text)
  }

  private func drawScale(_ layout: PlacementMapLayout) {
    let (left, top, height, font) = (830.0, 150.0, 320.0, PlacementMapLayout.font)
    text(
      TextRun(text: "± degrees", size: font, isBold: true), at: CanvasPoint(left, top - 18),
      PlotPalette.text)
    let steps = 80
    let (low, high) = (layout.range.lowerBound, layout.range.upperBound)
    for step in 0..<steps {
      let share = (Double(step) + 0.5) / Double(steps)
      let size = height / Double(steps)
      fill(
        Rectangle(
          origin: CanvasPoint(left, top + height - Double(step + 1) * size),
          size: SIMD2(24, size + 0.5)), layout.color(of: low + share * (high - low)))
    }
    let axis = PlotAxis(covering: layout.range, most: 8, isRounded: false)
      .placed(from: top + height, to: top)
    for (value, words) in zip(axis.ticks, axis.labels) {
      text(
        TextRun(text: words, size: font), at: CanvasPoint(left + 34, axis.place(of: value) + 5),
        PlotPalette.text)
    }
    let grey = Rectangle(
      origin: CanvasPoint(left, top + height + 30), size: SIMD2(24, 24))
    fill(grey, PlotPalette.shade)
    for (line, words) in ["doesn't fit,", "or too small"].enumerated() {
      text(
        TextRun(text: words, size: font * 0.86),
        at: CanvasPoint(left + 34, top + height + 40 + Double(line) * 18), PlotPalette.text)
    }
  }
}
