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
