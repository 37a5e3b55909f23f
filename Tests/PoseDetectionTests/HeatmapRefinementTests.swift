import PoseGeometry
@testable import PoseDetection
import Foundation
import TestSupport
import Testing

@Suite("Refinement by the heatmap")
struct HeatmapRefinementTests {
  @Test("is the plain centre of gravity", arguments: 1...4, [1, 7, 9])
  func random(seed: Int, kernelSize: Int) {
    var random = RandomNumbers(seed: UInt64(seed))
    let maps = (0..<64 * 64 * 39).map { _ in Float.random(in: -6...2, using: &random) }
    let place = SIMD2(
      Double.random(in: -0.02...1.02, using: &random),
      Double.random(in: -0.02...1.02, using: &random))
    let landmark = Int.random(in: 0..<39, using: &random)
    let found = refined(place, landmark: landmark, maps: maps, kernelSize: kernelSize)
    let expected = plain(place, landmark: landmark, maps: maps, kernelSize: kernelSize)
    #expect(abs(found.x - expected.x) < Tolerance.rounding)
    #expect(abs(found.y - expected.y) < Tolerance.rounding)
  }

  @Test("a single peak within reach is met, one out of reach is not")
  func peak() {
    var maps = [Float](repeating: -40, count: 64 * 64 * 39)
    maps[(20 * 64 + 34) * 39 + 5] = 10
    let place = SIMD2(30.5 / 64, 20.9 / 64)
    #expect(refined(place, landmark: 5, maps: maps, kernelSize: 9) == SIMD2(34.0 / 64, 20.0 / 64))
    #expect(refined(place, landmark: 5, maps: maps, kernelSize: 7) == place)
    #expect(refined(place, landmark: 4, maps: maps, kernelSize: 9) == place)
  }

  @Test("a map that is nowhere sure leaves the landmark where it was")
  func unsure() {
    let maps = [Float](repeating: -0.001, count: 64 * 64 * 39)
    #expect(refined([0.25, 0.5], landmark: 0, maps: maps, kernelSize: 9) == [0.25, 0.5])
  }

  @Test("what isn't a place stays as it is", arguments: [Double.nan, .infinity, -.infinity, 1e300])
  func nonsense(value: Double) {
    let maps = [Float](repeating: 1, count: 64 * 64 * 39)
    let found = refined([0.5, value], landmark: 0, maps: maps, kernelSize: 9)
    #expect(found.x == 0.5)
    #expect(found.y == value || found.y.isNaN && value.isNaN)
  }

  private func refined(
    _ place: SIMD2<Double>, landmark: Int, maps: [Float], kernelSize: Int
  ) -> SIMD2<Double> {
    maps.withUnsafeBufferPointer {
      HeatmapRefinement(kernelSize: kernelSize).refined(place, of: landmark, in: $0)
    }
  }

  private func plain(
    _ place: SIMD2<Double>, landmark: Int, maps: [Float], kernelSize: Int
  ) -> SIMD2<Double> {
    let column = Int((place.x * 64).rounded(.towardZero))
    let row = Int((place.y * 64).rounded(.towardZero))
    guard (0..<64).contains(column), (0..<64).contains(row) else { return place }
    var (sum, x, y, best) = (0.0, 0.0, 0.0, 0.0)
    for r in 0..<64 where abs(r - row) <= (kernelSize - 1) / 2 {
      for c in 0..<64 where abs(c - column) <= (kernelSize - 1) / 2 {
        let weight = 1 / (1 + exp(-Double(maps[r * 64 * 39 + c * 39 + landmark])))
        sum += weight
        x += weight * Double(c) / 64
        y += weight * Double(r) / 64
        best = max(best, weight)
      }
    }
    return best >= 0.5 ? SIMD2(x / sum, y / sum) : place
  }
}
