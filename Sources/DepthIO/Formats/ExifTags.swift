/// The two EXIF tags that matter here. Written for hostile bytes: whatever doesn't fit is absent.
///
/// EXIF 2.32 §4.6 (TIFF 6.0 structure): orientation is tag 0x0112 of IFD0, the focal length in
/// 35 mm film is tag 0xA405 of the Exif IFD, to which tag 0x8769 of IFD0 points.
struct ExifTags: Equatable {
  /// How the raster has to be turned to be upright; `up` when the file doesn't say.
  var orientation = ImageOrientation.up
  /// Millimetres; `nil` when the file doesn't say or says 0, "unknown".
  private(set) var focalLengthIn35mmFilm: Double?

  /// The tags of a TIFF structure, the content of a PNG's eXIf chunk.
  init(tiff: [UInt8]) {
    guard let reader = TIFFReader(tiff), let first = reader.offset(at: 4) else { return }
    if let value = reader.integer(tag: 0x0112, directory: first),
      let orientation = ImageOrientation(rawValue: value)
    {
      self.orientation = orientation
    }
    if let exif = reader.integer(tag: 0x8769, directory: first),
      let value = reader.integer(tag: 0xA405, directory: exif), value > 0
    {
      focalLengthIn35mmFilm = Double(value)
    }
  }

  /// The tags of a JPEG: its first APP1 segment that starts with "Exif" and two zeros.
  init(jpeg bytes: [UInt8]) {
    let name = Array("Exif".utf8) + [0, 0]
    var position = 2
    while position + 4 <= bytes.count, bytes[position] == 0xFF {
      let marker = bytes[position + 1]
      if marker == 0xFF {  // a fill byte before the marker
        position += 1
        continue
      }
      // Entropy-coded data starts, or the picture ends: no header segment follows.
      guard marker != 0xDA && marker != 0xD9 else { break }
      let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
      let end = position + 2 + length
      guard length >= 2, end <= bytes.count else { break }
      let content = bytes[(position + 4)..<end]
      if marker == 0xE1, content.starts(with: name) {
        self.init(tiff: Array(content.dropFirst(name.count)))
        return
      }
      position = end
    }
    self.init(tiff: [])
  }
}

/// Integers of a TIFF structure by tag, every access checked against the bytes there are.
private struct TIFFReader {
  private let bytes: [UInt8]
  private let isLittleEndian: Bool

  init?(_ bytes: [UInt8]) {
    switch Array(bytes.prefix(4)) {
    case [0x49, 0x49, 42, 0]: isLittleEndian = true
    case [0x4D, 0x4D, 0, 42]: isLittleEndian = false
    default: return nil
    }
    self.bytes = bytes
  }

  func offset(at position: Int) -> Int? { integer(at: position, count: 4) }

  /// The first value of a tag of type SHORT (3) or LONG (4); `nil` when it isn't there.
  func integer(tag: Int, directory: Int) -> Int? {
    guard let entries = integer(at: directory, count: 2) else { return nil }
    for entry in 0..<entries {
      let position = directory + 2 + 12 * entry
      guard let found = integer(at: position, count: 2) else { return nil }
      guard found == tag else { continue }
      switch integer(at: position + 2, count: 2) {
      case 3: return integer(at: position + 8, count: 2)
      case 4: return integer(at: position + 8, count: 4)
      default: return nil
      }
    }
    return nil
  }

  private func integer(at position: Int, count: Int) -> Int? {
    guard position >= 0, position + count <= bytes.count else { return nil }
    let field = bytes[position..<(position + count)]
    let bigEndian = isLittleEndian ? Array(field.reversed()) : Array(field)
    return bigEndian.reduce(0) { $0 << 8 | Int($1) }
  }
}
