internal import CSampling
internal import Foundation
internal import PoseImaging

/// Samples a turned square of a picture into the input of a network, exactly as OpenCV 3's
/// `warpPerspective` does it for MediaPipe: bilinear on a grid of 1/32 pixel, rounded to 8 bits,
/// then scaled. The rounding matters: without it landmarks differ from MediaPipe's by half a pixel.
struct SquareSampler {
  /// The values outside the image.
  enum Border { case zero, replicate }

  /// Pixels on a side of the network's input.
  let size: Int
  let border: Border
  /// The network's number for a level of a channel is `level * scale + offset`.
  private let scale, offset: Float

  /// A sampler for a network whose input is `level * scale + offset`.
  init(size: Int, border: Border, scale: Float, offset: Float) {
    self.size = size
    self.border = border
    self.scale = scale
    self.offset = offset
  }

  /// Fills `input` with the square's `3 * size * size` numbers, row by row, red first.
  ///
  /// - Parameter isMirrored: whether it is filled with what the same square of the mirrored picture
  ///   shows, to the last bit.
  func sample(
    _ region: SquareRegion, of picture: ColorImage, isMirrored: Bool = false,
    into input: UnsafeMutableBufferPointer<Float>
  ) {
    precondition(region.isUsable, "a square without extent: \(region)")
    precondition(
      input.count == 3 * size * size, "\(input.count) numbers for \(size)×\(size) pixels")
    let grid =
      isMirrored
      ? SamplingGrid(region.mirrored(inWidth: picture.width), steps: size)
        .mirrored(inWidth: picture.width)
      : SamplingGrid(region, steps: size)
    picture.pixels.withUnsafeBytes { bytes in
      let source = PixelSource(
        bytes: bytes, width: picture.width, height: picture.height, border: border, scale: scale,
        offset: offset)
      source.fill(input, grid: grid, size: size)
    }
  }
}

/// The positions of the network's pixels in the image.
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

  private init(origin: SIMD2<Double>, column: SIMD2<Double>, row: SIMD2<Double>) {
    (self.origin, self.column, self.row) = (origin, column, row)
  }

  /// The places in a picture of what this grid shows of its mirror image.
  func mirrored(inWidth width: Int) -> SamplingGrid {
    SamplingGrid(
      origin: origin.mirrored(inWidth: width), column: SIMD2(-column.x, column.y),
      row: SIMD2(-row.x, row.y))
  }

  /// The place of a pixel in steps of 1/32 pixel, rounded half to even. Adding 1.5·2⁵² leaves the
  /// rounded integer in the low bits; `rounded(.toNearestOrEven)` is a library call on plain
  /// x86-64.
  func steps(_ u: Int, rowStart: SIMD2<Double>) -> (x: Int, y: Int) {
    let shift = 6_755_399_441_055_744.0
    let shifted = (column * Double(u) + rowStart + origin) * 32 + shift
    return (
      Int(truncatingIfNeeded: shifted.x.bitPattern &- shift.bitPattern),
      Int(truncatingIfNeeded: shifted.y.bitPattern &- shift.bitPattern)
    )
  }

  /// A row of the grid as the C loop takes it.
  func line(rowStart: SIMD2<Double>) -> sampling_line {
    sampling_line(
      column: (column.x, column.y), row: (rowStart.x, rowStart.y), origin: (origin.x, origin.y))
  }
}

/// The picture's bytes while they are being sampled; pointers don't leave this type.
private struct PixelSource {
  let bytes: UnsafeRawBufferPointer
  let width, height: Int
  let border: SquareSampler.Border
  let scale, offset: Float

  /// Rows that the picture is fetched into the cache ahead: a turned square's row crosses so many
  /// rows of a large picture that the processor doesn't foresee what is wanted next.
  private static let rowsAhead = 2.0

  func fill(_ output: UnsafeMutableBufferPointer<Float>, grid: SamplingGrid, size: Int) {
    // The pointers are of a picture and an input that are not empty.
    var picture = sampling_picture(
      pixels: bytes.bindMemory(to: UInt8.self).baseAddress!, width: width, height: height)
    let ahead = (grid.row * Self.rowsAhead).rounded(.towardZero)
    // A square so large that this overflows shows one pixel again and again.
    let bytesAhead = Int(exactly: 3 * (ahead.y * Double(width) + ahead.x)) ?? 0
    let isBlackOutside: Int32 = border == .zero ? 1 : 0
    for v in 0..<size {
      let rowStart = grid.row * Double(v)
      let out = output.baseAddress! + 3 * v * size
      // Those inside lie side by side, since a row is a line and the picture's inside is convex.
      var inside = 0..<size
      while let u = inside.first, !isInside(grid.steps(u, rowStart: rowStart)) {
        inside.removeFirst()
      }
      while let u = inside.last, !isInside(grid.steps(u, rowStart: rowStart)) {
        inside.removeLast()
      }
      var line = grid.line(rowStart: rowStart)
      sampling_fill_inside(
        &picture, &line, inside.lowerBound, inside.count, bytesAhead, scale, offset,
        out + 3 * inside.lowerBound)
      for outside in [0..<inside.lowerBound, inside.upperBound..<size] where !outside.isEmpty {
        sampling_fill_anywhere(
          &picture, isBlackOutside, &line, outside.lowerBound, outside.count, scale, offset,
          out + 3 * outside.lowerBound)
      }
    }
  }

  /// Whether a place and its three neighbours are in the picture, and two bytes after them: the C
  /// loop reads eight at once.
  private func isInside(_ place: (x: Int, y: Int)) -> Bool {
    let (left, top) = (place.x >> 5, place.y >> 5)
    return left >= 0 && left < width - 2 && top >= 0 && top < height - 1
  }
}

/// The part of a picture that is searched for people or hands.
struct PictureWindow {
  private let whole: ColorImage
  private let region: RegionOfInterest?
  private let columns, rows: Range<Int>

  /// All of a picture, or what a region has in common with it; `nil` when that is nothing.
  init?(_ picture: ColorImage, _ region: RegionOfInterest?) {
    (whole, self.region) = (picture, region)
    guard let region else {
      (columns, rows) = (0..<picture.width, 0..<picture.height)
      return
    }
    guard let pixels = region.pixels(of: picture.width, picture.height) else { return nil }
    (columns, rows) = pixels
  }

  /// The whole picture's place of the part's top-left pixel.
  var origin: SIMD2<Double> { SIMD2(Double(columns.lowerBound), Double(rows.lowerBound)) }

  /// The part's width and height in pixels.
  var extent: SIMD2<Double> { SIMD2(Double(columns.count), Double(rows.count)) }

  /// The part alone, copied at each call unless it is all of the picture: who follows people in a
  /// region seldom needs it.
  func picture() -> ColorImage { whole.part(columns: columns, rows: rows) }

  /// Whether a person is searched for here: the middle of their hips or of their shoulders is
  /// inside. An edge on the image's own edge doesn't cut a person off, so that a person whose hips
  /// are below the image counts when all of it is searched.
  func contains(_ person: BodyLandmarks) -> Bool {
    guard let region else { return true }
    return [person.trunk.hips, person.trunk.shoulders].contains { place in
      // The centre of the top-left pixel is half a pixel from the corner.
      Self.spans(from: region.x, region.width, place.x + 0.5, of: Double(whole.width))
        && Self.spans(from: region.y, region.height, place.y + 0.5, of: Double(whole.height))
    }
  }

  /// Whether the middle of a square is in the image, so that a person may be seen in it.
  func mayShow(_ square: SquareRegion) -> Bool {
    square.isUsable && square.center.x > 0 && square.center.y > 0
      && square.center.x < Double(whole.width) && square.center.y < Double(whole.height)
  }

  private static func spans(
    from start: Double, _ extent: Double, _ place: Double, of count: Double
  ) -> Bool {
    (start <= 0 || start <= place) && (start + extent >= count || place < start + extent)
  }
}

extension ColorImage {
  /// Some of its columns and rows as a picture of its own.
  fileprivate func part(columns: Range<Int>, rows: Range<Int>) -> ColorImage {
    guard columns.count < width || rows.count < height else { return self }
    var part: [UInt8] = []
    part.reserveCapacity(3 * columns.count * rows.count)
    for row in rows {
      let start = 3 * (row * width + columns.lowerBound)
      part += pixels[start..<(start + 3 * columns.count)]
    }
    return ColorImage(width: columns.count, height: rows.count, pixels: part)
  }
}
