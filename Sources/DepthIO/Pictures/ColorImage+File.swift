extension ColorImage {
  /// The upright picture in a file; `ColorFile(contentsOf:options:)` without what else the file says.
  ///
  /// Throws a `DepthIOError`, as `ColorFile` does.
  public init(contentsOf path: String) throws(DepthIOError) {
    self = try ColorFile(contentsOf: path).image
  }
}
