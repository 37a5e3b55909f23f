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
