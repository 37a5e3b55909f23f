import PoseDocuments

/// Whether what an ONNX model's graph refers to is there: values that an operator takes come from before
/// it, an operator has the inputs that it can't do without, and tensors have as many numbers as their
/// extents require. The runtime is never given a model that is damaged in this way: it follows missing
/// inputs without looking. Fields by their numbers in onnx.proto3, version 10.
struct ONNXGraphCheck: ~Copyable {
  /// The model's file.
  var file: ProtocolBufferFile
  /// The version of ONNX's own operators that the model uses; 0 until it is known.
  var version = 0

  /// No model that is read here has graphs within graphs as deep, as many operators in a graph, or
  /// dimensions of a tensor.
  private static let most = (depth: 8, nodes: 100_000, dimensions: 16)

  private enum Graph {
    static let (node, initializer, input, output, sparse) = (1, 5, 11, 12, 15)
  }

  private enum Function {
    static let (input, output, node) = (4, 5, 7)
  }

  private enum Node {
    static let (input, output, operation, attribute, domain) = (1, 2, 4, 5, 7)
  }

  private enum Attribute {
    static let (tensor, graph, tensors, graphs) = (5, 6, 10, 11)
  }

  private enum Tensor {
    static let (extents, type, segment) = (1, 2, 3)
    static let (floats, words, strings, longs, name, raw) = (4, 5, 6, 7, 8, 9)
    static let (doubles, unsigned, external, location) = (10, 11, 13, 14)
  }

  /// A check of the model in `file`.
  init(_ file: consuming ProtocolBufferFile) { self.file = file }

  /// Keeps the version of an `OperatorSetIdProto`, where it is that of ONNX's own operators.
  mutating func readVersion(_ content: Range<Int>) throws(FileError) {
    var (place, domain, found) = (content.lowerBound, [UInt8](), 0)
    while place < content.upperBound {
      let field = try file.field(at: &place, before: content.upperBound, of: "an operator set")
      if field.number == 1, field.wire == .bytes { domain = try file.bytes(in: field.content) }
      if field.number == 2, field.wire == .varint { found = field.value }
    }
    if ONNXOperators.domains.contains(Self.written(domain)) { version = found }
  }

  // MARK: Graphs

  /// A `GraphProto`, and the graphs in its operators.
  ///
  /// - Parameters:
  ///   - content: its places in the file.
  ///   - outer: the values of the graphs around it, which its operators may take.
  ///   - depth: the number of these graphs.
  mutating func graph(
    _ content: Range<Int>, outer: Set<[UInt8]> = [], depth: Int = 0
  ) throws(FileError) {
    guard depth < Self.most.depth else {
      throw file.damaged("it has graphs within graphs, more than \(Self.most.depth) deep")
    }
    var names = outer
    var nodes: [Range<Int>] = []
    var outputs: [[UInt8]] = []
    var place = content.lowerBound
    while place < content.upperBound {
      let field = try file.field(at: &place, before: content.upperBound, of: "a graph")
      switch (field.number, field.wire) {
      case (Graph.node, .bytes): nodes.append(field.content)
      case (Graph.input, .bytes): names.insert(try first(1, in: field.content, of: "an input"))
      case (Graph.output, .bytes): outputs.append(try first(1, in: field.content, of: "an output"))
      case (Graph.initializer, .bytes): names.insert(try tensor(field.content))
      case (Graph.sparse, .bytes):
        // Its first field is the tensor of its values, which has the name.
        let values = try message(1, in: field.content, of: "a sparse tensor")
        names.insert(try tensor(values))
      default: break
      }
    }
    try operators(nodes, names: &names, depth: depth)
    for output in outputs where !names.contains(output) {
      throw file.damaged("its output \(Self.written(output)) isn't computed")
    }
  }

  /// A `FunctionProto`, of which operators are made.
  mutating func function(_ content: Range<Int>) throws(FileError) {
    var names: Set<[UInt8]> = []
    var nodes: [Range<Int>] = []
    var outputs: [[UInt8]] = []
    var place = content.lowerBound
    while place < content.upperBound {
      let field = try file.field(at: &place, before: content.upperBound, of: "a function")
      switch (field.number, field.wire) {
      case (Function.input, .bytes): names.insert(try file.bytes(in: field.content))
      case (Function.output, .bytes): outputs.append(try file.bytes(in: field.content))
      case (Function.node, .bytes): nodes.append(field.content)
      default: break
      }
    }
    try operators(nodes, names: &names, depth: 0)
    for output in outputs where !names.contains(output) {
      throw file.damaged("the output \(Self.written(output)) of a function isn't computed")
    }
  }

  /// Operators in the order in which they are computed; `names` are the values before them, and after
  /// them.
  private mutating func operators(
    _ nodes: [Range<Int>], names: inout Set<[UInt8]>, depth: Int
  ) throws(FileError) {
    guard nodes.count <= Self.most.nodes else {
      throw file.damaged("it claims \(nodes.count) operators, more than \(Self.most.nodes)")
    }
    for content in nodes {
      var (operation, domain, outputs) = ([UInt8](), [UInt8](), [[UInt8]]())
      var inputs: [Bool] = []
      var attributes: [Range<Int>] = []
      var place = content.lowerBound
      while place < content.upperBound {
        let field = try file.field(at: &place, before: content.upperBound, of: "an operator")
        switch (field.number, field.wire) {
        case (Node.input, .bytes):
          let name = try file.bytes(in: field.content)
          // An input that isn't given has no name.
          guard name.isEmpty || names.contains(name) else {
            throw file.damaged("an operator takes \(Self.written(name)), which isn't there")
          }
          inputs.append(!name.isEmpty)
        case (Node.output, .bytes): outputs.append(try file.bytes(in: field.content))
        case (Node.operation, .bytes): operation = try file.bytes(in: field.content)
        case (Node.domain, .bytes): domain = try file.bytes(in: field.content)
        case (Node.attribute, .bytes): attributes.append(field.content)
        default: break
        }
      }
      guard !operation.isEmpty else { throw file.damaged("an operator has no name") }
      if ONNXOperators.domains.contains(Self.written(domain)) {
        let required = ONNXOperators.requiredInputs(Self.written(operation), version: version)
        let found = inputs.prefix { $0 }.count
        guard found >= required else {
          throw file.damaged(
            "the operator \(Self.written(operation)) has \(found) inputs, and needs \(required)")
        }
      }
      for attribute in attributes { try self.attribute(attribute, outer: names, depth: depth) }
      names.formUnion(outputs.filter { !$0.isEmpty })
    }
  }

  private mutating func attribute(
    _ content: Range<Int>, outer: Set<[UInt8]>, depth: Int
  ) throws(FileError) {
    var place = content.lowerBound
    while place < content.upperBound {
      let field = try file.field(at: &place, before: content.upperBound, of: "an attribute")
      switch (field.number, field.wire) {
      case (Attribute.tensor, .bytes), (Attribute.tensors, .bytes):
        _ = try tensor(field.content)
      case (Attribute.graph, .bytes), (Attribute.graphs, .bytes):
        try graph(field.content, outer: outer, depth: depth + 1)
      default: break
      }
    }
  }

  // MARK: Tensors

  /// The name of a `TensorProto` that has as many numbers as its extents require.
  private mutating func tensor(_ content: Range<Int>) throws(FileError) -> [UInt8] {
    var (name, type, extents) = ([UInt8](), 0, [Int]())
    var (raw, counts) = (nil as Int?, [Int: Int]())
    var (isExternal, isSegment) = (false, false)
    var place = content.lowerBound
    while place < content.upperBound {
      let field = try file.field(at: &place, before: content.upperBound, of: "a tensor")
      let packed = field.content.count
      switch (field.number, field.wire) {
      case (Tensor.name, .bytes): name = try file.bytes(in: field.content)
      case (Tensor.type, .varint): type = field.value
      case (Tensor.extents, .varint): extents.append(field.value)
      case (Tensor.extents, .bytes): extents += try numbers(in: field.content)
      case (Tensor.segment, _): isSegment = true
      case (Tensor.external, _): isExternal = true
      case (Tensor.location, .varint): isExternal = isExternal || field.value != 0
      case (Tensor.raw, .bytes): raw = (raw ?? 0) + packed
      case (Tensor.floats, .bytes): counts[Tensor.floats, default: 0] += packed / 4
      case (Tensor.doubles, .bytes): counts[Tensor.doubles, default: 0] += packed / 8
      case (Tensor.words, .bytes), (Tensor.longs, .bytes), (Tensor.unsigned, .bytes):
        counts[field.number, default: 0] += try numbers(in: field.content).count
      case (Tensor.floats, .fourBytes), (Tensor.doubles, .eightBytes), (Tensor.strings, .bytes),
        (Tensor.words, .varint), (Tensor.longs, .varint), (Tensor.unsigned, .varint):
        counts[field.number, default: 0] += 1
      default: break
      }
      guard extents.count <= Self.most.dimensions else {
        throw file.damaged("a tensor claims more than \(Self.most.dimensions) dimensions")
      }
    }
    // Where the values lie elsewhere, the runtime would open a file that the model names.
    guard !isExternal else {
      throw file.unfit("the weights lie in another file: save the model with its weights within")
    }
    guard !isSegment else { return name }
    guard let element = Element(type) else {
      throw file.damaged("tensor \(Self.written(name)) has elements of an unknown type, \(type)")
    }
    guard let count = Self.count(extents) else {
      throw file.damaged("tensor \(Self.written(name)) has the extents \(Self.written(extents))")
    }
    let (found, expected) =
      raw.map { ($0, element.bytes(count)) } ?? (counts[element.field] ?? 0, element.values(count))
    guard found == expected else {
      throw file.damaged(
        "tensor \(Self.written(name)) of \(Self.written(extents)) elements has \(found) "
          + "\(raw == nil ? "values" : "bytes") where \(expected) were expected")
    }
    return name
  }

  /// An element type of a tensor, `TensorProto.DataType`.
  private struct Element {
    /// The field that its values are in, unless they are in the raw one.
    let field: Int
    /// Half bytes of an element in the raw field.
    private let halfBytes: Int
    /// Values in its field for each element.
    private let valuesEach: Int

    /// `nil` for a number that is none of a type's.
    init?(_ type: Int) {
      switch type {
      case 1: self.init(Tensor.floats, 8)
      case 2, 3, 9, 17...20: self.init(Tensor.words, 2)
      case 4, 5, 10, 16: self.init(Tensor.words, 4)
      case 6: self.init(Tensor.words, 8)
      case 7: self.init(Tensor.longs, 16)
      case 8: self.init(Tensor.strings, 0)
      case 11: self.init(Tensor.doubles, 16)
      case 12: self.init(Tensor.unsigned, 8)
      case 13: self.init(Tensor.unsigned, 16)
      case 14: self.init(Tensor.floats, 16, valuesEach: 2)
      case 15: self.init(Tensor.doubles, 32, valuesEach: 2)
      // Two elements of four bits share a byte, and a value.
      case 21...23: self.init(Tensor.words, 1)
      default: return nil
      }
    }

    private init(_ field: Int, _ halfBytes: Int, valuesEach: Int = 1) {
      (self.field, self.halfBytes, self.valuesEach) = (field, halfBytes, valuesEach)
    }

    func bytes(_ count: Int) -> Int { (count * halfBytes + 1) / 2 }

    func values(_ count: Int) -> Int { halfBytes == 1 ? (count + 1) / 2 : count * valuesEach }
  }

  /// The number of a tensor's elements; `nil` for extents that no tensor has.
  private static func count(_ extents: [Int]) -> Int? {
    var count = 1
    for extent in extents {
      guard extent >= 0 else { return nil }
      let product = count.multipliedReportingOverflow(by: extent)
      guard !product.overflow, product.partialValue < 1 << 48 else { return nil }
      count = product.partialValue
    }
    return count
  }

  // MARK: Fields

  private mutating func numbers(in range: Range<Int>) throws(FileError) -> [Int] {
    guard let numbers = try file.varints(in: range) else {
      throw file.damaged("a number at byte \(range.lowerBound) has no end")
    }
    return numbers
  }

  /// The bytes of a message's first field of a number; empty where it has none.
  private mutating func first(
    _ number: Int, in content: Range<Int>, of message: String
  ) throws(FileError) -> [UInt8] {
    try file.bytes(in: try self.message(number, in: content, of: message))
  }

  /// The places of a message's first field of a number; empty where it has none.
  private mutating func message(
    _ number: Int, in content: Range<Int>, of message: String
  ) throws(FileError) -> Range<Int> {
    var (place, found) = (content.lowerBound, nil as Range<Int>?)
    while place < content.upperBound {
      let field = try file.field(at: &place, before: content.upperBound, of: message)
      if field.number == number, field.wire == .bytes, found == nil { found = field.content }
    }
    return found ?? content.lowerBound..<content.lowerBound
  }

  private static func written(_ name: [UInt8]) -> String {
    String(decoding: name.prefix(60), as: UTF8.self)
  }

  private static func written(_ extents: [Int]) -> String {
    extents.isEmpty ? "1" : extents.map(String.init).joined(separator: "×")
  }
}

/// ONNX's own operators, by the inputs that they can't do without.
enum ONNXOperators {
  /// The names of the domain of these operators.
  static let domains: Set = ["", "ai.onnx"]

  /// The number of inputs without which an operator means nothing, which come first.
  ///
  /// - Parameters:
  ///   - operation: its name; one that isn't known needs an input.
  ///   - version: that of the operators, which changed some.
  static func requiredInputs(_ operation: String, version: Int) -> Int {
    if let changes = changing[operation] {
      return (changes.last { $0.since <= version } ?? changes.first)?.count ?? 0
    }
    return constant[operation] ?? 1
  }

  /// The operators of ONNX 1.23.2 (`onnx.defs`) whose number is another one than 1.
  private static let constant: [String: Int] = {
    var table: [String: Int] = [:]
    for (count, names) in byCount {
      for name in names.split(separator: " ") { table[String(name)] = count }
    }
    return table
  }()

  private static let byCount = [
    0: "Constant Loop Optional RandomNormal RandomUniform SequenceEmpty",
    2: "Add AffineGrid And BitShift BitwiseAnd BitwiseOr BitwiseXor CastLike CausalConvWithState "
      + "CenterCropPad Compress Conv ConvInteger ConvTranspose CumProd CumSum DequantizeLinear Div Equal "
      + "Expand Gather GatherElements GatherND Greater GreaterOrEqual GridSample LayerNormalization Less "
      + "LessOrEqual MatMul MatMulInteger MaxRoiPool MaxUnpool Mod Mul NegativeLogLikelihoodLoss "
      + "NonMaxSuppression Or PRelu Pow QuantizeLinear RMSNormalization ReverseSequence STFT SequenceAt "
      + "SequenceInsert SoftmaxCrossEntropyLoss StringConcat Sub SwiGLU TensorScatter Xor",
    3:
      "Attention Col2Im DeformConv GRU GroupNormalization InstanceNormalization LSTM LinearAttention "
      + "OneHot RNN Range RoiAlign RotaryEmbedding Scatter ScatterElements ScatterND Where",
    5: "BatchNormalization MelWeightMatrix", 8: "QLinearConv QLinearMatMul",
  ]

  /// The operators whose number a version changed, the earliest first.
  private static let changing: [String: [(since: Int, count: Int)]] = [
    "Gemm": [(1, 3), (11, 2)], "OptionalHasElement": [(15, 1), (18, 0)],
    "Pad": [(1, 1), (11, 2)], "Reshape": [(1, 1), (5, 2)],
    "Resize": [(10, 2), (11, 3), (13, 1)], "Scan": [(8, 0), (9, 1)], "Slice": [(1, 1), (10, 3)],
    "Tile": [(1, 3), (6, 2)], "TopK": [(1, 1), (10, 2)], "Unsqueeze": [(1, 1), (13, 2)],
    "Upsample": [(1, 1), (9, 2)],
  ]
}
