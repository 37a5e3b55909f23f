@testable import PoseDetection
import Testing

@Suite("A model's outputs as PoseNet's tensors")
struct PoseNetTensorsTests {
  @Test(
    "the stride follows from the extents",
    arguments: [
      ([513, 513], [33, 33], 16), ([257, 257], [9, 9], 32), ([257, 257], [33, 33], 8),
      ([353, 481], [23, 31], 16), ([721, 1281], [46, 81], 16), ([416, 288], [26, 18], 16),
    ])
  func strides(input: [Int], grid: [Int], stride: Int) throws {
    let tensors = try #require(
      read(input: input, outputs: [17, 34, 32, 32].map { (grid, $0, "") }))
    #expect(tensors.outputStride == stride)
    #expect([tensors.inputHeight, tensors.inputWidth] == input)
    #expect([tensors.rows, tensors.columns] == grid)
  }

  @Test("tensors are distinguished by channels, displacements by name")
  func names() throws {
    let known: [([(Int, String)], PoseNetTensors.Displacements)] = [
      ([(17, ""), (34, ""), (32, "x"), (32, "y")], separate(2, 3, false)),
      (
        [(32, "displacement_fwd_2"), (34, ""), (32, "displacement_bwd_2"), (17, "")], separate(0, 2)
      ),
      ([(32, "displacementBwd"), (32, "displacementFwd"), (17, ""), (34, "")], separate(1, 0)),
      ([(34, ""), (17, ""), (32, "backward"), (32, "FORWARD")], separate(3, 2)),
      ([(17, ""), (34, ""), (32, "fwd_a"), (32, "fwd_b")], separate(2, 3, false)),
      ([(17, ""), (34, ""), (64, "")], .joined(2)),
    ]
    for (outputs, displacements) in known {
      let tensors = try #require(read(outputs: outputs.map { ([33, 33], $0, $1) }))
      #expect(tensors.displacements == displacements)
      #expect(outputs[tensors.heatmap].0 == 17 && outputs[tensors.offsets].0 == 34)
    }
  }

  @Test("offsets over long distances are not the offsets")
  func longOffsets() throws {
    let outputs = [
      (34, "float_long_offsets"), (24, "float_part_heatmaps"), (34, "float_short_offsets"),
      (1, "float_segments"), (17, "float_heatmaps"), (64, "float_mid_offsets"),
    ]
    let tensors = try #require(read(outputs: outputs.map { ([33, 33], $0, $1) }))
    #expect(tensors.offsets == 2 && tensors.heatmap == 4)
  }

  @Test("what lacks a tensor, or has one over another grid, is no PoseNet")
  func others() {
    let grid = [33, 33]
    #expect(read(outputs: [(grid, 17, ""), (grid, 34, ""), (grid, 32, "")]) == nil)
    #expect(read(outputs: [(grid, 34, ""), (grid, 32, ""), (grid, 32, "")]) == nil)
    #expect(read(outputs: [(grid, 17, ""), ([17, 17], 34, ""), (grid, 64, "")]) == nil)
    #expect(read(input: [0, 0], outputs: [17, 34, 64].map { ([0, 0], $0, "") }) == nil)
    #expect(read(input: [512, 700], outputs: [17, 34, 64].map { (grid, $0, "") }) == nil)
    #expect(
      PoseNetTensors(inputExtents: [1, 3, 513, 513], outputExtents: [], outputNames: []) == nil)
  }

  private func separate(
    _ forward: Int, _ backward: Int, _ isCertain: Bool = true
  ) -> PoseNetTensors.Displacements {
    .separate(forward: forward, backward: backward, isCertain: isCertain)
  }

  private func read(
    input: [Int] = [513, 513], outputs: [(grid: [Int], channels: Int, name: String)]
  ) -> PoseNetTensors? {
    PoseNetTensors(
      inputExtents: [1] + input + [3],
      outputExtents: outputs.map { [1] + $0.grid + [$0.channels] },
      outputNames: outputs.map(\.name))
  }
}
