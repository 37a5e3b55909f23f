/// A decoded picture as the file stores it: rows from the top of the raster, which need not be the
/// top of the scene.
struct Stored<Sample: FixedWidthInteger & Sendable> {
  let width: Int
  let height: Int
  /// Row by row, channels interleaved, without padding.
  let samples: [Sample]
  let exif: ExifTags
}
