import TestSupport

/// Small files that claim 15000×15000 pixels, fewer than the limit: believing them costs a gigabyte.
enum Bomb {
  static let side = 15000

  /// A 16-bit grey PNG whose picture data would be three bytes long.
  static func png() -> [UInt8] {
    let size = bigEndian(UInt32(side))
    return [0x89] + Array("PNG\r\n".utf8) + [0x1A, 0x0A]
      + chunk("IHDR", size + size + [16, 0, 0, 0, 0]) + chunk("IDAT", [0x78, 0x01, 0x03])
      + chunk("IEND", [])
  }

  /// A fixture's JPEG with another size in its frame header.
  static func jpeg(_ original: [UInt8], process: UInt8 = 0xC0) -> [UInt8] {
    let side = Array(bigEndian(UInt32(Self.side)).dropFirst(2))
    return original.overwritten(side + side, at: 5, after: [0xFF, process])
  }

  /// A fixture's little-endian TIFF with another size in its tags 256 and 257.
  static func tiff(_ original: [UInt8]) -> [UInt8] {
    let side = Array(bigEndian(UInt32(Self.side)).reversed())
    return [0, 1].reduce(original) { bytes, tag in
      [3, 4].reduce(bytes) { bytes, type in
        bytes.overwritten(
          Array(side.prefix(type == 3 ? 2 : 4)), at: 8, after: [tag, 1, type, 0, 1, 0, 0, 0])
      }
    }
  }

  /// A fixture's OpenEXR with other windows.
  static func exr(_ original: [UInt8]) -> [UInt8] {
    let last = Array(bigEndian(UInt32(side - 1)).reversed())
    return ["dataWindow", "displayWindow"].reduce(original) { bytes, name in
      let attribute = Array("\(name)\0box2i\0".utf8) + [16, 0, 0, 0]
      return bytes.overwritten(last + last, at: attribute.count + 8, after: attribute)
    }
  }

  /// A fixture's HEIC with other spatial extents of the first picture.
  static func heic(_ original: [UInt8]) -> [UInt8] {
    let side = bigEndian(UInt32(Self.side))
    return original.overwritten(side + side, at: 8, after: Array("ispe".utf8))
  }

  /// An array of 32-bit numbers of which one is there.
  static func npy() -> [UInt8] {
    let header = "{'descr': '<f4', 'fortran_order': False, 'shape': (\(side), \(side)), }\n"
    return [0x93] + Array("NUMPY".utf8) + [1, 0, UInt8(header.utf8.count), 0] + Array(header.utf8)
      + [0, 0, 0x80, 0x3F]
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + content
    return bigEndian(UInt32(content.count)) + named + bigEndian(StoredZIP.checksum(named))
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    stride(from: 24 as UInt32, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}

extension [UInt8] {
  /// The bytes with others so many bytes after the first occurrence of a pattern; unchanged without
  /// it.
  func overwritten(_ new: [UInt8], at offset: Int, after pattern: [UInt8]) -> [UInt8] {
    let place = indices.first { self[$0...].starts(with: pattern) }
    guard let start = place.map({ $0 + offset }), start + new.count <= count else { return self }
    var bytes = self
    bytes.replaceSubrange(start..<(start + new.count), with: new)
    return bytes
  }
}
