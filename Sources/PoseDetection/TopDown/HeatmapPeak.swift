internal import Foundation

/// The maximum of one of a top-down model's heatmaps, between its cells: DARK (Zhang et al. 2020)
/// as MMPose's `refine_keypoints_dark_udp` computes it. The map is blurred, and a Gaussian's top is
/// where a step of Newton's in its logarithm leads.
struct HeatmapPeak {
  /// Cells from the centre of the top-left one.
  let place: SIMD2<Double>
  /// The map's highest number.
  let score: Double

  /// The blur: ViTPose's kernel of 11 cells, of OpenCV's standard deviation for that.
  private static let reach = 5
  private static let kernel: [Double] = {
    let sigma = 0.3 * (Double(reach) - 1) + 0.8
    let weights = (-reach...reach).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let sum = weights.reduce(0, +)
    return weights.map { $0 / sum }
  }()

  /// The peak of a map row by row; the first of several that are as high, and `nil` where nothing is
  /// above 0.
  init?(of map: UnsafeBufferPointer<Float>, width: Int, height: Int) {
    precondition(map.count == width * height, "\(map.count) cells for \(width)×\(height)")
    var top = 0
    for index in map.indices where map[index] > map[top] { top = index }
    guard map[top] > 0 else { return nil }
    score = Double(map[top])
    let (x, y) = (top % width, top / width)
    place = SIMD2(Double(x), Double(y)) + Self.step(in: map, width: width, height: height, x, y)
  }

  /// From a cell to the top of the Gaussian; zero where there is no top within the blur's reach.
  private static func step(
    in map: UnsafeBufferPointer<Float>, width: Int, height: Int, _ x: Int, _ y: Int
  ) -> SIMD2<Double> {
    // Columns and rows beside the cell; beyond the edge it is as at the edge.
    let columns = (-1...1).map { min(max(x + $0, 0), width - 1) }
    let rows = (-1...1).map { min(max(y + $0, 0), height - 1) }
    let values = rows.map { row in
      columns.map { column in
        let blurred = Self.blurred(map, width: width, height: height, column, row)
        return log(min(max(blurred, 0.001), 50))
      }
    }
    let gradient = SIMD2(values[1][2] - values[1][0], values[2][1] - values[0][1]) / 2
    let xx = values[1][2] - 2 * values[1][1] + values[1][0] + Double(Float.ulpOfOne)
    let yy = values[2][1] - 2 * values[1][1] + values[0][1] + Double(Float.ulpOfOne)
    let xy =
      (values[2][2] - values[1][2] - values[2][1] + 2 * values[1][1] - values[1][0]
        - values[0][1] + values[0][0]) / 2
    let determinant = xx * yy - xy * xy
    let step =
      SIMD2(yy * gradient.x - xy * gradient.y, xx * gradient.y - xy * gradient.x) / -determinant
    let limit = Double(reach)
    return abs(step.x) <= limit && abs(step.y) <= limit ? step : .zero
  }

  /// A cell of the blurred map; what is outside mirrors what is inside, the edge itself standing once.
  private static func blurred(
    _ map: UnsafeBufferPointer<Float>, width: Int, height: Int, _ x: Int, _ y: Int
  ) -> Double {
    var sum = 0.0
    for (j, weight) in kernel.enumerated() {
      let start = mirrored(y + j - reach, height) * width
      var line = 0.0
      for (i, weight) in kernel.enumerated() {
        line += weight * Double(map[start + mirrored(x + i - reach, width)])
      }
      sum += weight * line
    }
    return sum
  }

  private static func mirrored(_ index: Int, _ count: Int) -> Int {
    guard count > 1 else { return 0 }
    let period = 2 * (count - 1)
    let place = abs(index) % period
    return place < count ? place : period - place
  }
}
