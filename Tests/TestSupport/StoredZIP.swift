/// ZIP archives of stored members, for tests that make up their contents (PKWARE APPNOTE 6.3.9,
/// §4.3).
package enum StoredZIP {
  /// An archive of these members, after so many zeros, as some tools align them.
  package static func bytes(
    _ members: [(name: String, content: [UInt8])], padding: Int = 0
  ) -> [UInt8] {
    var archive = [UInt8](repeating: 0, count: padding)
    var directory: [UInt8] = []
    for (name, content) in members {
      let start = archive.count
      let common =
        [20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0x54] + integer(checksum(content))
        + integer(UInt32(content.count)) + integer(UInt32(content.count))
        + [UInt8(name.utf8.count), 0, 0, 0]
      archive += [0x50, 0x4B, 3, 4] + common + Array(name.utf8) + content
      directory += [0x50, 0x4B, 1, 2, 20, 0] + common + Array(repeating: 0, count: 10)
      directory += integer(UInt32(start)) + Array(name.utf8)
    }
    let count = [UInt8(members.count), 0]
    return archive + directory + [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + count + count
      + integer(UInt32(directory.count)) + integer(UInt32(archive.count)) + [0, 0]
  }

  private static func integer(_ value: UInt32) -> [UInt8] {
    stride(from: 0 as UInt32, to: 32, by: 8).map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// The CRC-32 of ZIP and PNG.
  package static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ $0 >> 8 }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
    }
  }
}
