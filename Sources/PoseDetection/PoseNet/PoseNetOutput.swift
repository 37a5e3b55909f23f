internal import Foundation

/// The output of a PoseNet model for one image: for each cell of a grid the confidence in each of
/// the 17 joints, the position of the nearest such joint, and those of the joints next to it.
///
/// The tensors are row by row, cell by cell, with the channels of a cell together (height, width,
/// channel). The centre of the cell in row r and column c is the pixel (c, r) · `outputStride` of
/// the model's input, whose top-left pixel has its centre at (0, 0). Vectors are in pixels of the
/// input; all y come first, then all x. Source: Papandreou et al. 2018, "PersonLab", section 3.1,
/// and TensorFlow.js's PoseNet.
///
/// A cell with a number that isn't finite is a cell in which nothing was found.
public struct PoseNetOutput: Sendable {
  /// The kind of numbers in a heatmap.
  public enum Heatmap: Sendable {
    /// Confidences 0…1: the model ends with the sigmoid.
    case confidences
    /// Numbers that become confidences by the sigmoid.
    case logits
    /// Logits when any number is outside 0…1, else confidences.
    case automatic
  }

  /// Rows and columns of the grid.
  public let rows, columns: Int
  /// Pixels of the input from a cell to the next: 8, 16 or 32.
  public let outputStride: Int
  /// Width and height of the model's input in pixels.
  public let inputWidth, inputHeight: Int

  /// 17 a cell, 0…1 or not finite.
  private let confidences: [Double]
  private let offsets, forwardDisplacements, backwardDisplacements: [Float]

  /// An output from its tensors.
  ///
  /// - Parameters:
  ///   - rows: rows of the grid.
  ///   - columns: columns of the grid.
  ///   - heatmap: 17 numbers a cell, in the order of COCO's points.
  ///   - offsets: 34 a cell: from the cell to the joint, y of all 17, then x.
  ///   - forwardDisplacements: 32 a cell: from a joint to the next one away from the nose, y of all 16
  ///     limbs, then x.
  ///   - backwardDisplacements: the same, toward the nose.
  ///   - outputStride: pixels of the input from a cell to the next.
  ///   - inputWidth: width of the network's input in pixels.
  ///   - inputHeight: its height.
  ///   - kind: what the heatmap's numbers are.
  /// - Throws: `DetectionError` with the code `outputUnusable` when the sizes don't fit each other.
  public init(
    rows: Int, columns: Int, heatmap: [Float], offsets: [Float], forwardDisplacements: [Float],
    backwardDisplacements: [Float], outputStride: Int, inputWidth: Int, inputHeight: Int,
    heatmapHolds kind: Heatmap = .automatic
  ) throws(DetectionError) {
    guard Self.strides.contains(outputStride) else {
      throw DetectionError(
        .outputUnusable, "PoseNet's output stride is \(outputStride); 8, 16 or 32 was expected")
    }
    guard max(inputWidth, inputHeight) <= Self.longestSide else {
      throw DetectionError(
        .outputUnusable,
        "PoseNet's input is declared as \(inputWidth) pixels wide and \(inputHeight) high; at "
          + "most \(Self.longestSide) was expected")
    }
    let grid = Self.cells(in: inputHeight, inputWidth, stride: outputStride)
    guard rows > 0, columns > 0, grid == [rows, columns] else {
      throw DetectionError(
        .outputUnusable,
        "a PoseNet output of \(rows) × \(columns) cells; \(grid[0]) × \(grid[1]) were expected for "
          + "an input \(inputWidth) pixels wide and \(inputHeight) high at an output stride of "
          + "\(outputStride)")
    }
    let tensors = [
      ("heatmap", heatmap, PoseNetTree.jointCount), ("offsets", offsets, PoseNetTree.offsetCount),
      ("forward displacements", forwardDisplacements, PoseNetTree.displacementCount),
      ("backward displacements", backwardDisplacements, PoseNetTree.displacementCount),
    ]
    for (name, numbers, channels) in tensors
    where numbers.count != rows * columns * channels {
      throw DetectionError(
        .outputUnusable,
        "PoseNet's \(name): \(numbers.count) numbers; \(rows * columns * channels) were expected "
          + "for \(rows) × \(columns) cells with \(channels) each")
    }
    (self.rows, self.columns, self.outputStride) = (rows, columns, outputStride)
    (self.inputWidth, self.inputHeight) = (inputWidth, inputHeight)
    confidences = Self.confidences(heatmap, kind)
    self.offsets = offsets
    self.forwardDisplacements = forwardDisplacements
    self.backwardDisplacements = backwardDisplacements
  }
}

extension PoseNetOutput {
  static let strides = [8, 16, 32]
  /// Pixels on a side of the input; a longer one is not an image, and its numbers can't be counted.
  private static let longestSide = 1 << 20

  /// Rows and columns of the grid over an input: the first cell lies on the first pixel.
  static func cells(in inputHeight: Int, _ inputWidth: Int, stride: Int) -> [Int] {
    [inputHeight, inputWidth].map { $0 > 0 ? ($0 - 1) / stride + 1 : 0 }
  }

  private static func confidences(_ heatmap: [Float], _ kind: Heatmap) -> [Double] {
    let isLogits =
      switch kind {
      case .confidences: false
      case .logits: true
      case .automatic: heatmap.contains { $0.isFinite && !(0...1).contains($0) }
      }
    guard isLogits else { return heatmap.map(Double.init) }
    return heatmap.map { $0.isFinite ? sigmoid(Double($0)) : .nan }
  }
}

// MARK: Access

extension PoseNetOutput {
  /// A place on the grid.
  struct Cell: Equatable {
    let row, column: Int
  }

  /// The model's confidence in a joint in a cell; `nil` where it states none.
  func confidence(of joint: Int, in cell: Cell) -> Double? {
    let confidence = confidences[number(of: cell) * PoseNetTree.jointCount + joint]
    return confidence.isFinite ? confidence : nil
  }

  /// The position of a joint by the model's output in a cell, in pixels of the input; maybe not
  /// finite.
  func position(of joint: Int, in cell: Cell) -> SIMD2<Double> {
    let at = number(of: cell) * PoseNetTree.offsetCount + joint
    let offset = SIMD2(Double(offsets[at + PoseNetTree.jointCount]), Double(offsets[at]))
    return SIMD2(Double(cell.column), Double(cell.row)) * Double(outputStride) + offset
  }

  /// The way from the joint in a cell to the next, in pixels of the input; maybe not finite.
  func displacement(of step: PoseNetTree.Step, in cell: Cell) -> SIMD2<Double> {
    let at = number(of: cell) * PoseNetTree.displacementCount + step.limb
    let displacements = step.isForward ? forwardDisplacements : backwardDisplacements
    return SIMD2(Double(displacements[at + PoseNetTree.limbCount]), Double(displacements[at]))
  }

  /// The cell nearest to a pixel of the input; `nil` beyond the grid and for what is no pixel.
  func cell(at position: SIMD2<Double>) -> Cell? {
    let place = (position / Double(outputStride)).rounded(.toNearestOrAwayFromZero)
    guard place.x >= 0, place.y >= 0, place.x < Double(columns), place.y < Double(rows) else {
      return nil
    }
    return Cell(row: Int(place.y), column: Int(place.x))
  }

  private func number(of cell: Cell) -> Int { cell.row * columns + cell.column }
}
