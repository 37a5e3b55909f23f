import PoseGeometry
import Testing

/// The median by selection against the one by sorting.
struct MedianTests {
  private func bySorting(_ numbers: [Double]) -> Double? {
    guard !numbers.isEmpty else { return nil }
    let sorted = numbers.sorted()
    return (sorted[numbers.count / 2] + sorted[(numbers.count - 1) / 2]) / 2
  }

  @Test(arguments: [1, 2, 3, 5, 1000])
  func `it is what sorting gives, for few different values and for many`(kinds: Int) {
    var state: UInt64 = 7
    for count in 0...60 {
      for _ in 0..<20 {
        let numbers = (0..<count).map { _ -> Double in
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return Double(Int(state >> 33) % kinds) - Double(kinds) / 2
        }
        #expect(numbers.median == bySorting(numbers), "\(numbers)")
        #expect(numbers.sorted().median == bySorting(numbers))
        #expect(Array(numbers.sorted().reversed()).median == bySorting(numbers))
      }
    }
  }

  @Test func `infinite numbers have their place, and NaN ends the search too`() {
    #expect([Double.infinity, 1, -.infinity].median == 1)
    #expect([Double.infinity, .infinity, 1, 1].median == .infinity)
    _ = [Double.nan, 1, .nan, 3, 2, .nan].median
    _ = [Double](repeating: .nan, count: 9).median
  }
}
