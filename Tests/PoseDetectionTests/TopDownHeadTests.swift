@testable import PoseDetection
import Foundation
import Testing

@Suite("Heads of top-down models")
struct TopDownHeadTests {
  private typealias Case = (outputs: [[Int]], names: [String], head: TopDownHead?)

  private static func head(
    _ outputs: [[Int]], names: [String] = ["a", "b"], width: Int = 192, height: Int = 256
  ) -> TopDownHead? {
    TopDownHead(inputWidth: width, inputHeight: height, outputs: outputs, names: names)
  }

  private static let simCC = TopDownHead.simCC(x: 0, y: 1, count: 17, columns: 384, rows: 512)

  @Test func `heads are distinguished by the extents of the outputs`() {
    #expect(Self.head([[1, 17, 384], [1, 17, 512]]) == Self.simCC)
    #expect(
      Self.head([[1, 17, 512], [1, 17, 384]])
        == .simCC(x: 1, y: 0, count: 17, columns: 384, rows: 512))
    #expect(Self.head([[1, 17, 64, 48]]) == .heatmaps(count: 17, columns: 48, rows: 64))
  }

  @Test func `of a square input the names decide, else x comes first`() {
    let outputs = [[1, 17, 512], [1, 17, 512]]
    func x(_ names: [String]) -> Int? {
      guard case .simCC(let x, _, _, _, _) = Self.head(outputs, names: names, width: 256)
      else { return nil }
      return x
    }
    #expect(x(["a", "b"]) == 0)
    #expect(x(["simcc_x", "simcc_y"]) == 0)
    #expect(x(["simcc_y", "simcc_x"]) == 1)
  }

  @Test(arguments: [
    [], [[1, 17]], [[1, 17, 384]], [[2, 17, 384], [2, 17, 512]], [[1, 17, 384], [1, 18, 512]],
    [[1, 17, 384], [1, 17, 500]], [[1, 17, 96], [1, 17, 128]], [[1, 17, 48, 64]],
    [[1, 17, 512, 384]], [[1, 17, 1, 1]], [[1, 64, 48, 17]],
    [[1, 17, 384], [1, 17, 512], [1, 17, 576]],
  ])
  func `anything else is no head`(outputs: [[Int]]) {
    #expect(Self.head(outputs) == nil)
  }

  // MARK: SimCC

  private func points(
    _ head: TopDownHead, _ outputs: [[Float]], width: Int = 4, height: Int = 6
  ) -> [TopDownHead.Point?] {
    withBuffers(outputs) { buffers in
      head.points(inputWidth: width, inputHeight: height) { buffers[$0] }
    }
  }

  private func withBuffers<Result>(
    _ outputs: [[Float]], _ body: ([UnsafeBufferPointer<Float>]) -> Result,
    done: [UnsafeBufferPointer<Float>] = []
  ) -> Result {
    guard let first = outputs.first else { return body(done) }
    return first.withUnsafeBufferPointer { buffer in
      withBuffers(Array(outputs.dropFirst()), body, done: done + [buffer])
    }
  }

  @Test func `a point is at its highest numbers, its score their mean`() {
    let head = TopDownHead.simCC(x: 0, y: 1, count: 2, columns: 8, rows: 12)
    var (xs, ys) = ([Float](repeating: -1, count: 16), [Float](repeating: -1, count: 24))
    (xs[3], ys[7]) = (0.9, 0.5)
    // Of two that are as high the first counts.
    (xs[8 + 1], xs[8 + 6], ys[12 + 11]) = (1.5, 1.5, 1.25)
    let found = points(head, [xs, ys])
    #expect(found[0]?.place == SIMD2(1.5, 3.5))
    #expect(abs((found[0]?.score ?? 0) - 0.7) < Tolerance.single)
    #expect(found[1]?.place == SIMD2(0.5, 5.5))
    #expect(found[1]?.score == 1.375)
  }

  @Test(arguments: [Float.nan, -1, 0, -Float.infinity])
  func `no number above 0 is no point`(value: Float) {
    let head = TopDownHead.simCC(x: 0, y: 1, count: 1, columns: 8, rows: 12)
    let found = points(
      head,
      [[Float](repeating: value, count: 8), [Float](repeating: value, count: 12)])
    #expect(found == [nil])
    let maps = TopDownHead.heatmaps(count: 1, columns: 3, rows: 4)
    #expect(points(maps, [[Float](repeating: value, count: 12)]) == [nil])
  }

  // MARK: Heatmaps

  /// A Gaussian on a map of 24×32 cells.
  private func peak(at place: SIMD2<Double>, sigma: Double = 2, height: Double = 0.8)
    -> HeatmapPeak?
  {
    var map: [Float] = []
    for y in 0..<32 {
      for x in 0..<24 {
        let offset = SIMD2(Double(x), Double(y)) - place
        map.append(Float(height * exp(-(offset * offset).sum() / (2 * sigma * sigma))))
      }
    }
    return map.withUnsafeBufferPointer { HeatmapPeak(of: $0, width: 24, height: 32) }
  }

  @Test(arguments: [SIMD2(11.0, 15.0), SIMD2(11.3, 15.45), SIMD2(8.51, 20.2), SIMD2(12, 15.7)])
  func `the top of a Gaussian is found between cells`(place: SIMD2<Double>) throws {
    let peak = try #require(self.peak(at: place))
    #expect(abs(peak.place.x - place.x) < Tolerance.heatmapCells)
    #expect(abs(peak.place.y - place.y) < Tolerance.heatmapCells)
    #expect((0.7...0.8001).contains(peak.score))
  }

  @Test func `a map without shape has its first cell, and a spike stays where it is`() throws {
    let flat = [Float](repeating: 0.5, count: 12)
    let first = flat.withUnsafeBufferPointer { HeatmapPeak(of: $0, width: 3, height: 4) }
    let peak = try #require(first)
    #expect(peak.place == .zero)
    #expect(peak.score == 0.5)
    var spike = [Float](repeating: 0, count: 32 * 24)
    spike[24 * 10 + 7] = 1
    let highest = spike.withUnsafeBufferPointer { HeatmapPeak(of: $0, width: 24, height: 32) }
    let top = try #require(highest)
    #expect(abs(top.place.x - 7) < Tolerance.single && abs(top.place.y - 10) < Tolerance.single)
  }

  @Test(arguments: [Float.nan, Float.infinity, 1e30])
  func `odd numbers give a place in the map or none`(value: Float) {
    for index in [0, 100, 32 * 24 - 1] {
      var map = [Float](repeating: 0.1, count: 32 * 24)
      map[index] = value
      let peak = map.withUnsafeBufferPointer { HeatmapPeak(of: $0, width: 24, height: 32) }
      guard let peak else { continue }
      #expect((-5...29).contains(peak.place.x) && (-5...37).contains(peak.place.y))
    }
  }

  @Test func `the outer cells are at the outer pixels`() {
    let head = TopDownHead.heatmaps(count: 1, columns: 12, rows: 16)
    var map = [Float](repeating: 0, count: 12 * 16)
    map[0] = 1
    let first = points(head, [map], width: 48, height: 64)[0]
    map[0] = 0
    map[12 * 16 - 1] = 1
    let last = points(head, [map], width: 48, height: 64)[0]
    // A spike in a corner leans inwards by as much as its own mirror image.
    let lean = (first?.place ?? .zero) + ((last?.place ?? .zero) - SIMD2(47, 63))
    #expect(abs(lean.x) < Tolerance.single && abs(lean.y) < Tolerance.single)
  }
}
