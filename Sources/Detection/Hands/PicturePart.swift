internal import DepthIO

/// The part of a picture that is looked at.
struct PicturePart {
  let picture: ColorImage
  /// Where its top-left pixel is in the whole picture.
  let origin: SIMD2<Double>

  /// The whole pixels of a picture in a region, all of them when there is none; `nil` when the region
  /// lies beside the picture.
  init?(of picture: ColorImage, _ region: RegionOfInterest?) {
    guard let region else {
      (self.picture, origin) = (picture, .zero)
      return
    }
    func range(_ start: Double, _ extent: Double, within count: Int) -> Range<Int> {
      let limit = Double(count)
      let first = min(max(start.rounded(.down), 0), limit)
      let end = min(max((start + extent).rounded(.up), first), limit)
      return Int(first)..<Int(end)
    }
    let columns = range(region.x, region.width, within: picture.width)
    let rows = range(region.y, region.height, within: picture.height)
    guard !columns.isEmpty, !rows.isEmpty else { return nil }
    let pixels = rows.flatMap { row in
      let start = 3 * row * picture.width
      return picture.pixels[(start + 3 * columns.lowerBound)..<(start + 3 * columns.upperBound)]
    }
    self.picture = ColorImage(width: columns.count, height: rows.count, pixels: pixels)
    origin = SIMD2(Double(columns.lowerBound), Double(rows.lowerBound))
  }
}
