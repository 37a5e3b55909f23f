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
