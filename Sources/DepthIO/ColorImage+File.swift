extension ColorImage {
  /// The upright picture in a PNG or JPEG file; `ColorFile(contentsOf:)` without what else the file
  /// says.
  ///
  /// Throws a `DepthIOError` when there is no such file, it is neither PNG nor JPEG, it is CMYK, it
  /// is damaged or cut short, or it has more than 200 megapixels.
  public init(contentsOf path: String) throws(DepthIOError) {
    self = try ColorFile(contentsOf: path).image
  }
}
