import PoseImaging
import Testing

/// A cut-out person 2 m from the camera before a wall, on a floor.
struct PersonMaskTests {
  static let camera = Camera(width: 80, height: 60, fx: 60, fy: 60, cx: 39.5, cy: 20, source: .file)
  static let seeds: [SIMD2<Double>] = [[36, 20], [43, 20], [37, 32], [42, 32]]

  static func isPerson(_ column: Int, _ row: Int) -> Bool {
    let isHead = (38...41).contains(column) && (8..<14).contains(row)
    let isTrunk = (34...45).contains(column) && (14..<36).contains(row)
    let isLeg =
      ((34...38).contains(column) || (41...45).contains(column)) && (36..<50).contains(row)
    return isHead || isTrunk || isLeg
  }

  /// The floor is 1 m below the camera: the person, at 2 m, meets it at row 50.
  static func depth(_ column: Int, _ row: Int) -> Float {
    if isPerson(column, row) { return 2 }
    let floor = row > 20 ? 60 / Float(row - 20) : .infinity
    return min(floor, 3.5)
  }

  static func map(_ depth: (Int, Int) -> Float = depth) -> DepthMap {
    DepthMap(
      width: 80, height: 60, metres: (0..<4800).map { depth($0 % 80, $0 / 80) })
  }

  @Test func `the person, and neither the wall nor the floor`() throws {
    let mask = try #require(
      PersonMask(growingFrom: Self.seeds, in: Self.map(), camera: Self.camera))
    #expect(mask.width == 80 && mask.height == 60)
    var (count, wrong) = (0, [SIMD2<Int>]())
    for row in 0..<60 {
      for column in 0..<80 {
        if mask[column, row] { count += 1 }
        // The lowest row of the feet is on the floor.
        guard row < 49, mask[column, row] != Self.isPerson(column, row) else { continue }
        wrong.append(SIMD2(column, row))
      }
    }
    #expect(wrong.isEmpty)
    #expect(mask.count == count && mask.share == Double(count) / 4800)
  }

  @Test func `a hole of two pixels is stepped over, one of three is a border`() throws {
    for (width, isReached) in [(2, true), (3, false)] {
      let map = Self.map { column, row in
        (26..<26 + width).contains(row) ? .nan : Self.depth(column, row)
      }
      let mask = try #require(
        PersonMask(growingFrom: Array(Self.seeds[..<2]), in: map, camera: Self.camera))
      #expect(mask[40, 22] && mask[40, 33] == isReached)
    }
  }

  @Test func `a seed on a person in front of the person is left out`() throws {
    let map = Self.map { column, row in
      (60...66).contains(column) && row > 20 ? 1 : Self.depth(column, row)
    }
    let mask = try #require(
      PersonMask(growingFrom: Self.seeds + [[63, 30]], in: map, camera: Self.camera))
    #expect(!mask[63, 30] && mask[40, 30])
  }

  @Test func `a box keeps the mask inside`() throws {
    let mask = try #require(
      PersonMask(
        growingFrom: Self.seeds, in: Self.map(), camera: Self.camera, box: (0..<80, 0..<30)))
    #expect(mask[40, 29] && !mask[40, 30])
  }

  @Test func `a mirrored map has the mirrored mask`() throws {
    let mask = try #require(
      PersonMask(growingFrom: Self.seeds, in: Self.map(), camera: Self.camera))
    let mirrored = try #require(
      PersonMask(
        growingFrom: Self.seeds.map { SIMD2(79 - $0.x, $0.y) },
        in: Self.map().oriented(.upMirrored), camera: Self.camera.oriented(.upMirrored)))
    let wrong = (0..<4800).filter { mask[$0 % 80, $0 / 80] != mirrored[79 - $0 % 80, $0 / 80] }
    #expect(wrong.isEmpty)
  }

  @Test func `without a reading at a seed there is no mask`() {
    let empty = Self.map { _, _ in .nan }
    #expect(PersonMask(growingFrom: Self.seeds, in: empty, camera: Self.camera) == nil)
    #expect(PersonMask(growingFrom: [], in: Self.map(), camera: Self.camera) == nil)
    for odd in [SIMD2(-5, 5), SIMD2(Double.nan, 0), SIMD2(1e300, 0)] {
      #expect(PersonMask(growingFrom: [odd], in: Self.map(), camera: Self.camera) == nil)
    }
  }

  @Test func `a mask keeps a sample on the person`() throws {
    let mask = try #require(
      PersonMask(growingFrom: Self.seeds, in: Self.map(), camera: Self.camera))
    // Another person's hand at 1.9 m, as much of the window as the person.
    let map = Self.map { column, row in column <= 33 ? 1.5 : Self.depth(column, row) }
    let place = SIMD2(34.0, 25)
    let window = DepthWindow(radius: 3)
    #expect(map.sample(at: place, window: window).depth == 1.5)
    #expect(map.sample(at: place, window: window, within: mask).depth == 2)
    #expect(map.sample(at: SIMD2(5, 5), window: window, within: mask) == .missing(.noReading))
  }
}
