import PoseImaging
@testable import PoseDrawing
import Testing

struct DepthPictureTests {
  /// Depths that grow from left to right, with a hole in the first column.
  private func ramp(
    width: Int, height: Int, from near: Double, to far: Double, scale: DepthScale = .file
  ) -> DepthMap {
    var metres: [Float] = []
    for _ in 0..<height {
      for column in 0..<width {
        let share = Double(column - 1) / Double(max(1, width - 2))
        metres.append(column == 0 ? .nan : Float(near + share * (far - near)))
      }
    }
    return DepthMap(width: width, height: height, metres: metres, scale: scale)
  }

  @Test func `the colours run over the middle 98 % of the depths`() throws {
    var metres = (1...1000).map { Float($0) / 100 }
    metres[3] = 65
    metres[700] = 0.001
    let picture = DepthPicture(of: DepthMap(width: 50, height: 20, metres: metres))
    let range = try #require(picture.range)
    #expect(abs(range.lowerBound - 0.1) < 0.03 && abs(range.upperBound - 9.9) < 0.03)
  }

  @Test func `near is yellow, far is violet, a hole is grey`() throws {
    let map = ramp(width: 64, height: 48, from: 1, to: 5)
    let drawn = try #require(DrawnPicture(png: DepthPicture(of: map).png()))
    #expect(drawn.width == 64 * 10)
    // In the middle of the enlarged pixels, half way down.
    let (hole, near, far) = (
      drawn[5, 240], drawn[15, 240], drawn[drawn.width - 5, 240]
    )
    #expect(hole == 0x969696 || hole == 0x787878)
    #expect(near == 0xFDE725)
    #expect(far == 0x440154)
  }

  static let sizes = [(1, 1), (1, 900), (900, 1), (64, 48), (192, 256), (641, 480), (1920, 1080)]

  @Test(arguments: sizes)
  func `every size is drawn, enlarged by a whole factor, with room for the scale`(
    width: Int, height: Int
  ) throws {
    for scale in [DepthScale.file, .unknown] {
      let map = ramp(width: width, height: height, from: 0.5, to: 4, scale: scale)
      let bytes = try DepthPicture(of: map).png()
      let drawn = try #require(DrawnPicture(png: bytes))
      #expect(drawn.width % width == 0)
      let factor = drawn.width / width
      #expect(drawn.height > height * factor)
      #expect(max(drawn.width, drawn.height) < 2 * max(640, max(width, height)) + 200)
      #expect(try DepthPicture(of: map).png() == bytes)
    }
  }

  @Test func `a map of nothing and one of a single distance are drawn too`() throws {
    let empty = DepthMap(width: 8, height: 8, metres: Array(repeating: .nan, count: 64))
    #expect(DepthPicture(of: empty).range == nil)
    #expect(try !DepthPicture(of: empty).png().isEmpty)
    let wall = DepthMap(width: 8, height: 8, metres: Array(repeating: 2, count: 64))
    #expect(DepthPicture(of: wall).range == 2...2.02)
    #expect(try !DepthPicture(of: wall).png().isEmpty)
  }

  @Test func `the scale of a metric map has metres, that of another one is marked as without`()
    throws
  {
    let metric = try #require(
      DrawnPicture(png: DepthPicture(of: ramp(width: 64, height: 48, from: 1, to: 5)).png()))
    let relative = try #require(
      DrawnPicture(
        png: DepthPicture(of: ramp(width: 64, height: 48, from: 1, to: 5, scale: .unknown)).png()))
    #expect(relative.height > metric.height)
  }

  @Test(arguments: [(40_000, 1, 20, 2000), (2049, 100, 2, 1025), (2048, 100, 1, 2048)])
  func `of a long map every second, third … pixel is shown`(
    width: Int, height: Int, step: Int, shown: Int
  ) throws {
    let map = ramp(width: width, height: height, from: 1, to: 4)
    let drawn = try #require(DrawnPicture(png: DepthPicture(of: map).png()))
    #expect(drawn.width == shown)
    #expect(drawn[shown - 1, 0] == 0x440154)
    #expect(drawn.height > (height + step - 1) / step)
  }
}
