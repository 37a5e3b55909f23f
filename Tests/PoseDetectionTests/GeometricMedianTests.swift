import PoseGeometry
@testable import PoseDetection
import Foundation
import TestSupport
import Testing

struct GeometricMedianTests {
  /// Triangles with their Fermat point, in closed form.
  @Test(
    arguments: [
      // Equilateral: the middle.
      (
        [SIMD2(0, 0), SIMD2(10, 0), SIMD2(5, 5 * 3.0.squareRoot())], SIMD2(5, 5 / 3.0.squareRoot())
      ),
      // Isosceles: on the axis, where the base is seen under 120°.
      ([SIMD2(-3, 0), SIMD2(3, 0), SIMD2(0, 20)], SIMD2(0, 3.0.squareRoot())),
      // An angle of more than 120°: that corner.
      ([SIMD2(-10, 1), SIMD2(0, 0), SIMD2(10, 1)], SIMD2(0, 0)),
      // On a line: the one between.
      ([SIMD2(0, 0), SIMD2(1, 0), SIMD2(100, 0)], SIMD2(1, 0)),
      ([SIMD2(7, 7), SIMD2(7, 7), SIMD2(90, 1)], SIMD2(7, 7)),
    ] as [([SIMD2<Double>], SIMD2<Double>)])
  func `of three points it is where they are nearest`(
    points: [SIMD2<Double>], expected: SIMD2<Double>
  ) {
    for order in [[0, 1, 2], [2, 0, 1], [1, 2, 0], [2, 1, 0]] {
      let median = order.map { points[$0] }.geometricMedian(resolution: 1e-3)
      #expect(distance(median, expected) < 0.01)
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `nothing around it is nearer to all points`(seed: UInt64) {
    var random = RandomNumbers(seed: seed)
    let points = (0..<5).map { _ in
      SIMD3(
        Double.random(in: -9...9, using: &random), .random(in: -9...9, using: &random),
        .random(in: -9...9, using: &random))
    }
    func sum(_ place: SIMD3<Double>) -> Double {
      points.reduce(0) { $0 + ((place - $1) * (place - $1)).sum().squareRoot() }
    }
    let median = points.geometricMedian(resolution: 1e-6)
    for axis in 0..<3 {
      for step in [-0.2, 0.2] {
        var beside = median
        beside[axis] += step
        #expect(sum(median) < sum(beside))
      }
    }
  }

  @Test func `of equal points it is that point, of two their middle, to the last bit`() {
    let point = SIMD2(0.1, 1 / 3.0)
    for count in 1...5 {
      #expect(Array(repeating: point, count: count).geometricMedian(resolution: 1e-3) == point)
    }
    #expect(
      [SIMD2(1.0, 2), SIMD2(4.0, -2)].geometricMedian(resolution: 1e-3) == SIMD2(2.5, 0))
  }

  private func distance(_ one: SIMD2<Double>, _ other: SIMD2<Double>) -> Double {
    hypot(one.x - other.x, one.y - other.y)
  }
}
