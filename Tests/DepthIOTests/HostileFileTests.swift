import DepthIO
import PoseDocuments
import Foundation
import PoseImaging
import TestSupport
import Testing

/// Files that are cut short, mislabelled, or made to cost much; and things that are no files. Each
/// ends in one sentence, word for word but for those of the libraries.
struct HostileFileTests {
  static let options = ReadingOptions(depthUnit: DepthUnit(metresPerStep: 0.001))

  /// A file of every format, and the error about its first half.
  static let halves: [(name: String, message: String)] = [
    (
      "images/depth.png",
      "the PNG is damaged or cut short (libspng)"
    ),
    (
      "depth/pictures/u16-lzw.tif",
      "the TIFF is damaged or cut short (libtiff)"
    ),
    (
      "depth/pictures/f32.tif",
      "the TIFF is damaged or cut short: it claims 40×30 pixels, more than its 2496 bytes can hold"
    ),
    (
      "depth/pictures/float-zip.exr",
      "the OpenEXR is damaged or cut short (OpenEXR)"
    ),
    (
      "depth/phones/heic-1.heic",
      "the HEIC is cut short: it should have 3717 bytes, and has 1858"
    ),
    (
      "depth/phones/iphone-lossless.jpg",
      "this JPEG holds no depth map: neither an iPhone's (portrait mode) nor an Android phone's "
        + "(Dynamic Depth or GDepth); apps that send or edit images leave it out"
    ),
    (
      "depth/phones/dynamic-depth.jpg",
      "this JPEG holds no depth map: neither an iPhone's (portrait mode) nor an Android phone's "
        + "(Dynamic Depth or GDepth); apps that send or edit images leave it out"
    ),
    (
      "depth/arrays/f4.npy",
      "the array is cut short: (24, 32) of <f4 needs 3072 bytes, and 1472 are there"
    ),
    (
      "depth/arrays/deflated.npz",
      "the ZIP archive is damaged or cut short (libzip)"
    ),
    (
      "depth/arrays/lidar.r3d",
      "the ZIP archive is damaged or cut short (libzip)"
    ),
    (
      "depth/arrays/tum.pgm",
      "the PGM is cut short: 32×24 samples need 1536 bytes, and 754 are there"
    ),
    (
      "depth/arrays/plain.pgm",
      "the PGM is damaged: a number from 0 to 65535 was expected at byte 2154"
    ),
    (
      "depth/arrays/tum.pfm",
      "the PFM is cut short: 32×24 samples need 3072 bytes, and 1529 are there"
    ),
  ]

  @Test(arguments: halves)
  func `half a file`(name: String, message: String) throws {
    let bytes = try Fixture.bytes(name)
    let half = Array(bytes.prefix(bytes.count / 2))
    let error = error { _ = try DepthFile(bytes: half, name: name, options: Self.options) }
    #expect(error?.ownMessage == message)
  }

  static let bombs: [(what: String, bytes: @Sendable () throws -> [UInt8], message: String)] = [
    (
      "PNG",
      { Bomb.png() },
      "the PNG is damaged or cut short: it claims 15000×15000 pixels, more than its 60 bytes can "
        + "hold"
    ),
    (
      "TIFF",
      { Bomb.tiff(try Fixture.bytes("depth/pictures/u16-strips.tif")) },
      "the TIFF is damaged or cut short: it claims 15000×15000 pixels, more than its 2608 bytes can "
        + "hold"
    ),
    (
      "TIFF by LZW",
      { Bomb.tiff(try Fixture.bytes("depth/pictures/u16-lzw.tif")) },
      "the TIFF is damaged or cut short: it claims 15000×15000 pixels, more than its 1077 bytes can "
        + "hold"
    ),
    (
      "TIFF by PackBits",
      { Bomb.tiff(try Fixture.bytes("depth/pictures/u16-packbits.tif")) },
      "the TIFF is damaged or cut short: it claims 15000×15000 pixels, more than its 2273 bytes can "
        + "hold"
    ),
    (
      "OpenEXR",
      { Bomb.exr(try Fixture.bytes("depth/pictures/float-no.exr")) },
      "the OpenEXR is damaged or cut short: it claims 15000×15000 pixels, more than its 5586 bytes can "
        + "hold"
    ),
    (
      "OpenEXR by ZIP",
      { Bomb.exr(try Fixture.bytes("depth/pictures/float-zip.exr")) },
      "the OpenEXR is damaged or cut short: it claims 15000×15000 pixels, more than its 1782 bytes can "
        + "hold"
    ),
    (
      "OpenEXR by PIZ",
      { Bomb.exr(try Fixture.bytes("depth/pictures/float-piz.exr")) },
      "the OpenEXR is damaged or cut short: it claims 15000×15000 pixels, more than its 5122 bytes can "
        + "hold"
    ),
    (
      "lossless JPEG",
      { Bomb.jpeg(try Fixture.bytes("depth/phones/lossless-1.jpg"), process: 0xC3) },
      "the lossless JPEG is damaged or cut short: it claims 15000×15000 pixels, more than its 306 bytes can "
        + "hold"
    ),
    (
      "NPY",
      { Bomb.npy() },
      "the array is cut short: (15000, 15000) of <f4 needs 900000000 bytes, and 4 are there"
    ),
    (
      "NPZ", { StoredZIP.bytes([("depth.npy", Bomb.npy())]) },
      "the array is cut short: (15000, 15000) of <f4 needs 900000000 bytes, and 4 are there"
    ),
    (
      "PGM", { Array("P5 15000 15000 65535\n\0\u{1}".utf8) },
      "the PGM is cut short: 15000×15000 samples need 450000000 bytes, and 2 are there"
    ),
    (
      "plain PGM", { Array("P2 15000 15000 65535\n1 2".utf8) },
      "the PGM is cut short: 15000×15000 samples need at least 449999999 bytes, and 3 are there"
    ),
    (
      "PFM", { Array("Pf 15000 15000 -1\n\0\0\0\0".utf8) },
      "the PFM is cut short: 15000×15000 samples need 900000000 bytes, and 4 are there"
    ),
    (
      "Record3D",
      {
        StoredZIP.bytes([
          ("metadata", Array(#"{"dw": 15000, "dh": 15000}"#.utf8)),
          ("rgbd/0.depth", Array("bvx-\u{4}\0\0\0\0\0\0\0bvx$".utf8)),
        ])
      }, "rgbd/0.depth unpacks to 4 bytes, where 15000×15000 32-bit numbers are 900000000"
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

  static let colorBombs: [(what: String, bytes: @Sendable () throws -> [UInt8], message: String)] =
    [
      (
        "PNG", { Bomb.png() },
        "the PNG is damaged or cut short: it claims 15000×15000 pixels, more than its 60 "
          + "bytes can hold"
      ),
      (
        "JPEG", { Bomb.jpeg(try Fixture.bytes("images/jpeg-444.jpg")) },
        "the JPEG is damaged or cut short: it claims 15000×15000 pixels, more than its 751 "
          + "bytes can hold"
      ),
      (
        "progressive JPEG",
        { Bomb.jpeg(try Fixture.bytes("images/jpeg-progressive.jpg"), process: 0xC2) },
        "the JPEG is damaged or cut short: it claims 15000×15000 pixels, more than its 605 "
          + "bytes can hold"
      ),
      (
        "TIFF", { Bomb.tiff(try Fixture.bytes("depth/pictures/rgb.tif")) },
        "the TIFF is damaged or cut short: it claims 15000×15000 pixels, more than its 1011 "
          + "bytes can hold"
      ),
      (
        "PPM", { Array("P6 15000 15000 255\n\0\u{1}".utf8) },
        "the PPM is cut short: 15000×15000 samples need 675000000 bytes, and 2 are there"
      ),
    ]

  @Test(arguments: colorBombs.indices)
  func `a small file that claims a large picture`(index: Int) throws {
    let (what, bytes, message) = Self.colorBombs[index]
    let file = try bytes()
    #expect(file.count < 8192)
    let error = error { _ = try ColorFile(bytes: file, name: what) }
    #expect(error?.message == message, "\(what)")
  }

  @Test func `a HEIC is as large as its video stream, whatever its properties claim`() throws {
    let bytes = try Fixture.bytes("depth/phones/heic-1.heic")
    let original = try ColorFile(bytes: bytes, name: "original").image
    // Newer libheifs compare both sizes.
    do {
      #expect(try ColorFile(bytes: Bomb.heic(bytes), name: "bomb").image == original)
    } catch {
      #expect(error.ownMessage == "the HEIC is damaged or cut short (libheif)")
    }
  }

  @Test func `XML of too many elements`() {
    let text = "<a>" + String(repeating: "<b/>", count: 20_000) + "</a>"
    let error = error { _ = try CameraFile(bytes: Array(text.utf8), name: "camera.xml") }
    #expect(
      error?.message
        == "this is not XML: at line 1, column 80000, no more than 20000 tags and attributes was "
        + "expected")
  }
}
