import DepthIO
import Foundation
import Testing

/// Files that are cut short, mislabelled, or made to cost much; and things that are no files. Each
/// ends in one sentence, word for word.
struct HostileFileTests {
  static let options = ReadingOptions(depthUnit: DepthUnit(metresPerStep: 0.001))

  /// A file of every format, and what is said of its first half.
  static let halves: [(name: String, message: String)] = [
    ("images/depth.png", ""),
    ("depth/pictures/u16-lzw.tif", ""),
    ("depth/pictures/f32.tif", ""),
    ("depth/pictures/float-zip.exr", ""),
    ("depth/phones/heic-1.heic", ""),
    ("depth/phones/iphone-lossless.jpg", ""),
    ("depth/phones/dynamic-depth.jpg", ""),
    ("depth/arrays/f4.npy", ""),
    ("depth/arrays/deflated.npz", ""),
    ("depth/arrays/lidar.r3d", ""),
    ("depth/arrays/tum.pgm", ""),
    ("depth/arrays/plain.pgm", ""),
    ("depth/arrays/tum.pfm", ""),
  ]

  @Test(arguments: halves)
  func `half a file`(name: String, message: String) throws {
    let bytes = try Fixture.bytes(name)
    let half = Array(bytes.prefix(bytes.count / 2))
    let error = error { _ = try DepthFile(bytes: half, name: name, options: Self.options) }
    #expect(error?.message == message)
  }

  static let bombs: [(what: String, bytes: @Sendable () throws -> [UInt8], message: String)] = [
    ("PNG", { Bomb.png() }, ""),
    ("TIFF", { Bomb.tiff(try Fixture.bytes("depth/pictures/u16-strips.tif")) }, ""),
    ("TIFF by LZW", { Bomb.tiff(try Fixture.bytes("depth/pictures/u16-lzw.tif")) }, ""),
    ("TIFF by PackBits", { Bomb.tiff(try Fixture.bytes("depth/pictures/u16-packbits.tif")) }, ""),
    ("OpenEXR", { Bomb.exr(try Fixture.bytes("depth/pictures/float-no.exr")) }, ""),
    ("OpenEXR by ZIP", { Bomb.exr(try Fixture.bytes("depth/pictures/float-zip.exr")) }, ""),
    ("OpenEXR by PIZ", { Bomb.exr(try Fixture.bytes("depth/pictures/float-piz.exr")) }, ""),
    ("HEIC", { Bomb.heic(try Fixture.bytes("depth/phones/heic-1.heic")) }, ""),
    (
      "lossless JPEG",
      { Bomb.jpeg(try Fixture.bytes("depth/phones/lossless-1.jpg"), process: 0xC3) }, ""
    ),
    ("NPY", { Bomb.npy() }, ""),
    ("NPZ", { StoredZIP.bytes([("depth.npy", Bomb.npy())]) }, ""),
    ("PGM", { Array("P5 15000 15000 65535\n\0\u{1}".utf8) }, ""),
    ("plain PGM", { Array("P2 15000 15000 65535\n1 2".utf8) }, ""),
    ("PFM", { Array("Pf 15000 15000 -1\n\0\0\0\0".utf8) }, ""),
    (
      "Record3D",
      {
        StoredZIP.bytes([
          ("metadata", Array(#"{"dw": 15000, "dh": 15000}"#.utf8)),
          ("rgbd/0.depth", Array("bvx-\u{4}\0\0\0\0\0\0\0bvx$".utf8)),
        ])
      }, ""
    ),
  ]

  @Test(arguments: bombs.indices)
  func `a small file that claims a large map`(index: Int) throws {
    let (what, bytes, message) = Self.bombs[index]
    let file = try bytes()
    #expect(file.count < 8192)
    let error = error { _ = try DepthFile(bytes: file, name: what, options: Self.options) }
    #expect(error?.message == message, "\(what)")
  }
}
