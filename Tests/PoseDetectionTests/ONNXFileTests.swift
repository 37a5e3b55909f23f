import PoseGeometry
@testable import PoseDetection
import TestSupport
import Testing

@Suite("ONNX files")
struct ONNXFileTests {
  private static let whole = (try? Fixture.bytes("onnx/body25.onnx")) ?? []
  private static let remedy = "; give another file, or use the full model"

  @Test(arguments: [
    (whole, "model.onnx", true), (whole, "model.bin", true),
    ([1, 2, 3, 4], "model.ONNX", true), ([], "model.onnx", true), ([1, 2, 3, 4], "model", false),
    (TestModel.landmarks(hasSegmentation: false).bytes, "model.onnx", false),
    (StoredZIP.bytes([("model", [1])]), "model.onnx", false),
  ])
  func `what a file is, its contents say, and where they say nothing its name`(
    bytes: [UInt8], name: String, isONNX: Bool
  ) throws {
    try withTemporaryFile(bytes, named: name) { path in
      #expect(ONNXFile.isONNX(path) == isONNX)
      #expect(BodyModel.file(path).isONNX == isONNX)
    }
    #expect(!BodyModel.full.isONNX)
    #expect(!ONNXFile.isONNX("/nowhere/model.onnx"))
  }

  @Test(arguments: [
    ([], "the model is empty, a file of 0 bytes"),
    ([1, 2, 3, 4], "this is no ONNX model: its first bytes are none of one's"),
    ([8, 8], "this is no ONNX model: its first bytes are none of one's"),
    ([8, 8, 18, 0], "the ONNX model is damaged or cut short: it has no graph"),
    (
      [8, 8, 0x3a, 0x90, 3, 1, 2],
      "the ONNX model is damaged or cut short: field 7 should have 400 bytes, and 2 are left"
    ),
    (
      [8, 8, 0x3a, 0, 0xff, 0xff],
      "the ONNX model is damaged or cut short: at byte 4 there is no field of a model"
    ),
    (
      [8, 8, 0x3a, 1, 1],
      "the ONNX model is damaged or cut short: at byte 4 there is no field of a graph"
    ),
    (
      [8, 8, 0x3a] + [UInt8](repeating: 0xff, count: 12),
      "the ONNX model is damaged or cut short: at byte 2 there is no field of a model"
    ),
  ])
  func `damage is named with its place`(bytes: [UInt8], message: String) throws {
    try withTemporaryFile(bytes, named: "model.onnx") { path in
      let error = #expect(throws: DetectionError.self) { try ONNXFile(path) }
      #expect(error?.code == .modelUnusable)
      #expect(error?.message == message + Self.remedy)
    }
  }

  @Test func `a file that is cut short anywhere is refused`() throws {
    try #require(!Self.whole.isEmpty)
    for count in 0..<Self.whole.count {
      try withTemporaryFile(Array(Self.whole.prefix(count)), named: "model.onnx") { path in
        // The version of the operators comes last; without it the runtime refuses.
        let error = (try? ONNXFile(path)).map { _ in count }
        #expect(error == nil || count > Self.whole.count - 10)
      }
    }
  }

  @Test func `random bytes end in an error`() throws {
    for seed in 1...200 as ClosedRange<UInt64> {
      var random = RandomNumbers(seed: seed)
      let bytes = [8, 8] + (0..<200).map { _ in UInt8.random(in: 0...255, using: &random) }
      try withTemporaryFile(bytes, named: "model.onnx") { path in
        _ = #expect(throws: DetectionError.self) { try ONNXFile(path) }
      }
    }
  }

  // MARK: The graph

  /// A field of bytes.
  private static func field(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
    precondition(content.count < 128)
    return [number << 3 | 2, UInt8(content.count)] + content
  }

  private static func number(_ field: UInt8, _ value: UInt8) -> [UInt8] { [field << 3, value] }

  /// A model of one operator, which adds `weights` to its input.
  private static func model(
    weights: [UInt8] = field(1, [2]) + number(2, 1) + field(8, Array("w".utf8))
      + field(9, [UInt8](repeating: 0, count: 8)),
    takes: String = "w", output: String = "y", operation: String = "Add", attribute: [UInt8] = []
  ) -> [UInt8] {
    let name = { (text: String) in field(1, Array(text.utf8)) }
    let node =
      name("x") + name(takes) + field(2, Array("y".utf8)) + field(4, Array(operation.utf8))
      + attribute
    let graph =
      field(1, node) + field(5, weights) + field(11, name("x")) + field(12, name(output))
    return number(1, 8) + field(7, graph) + field(8, number(2, 17))
  }

  @Test func `a model of one operator is sound`() throws {
    try withTemporaryFile(Self.model(), named: "model.onnx") { _ = try ONNXFile($0) }
  }

  @Test(arguments: [
    (model(takes: "v"), "an operator takes v, which isn't there"),
    (model(takes: "y"), "an operator takes y, which isn't there"),
    (model(output: "z"), "its output z isn't computed"),
    (model(operation: ""), "an operator has no name"),
    // The runtime would follow the input that isn't there.
    (model(operation: "Where"), "the operator Where has 2 inputs, and needs 3"),
    (model(takes: ""), "the operator Add has 1 inputs, and needs 2"),
    (model(takes: "", operation: "Conv"), "the operator Conv has 1 inputs, and needs 2"),
    (model(takes: "", operation: "Reshape"), "the operator Reshape has 1 inputs, and needs 2"),
    (model(operation: "Slice"), "the operator Slice has 2 inputs, and needs 3"),
    (
      model(weights: field(1, [3]) + number(2, 1) + field(8, [119]) + field(9, [0, 0, 0, 0])),
      "tensor w of 3 elements has 4 bytes where 12 were expected"
    ),
    (
      model(weights: field(1, [2, 1]) + number(2, 1) + field(8, [119])),
      "tensor w of 2×1 elements has 0 values where 2 were expected"
    ),
    (
      model(weights: field(1, [1]) + number(2, 7) + field(8, [119]) + field(7, [1, 2])),
      "tensor w of 1 elements has 2 values where 1 were expected"
    ),
    (
      model(weights: field(1, [2]) + number(2, 99) + field(8, [119])),
      "tensor w has elements of an unknown type, 99"
    ),
    (
      model(
        weights: field(1, [UInt8](repeating: 0xff, count: 9) + [1]) + number(2, 1)
          + field(8, [119])), "tensor w has the extents -1"
    ),
    (
      model(
        weights: field(1, (0..<4).flatMap { _ in [0x80, 0x80, 0x80, 0x80, 1] as [UInt8] })
          + number(2, 1) + field(8, [119])),
      "tensor w has the extents 268435456×268435456×268435456×268435456"
    ),
    (model(weights: field(1, [0x80])), "a number at byte"),
    (
      model(attribute: field(5, field(5, field(1, [4]) + number(2, 2)))),
      "tensor  of 4 elements has 0 values where 4 were expected"
    ),
    (
      model(attribute: field(5, field(6, field(12, field(1, Array("v".utf8)))))),
      "its output v isn't computed"
    ),
  ])
  func `a graph that refers to what isn't there is refused`(bytes: [UInt8], message: String) throws
  {
    try withTemporaryFile(bytes, named: "model.onnx") { path in
      let error = #expect(throws: DetectionError.self) { try ONNXFile(path) }
      #expect(error?.code == .modelUnusable)
      let beginning = "the ONNX model is damaged or cut short: " + message
      #expect(error?.message.hasPrefix(beginning) == true, "\(error?.message ?? "")")
    }
  }

  @Test(arguments: [
    ("Relu", 17, 1), ("Constant", 17, 0), ("NoSuchOperator", 17, 1), ("Slice", 9, 1),
    ("Slice", 10, 3), ("Resize", 10, 2), ("Resize", 12, 3), ("Resize", 19, 1), ("Gemm", 7, 3),
    ("Gemm", 0, 3), ("BatchNormalization", 15, 5),
  ])
  func `operators need inputs by their version`(operation: String, version: Int, count: Int) {
    #expect(ONNXOperators.requiredInputs(operation, version: version) == count)
  }

  @Test(arguments: [
    number(14, 1), field(13, field(1, Array("location".utf8)) + field(2, Array("/etc/p".utf8))),
  ])
  func `weights in another file are refused, so that none is opened`(external: [UInt8]) throws {
    let weights = Self.field(1, [2]) + Self.number(2, 1) + Self.field(8, [119]) + external
    try withTemporaryFile(Self.model(weights: weights), named: "model.onnx") { path in
      let error = #expect(throws: DetectionError.self) { try ONNXFile(path) }
      #expect(
        error?.message
          == "the weights lie in another file: save the model with its weights within"
          + Self.remedy)
    }
  }

  @Test func `graphs in graphs are followed to a depth`() throws {
    // Each level has an operator whose attribute is the next graph; lengths take two bytes.
    func bytes(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
      [number << 3 | 2, UInt8(content.count & 0x7f) | 0x80, UInt8(content.count >> 7)] + content
    }
    func nested(_ depth: Int) -> [UInt8] {
      let inner = depth == 0 ? [] : bytes(5, bytes(6, nested(depth - 1)))
      return bytes(1, Self.field(4, Array("Constant".utf8)) + inner)
    }
    for (depth, isSound) in [(0, true), (7, true), (8, false), (500, false)] {
      let model = Self.number(1, 8) + bytes(7, nested(depth))
      try withTemporaryFile(model, named: "model.onnx") { path in
        #expect(((try? ONNXFile(path)) != nil) == isSound, "\(depth)")
      }
    }
  }

  @Test func `a model with any one byte changed is refused or sound, and never followed astray`()
    throws
  {
    try #require(!Self.whole.isEmpty)
    var refused = 0
    for place in Self.whole.indices {
      var bytes = Self.whole
      bytes[place] ^= 0x55
      try withTemporaryFile(bytes, named: "model.onnx") { path in
        if (try? ONNXFile(path)) == nil { refused += 1 }
      }
    }
    #expect(refused > Self.whole.count / 8, "\(refused) of \(Self.whole.count)")
  }

  @Test func `other contents have another digest`() throws {
    var digests: Set<String> = []
    for last in [0, 1, 2] as [UInt8] {
      try withTemporaryFile(Self.whole.dropLast() + [last], named: "model.onnx") { path in
        _ = digests.insert(try ONNXFile(path).digest)
      }
    }
    #expect(digests.count == 3)
  }
}
