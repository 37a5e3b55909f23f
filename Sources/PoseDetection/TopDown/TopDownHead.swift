internal import Foundation

/// The kind of a top-down model's output, identified by the extents of its outputs.
enum TopDownHead: Equatable {
  /// For every point a row of numbers along the width and one along the height, `ratio` for each pixel of the
  /// input: SimCC (Li et al. 2022), as RTMPose and RTMW have it.
  case simCC(x: Int, y: Int, count: Int, columns: Int, rows: Int)
  /// A map for every point, as ViTPose has it.
  case heatmaps(count: Int, columns: Int, rows: Int)

  /// A point where the model puts it, in pixels of the input.
  struct Point: Equatable {
    let place: SIMD2<Double>
    /// The model's own number, which may exceed 1.
    let score: Double
  }

  /// `nil` for what is neither.
  init?(inputWidth: Int, inputHeight: Int, outputs: [[Int]], names: [String]) {
    if outputs.count == 1, outputs[0].count == 4, outputs[0][0] == 1 {
      let (rows, columns) = (outputs[0][2], outputs[0][3])
      // One number of pixels to a cell, along both axes.
      guard columns > 1, rows > 1, columns <= inputWidth, rows <= inputHeight,
        inputWidth * rows == inputHeight * columns
      else { return nil }
      self = .heatmaps(count: outputs[0][1], columns: columns, rows: rows)
      return
    }
    guard outputs.count == 2, outputs.allSatisfy({ $0.count == 3 && $0[0] == 1 }),
      outputs[0][1] == outputs[1][1]
    else { return nil }
    func fits(_ x: Int, _ y: Int) -> Bool {
      let (columns, rows) = (outputs[x][2], outputs[y][2])
      return columns >= inputWidth && rows >= inputHeight
        && columns * inputHeight == rows * inputWidth
    }
    // Of a square input either order would do: then what they are called decides, else x is first.
    let isSwapped =
      fits(0, 1) && fits(1, 0)
      ? names[0].contains("simcc_y") || names[1].contains("simcc_x") : !fits(0, 1)
    let (x, y) = isSwapped ? (1, 0) : (0, 1)
    guard fits(x, y) else { return nil }
    self = .simCC(
      x: x, y: y, count: outputs[x][1], columns: outputs[x][2], rows: outputs[y][2])
  }

  /// The number of points.
  var count: Int {
    switch self {
    case .simCC(_, _, let count, _, _), .heatmaps(let count, _, _): count
    }
  }

  /// The required alignment of the input with the image.
  var alignment: TopDownCrop.Alignment {
    switch self {
    case .simCC: .pixels
    case .heatmaps: .steps
    }
  }

  /// The points in the model's order; `nil` for one that it states nowhere: no number of its is above 0.
  func points(
    inputWidth: Int, inputHeight: Int, output: (Int) -> UnsafeBufferPointer<Float>
  ) -> [Point?] {
    switch self {
    case .simCC(let x, let y, let count, let columns, let rows):
      let (xs, ys) = (output(x), output(y))
      // So many numbers a pixel, and no half one: MMPose's `SimCCLabel`.
      let ratio = Double(columns) / Double(inputWidth)
      return (0..<count).map { index in
        let (column, across) = Self.highest(xs, index * columns, columns)
        let (row, down) = Self.highest(ys, index * rows, rows)
        let score = Double(across + down) / 2
        guard score > 0 else { return nil }
        let cell = SIMD2<Double>(Double(column), Double(row))
        return Point(place: cell / ratio, score: score)
      }
    case .heatmaps(let count, let columns, let rows):
      let maps = output(0)
      // The first cell is at the first pixel and the last at the last: unbiased data processing.
      let input = SIMD2<Double>(Double(inputWidth - 1), Double(inputHeight - 1))
      let step = input / SIMD2<Double>(Double(columns - 1), Double(rows - 1))
      return (0..<count).map { index in
        let cells = columns * rows
        let map = UnsafeBufferPointer(rebasing: maps[(index * cells)..<((index + 1) * cells)])
        return HeatmapPeak(of: map, width: columns, height: rows)
          .map { Point(place: $0.place * step, score: $0.score) }
      }
    }
  }

  /// The first of the highest of some numbers, and what it is.
  private static func highest(
    _ numbers: UnsafeBufferPointer<Float>, _ start: Int, _ count: Int
  ) -> (index: Int, value: Float) {
    var best = start
    for index in start..<(start + count) where numbers[index] > numbers[best] { best = index }
    return (best - start, numbers[best])
  }
}

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
