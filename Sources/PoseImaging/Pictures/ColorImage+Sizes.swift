/// Images in other sizes and forms.
extension ColorImage {
  /// The image with its longer side at most so many pixels.
  package func reduced(toSide side: Int) -> ColorImage {
    let scale = min(1, Double(side) / Double(max(width, height)))
    return reduced(
      to: (
        max(1, Int((Double(width) * scale).rounded())),
        max(1, Int((Double(height) * scale).rounded()))
      ))
  }

  /// The picture in a smaller size, each pixel the mean of those that it covers.
  package func reduced(to size: (width: Int, height: Int)) -> ColorImage {
    guard size.width < width || size.height < height else { return self }
    func spans(_ count: Int, _ all: Int) -> [Range<Int>] {
      (0..<count).map { $0 * all / count..<max($0 * all / count + 1, ($0 + 1) * all / count) }
    }
    let (columns, rows) = (spans(size.width, width), spans(size.height, height))
    var reduced: [UInt8] = []
    reduced.reserveCapacity(3 * size.width * size.height)
    pixels.withUnsafeBufferPointer { pixels in
      for row in rows {
        for column in columns {
          var (red, green, blue) = (0, 0, 0)
          for y in row {
            for x in column {
              let place = 3 * (y * width + x)
              red += Int(pixels[place])
              green += Int(pixels[place + 1])
              blue += Int(pixels[place + 2])
            }
          }
          let count = row.count * column.count
          reduced.append(UInt8((red + count / 2) / count))
          reduced.append(UInt8((green + count / 2) / count))
          reduced.append(UInt8((blue + count / 2) / count))
        }
      }
    }
    return ColorImage(width: size.width, height: size.height, pixels: reduced)
  }

  /// The part of the image whose first pixel is at a place.
  package func cropped(x: Int, y: Int, width: Int, height: Int) -> ColorImage {
    var part: [UInt8] = []
    part.reserveCapacity(3 * width * height)
    for row in y..<y + height {
      let start = 3 * (row * self.width + x)
      part += pixels[start..<start + 3 * width]
    }
    return ColorImage(width: width, height: height, pixels: part)
  }

  /// The image enlarged, with straight lines between the centres of pixels.
  package func enlarged(by factor: Int) -> ColorImage {
    guard factor > 1 else { return self }
    func steps(_ count: Int) -> [(low: Int, high: Int, share: Int)] {
      (0..<count * factor).map { index in
        // The place in halves of an enlarged pixel, from the first centre on.
        let place = 2 * index + 1 - factor
        let low = place < 0 ? -1 : place / (2 * factor)
        return (max(low, 0), min(low + 1, count - 1), place - 2 * factor * low)
      }
    }
    let (columns, rows, whole) = (steps(width), steps(height), 2 * factor)
    var enlarged: [UInt8] = []
    enlarged.reserveCapacity(3 * width * height * factor * factor)
    for row in rows {
      for column in columns {
        for channel in 0..<3 {
          func value(_ x: Int, _ y: Int) -> Int { Int(pixels[3 * (y * width + x) + channel]) }
          func line(_ y: Int) -> Int {
            value(column.low, y) * (whole - column.share) + value(column.high, y) * column.share
          }
          let sum = line(row.low) * (whole - row.share) + line(row.high) * row.share
          enlarged.append(UInt8((sum + whole * whole / 2) / (whole * whole)))
        }
      }
    }
    return ColorImage(width: width * factor, height: height * factor, pixels: enlarged)
  }

  /// The pixels as 0xXXRRGGBB.
  package var words: [UInt32] {
    pixels.withUnsafeBufferPointer { pixels in
      (0..<width * height).map { pixel in
        UInt32(pixels[3 * pixel]) << 16 | UInt32(pixels[3 * pixel + 1]) << 8
          | UInt32(pixels[3 * pixel + 2])
      }
    }
  }

  /// The mean brightness, 0…255, of one in so many pixels.
  package func brightness(every step: Int) -> Double {
    pixels.withUnsafeBufferPointer { pixels in
      var (sum, count) = (0, 0)
      var place = 0
      while place + 2 < pixels.count {
        // Rec. 709's weights, in 256ths.
        sum += 54 * Int(pixels[place]) + 183 * Int(pixels[place + 1]) + 19 * Int(pixels[place + 2])
        count += 1
        place += 3 * step
      }
      return Double(sum) / Double(256 * max(count, 1))
    }
  }
}
