@testable import PoseDetection

/// A TensorFlow Lite model of nothing but tensors, written field by field, to be read again or
/// damaged.
struct TestModel {
  var inputs: [TensorFlowLiteModel.Tensor]
  var outputs: [TensorFlowLiteModel.Tensor]

  /// The shape of BlazePose's landmark model, with or without its segmentation.
  static func landmarks(hasSegmentation: Bool) -> TestModel {
    let mask = hasSegmentation ? [[1, 256, 256, 1]] : []
    return TestModel(
      input: [1, 256, 256, 3],
      outputs: [[1, 195], [1, 1]] + mask + [[1, 64, 64, 39], [1, 117]])
  }

  init(input: [Int], outputs: [[Int]]) {
    inputs = [TensorFlowLiteModel.Tensor(name: "in", extents: input)]
    self.outputs = outputs.enumerated().map { index, extents in
      TensorFlowLiteModel.Tensor(name: "out_\(index)", extents: extents)
    }
  }

  /// The file. What a table refers to comes after it, so that every offset is positive.
  var bytes: [UInt8] {
    var file = Writer()
    file.bytes = [0, 0, 0, 0] + Array("TFL3".utf8)
    let model = file.table(fieldCount: 5)
    file.refer(0, to: model.place)
    let buffers = file.vector(references: 1)
    file.refer(model.fields[4], to: buffers.place)
    let weights = file.table(fieldCount: 1)
    file.refer(buffers.places[0], to: weights.place)
    let graphs = file.vector(references: 1)
    file.refer(model.fields[2], to: graphs.place)
    let graph = file.table(fieldCount: 3)
    file.refer(graphs.places[0], to: graph.place)
    file.refer(graph.fields[1], to: file.vector(integers: Array(inputs.indices)))
    file.refer(
      graph.fields[2], to: file.vector(integers: outputs.indices.map { inputs.count + $0 }))
    let tensors = file.vector(references: inputs.count + outputs.count)
    file.refer(graph.fields[0], to: tensors.place)
    for (tensor, place) in zip(inputs + outputs, tensors.places) {
      let table = file.table(fieldCount: 4)
      file.refer(place, to: table.place)
      file.refer(table.fields[0], to: file.vector(integers: tensor.extents))
      file.refer(table.fields[3], to: file.vector(bytes: Array(tensor.name.utf8)))
      // Floats, which are computed.
      file.refer(table.fields[1], to: table.fields[1])
      file.refer(table.fields[2], to: table.fields[2])
    }
    // The weights, at the end, where a file is cut.
    file.refer(weights.fields[0], to: file.vector(bytes: [UInt8](repeating: 7, count: 64)))
    return file.bytes
  }
}

/// FlatBuffers, as far as a model needs them.
private struct Writer {
  var bytes: [UInt8] = []

  /// A vtable and its table with all fields, each an offset that is still to be set.
  mutating func table(fieldCount: Int) -> (place: Int, fields: [Int]) {
    let vtable = bytes.count
    append(UInt16(4 + 2 * fieldCount))
    append(UInt16(4 + 4 * fieldCount))
    for field in 0..<fieldCount { append(UInt16(4 + 4 * field)) }
    let place = bytes.count
    append(UInt32(place - vtable))
    let fields = (0..<fieldCount).map { place + 4 + 4 * $0 }
    // A field that nothing is referred to from is pointed at an empty vector that follows.
    for _ in 0..<fieldCount { append(UInt32(0)) }
    let empty = bytes.count
    append(UInt32(0))
    for field in fields { refer(field, to: empty) }
    return (place, fields)
  }

  mutating func vector(references count: Int) -> (place: Int, places: [Int]) {
    let place = vector(integers: [Int](repeating: 0, count: count))
    return (place, (0..<count).map { place + 4 + 4 * $0 })
  }

  mutating func vector(integers: [Int]) -> Int {
    let place = bytes.count
    append(UInt32(integers.count))
    for integer in integers { append(UInt32(bitPattern: Int32(integer))) }
    return place
  }

  mutating func vector(bytes content: [UInt8]) -> Int {
    let place = bytes.count
    append(UInt32(content.count))
    bytes += content
    return place
  }

  mutating func refer(_ from: Int, to place: Int) {
    let distance = UInt32(place - from)
    for byte in 0..<4 { bytes[from + byte] = UInt8(truncatingIfNeeded: distance >> (8 * byte)) }
  }

  private mutating func append<Integer: FixedWidthInteger>(_ integer: Integer) {
    withUnsafeBytes(of: integer.littleEndian) { bytes += $0 }
  }
}
