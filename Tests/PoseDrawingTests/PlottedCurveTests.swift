@testable import PoseDrawing
import Testing

@Suite("Fewer points for the same image")
struct PlottedCurveTests {
  /// A jagged line over columns of pixels, with spikes.
  private func jagged(_ count: Int, perColumn: Double) -> [CanvasPoint] {
    var state: UInt64 = 7
    return (0..<count).map { index in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let spike = index % 977 == 500 ? 300.0 : 0
      return CanvasPoint(
        Double(index) / perColumn, Double(state >> 40) / Double(1 << 24) * 20 + spike)
    }
  }

  @Test("Every column keeps its first, last, lowest and highest point, in the order of time")
  func extremesAreKept() {
    let points = jagged(10_000, perColumn: 9.3)
    let kept = PlottedCurve.extremes(points)
    func columns(_ points: [CanvasPoint]) -> [[CanvasPoint]] {
      Dictionary(grouping: points) { Int($0.x) }.sorted { $0.key < $1.key }.map(\.value)
    }
    let (all, fewer) = (columns(points), columns(kept))
    #expect(all.count == fewer.count)
    for (all, fewer) in zip(all, fewer) {
      #expect(fewer.count <= 4)
      #expect(fewer.first == all.first)
      #expect(fewer.last == all.last)
      #expect(fewer.map(\.y).min() == all.map(\.y).min())
      #expect(fewer.map(\.y).max() == all.map(\.y).max())
    }
    #expect(zip(kept, kept.dropFirst()).allSatisfy { $0.x < $1.x })
  }

  @Test("With two values a column or fewer, and none at all, nothing is left out")
  func fewPointsStay() {
    let points = jagged(500, perColumn: 2)
    #expect(PlottedCurve.extremes(points) == points)
    #expect(PlottedCurve.extremes([]) == [])
    #expect(PlottedCurve.extremes([[3, 4]]) == [[3, 4]])
  }
}
