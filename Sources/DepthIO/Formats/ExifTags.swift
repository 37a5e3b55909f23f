internal import PoseDocuments
internal import PoseImaging

/// The two EXIF tags that matter here. Written for hostile bytes: whatever doesn't fit is absent.
///
/// EXIF 2.32 §4.6 (TIFF 6.0 structure): orientation is tag 0x0112 of IFD0, the focal length in
/// 35 mm film is tag 0xA405 of the Exif IFD, to which tag 0x8769 of IFD0 points.
struct ExifTags: Equatable {
  /// The raster's orientation; `up` if the file states none.
  var orientation = ImageOrientation.up
  /// Millimetres; `nil` if the file has none or 0, "unknown".
  private(set) var focalLengthIn35mmFilm: Double?

  /// The tags of a TIFF structure, the content of a PNG's eXIf chunk.
  init(tiff: [UInt8]) { self.init(tiff[...]) }

  /// The tags of a JPEG: its first APP1 segment that starts with "Exif" and two zeros.
  init(jpeg bytes: [UInt8]) {
    let segments = JPEGSegments(bytes)
    let content = segments.contents(of: JPEGSegments.app1, starting: Array("Exif\0\0".utf8)).first
    self.init(content.map { bytes[$0] } ?? [])
  }

  /// The tags of a HEIC's Exif item: a length of 4 bytes, so many bytes to skip, and a TIFF
  /// structure (ISO/IEC 23008-12, A.2.1). The orientation in there describes what the file's own
  /// rotation has already done, and is left out.
  init(heicItem bytes: [UInt8]) {
    let skipped = bytes.bigEndian(at: 0, count: 4) ?? 0
    self.init(bytes.dropFirst(4).dropFirst(skipped))
    orientation = .up
  }

  private init(_ tiff: ArraySlice<UInt8>) {
    guard let tags = TIFFTags(tiff), let first = tags.firstDirectory else { return }
    if let value = tags.integer(tag: 0x0112, directory: first),
      let orientation = ImageOrientation(rawValue: value)
    {
      self.orientation = orientation
    }
    if let exif = tags.integer(tag: 0x8769, directory: first),
      let value = tags.integer(tag: 0xA405, directory: exif), value > 0
    {
      focalLengthIn35mmFilm = Double(value)
    }
  }
}
