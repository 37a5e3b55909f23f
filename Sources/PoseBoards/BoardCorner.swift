internal import PoseGeometry

#if canImport(Darwin)
internal import Darwin
#else
internal import Glibc
#endif

/// A corner at which four squares meet, dark and bright in turn, located between pixels.
struct BoardCorner: Sendable, Equatable {
  /// Its place in pixels.
  var position: SIMD2<Double>
  /// The width of the edges that meet there, in pixels: contrast over slope.
  var edgeWidth: Double

  /// The corner nearest to a place.
  ///
  /// At the corner every brightness gradient is perpendicular to the direction towards it, which is a
  /// linear system (Förstner and Gülch 1987). It is solved with the window around the last solution until
  /// it rests. The pattern is symmetric about the corner, so that neither blur nor noise moves that place.
  ///
  /// - Parameters:
  ///   - image: the image.
  ///   - start: the place in pixels, at most about half a window off.
  ///   - halfWindow: half the side of the window in pixels; at most the distance to the next corner.
  /// - Returns: `nil` where the image shows no such corner inside the window.
  init?(in image: GrayImage, near start: SIMD2<Double>, halfWindow: Int) {
    let r = max(2, min(halfWindow, 15))
    let side = 2 * r + 5
    let spread = 0.6 * Double(r) + 0.5
    var values = [Double](repeating: 0, count: side * side)
    var smooth = values
    var place = start
    var steepest = 0.0
    for round in 0..<40 {
      guard image.contains(place, margin: Double(r) + 3) else { return nil }
      for j in 0..<side {
        for i in 0..<side {
          values[j * side + i] = image.value(
            at: place + SIMD2(Double(i - r - 2), Double(j - r - 2)))
        }
      }
      Self.smooth(values, into: &smooth, side: side)
      var (xx, xy, yy, x, y) = (0.0, 0.0, 0.0, 0.0, 0.0)
      steepest = 0
      for j in 2..<side - 2 {
        for i in 2..<side - 2 {
          let at = j * side + i
          let gx = (smooth[at + 1] - smooth[at - 1]) / 2
          let gy = (smooth[at + side] - smooth[at - side]) / 2
          let (u, v) = (Double(i - r - 2), Double(j - r - 2))
          let weight = exp(-(u * u + v * v) / (2 * spread * spread))
          let along = gx * u + gy * v
          xx += weight * gx * gx
          xy += weight * gx * gy
          yy += weight * gy * gy
          x += weight * gx * along
          y += weight * gy * along
          steepest = max(steepest, gx * gx + gy * gy)
        }
      }
      let (trace, determinant) = (xx + yy, xx * yy - xy * xy)
      // One edge alone has a determinant of 0; noise alone has little of either.
      guard trace > 0, determinant > 0.02 * trace * trace / 4 else { return nil }
      let move = SIMD2(yy * x - xy * y, xx * y - xy * x) / determinant
      guard move.x.isFinite, move.y.isFinite else { return nil }
      place += move
      guard place.distance(to: start) <= 1.5 * Double(r) else { return nil }
      if move.length < 2e-4 { break }
      if round == 39, move.length > 0.05 { return nil }
    }
    guard image.contains(place, margin: Double(r) + 3), steepest > 0 else { return nil }
    let brightness = smooth.sorted()
    let contrast = brightness[brightness.count * 19 / 20] - brightness[brightness.count / 20]
    let width = contrast / steepest.squareRoot()
    guard contrast > 12, width.isFinite else { return nil }
    (position, edgeWidth) = (place, width)
  }

  /// Binomial smoothing of a square of values; its margin keeps its values.
  private static func smooth(_ values: [Double], into smooth: inout [Double], side: Int) {
    smooth = values
    for j in 1..<side - 1 {
      for i in 1..<side - 1 {
        let at = j * side + i
        let middle = 2 * (values[at - 1] + values[at + 1] + values[at - side] + values[at + side])
        let corners =
          values[at - side - 1] + values[at - side + 1] + values[at + side - 1]
          + values[at + side + 1]
        smooth[at] = (4 * values[at] + middle + corners) / 16
      }
    }
  }
}

/// What a circle around a place shows: four sectors, dark and bright in turn, where it is a corner of a
/// board.
struct CornerRing: Sendable {
  private static let count = 32
  private let isBright: [Bool]
  /// The directions of the two lines that cross there, radians from x toward y, each below π apart from
  /// its opposite.
  let directions: (Double, Double)
  /// The difference of brightness between the sectors, in grey levels.
  let contrast: Double

  /// A ring; `nil` where it doesn't have four sectors, opposite ones alike.
  init?(in image: GrayImage, at place: SIMD2<Double>, radius: Double) {
    guard image.contains(place, margin: radius + 1) else { return nil }
    let n = Self.count
    let raw = (0..<n).map { index in
      let angle = 2 * Double.pi * Double(index) / Double(n)
      return image.value(at: place + radius * SIMD2(cos(angle), sin(angle)))
    }
    let values = (0..<n).map { (raw[($0 + n - 1) % n] + 2 * raw[$0] + raw[($0 + 1) % n]) / 4 }
    guard let low = values.min(), let high = values.max() else { return nil }
    let middle = (low + high) / 2
    contrast = high - low
    guard contrast >= 20 else { return nil }
    isBright = values.map { $0 > middle }
    var crossings: [Double] = []
    for index in 0..<n where isBright[index] != isBright[(index + 1) % n] {
      let (a, b) = (values[index], values[(index + 1) % n])
      crossings.append(2 * Double.pi * (Double(index) + (middle - a) / (b - a)) / Double(n))
    }
    guard crossings.count == 4 else { return nil }
    for index in 0..<4 {
      let next = index < 3 ? crossings[index + 1] : crossings[0] + 2 * .pi
      guard next - crossings[index] > 0.3 else { return nil }
    }
    guard abs(crossings[2] - crossings[0] - .pi) < 0.5, abs(crossings[3] - crossings[1] - .pi) < 0.5
    else { return nil }
    directions = (
      (crossings[0] + crossings[2] - .pi) / 2, (crossings[1] + crossings[3] - .pi) / 2
    )
  }

  /// Whether the sector in a direction is bright.
  func isBright(toward direction: SIMD2<Double>) -> Bool {
    let turn = atan2(direction.y, direction.x) / (2 * .pi)
    let index = ((turn - turn.rounded(.down)) * Double(Self.count)).rounded()
    return isBright[(index.isFinite ? Int(index) : 0) % Self.count]
  }
}
