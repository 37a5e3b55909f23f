import PoseGeometry
import PoseImaging
import TestSupport
import Testing

/// The options of a window that other sources than the lifter use.
struct JointSamplingTests {
  static func map(
    width: Int = 20, height: Int = 20, confidence: ((Int, Int) -> DepthConfidence)? = nil,
    _ depth: (Int, Int) -> Float
  ) -> DepthMap {
    let places = (0..<width * height).map { ($0 % width, $0 / width) }
    return DepthMap(
      width: width, height: height, metres: places.map(depth),
      confidence: confidence.map { places.map($0) })
  }

  @Test func `the nearest surface is that of a plain sort, whatever the readings`() {
    var generator = RandomNumbers(seed: 8)
    for round in 0..<300 {
      let spread: Float = [0.001, 0.1, 3, 1e6][round % 4]
      let steps: Float = round % 3 == 0 ? 50 : 1e6
      let map = Self.map { _, _ in
        let value = Float.random(in: 0...1, using: &generator)
        if value < 0.1 { return .nan }
        // Crowds at several distances, and powers that no even bins separate.
        let crowd = Float(Int.random(in: 1...3, using: &generator))
        return round % 5 == 4
          ? Float.leastNormalMagnitude
            * Float(sign: .plus, exponent: Int(value * 200), significand: 1)
          : crowd + spread * (value * steps).rounded() / steps
      }
      let radius = 1 + round % 9
      let window = DepthWindow(radius: radius)
      let sample = map.sample(at: SIMD2(9, 10), window: window)
      var values: [Double] = []
      for y in max(0, 10 - radius)...min(19, 10 + radius) {
        for x in max(0, 9 - radius)...min(19, 9 + radius) where !map[x, y].isNaN {
          values.append(Double(map[x, y]))
        }
      }
      values.sort()
      var runs: [[Double]] = [[]]
      for value in values {
        if let last = runs[runs.count - 1].last, value - last > window.gap { runs.append([]) }
        runs[runs.count - 1].append(value)
      }
      let least = max(2, window.minimumShare * Double(values.count))
      let surface = runs.first { Double($0.count) >= least } ?? values
      let middle = Double(surface.count - 1) / 2
      let (low, high) = (surface[Int(middle)], surface[min(Int(middle) + 1, surface.count - 1)])
      let expected = low + (high - low) * (middle - middle.rounded(.down))
      #expect(sample.depth == expected, "round \(round)")
      #expect(sample.reading?.count == surface.count)
    }
  }

  @Test func `flying pixels are left out, and taken when there is nothing else`() {
    // An arm at 1.5 m, a wall at 3 m, and between them a column of mixtures.
    let map = Self.map { column, _ in column < 9 ? 1.5 : column == 9 ? 2.25 : 3 }
    var window = DepthWindow(radius: 1)
    window.minimumShare = 0.3
    #expect(map.sample(at: SIMD2(10, 10), window: window).depth == 2.25)
    window.flyingJump = 0.03
    #expect(map.sample(at: SIMD2(10, 10), window: window).depth == 3)
    window.radius = 0
    #expect(map.sample(at: SIMD2(9, 10), window: window) == .missing(.noReading))
    let stripes = Self.map { column, _ in column % 2 == 0 ? 1.5 : 3 }
    window.radius = 1
    #expect(stripes.sample(at: SIMD2(9, 10), window: window).depth != nil)
  }

  @Test func `the less sure readings are left out while there are surer ones`() {
    let map = Self.map(confidence: { column, _ in column < 10 ? .medium : .high }) { column, _ in
      column < 10 ? 1.5 : 3
    }
    var window = DepthWindow(radius: 2)
    #expect(map.sample(at: SIMD2(9, 10), window: window).depth == 1.5)
    window.minimumConfidence = .high
    #expect(map.sample(at: SIMD2(9, 10), window: window).depth == 3)
    #expect(map.sample(at: SIMD2(5, 10), window: window).depth == 1.5)
  }

  @Test func `a joint's window is a wrist wide at any distance`() {
    #expect(DepthWindow.joint(at: 2.5, focalLength: 500).radius == 5)
    #expect(DepthWindow.joint(at: 5, focalLength: 500).radius == 2)
    #expect(DepthWindow.joint(at: 100, focalLength: 500).radius == 1)
    #expect(DepthWindow.joint(at: 1e-30, focalLength: 500).radius == 64)
  }

  /// An arm of five columns at 2 m before a wall at 3 m, as a smooth map shows it: by a Gaussian of
  /// 1.1 pixels.
  static let smoothArm = map { column, _ in
    let weights = (-5...5).map { offset -> Float in
      let square = Float(offset * offset) / (2 * 1.1 * 1.1)
      // 1/(1 + q + q²/2 + …) is e^-q to what is needed here.
      return 1 / (1 + square + square * square / 2 + square * square * square / 6)
    }
    let depths = (-5...5).map { (9...11).contains(column + $0) ? Float(2) : 3 }
    return zip(weights, depths).reduce(0) { $0 + $1.0 * $1.1 } / weights.reduce(0, +)
  }

  @Test(arguments: [9.0, 11])
  func `a thin limb that a smooth map has sunk is raised`(x: Double) throws {
    let window = DepthWindow.joint(at: 2, focalLength: 100)
    let median = try #require(Self.smoothArm.sample(at: SIMD2(x, 10), window: window).depth)
    var plain = window
    plain.longestRamp = nil
    let sunk = try #require(Self.smoothArm.sample(at: SIMD2(x, 10), window: plain).depth)
    #expect(sunk > 2.1 && median < sunk && abs(median - 2) < 0.1, "\(median), not \(sunk)")
  }

  @Test func `a joint is read at its own distance if none is given`() throws {
    let camera = Camera(width: 20, height: 20, fx: 100, fy: 100, cx: 10, cy: 10, source: .file)
    let map = Self.map { column, _ in (8...12).contains(column) ? 1 : 3 }
    #expect(map.jointSample(at: SIMD2(10, 10), camera: camera).depth == 1)
    #expect(map.jointSample(at: SIMD2(12, 10), camera: camera, near: 3).depth == 3)
    #expect(map.jointSample(at: SIMD2(17, 10), camera: camera).depth == 3)
    #expect(map.jointSample(at: SIMD2(30, 10), camera: camera) == .missing(.outsideMap))
  }
}
