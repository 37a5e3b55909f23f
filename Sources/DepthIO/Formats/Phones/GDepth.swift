internal import PoseDocuments

/// GDepth: a depth map in a JPEG's own XMP, base64 in an attribute
/// (developers.google.com/depthmap-metadata).
enum GDepth {
  private static let namespace = "http://ns.google.com/photos/1.0/depthmap/"

  /// The depth map in a JPEG's XMP; `nil` when it has none. Throws `damaged` when what is announced
  /// isn't there.
  static func depth(_ xmp: XMLTree, in file: InputFile) throws(FileError) -> StoredDepth? {
    guard xmp.first(namespace, "Near") != nil || xmp.first(namespace, "Data") != nil else {
      return nil
    }
    guard let description = GoogleDepth(xmp, namespace: namespace) else {
      throw file.error(
        .unsuitable,
        "the depth map in this JPEG doesn't say which distances its numbers stand for (GDepth:Near "
          + "and Far, more than 0)")
    }
    guard let bytes = xmp.data(namespace, "Data") else {
      throw file.error(
        .damaged,
        "the JPEG's XMP announces a depth map (GDepth), and its data is missing or damaged: an "
          + "editor may have dropped it; take the phone's original file")
    }
    let raster = try GreyRaster(file.part(bytes))
    var confidence: GreyRaster?
    if let bytes = xmp.data(namespace, "Confidence") {
      confidence = try GreyRaster(file.part(bytes))
    }
    return description.depth(raster, confidence: confidence, camera: nil, in: file)
  }
}
