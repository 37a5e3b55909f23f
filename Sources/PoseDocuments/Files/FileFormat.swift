/// The format of a file, by its first bytes and never by its name. Not API: shared by the modules
/// that read files.
package enum FileFormat: String, CaseIterable {
  // The formats that are read.
  case png = "PNG"
  case jpeg = "JPEG"
  // Formats that people have pictures and depth maps in, known so that the message can name them. A
  // video goes first: it shares its container with HEIC.
  case video
  case heic = "HEIC"
  case tiff = "TIFF"
  case webP = "WebP"
  case gif = "GIF"
  case bmp = "BMP"
  case exr = "OpenEXR"
  case numPy = "NumPy"
  case zip = "ZIP"
  case pdf = "PDF"
  case portableAnymap = "PGM, PPM or PFM"

  /// The format of a file; `nil` when its first bytes are none of those in the table.
  package init?(_ bytes: [UInt8]) {
    let match = Self.allCases.first { format in
      format == .video
        ? Self.isVideo(bytes)
        : format.signatures.contains { signature in
          bytes.count >= signature.offset + signature.bytes.count
            && bytes[signature.offset...].starts(with: signature.bytes)
        }
    }
    guard let match else { return nil }
    self = match
  }

  /// Whether people have photographs in such files; a GIF may be a video.
  package var isPicture: Bool { [.png, .jpeg, .heic, .tiff, .webP, .bmp, .exr].contains(self) }

  /// The format as a phrase: "a video", "a JPEG file".
  package var words: String { self == .video ? "a video" : "a \(rawValue) file" }

  private var signatures: [(offset: Int, bytes: [UInt8])] {
    switch self {
    case .png: [(0, [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A])]
    case .jpeg: [(0, [0xFF, 0xD8, 0xFF])]
    case .video: []
    case .heic: [(4, Array("ftyp".utf8))]
    case .tiff:  // classic and big, in either byte order
      [0x2A, 0x2B].flatMap { [(0, [0x49, 0x49, $0, 0]), (0, [0x4D, 0x4D, 0, $0])] }
    case .webP: [(8, Array("WEBP".utf8))]
    case .gif: [(0, Array("GIF8".utf8))]
    case .bmp: [(0, Array("BM".utf8))]
    case .exr: [(0, [0x76, 0x2F, 0x31, 0x01])]
    case .numPy: [(0, [0x93] + Array("NUMPY".utf8))]
    case .zip: [(0, Array("PK\u{3}\u{4}".utf8))]
    case .pdf: [(0, Array("%PDF".utf8))]
    case .portableAnymap:
      // White space of any kind ends the name; NYU's files have a blank there.
      ["P2", "P3", "P5", "P6", "PF", "Pf"].flatMap { name in
        [0x20, 0x0A, 0x0D, 0x09, 0x0B, 0x0C].map { (0, Array(name.utf8) + [$0]) }
      }
    }
  }
}

extension FileFormat {
  /// Whether a file is a video, from its first bytes: Matroska and WebM (RFC 9559), MP4 and QuickTime
  /// (ISO/IEC 14496-12), AVI, MPEG's transport stream, Flash video.
  static func isVideo(_ bytes: [UInt8]) -> Bool {
    func has(_ text: String, at place: Int) -> Bool {
      bytes.count >= place + text.utf8.count && bytes[place...].starts(with: text.utf8)
    }
    if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) || has("FLV\u{1}", at: 0) { return true }
    if has("RIFF", at: 0) { return has("AVI ", at: 8) }
    if has("ftyp", at: 4) { return !hasPictureBrand(bytes) }
    // Older QuickTime begins without the kind. A length is before the name, and no text.
    if let first = bytes.first, first < 0x20,
      ["moov", "mdat", "wide"].contains(where: { has($0, at: 4) })
    {
      return true
    }
    // A packet of 188 bytes after the other, each with the same first byte.
    let packets = stride(from: 0, to: Swift.min(bytes.count, 4 * 188), by: 188)
    return bytes.count > 188 && packets.allSatisfy { bytes[$0] == 0x47 }
  }

  /// Whether a file of the ISO container has one of the brands of ISO/IEC 23008-12, 10, first or among
  /// those that it is compatible with.
  private static func hasPictureBrand(_ bytes: [UInt8]) -> Bool {
    let length = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    let pictures = ["heic", "heix", "heim", "heis", "mif1", "mif2", "msf1", "avif"]
    let places = stride(from: 8, to: min(length, bytes.count) - 3, by: 4)
    return places.contains { place in
      pictures.contains { bytes[place..<(place + 4)].elementsEqual($0.utf8) }
    }
  }
}
