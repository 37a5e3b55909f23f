internal import Kinematics
internal import PoseMotion

/// A curve as it is drawn.
struct PlottedCurve: Sendable {
  /// A line without a gap in it.
  struct Line: Sendable, Equatable {
    var points: [CanvasPoint]
    /// Whether it leads to or from what was filled, or over a short gap.
    var isFilled: Bool
  }

  let side: BodySide
  let lines: [Line]
  /// Whether it has so many values that a thick line would cover its neighbours.
  let isDense: Bool
  /// Values between two gaps.
  let dots: [CanvasPoint]
  /// One standard deviation to both sides: polygons.
  let bands: [[CanvasPoint]]

  init(_ curve: AngleCurve, horizontal: PlotAxis, vertical: PlotAxis) {
    side = BodySide(ofAngle: curve.definition.name)
    let places = curve.times.indices.map { index -> CanvasPoint? in
      curve.degrees(index).map {
        CanvasPoint(horizontal.place(of: curve.times[index]), vertical.place(of: $0))
      }
    }
    var (lines, dots): ([Line], [CanvasPoint]) = ([], [])
    for run in Self.runs(in: places.map { $0 != nil }) {
      guard run.count > 1 else {
        dots += [places[run.lowerBound]].compactMap(\.self)
        continue
      }
      var start = run.lowerBound
      let isFilled = { curve.isFilled[$0] || curve.isFilled[$0 + 1] }
      for index in run.dropLast()
      where index + 2 == run.upperBound
        || isFilled(index) != isFilled(index + 1)
      {
        let points = places[start...index + 1].compactMap(\.self)
        lines.append(
          Line(points: Self.extremes(points).map(Self.snapped), isFilled: isFilled(index)))
        start = index + 1
      }
    }
    lines += PlotGaps.bridges(of: curve).map { gap in
      Line(
        points: [places[gap.before], places[gap.after]].compactMap(\.self).map(Self.snapped),
        isFilled: true)
    }
    (self.lines, self.dots) = (lines, dots)
    isDense = Double(curve.times.count) > 4 * abs(horizontal.end - horizontal.start)
    bands = Self.bands(of: curve, places, vertical)
  }

  // MARK: Runs

  /// The ranges without an interruption.
  private static func runs(in isKnown: [Bool]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for index in isKnown.indices where isKnown[index] {
      if runs.last?.upperBound == index {
        runs[runs.count - 1] = runs[runs.count - 1].lowerBound..<index + 1
      } else {
        runs.append(index..<index + 1)
      }
    }
    return runs
  }

  private static func bands(
    of curve: AngleCurve, _ places: [CanvasPoint?], _ vertical: PlotAxis
  ) -> [[CanvasPoint]] {
    let sigmas = curve.times.indices.map { index in
      places[index] == nil ? nil : curve.sigmas[index].flatMap { $0.isFinite ? $0 : nil }
    }
    // An axis has a place for a value, not for a length.
    let scale = abs(vertical.place(of: 1) - vertical.place(of: 0)) * 180 / .pi
    let (top, bottom) = (min(vertical.start, vertical.end), max(vertical.start, vertical.end))
    return runs(in: sigmas.map { $0 != nil }).filter { $0.count > 1 }.map { run in
      var (upper, lower): ([CanvasPoint], [CanvasPoint]) = ([], [])
      for index in run {
        guard let place = places[index], let sigma = sigmas[index] else { continue }
        let reach = sigma * scale
        upper.append(CanvasPoint(place.x, max(place.y - reach, top)))
        lower.append(CanvasPoint(place.x, min(place.y + reach, bottom)))
      }
      return (outline(upper) { $0.y < $1.y } + outline(lower) { $0.y > $1.y }.reversed())
        .map(snapped)
    }
  }

  // MARK: Fewer points

  /// The points that draw the same line on a grid of pixels: the first, the last, the highest and the
  /// lowest of each column (Jugel et al. 2014, "M4: a visualization-oriented time series data
  /// aggregation").
  static func extremes(_ points: [CanvasPoint]) -> [CanvasPoint] {
    columns(of: points).flatMap { column in
      var (low, high) = (column.lowerBound, column.lowerBound)
      for index in column {
        if points[index].y < points[low].y { low = index }
        if points[index].y > points[high].y { high = index }
      }
      var kept = [column.lowerBound]
      for index in [min(low, high), max(low, high), column.upperBound - 1]
      where index > kept[kept.count - 1] {
        kept.append(index)
      }
      return kept.map { points[$0] }
    }
  }

  /// The border of an area: of a column with more than two points only the outermost.
  private static func outline(
    _ points: [CanvasPoint], isOutside: (CanvasPoint, CanvasPoint) -> Bool
  ) -> [CanvasPoint] {
    columns(of: points).flatMap { column in
      column.count <= 2
        ? Array(points[column]) : [points[column].min(by: isOutside)].compactMap(\.self)
    }
  }

  /// The points of each column of pixels.
  private static func columns(of points: [CanvasPoint]) -> [Range<Int>] {
    var columns: [Range<Int>] = []
    for index in points.indices {
      if let last = columns.last,
        points[last.lowerBound].x.rounded(.down) == points[index].x.rounded(.down)
      {
        columns[columns.count - 1] = last.lowerBound..<index + 1
      } else {
        columns.append(index..<index + 1)
      }
    }
    return columns
  }

  /// The nearest place on a grid of eighths of a pixel: short numbers in SVG.
  private static func snapped(_ point: CanvasPoint) -> CanvasPoint {
    (point * 8).rounded(.toNearestOrAwayFromZero) / 8
  }
}

extension AngleCurve {
  /// The value in degrees; `nil` where there is none.
  func degrees(_ index: Int) -> Double? {
    values[index].flatMap { $0.isFinite ? $0 * 180 / .pi : nil }
  }
}

extension BodySide {
  /// The side of an angle of the catalogue.
  init(ofAngle name: String) {
    self =
      switch AngleWords(name).side {
      case .left?: .left
      case .right?: .right
      case nil: .middle
      }
  }
}

/// The gaps in a plot's curves.
enum PlotGaps {
  /// Seconds: a line leads over gaps up to this, the longest that are filled in sequences by default.
  static let longestBridged = 0.5

  /// The frames before and after each gap of a curve that a line leads over.
  static func bridges(of curve: AngleCurve) -> [(before: Int, after: Int)] {
    let known = curve.times.indices.filter { curve.degrees($0) != nil }
    return zip(known, known.dropFirst()).filter { before, after in
      after > before + 1 && curve.times[after] - curve.times[before] <= longestBridged
    }.map { ($0, $1) }
  }

  /// The spans of time, longer than a gap that is bridged, in which no curve has a value; none where
  /// there is no value at all.
  static func unmeasured(
    in curves: [AngleCurve], within span: ClosedRange<Double>
  ) -> [ClosedRange<Double>] {
    let known = Set(
      curves.flatMap { curve in
        curve.times.indices.filter { curve.degrees($0) != nil }.map { curve.times[$0] }
      }
    ).sorted()
    guard !known.isEmpty else { return [] }
    let borders = [span.lowerBound] + known + [span.upperBound]
    return zip(borders, borders.dropFirst()).filter { $1 - $0 > longestBridged }.map { $0...$1 }
  }
}
