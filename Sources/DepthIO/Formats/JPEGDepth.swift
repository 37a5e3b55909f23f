internal import PoseDocuments

/// Depth in JPEGs: beside a phone's colour picture, or lossless JPEG as a depth map of its own.
enum JPEGDepth {
  /// Throws `unsuitable` for a JPEG that holds no depth map.
  static func depth(_ file: InputFile) throws(FileError) -> StoredDepth {
    if let depth = try embedded(file) { return depth }
    if JPEGSegments(file.bytes).process == LosslessJPEG.process { return try lossless(file) }
    throw file.error(
      .unsuitable,
      "this JPEG holds no depth map: neither an iPhone's (portrait mode) nor an Android phone's "
        + "(Dynamic Depth or GDepth); apps that send or edit images leave it out")
  }

  /// The depth map beside a phone's colour picture; `nil` when there is none. Throws when there is
  /// one that can't be read.
  static func embedded(_ file: InputFile) throws(FileError) -> StoredDepth? {
    let segments = JPEGSegments(file.bytes)
    var depth = try auxiliary(file, segments)
    if depth == nil, let xmp = XMLTree(jpeg: file.bytes, segments: segments) {
      depth = try DynamicDepth.depth(xmp, in: file)
      if depth == nil { depth = try GDepth.depth(xmp, in: file) }
    }
    // Phones write the pictures of a file in the same raster, whatever the way it was held.
    depth?.orientation = ExifTags(jpeg: file.bytes).orientation
    return depth
  }

  /// The first auxiliary picture whose XMP calls it depth.
  private static func auxiliary(
    _ file: InputFile, _ segments: JPEGSegments
  ) throws(FileError) -> StoredDepth? {
    for range in MultiPictureFormat.auxiliaryImages(in: file.bytes, segments: segments) {
      let part = file.part(Array(file.bytes[range]))
      guard let xmp = XMLTree(jpeg: part.bytes, segments: JPEGSegments(part.bytes)),
        let description = AppleDepth(xmp)
      else { continue }
      return try description.depth(try GreyRaster(part), format: "JPEG", in: file)
    }
    return nil
  }

  private static func lossless(_ file: InputFile) throws(FileError) -> StoredDepth {
    let raster = try LosslessJPEG.decode(file)
    guard raster.bits > 8 else {
      throw file.error(
        .unsuitable,
        "\(raster.bits)-bit grey where 16-bit grey was expected for a depth map; a preview scaled to "
          + "8 bits holds no distances")
    }
    var depth = StoredDepth(
      width: raster.width, height: raster.height, samples: .steps16(raster.samples),
      details: DepthDetails(format: "lossless JPEG", encoding: "\(raster.bits)-bit integers"))
    depth.orientation = ExifTags(jpeg: file.bytes).orientation
    return depth
  }
}
