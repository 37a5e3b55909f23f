@testable import PoseDetection
import DepthIO
import PoseGeometry
import PoseImaging
import Pose3D
import TestSupport
import Testing

@Suite("Crops for top-down models")
struct TopDownSamplerTests {
  /// What OpenCV makes of a picture's parts: every so many rows and columns from one on.
  private struct Crops: Decodable {
    struct Part: Decodable {
      let box: [Double]
      let levels: [[Int]]
    }

    let rows, columns: [Int]
    let parts: [Part]
  }

  private func levels(_ crop: TopDownCrop, of picture: ColorImage) -> [[Double]] {
    let (width, height) = (Int(crop.size.x), Int(crop.size.y))
    var numbers = [Float](repeating: .nan, count: 3 * width * height)
    numbers.withUnsafeMutableBufferPointer {
      TopDownSampler.sample(crop, of: picture, into: $0)
    }
    let (means, deviations) = ([123.675, 116.28, 103.53], [58.395, 57.12, 57.375])
    return (0..<(width * height)).map { pixel in
      (0..<3).map { Double(numbers[$0 * width * height + pixel]) * deviations[$0] + means[$0] }
    }
  }

  @Test func `levels are those of OpenCV's warpAffine`() throws {
    let crops: Crops = try Fixture.decode(from: "onnx/crops.json")
    let picture = try TopDownGoldens.picture()
    #expect(crops.parts.count == 3)
    for part in crops.parts {
      let box = BoundingBox(
        minimum: SIMD2(part.box[0], part.box[1]), maximum: SIMD2(part.box[2], part.box[3]))
      let crop = TopDownCrop(around: box, width: 192, height: 256, alignment: .pixels)
      let levels = levels(crop, of: picture)
      var expected = part.levels[...]
      for row in stride(from: crops.rows[0], to: 256, by: crops.rows[1]) {
        for column in stride(from: crops.columns[0], to: 192, by: crops.columns[1]) {
          let next = expected.popFirst()
          let wanted = try #require(next)
          for channel in 0..<3 {
            let level = levels[row * 192 + column][channel]
            #expect(abs(level - Double(wanted[channel])) < Tolerance.topDownLevel)
          }
        }
      }
      #expect(expected.isEmpty)
    }
  }

  @Test func `a crop of the input's size is the picture itself, black outside`() {
    let picture = ColorImage(
      width: 6, height: 4, pixels: (0..<72).map { UInt8(truncatingIfNeeded: $0 * 37) })
    let crop = TopDownCrop(
      around: BoundingBox(minimum: SIMD2(-0.8, 0), maximum: SIMD2(5.6, 4)), width: 8, height: 5,
      alignment: .pixels)
    #expect(crop.extent == SIMD2(8, 5) && crop.step == SIMD2(1, 1))
    #expect(abs(crop.origin.x + 1.6) < Tolerance.rounding && crop.origin.y == -0.5)
    let part = TopDownCrop(
      around: BoundingBox(minimum: SIMD2(-0.4, 0.5), maximum: SIMD2(6, 4.5)), width: 8, height: 5,
      alignment: .pixels)
    let levels = levels(part, of: picture)
    // From (-1.2, 0): where the picture begins is between the second pixel and the third.
    #expect(levels[0].allSatisfy { abs($0) < Tolerance.topDownLevel })
    #expect(levels.suffix(8).allSatisfy { $0.allSatisfy { abs($0) < Tolerance.topDownLevel } })
    let (first, second) = (Double(picture.pixels[0]), Double(picture.pixels[3]))
    let red: Double = second * 0.8 + first * 0.2
    #expect(abs(levels[2][0] - red) < 4.48)
  }

  @Test(arguments: [TopDownCrop.Alignment.pixels, .steps])
  func `a place in the input is the place of the picture that is seen there`(
    alignment: TopDownCrop.Alignment
  ) {
    // Red is 4 times the column, green 5 times the row.
    var pixels: [UInt8] = []
    for row in 0..<48 { for column in 0..<60 { pixels += [UInt8(4 * column), UInt8(5 * row), 0] } }
    let picture = ColorImage(width: 60, height: 48, pixels: pixels)
    let crop = TopDownCrop(
      around: BoundingBox(minimum: SIMD2(12, 9), maximum: SIMD2(40, 37)), width: 24, height: 32,
      alignment: alignment)
    let levels = levels(crop, of: picture)
    for (u, v) in [(3, 4), (12, 16), (20, 27)] {
      let place = crop.pixel(SIMD2(Double(u), Double(v)))
      let color = levels[v * 24 + u]
      // A level's half, and a 32nd of a pixel's half.
      #expect(abs(color[0] - 4 * place.x) < 0.5 + 4.0 / 64 + Tolerance.topDownLevel)
      #expect(abs(color[1] - 5 * place.y) < 0.5 + 5.0 / 64 + Tolerance.topDownLevel)
    }
  }

  @Test func `the crop is the box and a quarter more, in the input's proportion`() {
    let tall = TopDownCrop(
      around: BoundingBox(minimum: SIMD2(10, 20), maximum: SIMD2(30, 100)), width: 192,
      height: 256, alignment: .pixels)
    #expect(tall.center == SIMD2(20, 60))
    #expect(tall.extent == SIMD2(75, 100))
    let wide = TopDownCrop(
      around: BoundingBox(minimum: SIMD2(0, 0), maximum: SIMD2(120, 40)), width: 192,
      height: 256, alignment: .steps)
    #expect(wide.extent == SIMD2(150, 200))
    #expect(wide.pixel(.zero) == wide.center - wide.extent / 2)
    #expect(wide.pixel(wide.size - 1) == wide.center + wide.extent / 2)
  }
}
