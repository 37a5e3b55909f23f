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
      [8, 8, 0x3a, 1, 1, 0xff, 0xff],
      "the ONNX model is damaged or cut short: at byte 5 there is no field of a model"
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
      var random = SplitMix64(seed: seed)
      let bytes = [8, 8] + (0..<200).map { _ in UInt8.random(in: 0...255, using: &random) }
      try withTemporaryFile(bytes, named: "model.onnx") { path in
        _ = #expect(throws: DetectionError.self) { try ONNXFile(path) }
      }
    }
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
