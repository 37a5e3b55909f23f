import Foundation

/// A Record3D recording of the demo frame, made on the spot: a ZIP of stored members, its depth in
/// one stored LZFSE block.
enum RecordingFixture {
  /// The bytes of the recording: the demo's picture, and depths in metres.
  static func bytes(depths: [Float], width: Int, height: Int) throws -> Data {
    let picture = try Data(contentsOf: URL(filePath: CommandLineRun.fixture("demo/color.jpg")))
    let metadata = """
      {"w": 512, "h": 424, "dw": \(width), "dh": \(height), "fps": 30,
       "K": [366.0, 0, 0, 0, 366.0, 0, 257.0, 207.5, 1]}
      """
    let raw = depths.withUnsafeBytes { Data($0) }
    let block = Data("bvx-".utf8) + little(UInt32(raw.count)) + raw + Data("bvx$".utf8)
    return zip([
      ("metadata", Data(metadata.utf8)), ("rgbd/0.jpg", picture), ("rgbd/0.depth", block),
    ])
  }

  /// A ZIP whose members are stored as they are (PKWARE APPNOTE 6.3.10, sections 4.3.7 to 4.3.16).
  private static func zip(_ members: [(name: String, content: Data)]) -> Data {
    var (file, directory) = (Data(), Data())
    for (name, content) in members {
      let sizes =
        little(crc32(content)) + little(UInt32(content.count)) + little(UInt32(content.count))
        + little(UInt16(name.utf8.count)) + little(UInt16(0))
      let common = little(UInt16(20)) + little(UInt16(0)) + little(UInt16(0)) + little(UInt32(0))
      directory +=
        little(0x0201_4B50 as UInt32) + little(UInt16(20)) + common + sizes
        + little(UInt16(0)) + little(UInt16(0)) + little(UInt16(0)) + little(UInt32(0))
        + little(UInt32(file.count)) + Data(name.utf8)
      file += little(0x0403_4B50 as UInt32) + common + sizes + Data(name.utf8) + content
    }
    let end =
      little(0x0605_4B50 as UInt32) + little(UInt16(0)) + little(UInt16(0))
      + little(UInt16(members.count)) + little(UInt16(members.count))
      + little(UInt32(directory.count)) + little(UInt32(file.count)) + little(UInt16(0))
    return file + directory + end
  }

  private static func little<Number: FixedWidthInteger>(_ number: Number) -> Data {
    withUnsafeBytes(of: number.littleEndian) { Data($0) }
  }

  private static func crc32(_ data: Data) -> UInt32 {
    let table: [UInt32] = (0..<256).map { index in
      (0..<8).reduce(UInt32(index)) { value, _ in
        value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
      }
    }
    return ~data.reduce(UInt32.max) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ $0 >> 8 }
  }
}
