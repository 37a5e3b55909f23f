internal import PoseGeometry

/// Chooses the frames of a camera that count: sharp, slow and as different as possible.
struct FrameChoice: Sendable {
  /// Frames whose edges are wider than this many pixels are blurred.
  static let widestEdge = 8.0
  /// A frame may be this many times as blurred as the sharper half of the frames.
  private static let relativeEdge = 1.6

  /// Frames that are kept as long as they aren't blurred, whatever the sharper ones are.
  private static let keptCount = 15

  /// The indices of the frames that are sharp enough, by the widths of their edges, in ascending order.
  ///
  /// None is wider than `widestEdge`. Of more than 15 those count that are nearly as sharp as the sharper
  /// quarter.
  static func sharp(_ edges: [Double]) -> [Int] {
    let order = edges.indices.filter { edges[$0] <= widestEdge }.sorted { edges[$0] < edges[$1] }
    guard !order.isEmpty else { return [] }
    let limit = max(edges[order[order.count / 4]] * relativeEdge, 3.5)
    return order.enumerated().filter { $0.offset < keptCount || edges[$0.element] <= limit }
      .map(\.element).sorted()
  }

  /// Frames that differ most, at most so many: each next one is the farthest from those that were chosen
  /// (Gonzalez 1985), farther if it is better.
  ///
  /// - Parameters:
  ///   - features: numbers of each frame; differences of 1 count alike.
  ///   - qualities: 0 to 1.
  /// - Returns: their indices in ascending order.
  static func varied(_ features: [[Double]], _ qualities: [Double], atMost count: Int) -> [Int] {
    guard features.count > count else { return Array(features.indices) }
    guard let first = qualities.indices.max(by: { qualities[$0] < qualities[$1] }) else {
      return []
    }
    var chosen = [first]
    var distances = features.map { distance($0, features[first]) }
    while chosen.count < count {
      guard
        let next = features.indices.max(by: {
          distances[$0] * qualities[$0] < distances[$1] * qualities[$1]
        }), distances[next] > 0
      else { break }
      chosen.append(next)
      for index in features.indices {
        distances[index] = min(distances[index], distance(features[index], features[next]))
      }
    }
    return chosen.sorted()
  }

  private static func distance(_ a: [Double], _ b: [Double]) -> Double {
    zip(a, b).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
  }

  /// The features of a view: the places of the board's outer corners as shares of the image's width, by a
  /// homography, so that place, size and tilt all count.
  static func features(
    of view: BoardView, _ board: CalibrationBoard, width: Int
  ) -> [Double]? {
    let points = board.points
    let pairs = view.corners.map { (plane: points[$0.point], image: $0.pixel) }
    guard let map = PlaneMap(pairs) else { return nil }
    let e = board.extent
    let features = [SIMD2(0, 0), SIMD2(e.x, 0), e, SIMD2(0, e.y)].flatMap { corner in
      let pixel = map.applied(to: corner) / Double(width)
      return [pixel.x, pixel.y]
    }
    return features.allSatisfy { $0.isFinite && abs($0) < 20 } ? features : nil
  }
}

/// The part of an image in which the board was seen.
package struct LensCoverage: Sendable, Equatable {
  /// The share of 8 × 6 equal parts of the image that have a corner of the board.
  package var share: Double
  /// The parts of the image without a corner, of three by three: "upper left", "right" …
  package var missing: [String]

  init(_ pixels: [SIMD2<Double>], width: Int, height: Int) {
    func cells(_ columns: Int, _ rows: Int) -> Set<Int> {
      Set(
        pixels.compactMap { pixel in
          let (x, y) = ((pixel.x + 0.5) / Double(width), (pixel.y + 0.5) / Double(height))
          guard x >= 0, y >= 0, x < 1, y < 1 else { return nil }
          return Int(y * Double(rows)) * columns + Int(x * Double(columns))
        })
    }
    share = Double(cells(8, 6).count) / 48
    let names = [
      "the upper left", "the top", "the upper right", "the left", "the middle", "the right",
      "the lower left", "the bottom", "the lower right",
    ]
    let seen = cells(3, 3)
    missing = names.indices.filter { !seen.contains($0) }.map { names[$0] }
  }
}
