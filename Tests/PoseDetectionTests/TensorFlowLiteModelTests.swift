import PoseGeometry
import Foundation
import TestSupport
import Testing

@testable import PoseDetection

@Suite("TensorFlow Lite models")
struct TensorFlowLiteModelTests {
  private typealias Tensor = TensorFlowLiteModel.Tensor

  @Test("say what goes in and comes out")
  func tensors() throws {
    let written = TestModel(input: [1, 8, 8, 3], outputs: [[1, 5], [1, 1], []])
    #expect(TensorFlowLiteModel.isModel(written.bytes))
    let model = try TensorFlowLiteModel(written.bytes)
    #expect(model.inputs == written.inputs)
    #expect(model.outputs == written.outputs)
    #expect(model.outputs.map(\.count) == [5, 1, 1])
  }

  @Test("lose the outputs that aren't wanted and nothing else", arguments: 0..<3)
  func removal(index: Int) throws {
    let written = TestModel(input: [1, 8], outputs: [[1, 5], [1, 7], [1, 9]])
    let model = try TensorFlowLiteModel(written.bytes)
    let name = written.outputs[index].name
    let pruned = try model.removingOutputs { $0.name == name }
    #expect(pruned.inputs == model.inputs)
    #expect(pruned.outputs == model.outputs.filter { $0.name != name })
    #expect(pruned.bytes.count == model.bytes.count)
    #expect(try model.removingOutputs { _ in false }.bytes == model.bytes)
  }

  @Test(
    "of absurd extents have no number of elements",
    arguments: [[-1, 3], [0], [1 << 40, 1 << 40], [Int.max, 2]])
  func absurd(extents: [Int]) {
    #expect(Tensor(name: "", extents: extents).count == nil)
  }

  @Test("that are cut anywhere are refused")
  func cut() throws {
    let bytes = TestModel.landmarks(hasSegmentation: true).bytes
    for count in 0..<bytes.count {
      #expect(throws: FlatBuffer.Damage.self, "\(count) bytes") {
        try TensorFlowLiteModel(Array(bytes.prefix(count)))
      }
    }
  }

  @Test("with any word changed are read or refused, and never more", arguments: [0, 1, 2])
  func hostile(seed: UInt64) throws {
    var random = RandomNumbers(seed: seed)
    let bytes = TestModel.landmarks(hasSegmentation: true).bytes
    var (read, refused) = (0, 0)
    for place in bytes.indices.dropLast(4) {
      var changed = bytes
      let word = random.next()
      let values: [UInt64] = [word, word & 0xff, 0xffff_ffff, 0x8000_0000, 0x7fff_ffff]
      let value = values[place % values.count]
      for byte in 0..<4 { changed[place + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte)) }
      do {
        let model = try TensorFlowLiteModel(changed)
        _ = ModelKind(model)
        _ = try model.removingOutputs { $0.count == LandmarkModel.segmentationCount }
        read += 1
      } catch {
        refused += 1
      }
    }
    #expect(read > 0 && refused > 0)
  }

  @Test("say where they are damaged, or what they can't mean")
  func sentences() throws {
    let many = TestModel(input: [1], outputs: Array(repeating: [1], count: 65))
    #expect(
      throws: FlatBuffer.Damage(description: "it claims 65 inputs or outputs, more than 64")
    ) { try TensorFlowLiteModel(many.bytes) }
    #expect(throws: FlatBuffer.Damage(description: "place 100 is outside its 8 bytes")) {
      try TensorFlowLiteModel([100, 0, 0, 0] + Array("TFL3".utf8))
    }
    #expect(throws: FlatBuffer.Damage(description: "it has no graph")) {
      // A table whose vtable, four bytes before it, has no fields.
      try TensorFlowLiteModel([12, 0, 0, 0] + Array("TFL3".utf8) + [4, 0, 4, 0, 4, 0, 0, 0])
    }
  }

  @Test(
    "as other programs write them are sound",
    arguments: [
      "mobilenet_joined", "mobilenet_named", "mobilenet_unnamed", "no_posenet", "quantized",
      "resnet_16", "resnet_32",
    ])
  func real(name: String) throws {
    _ = try TensorFlowLiteModel(try Fixture.bytes("posenet/\(name).tflite"))
  }

  @Test(
    "as they are installed are sound", .enabled(if: Installation.isComplete, Installation.reason))
  func installed() throws {
    let assets = try #require(Installation.assets)
    for path in [
      assets.personModel, assets.landmarkModel, assets.palmModel, assets.handModel,
    ] + [assets.heavyLandmarkModel].compactMap({ $0 }) {
      _ = try TensorFlowLiteModel(Array(Data(contentsOf: URL(filePath: path))))
    }
  }

  @Test("that refer to what isn't there are refused before the runtime sees them")
  func dangling() throws {
    let bytes = try Fixture.bytes("posenet/mobilenet_named.tflite")
    var sentences: Set<String> = []
    for place in stride(from: 0, to: bytes.count - 4, by: 4) {
      for value: UInt32 in [0x7fff_ffff, 0x0000_7fff] {
        var changed = bytes
        for byte in 0..<4 {
          changed[place + byte] = UInt8(truncatingIfNeeded: value >> (8 * UInt32(byte)))
        }
        do { _ = try TensorFlowLiteModel(changed) } catch {
          sentences.insert(String(error.description.filter { !$0.isNumber }))
        }
      }
    }
    for wanted in [
      "tensor  is asked for, it has ", "operator  is of kind , it has ",
      "tensor  has its numbers in list , it has ", "tensor  needs  bits of numbers and has  bytes",
    ] {
      #expect(sentences.contains(wanted), "\(wanted)")
    }
  }

  @Test("of MediaPipe are distinguished")
  func kinds() throws {
    let cases: [(TestModel, ModelKind?)] = [
      (
        TestModel(input: [1, 224, 224, 3], outputs: [[1, 2254, 12], [1, 2254, 1]]), .personDetector
      ),
      (.landmarks(hasSegmentation: false), .bodyLandmarks),
      (.landmarks(hasSegmentation: true), nil),
      (
        TestModel(input: [1, 192, 192, 3], outputs: [[1, 2016, 18], [1, 2016, 1]]), .palmDetector
      ),
      (
        TestModel(input: [1, 224, 224, 3], outputs: [[1, 63], [1, 1], [1, 1], [1, 63]]),
        .handLandmarks
      ),
      (TestModel(input: [1, 257, 257, 3], outputs: [[1, 17]]), nil),
    ]
    for (model, kind) in cases {
      #expect(ModelKind(try TensorFlowLiteModel(model.bytes)) == kind)
    }
  }
}
