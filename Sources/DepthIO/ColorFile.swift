/// A colour picture read from a file, with what the file says about it.
public struct ColorFile: Sendable {
  /// The picture, upright: `orientation` has been applied.
  public let image: ColorImage
  /// Width in pixels of the raster in the file, before the orientation was applied.
  public let storedWidth: Int
  /// Height in pixels of the raster in the file, before the orientation was applied.
  public let storedHeight: Int
  /// The orientation that the file states (EXIF) and that has been applied; `up` when it states
  /// none.
  public let orientation: ImageOrientation
  /// The focal length in 35 mm film that the file states (EXIF), in millimetres; `nil` when it
  /// states none. See `Camera(focalLengthIn35mmFilm:width:height:)`.
  public let focalLengthIn35mmFilm: Double?

  /// Reads a PNG or a JPEG; which of them it is, the first bytes say.
  ///
  /// Every PNG is read: 1 to 16 bits, grey, palette, with alpha. 16-bit samples keep their high
  /// byte, and alpha is dropped: a transparent pixel keeps the colour that is stored for it. Colour
  /// profiles and gamma are not applied. JPEG is read as RGB or grey.
  ///
  /// Throws a `DepthIOError` when there is no such file, it is neither PNG nor JPEG, it is CMYK, it
  /// is damaged or cut short, or it has more than 200 megapixels.
  public init(contentsOf path: String) throws(DepthIOError) {
    let bytes = try FileBytes.read(path)
    let stored: Stored<UInt8>
    switch FileFormat(bytes) {
    case .png: stored = try PNG.color(bytes, path: path)
    case .jpeg: stored = try JPEG.color(bytes, path: path)
    default:
      throw FileFormat.error(
        bytes, path: path, expected: "color pictures are read from PNG and JPEG")
    }
    let upright = stored.exif.orientation.upright(
      stored.samples, width: stored.width, height: stored.height, channels: 3)
    image = ColorImage(width: upright.width, height: upright.height, pixels: upright.samples)
    storedWidth = stored.width
    storedHeight = stored.height
    orientation = stored.exif.orientation
    focalLengthIn35mmFilm = stored.exif.focalLengthIn35mmFilm
  }
}
