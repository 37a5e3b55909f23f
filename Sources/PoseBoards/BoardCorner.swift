internal import PoseGeometry
internal import PoseSystem

/// A corner at which four squares meet, dark and bright in turn, located between pixels.
struct BoardCorner: Sendable, Equatable {
  /// Its place in pixels.
  var position: SIMD2<Double>
  /// The width of the edges that meet there, in pixels: contrast over slope.
  var edgeWidth: Double

  /// Rounds of the refinement; chosen: nearly all corners need a few.
  private static let maximumRounds = 200

  /// The corner nearest to a place.
  ///
  /// At the corner every brightness gradient is perpendicular to the direction towards it, which is a
  /// linear system (Förstner and Gülch 1987). It is solved with the window around the last solution until
  /// it rests. The pattern is symmetric about the corner, so that neither blur nor noise moves that place.
  ///
  /// - Parameters:
  ///   - image: the image.
  ///   - start: the place in pixels, at most about half a window off.
  ///   - halfWindow: the radius of the window in pixels; less than the distance to the next edge.
  /// - Returns: `nil` where the image shows no such corner inside the window.
  init?(in image: GrayImage, near start: SIMD2<Double>, halfWindow: Int) {
    let r = max(2, min(halfWindow, 15))
    // The pixels that a window reaches whose middle moves by its radius.
    let half = 2 * r + 2
    let side = 2 * half + 1
    guard image.contains(start, margin: Double(r) + 3) else { return nil }
    let (left, top) = (Int(start.x.rounded()) - half, Int(start.y.rounded()) - half)
    guard let slopes = Slopes(in: image, left: left, top: top, side: side) else { return nil }
    let reach = Double(r) + 1.4
    var place = start
    var steepest = 0.0
    // Where the edges meet at an acute angle, steps are short and many.
    for round in 0..<Self.maximumRounds {
      let local = place - SIMD2(Double(left), Double(top))
      guard local.x > reach, local.y > reach, local.x < Double(side) - reach - 1,
        local.y < Double(side) - reach - 1
      else { return nil }
      var (xx, xy, yy, x, y) = (0.0, 0.0, 0.0, 0.0, 0.0)
      steepest = 0
      for j in Int((local.y - reach).rounded(.up))...Int((local.y + reach).rounded(.down)) {
        for i in Int((local.x - reach).rounded(.up))...Int((local.x + reach).rounded(.down)) {
          let (u, v) = (Double(i) - local.x, Double(j) - local.y)
          // A round window that fades out: pixels don't enter it all at once.
          let inside = 1 - (u * u + v * v) / (reach * reach)
          guard inside > 0 else { continue }
          let weight = inside
          let (gx, gy) = (slopes.x[j * side + i], slopes.y[j * side + i])
          xx += weight * gx * gx
          xy += weight * gx * gy
          yy += weight * gy * gy
          let along = gx * u + gy * v
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
      guard place.distance(to: start) <= Double(r) else { return nil }
      if move.length < 1e-5 { break }
      if round == Self.maximumRounds - 1, move.length > 1e-3 { return nil }
    }
    guard image.contains(place, margin: Double(r) + 3), steepest > 0 else { return nil }
    let brightness = slopes.brightness.sorted()
    let contrast = brightness[brightness.count * 19 / 20] - brightness[brightness.count / 20]
    let width = contrast / steepest.squareRoot()
    guard contrast > 12, width.isFinite else { return nil }
    (position, edgeWidth) = (place, width)
  }

  /// The slopes of brightness in a square of pixels, after binomial smoothing of three pixels each way.
  ///
  /// They are taken at the pixels themselves: between them, interpolation would draw the corner towards a
  /// pixel.
  private struct Slopes {
    var x: [Double]
    var y: [Double]
    var brightness: [Double]

    /// Pixels beyond the image are as bright as those at its edge. `nil` for a square outside.
    init?(in image: GrayImage, left: Int, top: Int, side: Int) {
      let wide = side + 4
      guard left < image.width, top < image.height, left + side > 0, top + side > 0 else {
        return nil
      }
      var raw = [Double](repeating: 0, count: wide * wide)
      for j in 0..<wide {
        let row = min(max(top + j - 2, 0), image.height - 1) * image.width
        for i in 0..<wide {
          raw[j * wide + i] = Double(image.pixels[row + min(max(left + i - 2, 0), image.width - 1)])
        }
      }
      var smooth = raw
      for j in 1..<wide - 1 {
        for i in 1..<wide - 1 {
          let at = j * wide + i
          let middle = 2 * (raw[at - 1] + raw[at + 1] + raw[at - wide] + raw[at + wide])
          let corners = raw[at - wide - 1] + raw[at - wide + 1] + raw[at + wide - 1]
          smooth[at] = (4 * raw[at] + middle + corners + raw[at + wide + 1]) / 16
        }
      }
      (x, y) = ([Double](repeating: 0, count: side * side), [])
      y = x
      brightness = x
      for j in 0..<side {
        for i in 0..<side {
          let at = (j + 2) * wide + i + 2
          x[j * side + i] = (smooth[at + 1] - smooth[at - 1]) / 2
          y[j * side + i] = (smooth[at + wide] - smooth[at - wide]) / 2
          brightness[j * side + i] = smooth[at]
        }
      }
    }
  }
}

/// What a circle around a place shows: four sectors, dark and bright in turn, where it is a corner of a
/// board.
struct CornerRing: Sendable {
  /// Samples on the ring; chosen.
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

extension [Int: BoardCorner] {
  /// Corners from which a map of the board is made, at least.
  private static var minimumCount: Int { 6 }
  /// Known corners near another one, whose errors lead to it.
  private static var nearCount: Int { 4 }
  /// The times at which what was found leads on.
  private static var rounds: Int { 3 }

  /// Adds corners to which the known ones lead: a homography of these, and what it is off by near them.
  ///
  /// - Parameters:
  ///   - points: the places of all corners on the board, in metres.
  ///   - distance: the distance of a corner from the nearest known one, at most, in metres.
  ///   - locate: finds a corner by its index, the map from the board to pixels, and the map's error there in pixels.
  mutating func grow(
    over points: [SIMD2<Double>], within distance: Double,
    _ locate: (_ point: Int, _ map: PlaneMap, _ shift: SIMD2<Double>) -> BoardCorner?
  ) {
    for _ in 0..<Self.rounds {
      let known = sorted { $0.key < $1.key }
      guard known.count >= Self.minimumCount,
        let map = PlaneMap(known.map { (plane: points[$0.key], image: $0.value.position) })
      else { return }
      let errors = known.map { $0.value.position - map.applied(to: points[$0.key]) }
      for point in points.indices where self[point] == nil {
        let near = known.indices.map { (points[known[$0].key].distance(to: points[point]), $0) }
          .sorted { $0 < $1 }.prefix(Self.nearCount)
        guard let nearest = near.first, nearest.0 < distance else { continue }
        let shift = near.reduce(SIMD2.zero) { $0 + errors[$1.1] } / Double(near.count)
        self[point] = locate(point, map, shift)
      }
      if count == known.count { return }
    }
  }
}
