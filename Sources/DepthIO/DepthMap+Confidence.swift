extension DepthMap {
  /// This map with the confidences in a picture of the same size: grey values 0, 1 and 2, as ARKit
  /// counts them and as recorders write them beside their depth maps.
  ///
  /// Throws a `DepthIOError`: those of `ColorFile`, `sizeMismatch` for a picture of another size,
  /// and `unsuitable` for one with other values.
  public func withConfidence(
    contentsOf path: String, options: ReadingOptions = ReadingOptions()
  ) throws(DepthIOError) -> DepthMap {
    let picture = try ColorFile(contentsOf: path, options: options).image
    guard picture.width == width, picture.height == height else {
      throw DepthIOError(
        .sizeMismatch, path: path,
        "confidence is \(picture.width)×\(picture.height), depth is \(width)×\(height): a "
          + "confidence for every sample was expected")
    }
    var levels: [DepthConfidence] = []
    levels.reserveCapacity(metres.count)
    for index in metres.indices {
      let value = picture.pixels[3 * index]
      guard let level = DepthConfidence(rawValue: value) else {
        throw DepthIOError(
          .unsuitable, path: path,
          "confidence \(value) at column \(index % width), row \(index / width): 0 (low), 1 and 2 "
            + "(high) were expected")
      }
      levels.append(level)
    }
    return DepthMap(
      width: width, height: height, metres: metres, confidence: levels, scale: scale)
  }
}
