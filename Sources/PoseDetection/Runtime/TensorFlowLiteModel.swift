/// A TensorFlow Lite model (.tflite) in memory: what goes in and comes out, and the same model with
/// fewer outputs. Fields by their order in TensorFlow's `schema.fbs`, version 3.
struct TensorFlowLiteModel {
  /// An input or an output.
  struct Tensor: Equatable {
    let name: String
    /// Such as 1, 256, 256, 3; -1 where any extent will do.
    let extents: [Int]

    /// The count of its numbers; `nil` when that isn't fixed, or the extents are absurd.
    var count: Int? {
      var count = 1
      for extent in extents {
        let (product, overflow) = count.multipliedReportingOverflow(by: extent)
        guard extent > 0, !overflow else { return nil }
        count = product
      }
      return count
    }
  }

  /// Whether a file's first bytes identify such a model.
  static func isModel(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 8 && bytes[4..<8].elementsEqual("TFL3".utf8)
  }

  let inputs: [Tensor]
  let outputs: [Tensor]
  /// The file.
  var bytes: [UInt8] { buffer.bytes }

  private let buffer: FlatBuffer
  private let graph: FlatBuffer.Table
  private let outputIndices: [Int]

  /// No model that is read here has nearly as many inputs or outputs.
  private static let most = 64

  private enum Field {
    static let subgraphs = 2
    static let (tensors, inputs, outputs) = (0, 1, 2)
    static let (extents, name) = (0, 3)
  }

  /// The model in these bytes; `FlatBuffer.Damage` when they are damaged or cut short.
  init(_ bytes: [UInt8]) throws(FlatBuffer.Damage) {
    buffer = FlatBuffer(bytes)
    let model = try buffer.root()
    let graphs = try buffer.tables(Field.subgraphs, of: model)
    guard let graph = graphs.first else { throw FlatBuffer.Damage(description: "it has no graph") }
    self.graph = graph
    let tensors = try buffer.tables(Field.tensors, of: graph)
    outputIndices = try buffer.integers(Field.outputs, of: graph)
    inputs = try Self.chosen(try buffer.integers(Field.inputs, of: graph), of: tensors, buffer)
    outputs = try Self.chosen(outputIndices, of: tensors, buffer)
    try TensorFlowLiteCheck(buffer, model, graphs).run()
  }

  /// The same model without some of its outputs. A runtime computes only what an output needs, so
  /// nothing else has to change for what they alone needed to cost nothing.
  func removingOutputs(
    where isUnwanted: (Tensor) -> Bool
  ) throws(FlatBuffer.Damage) -> TensorFlowLiteModel {
    let kept = zip(outputIndices, outputs).filter { !isUnwanted($1) }.map(\.0)
    var shortened = buffer
    try shortened.shorten(Field.outputs, of: graph, to: kept)
    return try TensorFlowLiteModel(shortened.bytes)
  }

  private static func chosen(
    _ indices: [Int], of tensors: [FlatBuffer.Table], _ buffer: FlatBuffer
  ) throws(FlatBuffer.Damage) -> [Tensor] {
    // Each may claim the same long name and extents again: a few bytes would become gigabytes.
    guard indices.count <= most else {
      throw FlatBuffer.Damage(
        description: "it claims \(indices.count) inputs or outputs, more than \(most)")
    }
    var chosen: [Tensor] = []
    for index in indices {
      guard tensors.indices.contains(index) else {
        throw FlatBuffer.Damage(
          description: "tensor \(index) is asked for, it has \(tensors.count)")
      }
      chosen.append(
        Tensor(
          name: try buffer.text(Field.name, of: tensors[index]),
          extents: try buffer.integers(Field.extents, of: tensors[index])))
    }
    return chosen
  }
}
