package import PoseImaging

/// A grey image of bytes, row by row without padding. Pixels: the centre of the top-left pixel is
/// (0, 0).
package struct GrayImage: Sendable {
  /// Width in pixels.
  package let width: Int
  /// Height in pixels.
  package let height: Int
  /// The brightness of every pixel.
  package let pixels: [UInt8]

  /// An image from its pixels, `width * height` of them.
  package init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(
      width > 0 && height > 0 && pixels.count == width * height,
      "\(pixels.count) pixels for an image of \(width)×\(height)")
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// The luma of a colour image (ITU-R BT.601).
  package init(_ image: ColorImage) {
    let rgb = image.pixels
    let count = image.width * image.height
    let pixels = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      for index in 0..<count {
        let (r, g, b) = (Int(rgb[3 * index]), Int(rgb[3 * index + 1]), Int(rgb[3 * index + 2]))
        buffer[index] = UInt8(truncatingIfNeeded: (77 * r + 150 * g + 29 * b + 128) >> 8)
      }
      filled = count
    }
    self.init(width: image.width, height: image.height, pixels: pixels)
  }

  /// The image at half the size, each pixel the mean of four; `nil` for one that is too small.
  var halved: GrayImage? {
    let (w, h) = (width / 2, height / 2)
    guard w >= 16, h >= 16 else { return nil }
    var half = [UInt8](repeating: 0, count: w * h)
    for y in 0..<h {
      for x in 0..<w {
        let place = 2 * y * width + 2 * x
        let sum =
          Int(pixels[place]) + Int(pixels[place + 1]) + Int(pixels[place + width])
          + Int(pixels[place + width + 1])
        half[y * w + x] = UInt8(truncatingIfNeeded: (sum + 2) / 4)
      }
    }
    return GrayImage(width: w, height: h, pixels: half)
  }

  /// The image as a mirror shows it, left and right swapped.
  var mirrored: GrayImage {
    var turned = pixels
    for y in 0..<height {
      turned[y * width..<(y + 1) * width].reverse()
    }
    return GrayImage(width: width, height: height, pixels: turned)
  }

  /// The image with black and white swapped.
  var inverted: GrayImage {
    GrayImage(width: width, height: height, pixels: pixels.map { 255 - $0 })
  }

  /// The image with each pixel the brightest of nine, which makes black shapes a pixel narrower on each side.
  func brightened() -> GrayImage {
    let (w, h) = (width, height)
    var rows = pixels
    var both = pixels
    pixels.withUnsafeBufferPointer { p in
      rows.withUnsafeMutableBufferPointer { r in
        for y in 0..<h {
          for at in y * w..<(y + 1) * w {
            let left = at > y * w ? p[at - 1] : p[at]
            let right = at < (y + 1) * w - 1 ? p[at + 1] : p[at]
            r[at] = max(p[at], left, right)
          }
        }
        both.withUnsafeMutableBufferPointer { b in
          for at in 0..<w * h {
            let above = at >= w ? r[at - w] : r[at]
            let below = at < (h - 1) * w ? r[at + w] : r[at]
            b[at] = max(r[at], above, below)
          }
        }
      }
    }
    return GrayImage(width: w, height: h, pixels: both)
  }

  /// Whether a place and so many pixels around it are inside the image.
  func contains(_ place: SIMD2<Double>, margin: Double) -> Bool {
    place.x >= margin && place.y >= margin && place.x <= Double(width - 1) - margin
      && place.y <= Double(height - 1) - margin
  }

  /// The brightness at a place between pixels, bilinear. The place is inside the image.
  func value(at place: SIMD2<Double>) -> Double {
    let x = min(max(place.x, 0), Double(width) - 1.000001)
    let y = min(max(place.y, 0), Double(height) - 1.000001)
    guard x.isFinite, y.isFinite, width > 1, height > 1 else { return 0 }
    let (column, row) = (Int(x), Int(y))
    let (a, b) = (x - Double(column), y - Double(row))
    let first = row * width + column
    let top = Double(pixels[first]) * (1 - a) + Double(pixels[first + 1]) * a
    let bottom = Double(pixels[first + width]) * (1 - a) + Double(pixels[first + width + 1]) * a
    return top * (1 - b) + bottom * b
  }

  /// The width in pixels of the sharpest edge: the range of brightness over the steepest slope. `nil` for
  /// an image of one brightness.
  package var sharpestEdge: Double? {
    guard width > 4, height > 4, let low = pixels.min(), let high = pixels.max(), high > low else {
      return nil
    }
    var steepest = 0
    for y in 1..<height - 1 {
      for x in 1..<width - 1 {
        let place = y * width + x
        let across = abs(Int(pixels[place + 1]) - Int(pixels[place - 1]))
        let along = abs(Int(pixels[place + width]) - Int(pixels[place - width]))
        steepest = max(steepest, across, along)
      }
    }
    guard steepest > 0 else { return nil }
    return 2 * Double(high - low) / Double(steepest)
  }
}
