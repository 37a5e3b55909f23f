@testable import PoseDetection
import Testing

@Suite("Tiles")
struct TilesTests {
  static let sizes = [
    (1920, 1080), (1088, 1920), (640, 480), (512, 424), (4000, 3000), (1000, 1000), (3000, 1000),
    (8000, 1000), (1, 4000), (4000, 1), (20_000, 20_000), (3, 2),
  ]

  @Test(
    "are three along an image of 16:9, more in squarer and in elongated ones",
    arguments: [
      (1920, 1080, 3), (1080, 1920, 3), (1088, 1920, 3), (640, 480, 6), (1000, 1000, 9),
      (3000, 1000, 5), (8000, 1000, 15), (1, 4000, 15),
    ])
  func count(width: Int, height: Int, count: Int) {
    #expect(SquareRegion.tiles(of: width, height).count == count)
  }

  @Test("cover the image and overlap by half", arguments: sizes, [1, 0.7, 0.5])
  func cover(size: (Int, Int), scale: Double) throws {
    let (width, height) = size
    let tiles = SquareRegion.tiles(of: width, height, scale: scale)
    let side = try #require(tiles.first).side
    #expect(tiles.allSatisfy { $0.side == side && $0.rotation == 0 })
    for (length, axis) in [(Double(width), 0), (Double(height), 1)] {
      let starts = Set(tiles.map { $0.center[axis] - side / 2 }).sorted()
      #expect(starts[0] <= Tolerance.rounding * length)
      #expect(starts[starts.count - 1] + side >= length * (1 - Tolerance.rounding))
      for (start, next) in zip(starts, starts.dropFirst()) {
        #expect(next - start <= side / 2 + Tolerance.rounding * length)
      }
    }
  }

  @Test("show people at least 7/4 times as large as the whole image does", arguments: sizes)
  func enlargement(width: Int, height: Int) {
    for tile in SquareRegion.tiles(of: width, height) {
      #expect(tile.side <= SquareRegion(around: width, height).side * 4 / 7)
    }
  }

  @Test("lie the same way in an image on its side", arguments: sizes)
  func transposed(width: Int, height: Int) {
    func places(_ width: Int, _ height: Int, _ first: Int) -> [[Double]] {
      SquareRegion.tiles(of: width, height)
        .map { [$0.center[first], $0.center[1 - first]] }.sorted { ($0[0], $0[1]) < ($1[0], $1[1]) }
    }
    #expect(places(width, height, 0) == places(height, width, 1))
  }
}
