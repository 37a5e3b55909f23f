/// The positions of PoseNet's tensors among a model's outputs, identified by their numbers of
/// channels, and where that isn't enough by their names.
struct PoseNetTensors: Equatable {
  /// The outputs that contain the displacements.
  enum Displacements: Equatable {
    /// In two outputs of 32 channels. `isCertain` when their names say which is which; otherwise
    /// the first is taken for the one away from the nose, as TensorFlow.js's models have it.
    case separate(forward: Int, backward: Int, isCertain: Bool)
    /// In one output of 64 channels, those away from the nose first (`float_mid_offsets`).
    case joined(Int)
  }

  let inputWidth, inputHeight: Int
  let rows, columns, outputStride: Int
  /// Positions of the outputs.
  let heatmap, offsets: Int
  let displacements: Displacements

  /// The tensors of a model with these extents; `nil` when it is no PoseNet.
  ///
  /// Other outputs may be there: models that also separate people from the background have up to
  /// four more.
  init?(inputExtents: [Int], outputExtents: [[Int]], outputNames: [String]) {
    guard inputExtents.count == 4, inputExtents[0] == 1, inputExtents[3] == 3 else { return nil }
    (inputHeight, inputWidth) = (inputExtents[1], inputExtents[2])
    let names = outputNames.map { $0.lowercased() }
    func outputs(channels: Int) -> [Int] {
      outputExtents.indices.filter {
        outputExtents[$0].count == 4 && outputExtents[$0][0] == 1
          && outputExtents[$0][3] == channels
      }
    }
    // BodyPix has offsets over long distances besides, with as many channels.
    guard let heatmap = outputs(channels: PoseNetTree.jointCount).first,
      let offsets = outputs(channels: PoseNetTree.offsetCount).first(where: {
        !names[$0].contains("long")
      }),
      let displacements = Displacements(
        joined: outputs(channels: 2 * PoseNetTree.displacementCount),
        separate: outputs(channels: PoseNetTree.displacementCount), names: names)
    else { return nil }
    (self.heatmap, self.offsets, self.displacements) = (heatmap, offsets, displacements)

    let grid = Array(outputExtents[heatmap][1...2])
    // Extents that are not fixed in the file are 0 here.
    guard grid.allSatisfy({ $0 > 0 }),
      ([offsets] + displacements.outputs).allSatisfy({ Array(outputExtents[$0][1...2]) == grid }),
      let stride = PoseNetOutput.strides.first(where: { [inputHeight, inputWidth] in
        PoseNetOutput.cells(in: inputHeight, inputWidth, stride: $0) == grid
      })
    else { return nil }
    (rows, columns, outputStride) = (grid[0], grid[1], stride)
  }
}

extension PoseNetTensors.Displacements {
  fileprivate init?(joined: [Int], separate: [Int], names: [String]) {
    if separate.count == 2 {
      let signs = separate.map { Self.isForward(names[$0]) }
      switch (signs[0], signs[1]) {
      case (true, false):
        self = .separate(forward: separate[0], backward: separate[1], isCertain: true)
      case (false, true):
        self = .separate(forward: separate[1], backward: separate[0], isCertain: true)
      default: self = .separate(forward: separate[0], backward: separate[1], isCertain: false)
      }
    } else if let only = joined.first, joined.count == 1 {
      self = .joined(only)
    } else {
      return nil
    }
  }

  /// `nil` for a name that doesn't say.
  private static func isForward(_ name: String) -> Bool? {
    if name.contains("fwd") || name.contains("forward") { return true }
    if name.contains("bwd") || name.contains("backward") { return false }
    return nil
  }

  fileprivate var outputs: [Int] {
    switch self {
    case .separate(let forward, let backward, _): [forward, backward]
    case .joined(let output): [output]
    }
  }
}

extension PoseNetTensors {
  /// The output of a model after its run.
  func output(
    of model: InferenceModel, heatmapHolds kind: PoseNetOutput.Heatmap
  ) throws(DetectionError) -> PoseNetOutput {
    switch displacements {
    case .joined(let index):
      // Four blocks of 16: y and x forward, y and x backward.
      let both = model.output(index)
      let count = PoseNetTree.displacementCount
      func half(_ start: Int) -> [Float] {
        (0..<rows * columns).flatMap { cell in
          let first = 2 * count * cell + start
          return both[first..<first + count]
        }
      }
      return try output(of: model, kind, forward: half(0), backward: half(count))
    case .separate(let forward, let backward, let isCertain):
      let first = Array(model.output(forward))
      let second = Array(model.output(backward))
      let output = try output(of: model, kind, forward: first, backward: second)
      guard !isCertain, output.displacementsAreSwapped else { return output }
      return try self.output(of: model, kind, forward: second, backward: first)
    }
  }

  private func output(
    of model: InferenceModel, _ kind: PoseNetOutput.Heatmap, forward: [Float], backward: [Float]
  ) throws(DetectionError) -> PoseNetOutput {
    try PoseNetOutput(
      rows: rows, columns: columns, heatmap: Array(model.output(heatmap)),
      offsets: Array(model.output(offsets)), forwardDisplacements: forward,
      backwardDisplacements: backward, outputStride: outputStride, inputWidth: inputWidth,
      inputHeight: inputHeight, heatmapHolds: kind)
  }
}
