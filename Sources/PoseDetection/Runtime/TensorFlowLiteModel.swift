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

/// Whether what a TensorFlow Lite model refers to is there: the runtime follows numbers and offsets of a
/// damaged model without looking. Fields by their order in TensorFlow's `schema.fbs`, version 3.
struct TensorFlowLiteCheck {
  private let buffer: FlatBuffer
  private let model: FlatBuffer.Table
  private let graphs: [FlatBuffer.Table]

  /// No model that is read here has nearly as many tensors or operators in a graph, dimensions of a tensor,
  /// or tensors of an operator.
  private static let most = (entries: 100_000, dimensions: 16, arguments: 4096)

  private enum Field {
    static let (operatorCodes, buffers) = (1, 4)
    static let (tensors, inputs, outputs, operators) = (0, 1, 2, 3)
    static let (extents, type, data, sparsity) = (0, 1, 2, 6)
    static let (operatorCode, operatorInputs, operatorOutputs) = (0, 1, 2)
    static let content = 0
  }

  /// - Parameters:
  ///   - model: the root.
  ///   - graphs: the model's.
  init(_ buffer: FlatBuffer, _ model: FlatBuffer.Table, _ graphs: [FlatBuffer.Table]) {
    (self.buffer, self.model, self.graphs) = (buffer, model, graphs)
  }

  /// Throws `FlatBuffer.Damage` for a model that is damaged or cut short.
  func run() throws(FlatBuffer.Damage) {
    // The weights, which a cut file lacks.
    var sizes: [Int] = []
    for weights in try buffer.tables(Field.buffers, of: model) {
      sizes.append(try buffer.data(Field.content, of: weights).count)
    }
    let codes = try buffer.count(Field.operatorCodes, of: model)
    guard graphs.count <= Self.most.arguments else {
      throw FlatBuffer.Damage(description: "it claims \(graphs.count) graphs")
    }
    for graph in graphs {
      for (field, name) in [(Field.tensors, "tensors"), (Field.operators, "operators")] {
        let count = try buffer.count(field, of: graph)
        guard count <= Self.most.entries else {
          throw FlatBuffer.Damage(
            description: "it claims \(count) \(name), more than \(Self.most.entries)")
        }
      }
      let tensors = try buffer.tables(Field.tensors, of: graph)
      for (index, tensor) in tensors.enumerated() { try check(tensor, index, sizes) }
      for (index, operation) in try buffer.tables(Field.operators, of: graph).enumerated() {
        let code = try buffer.number(Field.operatorCode, of: operation)
        guard code < codes else {
          throw FlatBuffer.Damage(
            description: "operator \(index) is of kind \(code), it has \(codes)")
        }
        try check(Field.operatorInputs, of: operation, tensors.count)
        try check(Field.operatorOutputs, of: operation, tensors.count)
      }
      try check(Field.inputs, of: graph, tensors.count)
      try check(Field.outputs, of: graph, tensors.count)
    }
  }

  /// Whether a tensor has all its numbers, where it has some: others are computed.
  private func check(
    _ tensor: FlatBuffer.Table, _ index: Int, _ sizes: [Int]
  ) throws(FlatBuffer.Damage) {
    let dimensions = try buffer.count(Field.extents, of: tensor)
    guard dimensions <= Self.most.dimensions else {
      throw FlatBuffer.Damage(description: "tensor \(index) has \(dimensions) dimensions")
    }
    let data = try buffer.number(Field.data, of: tensor)
    guard data < sizes.count || data == 0 else {
      throw FlatBuffer.Damage(
        description: "tensor \(index) has its numbers in list \(data), it has \(sizes.count)")
    }
    let extents = try buffer.integers(Field.extents, of: tensor)
    // The first list is empty, and stands for none.
    guard data > 0, sizes[data] > 0, try !buffer.has(Field.sparsity, of: tensor),
      let bits = Self.bits(ofType: try buffer.number(Field.type, of: tensor, width: 1))
    else { return }
    var needed = bits
    for extent in extents {
      let (product, overflow) = needed.multipliedReportingOverflow(by: extent)
      guard extent >= 0, !overflow else {
        throw FlatBuffer.Damage(
          description: "tensor \(index) has numbers, and an extent of \(extent)")
      }
      needed = product
    }
    guard needed / 8 + (needed % 8 > 0 ? 1 : 0) <= sizes[data] else {
      throw FlatBuffer.Damage(
        description: "tensor \(index) needs \(needed) bits of numbers and has \(sizes[data]) bytes")
    }
  }

  /// Bits of a number by `TensorType`; `nil` for text and for what no model here has.
  private static func bits(ofType type: Int) -> Int? {
    switch type {
    case 0, 2, 15: 32
    case 1, 7, 16, 18: 16
    case 3, 6, 9: 8
    case 4, 8, 10, 12: 64
    case 11: 128
    case 17: 4
    default: nil
    }
  }

  /// Whether the tensors of a list are there; −1 stands for one that is left out.
  private func check(
    _ field: Int, of table: FlatBuffer.Table, _ tensors: Int
  ) throws(FlatBuffer.Damage) {
    let count = try buffer.count(field, of: table)
    guard count <= Self.most.arguments else {
      throw FlatBuffer.Damage(description: "it claims \(count) tensors in one list")
    }
    for index in try buffer.integers(field, of: table) where !(-1..<tensors).contains(index) {
      throw FlatBuffer.Damage(description: "tensor \(index) is asked for, it has \(tensors)")
    }
  }
}
