import TestSupport

/// A Record3D recording of the demo frame, made on the spot: a ZIP of stored members, its depth in
/// one stored LZFSE block.
enum RecordingFixture {
  /// The bytes of the recording: the demo's picture, and depths in metres.
  static func bytes(depths: [Float], width: Int, height: Int) throws -> [UInt8] {
    let picture = try Fixture.bytes("demo/color.jpg")
    let metadata = """
      {"w": 512, "h": 424, "dw": \(width), "dh": \(height), "fps": 30,
       "K": [366.0, 0, 0, 0, 366.0, 0, 257.0, 207.5, 1]}
      """
    let raw = depths.withUnsafeBytes { [UInt8]($0) }
    let count = withUnsafeBytes(of: UInt32(raw.count).littleEndian) { [UInt8]($0) }
    let block = Array("bvx-".utf8) + count + raw + Array("bvx$".utf8)
    return StoredZIP.bytes([
      ("metadata", Array(metadata.utf8)), ("rgbd/0.jpg", picture), ("rgbd/0.depth", block),
    ])
  }
}
