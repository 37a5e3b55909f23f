import Foundation
import PoseGeometry
import TestSupport
import Testing

@testable import PoseMotion

/// Slopes of noisy samples, and the turning points of curves.
@Suite("Slopes and turning points")
struct GaussianSlopeTests {
  /// Uneven times, a second in all.
  private static func times(_ count: Int, seed: UInt64) -> [Double] {
    var random = RandomNumbers(seed: seed)
    var time = 0.0
    let steps = (0..<count).map { _ in 0.2 + Double(random.next() % 1000) / 1000 }
    let sum = steps.reduce(0, +)
    return steps.map { step in
      defer { time += step / sum }
      return time
    }
  }

  @Test(arguments: [(2, 0.02), (5, 0.3), (60, 0.02), (60, 0.3), (5000, 0.3)])
  func `the slope of a line is exact, at its ends too`(count: Int, window: Double) {
    let times = Self.times(count, seed: UInt64(count))
    let samples = times.map { Vector3(1 - 2 * $0, 3 * $0, 0.5) }
    for index in Swift.stride(from: 0, to: count, by: max(1, count / 7)) {
      let slope = GaussianSlope.slope(of: samples, at: times, index, within: window)
      #expect((slope - Vector3(-2, 3, 0)).length < 1e-9)
    }
  }

  @Test func `a sample alone has no slope`() {
    #expect(GaussianSlope.slope(of: [Vector3(1, 2, 3)], at: [0], 0, within: 0.3) == .zero)
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `a wave with noise has the wave's turning points alone`(seed: UInt64) {
    var random = RandomNumbers(seed: seed)
    // Five waves of 40 samples, beginning at their middle, with noise of a tenth of the range.
    let values = (0..<200).map { index -> Double in
      let noise = Double(random.next() % 1000) / 1000 - 0.5
      return sin(2 * Double.pi * Double(index) / 40) + 0.2 * noise
    }
    let points = TurningPoints(of: values)
    #expect(points.maxima.count == 5 && (4...5).contains(points.minima.count))
    for (number, index) in points.maxima.enumerated() { #expect(abs(index - 10 - 40 * number) < 7) }
    for (number, index) in points.minima.enumerated() { #expect(abs(index - 30 - 40 * number) < 7) }
    let maxima = points.maxima.map { (index: $0, isMaximum: true) }
    let minima = points.minima.map { (index: $0, isMaximum: false) }
    let all = (maxima + minima).sorted { $0.index < $1.index }
    #expect(
      zip(all, all.dropFirst()).allSatisfy { $0.isMaximum != $1.isMaximum },
      "maxima and minima alternate")
  }

  @Test func `a curve upside down has its turning points swapped`() {
    let values = (0..<150).map { index -> Double in
      let time = Double(index)
      return sin(time / 9) + 0.3 * cos(time / 2.3)
    }
    let (up, down) = (TurningPoints(of: values), TurningPoints(of: values.map { -$0 }))
    #expect(up.maxima == down.minima && up.minima == down.maxima && !up.maxima.isEmpty)
    #expect(abs(up.range - down.range) < 1e-12)
  }

  @Test(arguments: [[], [1.0], [2, 2, 2, 2], [1, 2, 3, 4, 5]] as [[Double]])
  func `what doesn't turn has no turning points`(values: [Double]) {
    let points = TurningPoints(of: values)
    #expect(points.maxima.isEmpty && points.minima.isEmpty)
  }
}
