public import PoseDocuments
public import PoseImaging

/// A colour image read from a file, with the file's metadata.
public struct ColorFile: Sendable {
  /// The picture, upright: `orientation` has been applied.
  public let image: ColorImage
  /// Width in pixels of the raster in the file, before the orientation was applied.
  public let storedWidth: Int
  /// Height in pixels of the raster in the file, before the orientation was applied.
  public let storedHeight: Int
  /// The orientation that the file states (EXIF; HEIC's own turn and mirroring) and that has been
  /// applied; `up` when it states none.
  public let orientation: ImageOrientation
  /// The focal length in 35 mm film that the file states (EXIF), in millimetres; `nil` when it
  /// states none. See `Camera(focalLengthIn35mmFilm:width:height:)`.
  public let focalLengthIn35mmFilm: Double?

  /// Reads a picture: JPEG, PNG, TIFF, OpenEXR, HEIC, WebP, GIF (its first frame), BMP, PPM, PGM, and the colour
  /// picture of a Record3D recording. The first bytes decide the format.
  ///
  /// Every PNG is read: 1 to 16 bits, grey, palette, with alpha. 16-bit samples keep their high
  /// byte, and alpha is dropped: a transparent pixel keeps the colour that is stored for it. Colour
  /// profiles and gamma are not applied. JPEG is read as RGB or grey. OpenEXR's linear light is
  /// encoded as sRGB, clipped at 1.
  ///
  /// Throws a `FileError` when there is no such file, it is none of these, it is CMYK, it is
  /// damaged or cut short, or it has more pixels than the limit.
  public init(
    contentsOf path: String, options: ReadingOptions = ReadingOptions()
  ) throws(FileError) {
    try self.init(bytes: try FileBytes.read(path), name: path, options: options)
  }

  /// Reads a picture from the bytes of a file; `name` is what errors call it. Throws as
  /// `init(contentsOf:options:)` does.
  public init(
    bytes: [UInt8], name: String, options: ReadingOptions = ReadingOptions()
  ) throws(FileError) {
    self.init(try Self.stored(InputFile(path: name, bytes: bytes, options: options)))
  }

  /// A picture that is in memory already, upright.
  public init(_ image: ColorImage) {
    self.image = image
    (storedWidth, storedHeight) = (image.width, image.height)
    (orientation, focalLengthIn35mmFilm) = (.up, nil)
  }

  init(_ stored: Stored<UInt8>) {
    let upright = stored.exif.orientation.upright(
      stored.samples, width: stored.width, height: stored.height, channels: 3)
    image = ColorImage(width: upright.width, height: upright.height, pixels: upright.samples)
    storedWidth = stored.width
    storedHeight = stored.height
    orientation = stored.exif.orientation
    focalLengthIn35mmFilm = stored.exif.focalLengthIn35mmFilm
  }

  private static func stored(_ file: InputFile) throws(FileError) -> Stored<UInt8> {
    switch FileFormat(file.bytes) {
    case .png: return try PNG.color(file)
    case .jpeg: return try JPEG.color(file)
    case .tiff: return try TIFF.color(file)
    case .exr: return try EXR.color(file)
    case .heic: return try HEIC.color(file)
    case .portableAnymap: return try PortableAnymap.color(file)
    case .zip: return try ZIPArchive.color(file)
    case .webP: return try WebP.color(file)
    case .gif: return try GIF.color(file)
    case .bmp: return try BMP.color(file)
    case .numPy, .pdf, .video, nil:
      throw FileFormat.error(
        file,
        expected:
          "color images are read from JPEG, PNG, TIFF, OpenEXR, HEIC, WebP, GIF, BMP and PPM")
    }
  }
}

extension ColorImage {
  /// The upright image in a file; `ColorFile(contentsOf:options:)` without the file's other
  /// metadata.
  ///
  /// Throws a `FileError`, as `ColorFile` does.
  public init(contentsOf path: String) throws(FileError) {
    self = try ColorFile(contentsOf: path).image
  }
}
