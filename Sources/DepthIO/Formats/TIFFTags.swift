/// The tags of a TIFF structure (TIFF 6.0, section 2), as EXIF and the Multi-Picture Format use it,
/// every access checked against the bytes there are: what doesn't fit isn't there.
struct TIFFTags {
  private let bytes: ArraySlice<UInt8>
  private let isLittleEndian: Bool

  init?(_ bytes: ArraySlice<UInt8>) {
    switch Array(bytes.prefix(4)) {
    case [0x49, 0x49, 42, 0]: isLittleEndian = true
    case [0x4D, 0x4D, 0, 42]: isLittleEndian = false
    default: return nil
    }
    self.bytes = bytes
  }

  /// The position of the first directory.
  var firstDirectory: Int? { integer(at: 4, count: 4) }

  /// The first value of a tag of type SHORT (3) or LONG (4); `nil` when it isn't there.
  func integer(tag: Int, directory: Int) -> Int? {
    guard let entry = entry(tag: tag, directory: directory) else { return nil }
    switch integer(at: entry + 2, count: 2) {
    case 3: return integer(at: entry + 8, count: 2)
    case 4: return integer(at: entry + 8, count: 4)
    default: return nil
    }
  }

  /// The range of the bytes of a tag of type UNDEFINED (7) that is longer than 4; `nil` when it
  /// isn't there or ends after the structure.
  func range(ofBytesAt tag: Int, directory: Int) -> Range<Int>? {
    guard let entry = entry(tag: tag, directory: directory), integer(at: entry + 2, count: 2) == 7,
      let count = integer(at: entry + 4, count: 4), count > 4,
      let start = integer(at: entry + 8, count: 4), start + count <= bytes.count
    else { return nil }
    return start..<(start + count)
  }

  /// An integer of `count` bytes, at most 4, in the structure's byte order.
  func integer(at position: Int, count: Int) -> Int? {
    guard position >= 0, position + count <= bytes.count else { return nil }
    let start = bytes.startIndex + position
    let field = bytes[start..<(start + count)]
    return isLittleEndian
      ? field.reversed().reduce(0) { $0 << 8 | Int($1) } : field.reduce(0) { $0 << 8 | Int($1) }
  }

  private func entry(tag: Int, directory: Int) -> Int? {
    guard let count = integer(at: directory, count: 2) else { return nil }
    for entry in 0..<count {
      let position = directory + 2 + 12 * entry
      guard let found = integer(at: position, count: 2) else { return nil }
      if found == tag { return position }
    }
    return nil
  }
}
