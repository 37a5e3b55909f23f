internal import PoseImaging

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
