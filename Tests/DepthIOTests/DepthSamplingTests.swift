import PoseImaging
import Testing

struct DepthSamplingTests {
  /// An arm 1.5 m away before a wall at 3 m: columns 8…11 of a 20 × 20 map.
  private static let arm = map { column, _ in (8...11).contains(column) ? 1.5 : 3 }

  private static func map(
    width: Int = 20, height: Int = 20, _ depth: (Int, Int) -> Float
  ) -> DepthMap {
    DepthMap(
      width: width, height: height,
      metres: (0..<width * height).map { depth($0 % width, $0 / width) })
  }

  @Test(arguments: [7.0, 8, 9.5, 11, 12])
  func `near a limb's edge the limb is read, not the wall and nothing between`(x: Double) throws {
    let depth = try #require(
      Self.arm.sample(at: SIMD2(x, 10), window: DepthWindow(radius: 3)).depth)
    #expect(depth == 1.5)
  }

  @Test func `away from the limb the wall is read`() {
    #expect(Self.arm.sample(at: SIMD2(16, 10), window: DepthWindow(radius: 3)).depth == 3)
  }

  @Test func `a surface with less than its share of the window is passed over`() {
    // One column of seven: 14 %.
    let sliver = Self.map { column, _ in column == 7 ? 1.5 : 3 }
    #expect(sliver.sample(at: SIMD2(10, 10), window: DepthWindow(radius: 3)).depth == 3)
    // Two columns of seven: 29 %.
    let strip = Self.map { column, _ in (7...8).contains(column) ? 1.5 : 3 }
    #expect(strip.sample(at: SIMD2(10, 10), window: DepthWindow(radius: 3)).depth == 1.5)
  }

  @Test func `readings far from the expected depth are left out`() {
    let sample = Self.arm.sample(at: SIMD2(8, 10), window: DepthWindow(radius: 3), near: 3.2)
    #expect(sample.depth == 3)
  }

  @Test func `an expected depth at which there is nothing is not insisted on`() {
    let sample = Self.arm.sample(at: SIMD2(9, 10), window: DepthWindow(radius: 1), near: 9)
    #expect(sample.depth == 1.5)
  }

  @Test func `holes are ordinary data`() {
    let hole = Self.map { column, _ in column < 10 ? 0 : 2 }
    #expect(hole.sample(at: SIMD2(4, 10), window: DepthWindow(radius: 3)) == .missing(.noReading))
    #expect(hole.sample(at: SIMD2(8, 10), window: DepthWindow(radius: 3)).depth == 2)
    for nothing in [Float.nan, .infinity, 0, -1] {
      let map = Self.map { _, _ in nothing }
      #expect(map.metres.allSatisfy { $0.isNaN })
    }
  }

  @Test(arguments: [
    SIMD2(-0.6, 5), SIMD2(19.6, 5), SIMD2(5, -0.6), SIMD2(5, 19.6), SIMD2(1e300, 5),
    SIMD2(Double.nan, 5), SIMD2(5, -Double.infinity),
  ])
  func `outside the map there is no reading`(point: SIMD2<Double>) {
    #expect(Self.arm.sample(at: point, window: DepthWindow(radius: 3)) == .missing(.outsideMap))
  }

  @Test func `the window is cut at the map's edge`() {
    let sample = Self.arm.sample(at: SIMD2(0, 0), window: DepthWindow(radius: 2))
    guard case .measured(let reading) = sample else {
      Issue.record("no reading in the corner")
      return
    }
    #expect(reading.depth == 3 && reading.count == 9 && reading.share == 1)
  }

  @Test func `the spread is one standard deviation of the surface's readings`() throws {
    // A ramp of 1 mm a column over 21 columns: 16th to 84th percentile are 13.6 mm apart.
    let ramp = Self.map(width: 21, height: 21) { column, _ in 2 + 0.001 * Float(column) }
    let sample = ramp.sample(at: SIMD2(10, 10), window: DepthWindow(radius: 10))
    guard case .measured(let reading) = sample else {
      Issue.record("no reading on the ramp")
      return
    }
    #expect(abs(reading.depth - 2.01) < 1e-6)
    #expect(abs(reading.spread - 0.0068) < 0.0005)
  }
}
