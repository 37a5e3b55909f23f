/// A body or a hand as it is drawn: strokes, then marks, on the canvas.
struct WireframeFigure: Sendable {
  /// A line between two points.
  struct Stroke: Equatable, Sendable {
    let segment: Segment
    let width: Double
    /// The width of the dark casing beyond each side.
    let casing: Double
    let color: Color
  }

  /// A disc at a point.
  struct Mark: Equatable, Sendable {
    let centre: CanvasPoint
    let radius: Double
    let casing: Double
    let color: Color
    /// A light disc inside a mark that stands out.
    var core: Double?
  }

  var strokes: [Stroke] = []
  var marks: [Mark] = []

  /// The strokes and marks that text should leave visible.
  var obstacles: [Obstacle] {
    strokes.map { Obstacle(segment: $0.segment, halfWidth: $0.width / 2 + $0.casing) }
      + marks.map {
        Obstacle(
          segment: Segment(start: $0.centre, end: $0.centre), halfWidth: $0.radius + $0.casing)
      }
  }

  /// The longer side of the rectangle around points, in pixels; 0 without any.
  static func extent(of points: some Collection<CanvasPoint>) -> Double {
    guard let first = points.first else { return 0 }
    let (low, high) = points.reduce((first, first)) {
      (pointwiseMin($0.0, $1), pointwiseMax($0.1, $1))
    }
    return (high - low).max()
  }
}
