import PoseImaging
import Testing

@testable import PoseAnalysis

/// Parts of images, and images in other sizes.
struct ColorImageSizeTests {
  /// Red grows to the right, green downwards.
  private static func slope(_ width: Int, _ height: Int) -> ColorImage {
    ColorImage(
      width: width, height: height,
      pixels: (0..<width * height).flatMap { place -> [UInt8] in
        let (column, row) = (place % width, place / width)
        return [UInt8(10 * column), UInt8(10 * row), 7]
      })
  }

  @Test func `a part has the pixels that lay there`() {
    let part = Self.slope(9, 6).cropped(x: 3, y: 2, width: 4, height: 3)
    #expect(part.width == 4 && part.height == 3)
    #expect(Array(part.pixels.prefix(6)) == [30, 20, 7, 40, 20, 7])
    #expect(Array(part.pixels.suffix(3)) == [60, 40, 7])
  }

  @Test(arguments: [2, 3, 5])
  func `a slope stays one when it is enlarged, and comes back when it is reduced`(factor: Int) {
    let image = Self.slope(8, 6)
    let large = image.enlarged(by: factor)
    #expect(large.width == 8 * factor && large.height == 6 * factor)
    for column in factor..<7 * factor {
      let place = 3 * (2 * factor * large.width + column)
      let expected = 10 * ((Double(column) + 0.5) / Double(factor) - 0.5)
      #expect(abs(Double(large.pixels[place]) - expected) <= 0.5 + 1e-9, "\(column)")
    }
    let back = large.reduced(to: (8, 6))
    for (one, other) in zip(back.pixels, image.pixels) {
      #expect(abs(Int(one) - Int(other)) <= 3)
    }
  }

  @Test func `one time as large is the same`() {
    #expect(Self.slope(4, 3).enlarged(by: 1) == Self.slope(4, 3))
  }
}
