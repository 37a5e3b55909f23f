internal import CHEIF
internal import PoseDocuments
internal import PoseImaging

/// HEIC by libheif: the colour picture, and the depth map beside it.
enum HEIC {
  /// 8-bit RGB of the primary picture, as it is stored: the file's own rotation is the orientation.
  /// Deeper pictures are brought to 8 bits. Throws `unsuitable` for what libheif or the decoder behind
  /// it doesn't know, and `damaged` for what it can't decode.
  static func color(_ file: InputFile) throws(FileError) -> Stored<UInt8> {
    let container = try HEIFContainer.open(file)
    let primary = try container.primary()
    var exif = primary.exif()
    let transform = HEIFTransform(item: try container.primaryID(), in: file.bytes)
    exif.orientation = transform.orientation
    let raster = try primary.decode(heif_colorspace_RGB, heif_chroma_interleaved_RGB, in: file)
    let picture: (width: Int, height: Int, samples: [UInt8], bits: Int) = try raster.samples(
      of: heif_channel_interleaved, channels: 3, transform, in: file)
    return Stored(
      width: picture.width, height: picture.height, samples: picture.samples, exif: exif)
  }

  /// Throws `unsuitable` for a HEIC that holds no depth map.
  static func depth(_ file: InputFile) throws(FileError) -> StoredDepth {
    if let depth = try embedded(file) { return depth }
    throw file.error(
      .unsuitable,
      "this HEIC holds no depth map: iPhones write one in portrait mode, and apps that send or edit "
        + "images leave it out")
  }

  /// The depth map beside the primary picture; `nil` when there is none. Throws when there is one that
  /// can't be read.
  static func embedded(_ file: InputFile) throws(FileError) -> StoredDepth? {
    let container = try HEIFContainer.open(file)
    let primary = try container.primary()
    for item in primary.auxiliaryItems() {
      let image = try primary.auxiliaryImage(item, in: file)
      let xmp = image.xmp()
      let apple = xmp.flatMap(AppleDepth.init)
      let isDepth = primary.isDepth(item) && xmp.map(AppleDepth.isMatte) != true
      guard apple != nil || isDepth else { continue }

      // The depth map is turned as the colour picture is, whatever its own properties say, unless
      // its raster has another shape.
      var transform = HEIFTransform(item: Int(item), in: file.bytes)
      let ofColor = HEIFTransform(item: try container.primaryID(), in: file.bytes)
      if haveSameAspect(
        transform.size(of: image.storedSize), ofColor.size(of: primary.storedSize))
      {
        transform.orientation = ofColor.orientation
      }
      let raster = try image.decode(heif_colorspace_undefined, heif_chroma_undefined, in: file)
      let grey: (width: Int, height: Int, samples: [UInt16], bits: Int) = try raster.samples(
        of: heif_channel_Y, channels: 1, transform, in: file)
      var depth = try depth(
        GreyRaster(width: grey.width, height: grey.height, samples: grey.samples, bits: grey.bits),
        apple: apple, range: primary.depthRange(of: item), in: file)
      depth.orientation = transform.orientation
      return depth
    }
    return nil
  }

  /// The raster as distances: by Apple's XMP, or else by what the video coding standard has for it.
  private static func depth(
    _ raster: GreyRaster, apple: AppleDepth?, range: AuxiliaryRange?, in file: InputFile
  ) throws(FileError) -> StoredDepth {
    if let apple, apple.range != nil || range == nil {
      return try apple.depth(raster, format: "HEIC", in: file)
    }
    guard let range else {
      throw file.error(
        .unsuitable,
        "the depth map in this HEIC doesn't say which distances its numbers stand for "
          + "(depth_representation_info)")
    }
    let name = range.quantity == .disparity ? "disparity (1/m)" : "distance"
    var depth = StoredDepth(
      width: raster.width, height: raster.height,
      samples: .distances(range.distances(raster.samples, maximum: raster.maximum)),
      details: DepthDetails(format: "HEIC", encoding: "\(raster.bits)-bit \(name)"))
    if let apple {
      apple.describe(&depth, path: file.path)
    } else {
      depth.details.notes.append(
        "the file doesn't state the unit of its distances; taken for metres")
    }
    return depth
  }
}
