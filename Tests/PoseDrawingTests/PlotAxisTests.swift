@testable import PoseDrawing
import Testing

@Suite("An axis")
struct PlotAxisTests {
  static let ranges = [
    0.0...1.0, 0...0.001, -3.7...12.9, 0...97.3, 55.1...55.2, -180...180, 0...9999.7, 1e6...1e6 + 3,
    -0.35...(-0.05),
  ]

  @Test(
    "Ticks are 1, 2 or 5 times a power of ten apart, few enough, and cover the values",
    arguments: ranges)
  func ticksAreNice(values: ClosedRange<Double>) throws {
    for most in [2, 5, 12] {
      let outside = PlotAxis(covering: values, most: most, isRounded: true)
      let inside = PlotAxis(covering: values, most: most, isRounded: false)
      #expect(outside.range.lowerBound <= values.lowerBound)
      #expect(outside.range.upperBound >= values.upperBound)
      #expect(outside.ticks.first == outside.range.lowerBound)
      #expect(outside.ticks.last == outside.range.upperBound)
      #expect(inside.range == values)
      #expect(inside.ticks.allSatisfy(values.contains))
      for axis in [outside, inside] {
        #expect(axis.ticks.count <= most + 1)
        for (a, b) in zip(axis.ticks, axis.ticks.dropFirst()) {
          var step = b - a
          while step < 0.95 { step *= 10 }
          while step > 9.5 { step /= 10 }
          #expect([1.0, 2, 5].contains { abs($0 - step) < 1e-3 }, "\(b - a)")
        }
      }
      // No room for another tick before the first and after the last.
      if inside.ticks.count > 1 {
        let step = inside.ticks[1] - inside.ticks[0]
        #expect(inside.ticks[0] - values.lowerBound < step * 1.000_001)
        #expect(values.upperBound - inside.ticks[inside.ticks.count - 1] < step * 1.000_001)
      }
    }
  }

  @Test(
    "Labels have as many decimals as tell them apart",
    arguments: [
      (0...1.0, 5, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
      (0...97.3, 5, ["0", "20", "40", "60", "80", "100"]),
      (-3.7...12.9, 4, ["−5", "0", "5", "10", "15"]),
      (55.1...55.2, 2, ["55.10", "55.15", "55.20"]),
    ])
  func labels(values: ClosedRange<Double>, most: Int, labels: [String]) {
    #expect(PlotAxis(covering: values, most: most, isRounded: true).labels == labels)
  }

  @Test("The ends of the values are at the ends of the axis")
  func places() {
    let axis = PlotAxis(covering: 0...10, most: 5, isRounded: false).placed(from: 300, to: 100)
    #expect(axis.place(of: 0) == 300)
    #expect(axis.place(of: 10) == 100)
    #expect(axis.place(of: 5) == 200)
  }
}
