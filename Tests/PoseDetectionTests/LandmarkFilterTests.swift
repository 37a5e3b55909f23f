@testable import PoseDetection
import Testing

@Suite("One-Euro filter")
struct LandmarkFilterTests {
  /// Time, hips and scale point, and what the NumPy prototype makes of them; that one was checked
  /// against MediaPipe's filter to 1e-4 pixel.
  static let steps: [(time: Double, raw: SIMD4<Double>, filtered: SIMD4<Double>)] = [
    (0.5, [100, 200, 100, 50], [100, 200, 100, 50]),
    (0.533333, [101, 205, 99, 51], [100.036068251, 200.75808077, 99.963931749, 50.036068251]),
    (0.566667, [103, 211, 99.5, 40], [100.293012474, 203.350967302, 99.956896728, 47.587093364]),
    (0.6, [103.5, 230, 98, 41], [100.566497995, 215.416246712, 99.852680057, 46.318742599]),
    (0.7, [104, 231, 97, 80], [101.172412627, 225.022027895, 99.404771143, 70.892996346]),
    (0.72, [104, 231, 97, 80], [101.276486923, 226.350184308, 99.327423027, 73.84483639]),
  ]

  @Test("gives the numbers of the reference, with uneven steps of time")
  func reference() {
    var filter = LandmarkFilter(minimumCutoff: 0.01, speedCoefficient: 10, speedCutoff: 1)
    for step in Self.steps {
      let reach = step.raw.highHalf - step.raw.lowHalf
      let extent = 2 * (reach.x * reach.x + reach.y * reach.y).squareRoot()
      let found = filter.filter(step.raw, at: step.time, scale: 1 / extent)
      for lane in 0..<4 { #expect(abs(found[lane] - step.filtered[lane]) < 1e-8) }
    }
  }

  @Test("leaves what doesn't move alone")
  func rest() {
    var filter = LandmarkFilter(minimumCutoff: 0.01, speedCoefficient: 10, speedCutoff: 1)
    for step in 0..<10 {
      #expect(filter.filter([1, -2, 3, 4], at: Double(step) / 30, scale: 1) == [1, -2, 3, 4])
    }
  }

  @Test("a time of zero is a time like any other")
  func zero() {
    var late = LandmarkFilter(minimumCutoff: 1, speedCoefficient: 0.1, speedCutoff: 1)
    var early = late
    for step in 0..<5 {
      let raw = SIMD4<Double>(repeating: Double(step * step))
      let a = early.filter(raw, at: Double(step) * 0.125, scale: 1)
      let b = late.filter(raw, at: Double(step) * 0.125 + 64, scale: 1)
      #expect(a == b)
    }
  }
}
