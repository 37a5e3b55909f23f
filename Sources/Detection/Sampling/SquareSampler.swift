internal import DepthIO
internal import Foundation

/// Samples a turned square of a picture into the input of a network, exactly as OpenCV 3's
/// `warpPerspective` does it for MediaPipe: bilinear on a grid of 1/32 pixel, rounded to 8 bits,
/// then scaled. The rounding matters: without it landmarks differ from MediaPipe's by half a pixel.
struct SquareSampler {
  /// What is seen outside the picture.
  enum Border { case zero, replicate }

  /// Pixels on a side of the network's input.
  let size: Int
  let border: Border
  /// The network's number for each of the 256 levels of a channel.
  private let levels: [Float]

  /// A sampler for a network whose input is `level * scale + offset`.
  init(size: Int, border: Border, scale: Float, offset: Float) {
    self.size = size
    self.border = border
    levels = (0..<256).map { Float($0) * scale + offset }
  }

  /// Fills `input` with the square's `3 * size * size` numbers, row by row, red first.
  func sample(
    _ region: SquareRegion, of picture: ColorImage, into input: UnsafeMutableBufferPointer<Float>
  ) {
    precondition(region.isUsable, "a square without extent: \(region)")
    precondition(
      input.count == 3 * size * size, "\(input.count) numbers for \(size)×\(size) pixels")
    let grid = SamplingGrid(region, steps: size)
    picture.pixels.withUnsafeBytes { bytes in
      levels.withUnsafeBufferPointer { levels in
        let source = PixelSource(
          bytes: bytes, width: picture.width, height: picture.height, border: border)
        source.fill(input, levels: levels, grid: grid, size: size)
      }
    }
  }
}

/// Where in the picture the network's pixels lie.
private struct SamplingGrid {
  /// The place of the first pixel.
  let origin: SIMD2<Double>
  /// From a pixel to the one on its right and to the one below.
  let column, row: SIMD2<Double>

  /// The grid over a square. There is no half pixel: the first pixel is at the corner. The corners
  /// are computed as `cv::RotatedRect::points` does, in single precision.
  init(_ region: SquareRegion, steps: Int) {
    let degrees = Float(region.rotation) * 180 / Float.pi
    let radians = Double(degrees) * Double.pi / 180
    let b = Float(cos(radians)) * 0.5
    let a = Float(sin(radians)) * 0.5
    let (x, y, side) = (Float(region.center.x), Float(region.center.y), Float(region.side))
    let bottomLeft = (x: x - a * side - b * side, y: y + b * side - a * side)
    let topLeft = (x: x + a * side - b * side, y: y - b * side - a * side)
    let topRight = (x: 2 * x - bottomLeft.x, y: 2 * y - bottomLeft.y)
    origin = SIMD2(Double(topLeft.x), Double(topLeft.y))
    column = (SIMD2(Double(topRight.x), Double(topRight.y)) - origin) / Double(steps)
    row = (SIMD2(Double(bottomLeft.x), Double(bottomLeft.y)) - origin) / Double(steps)
  }
}

/// The picture's bytes while they are being sampled; pointers don't leave this type.
private struct PixelSource {
  let bytes: UnsafeRawBufferPointer
  let width, height: Int
  let border: SquareSampler.Border

  /// Columns that are done together: a turned square's row crosses so many rows of a large picture
  /// that the next one would find none of them in the cache any more.
  private static let blockWidth = 32

  func fill(
    _ output: UnsafeMutableBufferPointer<Float>, levels: UnsafeBufferPointer<Float>,
    grid: SamplingGrid, size: Int
  ) {
    for first in stride(from: 0, to: size, by: Self.blockWidth) {
      let columns = first..<min(size, first + Self.blockWidth)
      for v in 0..<size {
        fill(output, levels: levels, grid: grid, v: v, columns: columns, at: 3 * (v * size + first))
      }
    }
  }

  private func fill(
    _ output: UnsafeMutableBufferPointer<Float>, levels: UnsafeBufferPointer<Float>,
    grid: SamplingGrid, v: Int, columns: Range<Int>, at start: Int
  ) {
    let rowStart = grid.row * Double(v)
    var out = start
    for u in columns {
      let column = Double(u)
      let x = Self.steps(grid.column.x * column + rowStart.x + grid.origin.x)
      let y = Self.steps(grid.column.y * column + rowStart.y + grid.origin.y)
      let color = color(x >> 5, y >> 5, BilinearWeights(x: UInt64(x & 31), y: UInt64(y & 31)))
      output[out] = levels[color.red]
      output[out &+ 1] = levels[color.green]
      output[out &+ 2] = levels[color.blue]
      out &+= 3
    }
  }

  /// The weighted mean of a pixel, the one on its right and the two below them.
  private func color(_ left: Int, _ top: Int, _ weights: BilinearWeights) -> PackedColor {
    // Left of the last but one column and above the last row all four are in the picture, and a
    // byte after each of them, so that four bytes can be read at once.
    if UInt(bitPattern: left) < UInt(bitPattern: max(0, width - 2))
      && UInt(bitPattern: top) < UInt(bitPattern: height - 1)
    {
      let upper = 3 &* (top &* width &+ left)
      let lower = upper &+ 3 &* width
      return weights.mix(load(upper), load(upper &+ 3), load(lower), load(lower &+ 3))
    }
    return weights.mix(
      edge(left, top), edge(left + 1, top), edge(left, top + 1), edge(left + 1, top + 1))
  }

  /// A coordinate in steps of 1/32 pixel, rounded half to even. Adding 1.5·2⁵² leaves the rounded
  /// integer in the low bits; `rounded(.toNearestOrEven)` is a library call on plain x86-64.
  private static func steps(_ coordinate: Double) -> Int {
    let shift = 6_755_399_441_055_744.0
    let shifted = coordinate * 32 + shift
    return Int(truncatingIfNeeded: shifted.bitPattern &- shift.bitPattern)
  }

  /// The pixel at a byte; the byte after it is read too.
  private func load(_ at: Int) -> PackedColor {
    PackedColor(
      rgb: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self)))
  }

  /// A pixel that may be outside the picture.
  private func edge(_ x: Int, _ y: Int) -> PackedColor {
    let inside = min(max(x, 0), width - 1) == x && min(max(y, 0), height - 1) == y
    if border == .zero && !inside { return PackedColor(rgb: 0) }
    let at = 3 * (min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1))
    return PackedColor(
      rgb: UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at + 2]) << 16)
  }
}

/// Three channels in one word, 21 bits each, so that one multiplication weighs all three.
private struct PackedColor {
  var bits: UInt64

  init(bits: UInt64) { self.bits = bits }

  /// Red in the lowest byte; the highest byte is ignored.
  init(rgb: UInt32) {
    let rgb = UInt64(rgb)
    bits = rgb & 0xFF | (rgb & 0xFF00) << 13 | (rgb & 0xFF_0000) << 26
  }

  var red: Int { Int(bits & 0xFF) }
  var green: Int { Int(bits >> 21 & 0xFF) }
  var blue: Int { Int(bits >> 42 & 0xFF) }
}

/// The shares of four neighbours in 1/1024, from the fractions of a pixel in 1/32.
private struct BilinearWeights {
  let x, y: UInt64

  /// The mean of four neighbours, rounded to the nearest level: a sum of at most 255 · 1024 in each
  /// channel's 21 bits, and a half before the division.
  func mix(
    _ topLeft: PackedColor, _ topRight: PackedColor, _ bottomLeft: PackedColor,
    _ bottomRight: PackedColor
  ) -> PackedColor {
    let half: UInt64 = 512 | 512 << 21 | 512 << 42
    let top = topLeft.bits &* (32 &- x) &+ topRight.bits &* x
    let bottom = bottomLeft.bits &* (32 &- x) &+ bottomRight.bits &* x
    return PackedColor(bits: (top &* (32 &- y) &+ bottom &* y &+ half) >> 10)
  }
}
