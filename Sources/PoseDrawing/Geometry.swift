/// A point on the canvas: pixels to the right of and below the picture's top left corner, so that
/// the centre of the top-left pixel is at (0.5, 0.5).
typealias CanvasPoint = SIMD2<Double>

extension CanvasPoint {
  var length: Double { (x * x + y * y).squareRoot() }

  /// The vector of length 1 in this direction; `nil` for a length that is rounding noise.
  var normalized: Self? { length > 1e-9 ? self / length : nil }

  /// This vector turned clockwise on screen, by an angle in radians given by its cosine and sine.
  func turned(cosine: Double, sine: Double) -> Self {
    Self(x * cosine - y * sine, x * sine + y * cosine)
  }
}

/// An upright rectangle on the canvas.
struct Rectangle: Equatable, Sendable {
  var origin: CanvasPoint
  var size: SIMD2<Double>

  init(origin: CanvasPoint, size: SIMD2<Double>) {
    self.origin = origin
    self.size = size
  }

  init(centre: CanvasPoint, size: SIMD2<Double>) {
    self.init(origin: centre - size / 2, size: size)
  }

  var corner: CanvasPoint { origin + size }
  var centre: CanvasPoint { origin + size / 2 }
  var area: Double { size.x * size.y }

  /// The rectangle with its sides moved outwards; inwards for a negative distance.
  func expanded(by distance: Double) -> Self {
    Self(origin: origin - distance, size: size + 2 * distance)
  }

  func contains(_ point: CanvasPoint) -> Bool {
    all(point .>= origin) && all(point .<= corner)
  }

  func contains(_ other: Self) -> Bool {
    all(other.origin .>= origin) && all(other.corner .<= corner)
  }

  /// Whether they share more than a border.
  func overlaps(_ other: Self) -> Bool {
    all(origin .< other.corner) && all(other.origin .< corner)
  }

  /// The rectangle moved by the least distance that brings it inside `bounds`; `nil` when it is
  /// larger than they are.
  func moved(into bounds: Self) -> Self? {
    guard all(size .<= bounds.size) else { return nil }
    let inside = pointwiseMax(bounds.origin, pointwiseMin(origin, bounds.corner - size))
    return Self(origin: inside, size: size)
  }
}

/// A straight stroke from one point to another.
struct Segment: Equatable, Sendable {
  var start: CanvasPoint
  var end: CanvasPoint

  var length: Double { (end - start).length }

  /// The part inside the rectangle (Liang & Barsky 1984); `nil` when there is none.
  func clipped(to bounds: Rectangle) -> Segment? {
    let step = end - start
    var (entry, exit) = (0.0, 1.0)
    for axis in 0..<2 {
      let (low, high) = (bounds.origin[axis] - start[axis], bounds.corner[axis] - start[axis])
      guard step[axis] != 0 else {
        guard low <= 0, high >= 0 else { return nil }
        continue
      }
      let (a, b) = (low / step[axis], high / step[axis])
      entry = max(entry, min(a, b))
      exit = min(exit, max(a, b))
    }
    guard entry <= exit else { return nil }
    return Segment(start: start + step * entry, end: start + step * exit)
  }
}

/// A stroke of some width that text should leave visible.
struct Obstacle: Equatable, Sendable {
  var segment: Segment
  var halfWidth: Double

  /// The length of the stroke that the rectangle covers; a stroke that it touches in one point
  /// counts with its half width.
  func covered(by rectangle: Rectangle) -> Double {
    guard let part = segment.clipped(to: rectangle.expanded(by: halfWidth)) else { return 0 }
    return max(part.length, halfWidth)
  }
}
