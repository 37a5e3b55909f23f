/// A colour picture in memory: 8-bit sRGB, three bytes a pixel, rows from top to bottom, upright
/// (an orientation stated in the file has been applied).
public struct ColorImage: Sendable, Equatable {
  /// Width in pixels.
  public let width: Int
  /// Height in pixels.
  public let height: Int
  /// Red, green, blue of every pixel, row by row: `3 * width * height` bytes without padding.
  public let pixels: [UInt8]

  /// A picture from its pixels; their count must be `3 * width * height`.
  public init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(
      width > 0 && height > 0 && pixels.count == 3 * width * height,
      "\(pixels.count) bytes for a \(width)×\(height) RGB image")
    self.width = width
    self.height = height
    self.pixels = pixels
  }
}

/// Whether two sizes agree in their aspect ratio within 1 %.
package func haveSameAspect(_ a: (width: Int, height: Int), _ b: (width: Int, height: Int)) -> Bool
{
  let ratio = Double(a.width) * Double(b.height) / (Double(a.height) * Double(b.width))
  return abs(ratio - 1) <= 0.01
}

/// A disc in an image, in pixels.
public struct PixelDisc: Sendable, Equatable {
  /// The centre; the middle of the top-left pixel is 0, 0.
  public var center: SIMD2<Double>
  /// The radius; not negative.
  public var radius: Double

  /// A disc.
  public init(center: SIMD2<Double>, radius: Double) {
    (self.center, self.radius) = (center, radius)
  }
}

extension ColorImage {
  /// Blocks across the diameter of a disc: a face in so few colours can't be recognised.
  private static let blocks = 6.0

  /// The image with discs in coarse blocks of one colour each, so that a face in one can't be recognised. What was
  /// there is gone from the pixels. Parts of discs outside the image don't matter.
  public func pixelated(_ discs: [PixelDisc]) -> ColorImage {
    guard !discs.isEmpty else { return self }
    var pixels = pixels
    for disc in discs where disc.radius > 0 && (disc.center.x + disc.center.y).isFinite {
      // An image is smaller than that.
      let radius = min(disc.radius, 1e6)
      let side = max(2 * radius / Self.blocks, 4)
      let rows = Self.spans(disc.center.y, radius, side, height)
      let columns = Self.spans(disc.center.x, radius, side, width)
      for row in rows {
        for column in columns {
          // Blocks that touch the disc, by the point of the block nearest to its centre.
          let nearest = SIMD2(
            min(max(disc.center.x, Double(column.lowerBound)), Double(column.upperBound)),
            min(max(disc.center.y, Double(row.lowerBound)), Double(row.upperBound)))
          let offset = nearest - disc.center
          guard (offset * offset).sum() <= radius * radius else { continue }
          Self.flatten(&pixels, width, row, column)
        }
      }
    }
    return ColorImage(width: width, height: height, pixels: pixels)
  }

  /// The pixels of each block along an axis, within the image.
  private static func spans(
    _ center: Double, _ radius: Double, _ side: Double, _ count: Int
  ) -> [Range<Int>] {
    let edges = { (position: Double) in Int(min(max(position.rounded(), 0), Double(count))) }
    let blocks = Int((2 * radius / side).rounded(.up))
    return (0..<blocks).compactMap { block in
      let start = edges(center - radius + Double(block) * side)
      let end = edges(center - radius + Double(block + 1) * side)
      return start < end ? start..<end : nil
    }
  }

  /// Gives all pixels of a block their mean colour.
  private static func flatten(
    _ pixels: inout [UInt8], _ width: Int, _ rows: Range<Int>, _ columns: Range<Int>
  ) {
    let count = rows.count * columns.count
    for channel in 0..<3 {
      var sum = 0
      for row in rows {
        for column in columns { sum += Int(pixels[3 * (row * width + column) + channel]) }
      }
      let mean = UInt8((sum + count / 2) / count)
      for row in rows {
        for column in columns { pixels[3 * (row * width + column) + channel] = mean }
      }
    }
  }
}
