/// The checksums of a PNG, which would stop nearly every mutation at the door.
enum PNGChecksums {
  /// The same bytes with the checksum of every chunk made right.
  static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    var position = 8
    while position + 12 <= bytes.count {
      let length = bytes[position..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
      let end = position + 8 + length
      guard end + 4 <= bytes.count else { break }
      let checksum = crc32(bytes[(position + 4)..<end])
      for index in 0..<4 { bytes[end + index] = UInt8(checksum >> (24 - 8 * index) & 0xFF) }
      position = end + 4
    }
    return bytes
  }

  /// The checksum of PNG (W3C PNG, Annex D).
  private static func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(UInt32.max) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ $0 >> 8 }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
    }
  }
}
