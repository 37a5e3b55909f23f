extension DepthMap {
  /// The depth map in a 16-bit grey PNG: its integers times the unit, whatever gamma or colour
  /// profile the file claims; 0 is "nothing measured". An orientation in the file itself (its eXIf
  /// chunk) is applied; one that only the colour picture states is the caller's to apply, by
  /// `oriented(_:)`.
  ///
  /// Throws a `DepthIOError`: `unitMissing` without a unit, `unsuitable` for a PNG of another kind
  /// and for one in which nothing was measured, `unknownFormat` for another format, and the errors
  /// of missing, damaged and oversized files.
  public init(contentsOf path: String, unit: DepthUnit?) throws(DepthIOError) {
    let bytes = try FileBytes.read(path)
    guard FileFormat(bytes) == .png else {
      throw FileFormat.error(
        bytes, path: path, expected: "depth maps are read from 16-bit grey PNG")
    }
    let stored = try PNG.depth(bytes, path: path)
    guard let unit else {
      throw DepthIOError(
        .unitMissing, path: path,
        "a 16-bit PNG doesn't state its unit: give --depth-scale mm (or tum, realsense, …; "
          + "or metres a step, such as 0.001)")
    }
    guard stored.samples.contains(where: { $0 != 0 }) else {
      throw DepthIOError(
        .unsuitable, path: path,
        "not one of the \(stored.width)×\(stored.height) samples holds a depth: all of them are 0")
    }
    let map = DepthMap(
      width: stored.width, height: stored.height, metres: stored.samples.map(unit.metres),
      isMetric: unit.isMetric)
    self = map.oriented(stored.exif.orientation)
  }
}
