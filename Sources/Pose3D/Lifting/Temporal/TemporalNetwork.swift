internal import CLifterWeights

/// The network that reads a person's lifted joints over time: one row for each moment → 160 values, five residual
/// blocks of a normalisation, a convolution over three moments that lie 1, 2, 4, 8 and 16 apart, and a layer → 40
/// outputs (after Pavllo et al. 2019, CVPR, "3D human pose estimation in video with temporal convolutions"). It was
/// trained by `Training/sequences.py`.
struct TemporalNetwork: Sendable {
  /// The number of values in a moment's row.
  static let inputCount = TemporalFeatures.count
  /// The number of outputs for each moment.
  static let outputCount = 2 * TemporalPoint.count
  /// So many moments before and after one count for its outputs.
  static let reach = dilations.reduce(0, +)

  /// Values in a layer of the network that was trained.
  private static let width = 160
  private static let dilations = [1, 2, 4, 8, 16]

  private struct Block {
    let normalization: NetworkNormalization
    let convolution: NetworkLayer
    let layer: NetworkLayer
    let dilation: Int
  }

  private let input: NetworkLayer
  private let blocks: [Block]
  private let normalization: NetworkNormalization
  private let output: NetworkLayer

  /// The network with the weights that are compiled into the program.
  static let builtIn: TemporalNetwork = {
    var size = 0
    let first = pose3d_temporal_weights(&size)
    return TemporalNetwork(weights: UnsafeRawBufferPointer(start: first, count: size))
  }()

  /// A network from a weights file: magic `P3DT`, five numbers (version 1; inputs, width, blocks, outputs), arrays.
  init(weights: UnsafeRawBufferPointer) {
    var reader = NetworkReader(
      weights: weights, magic: "P3DT",
      header: [1, Self.inputCount, Self.width, Self.dilations.count, Self.outputCount])
    input = reader.layer(Self.inputCount, Self.width)
    blocks = Self.dilations.map { dilation in
      Block(
        normalization: reader.normalization(Self.width),
        convolution: reader.layer(3 * Self.width, Self.width),
        layer: reader.layer(Self.width, Self.width), dilation: dilation)
    }
    normalization = reader.normalization(Self.width)
    output = reader.layer(Self.width, Self.outputCount)
    reader.end()
  }

  /// The outputs of a series of moments, one row after the other.
  func outputs(_ rows: [Float]) -> [Float] {
    let count = rows.count / Self.inputCount
    precondition(rows.count == count * Self.inputCount, "\(rows.count) values are no rows")
    // Layers take rows in pairs.
    let padded = count + count % 2
    let padding = [Float](repeating: 0, count: (padded - count) * Self.inputCount)
    var h = input.applied(to: rows + padding)
    for block in blocks {
      let t = block.normalization.applied(to: h)
      var sums = block.convolution.applied(
        to: Self.neighbours(t, count, padded, apart: block.dilation))
      NetworkLayer.rectify(&sums)
      sums = block.layer.applied(to: sums)
      for index in h.indices { h[index] += sums[index] }
    }
    let result = output.applied(to: normalization.applied(to: h))
    return Array(result.prefix(count * Self.outputCount))
  }

  /// For each moment the values some moments before, its own, and those after; 0 where there is no moment.
  private static func neighbours(
    _ rows: [Float], _ count: Int, _ padded: Int, apart: Int
  ) -> [Float] {
    var result = [Float](repeating: 0, count: 3 * width * padded)
    for moment in 0..<count {
      for (part, other) in [moment - apart, moment, moment + apart].enumerated()
      where (0..<count).contains(other) {
        let start = (3 * moment + part) * width
        result.replaceSubrange(
          start..<start + width, with: rows[other * width..<(other + 1) * width])
      }
    }
    return result
  }
}
