@testable import PoseDetection
@testable import PoseDocuments
import Foundation

/// Models, and what they say.
extension FuzzTarget {
  /// Reads a TensorFlow Lite model, alone or in a bundle, and strikes out its outputs one by one.
  func model(_ bytes: [UInt8]) {
    var bytes = bytes
    if ZIPArchive.isArchive(bytes) {
      let member = "pose_landmarks_detector.tflite"
      guard let found = try? ZIPArchive.bytes(of: member, in: bytes, path: "fuzz", limit: 1 << 22)
      else { return }
      bytes = found
    }
    guard TensorFlowLiteModel.isModel(bytes), let model = try? TensorFlowLiteModel(bytes) else {
      return
    }
    _ = ModelKind(model)?.name
    _ = PoseNetTensors(
      inputExtents: model.inputs.first?.extents ?? [], outputExtents: model.outputs.map(\.extents),
      outputNames: model.outputs.map(\.name))
    guard let first = model.outputs.first,
      let shorter = try? model.removingOutputs(where: { $0 == first })
    else { return }
    guard shorter.outputs == model.outputs.filter({ $0 != first }) else {
      fatalError("other outputs were struck out than were meant")
    }
  }

  /// Reads people out of a PoseNet's tensors, which hold anything.
  func poseNet(_ bytes: [UInt8]) {
    var source = ByteSource(bytes)
    let stride = [8, 16, 32, 7][source.choice(4)]
    let (width, height) = (source.integer(1...300), source.integer(1...300))
    let rows = (height - 1) / stride + 1 + (source.isOne(in: 16) ? 1 : 0)
    let columns = (width - 1) / stride + 1
    let cells = rows * columns
    let noise = source.isOne(in: 2)
    // Mostly empty, with some numbers anywhere: a tensor has more of them than an input has bytes.
    func tensor(_ channels: Int, _ usual: ClosedRange<Double>) -> [Float] {
      var numbers = [Float](repeating: Float(source.anyNumber(usual)), count: cells * channels)
      if noise {
        var state = UInt32(source.byte()) | 1
        for index in numbers.indices {
          state = state &* 1_664_525 &+ 1_013_904_223
          numbers[index] = Float(
            usual.lowerBound + Double(state >> 8) / 16_777_216
              * (usual.upperBound - usual.lowerBound))
        }
      }
      for _ in 0..<source.integer(0...60) {
        numbers[source.integer(0...65535) % numbers.count] = Float(source.anyNumber(usual))
      }
      return numbers
    }
    guard
      let output = try? PoseNetOutput(
        rows: rows, columns: columns, heatmap: tensor(17, 0...1), offsets: tensor(34, -20...20),
        forwardDisplacements: tensor(32, -100...100), backwardDisplacements: tensor(32, -100...100),
        outputStride: stride, inputWidth: width, inputHeight: height)
    else { return }
    var configuration = PoseNetConfiguration()
    configuration.poseConfidenceThreshold = source.number(0...1)
    configuration.jointConfidenceThreshold = source.number(0...1)
    let mapping = MappingToPicture(
      pictureWidth: source.integer(1...5000), pictureHeight: source.integer(1...5000),
      inputWidth: width, inputHeight: height)
    var poses = output.poses(configuration: configuration, mapping: mapping)
    if let pose = output.pose(configuration: configuration, mapping: mapping) { poses.append(pose) }
    for pose in poses {
      for (keypoint, point) in pose.points {
        guard (point.x + point.y + point.confidence).isFinite else {
          fatalError("\(keypoint) is at \(point)")
        }
      }
    }
  }
}
