internal import DepthIO

/// The part of a picture that is searched for people or hands.
struct PictureWindow {
  /// That part alone.
  let picture: ColorImage
  /// The whole picture's place of its top-left pixel.
  let origin: SIMD2<Double>
  private let region: RegionOfInterest?
  private let wholeExtent: SIMD2<Double>

  /// All of a picture, or what a region has in common with it; `nil` when that is nothing.
  init?(_ picture: ColorImage, _ region: RegionOfInterest?) {
    self.region = region
    wholeExtent = SIMD2(Double(picture.width), Double(picture.height))
    guard let region else {
      (self.picture, origin) = (picture, .zero)
      return
    }
    guard let (columns, rows) = region.pixels(of: picture.width, picture.height) else { return nil }
    self.picture = picture.part(columns: columns, rows: rows)
    origin = SIMD2(Double(columns.lowerBound), Double(rows.lowerBound))
  }

  /// Whether somebody is searched for here: the middle of their hips or of their shoulders is inside.
  /// An edge on the picture's own edge doesn't cut anybody off, so that a person whose hips are below
  /// the picture counts when all of it is searched.
  func contains(_ person: BodyLandmarks) -> Bool {
    guard let region else { return true }
    return [person.trunk.hips, person.trunk.shoulders].contains { place in
      // The centre of the top-left pixel is half a pixel from the corner.
      Self.spans(from: region.x, region.width, place.x + 0.5, of: wholeExtent.x)
        && Self.spans(from: region.y, region.height, place.y + 0.5, of: wholeExtent.y)
    }
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
