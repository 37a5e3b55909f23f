import DepthIO
import PoseDocuments
import Foundation
import PoseImaging
import TestSupport
import Testing

struct ColorFileTests {
  static let names = (Golden.images?.color.keys).map { $0.sorted() } ?? []

  @Test func `the goldens are there`() { #expect(Self.names.count == 50) }

  @Test(arguments: names)
  func `a picture has the pixels that Pillow finds`(name: String) throws {
    let golden = try #require(Golden.images?.color[name])
    let file = try ColorFile(contentsOf: Fixture.path("images/\(name)"))
    expect(file, is: golden)
    #expect(try ColorImage(contentsOf: Fixture.path("images/\(name)")) == file.image)
  }

  static let refused: [(String, FileError.Code, String)] = [
    ("images/bad/nothing.png", .noSuchFile, "there is no such file"),
    ("images/bad/text.png/x", .noSuchFile, "there is no such file"),
    ("images", .noSuchFile, "this is a folder; a file was expected"),
    ("images/bad/empty.png", .damaged, "the file is empty"),
    (
      "images/bad/text.png", .unknownFormat,
      "this is not an image (it starts with 6e 6f 74 20); color images are read from JPEG, PNG, TIFF, OpenEXR, HEIC, WebP, GIF, BMP and PPM"
    ),
    (
      "images/bad/bomb.png", .tooLarge,
      "60000×60000 is more than 256 megapixels, the most that is read: scale it down, or raise the limit of pixels"
    ),
    (
      "images/bad/bomb.jpg", .tooLarge,
      "65500×65500 is more than 256 megapixels, the most that is read: scale it down, or raise the limit of pixels"
    ),
    (
      "images/jpeg-cmyk.jpg", .unsuitable,
      "CMYK, the colors of printing, where RGB or grey was expected: save the image as RGB"
    ),
    (
      "images/bad/lossless.jpg", .unsuitable,
      "this kind of JPEG is not read (Unsupported JPEG process: SOF type 0xc3): save the image "
        + "as an ordinary 8-bit JPEG or PNG"
    ),
    (
      "images/bad/rle.bmp", .unsuitable,
      "a compressed BMP, where an uncompressed one was expected: save the image as PNG"
    ),
    (
      "images/bad/bomb.bmp", .damaged,
      "the BMP is damaged or cut short: it claims 8000×8000 pixels of 24 bits, more than its 886 bytes can hold"
    ),
    (
      "images/bad/bomb.gif", .damaged,
      "the GIF is damaged or cut short: it claims 8000×8000 pixels, more than its 1108 bytes can hold"
    ),
  ]

  @Test(arguments: refused)
  func `a file that is no usable picture is refused with its reason`(
    name: String, code: FileError.Code, message: String
  ) {
    let error = error { _ = try ColorFile(contentsOf: Fixture.path(name)) }
    #expect(error == FileError(code, path: Fixture.path(name), message))
  }

  static let known: [([UInt8], String)] = [
    (Array("%PDF-1.4".utf8), "PDF"), ([0x93] + Array("NUMPY".utf8), "NumPy"),
  ]

  @Test(arguments: known)
  func `a format that is known but not read is named`(bytes: [UInt8], name: String) throws {
    try withTemporaryFile(bytes) { path in
      let error = error { _ = try ColorFile(contentsOf: path) }
      #expect(error?.code == .unknownFormat)
      #expect(
        error?.message
          == "this is a \(name) file; color images are read from JPEG, PNG, TIFF, OpenEXR, HEIC, WebP, GIF, BMP and PPM"
      )
    }
  }

  @Test(arguments: [
    "png-RGB16.png", "png-P.png", "jpeg-420.jpg", "jpeg-progressive.jpg", "webp-lossless.webp",
    "webp-lossy.webp", "webp-orientation6.webp", "gif-P.gif", "gif-interlaced.gif", "bmp-P.bmp",
    "bmp-RGB.bmp",
    "bmp-565.bmp",
  ])
  func `a file cut short anywhere is an error`(name: String) throws {
    let bytes = try Fixture.bytes("images/\(name)")
    // No decoder reads the last bytes of a PNG (the checksum of its empty last chunk), of a GIF
    // (its end mark), and of a BMP (the padding of its last row).
    let unread =
      switch name.suffix(3) {
      case "png": 4
      case "gif": 4
      case "bmp": 3
      default: 0
      }
    let end = bytes.count - unread
    for length in Array(stride(from: 1, to: end, by: 1 + end / 60)) + [end - 1] {
      try withTemporaryFile(Array(bytes[..<length])) { path in
        let error = error { _ = try ColorFile(contentsOf: path) }
        #expect(error?.code == .damaged || (error?.code == .unknownFormat && length < 12))
      }
    }
  }

  @Test func `a GIF whose screen is far larger than its bytes can fill is an error`() throws {
    // 16,000×16,000 with a frame of one pixel: 768 MB for 35 bytes.
    let screen: [UInt8] = [0x80, 0x3E, 0x80, 0x3E, 0x80, 0, 0] + [0, 0, 0, 255, 255, 255]
    let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
    try withTemporaryFile(Array("GIF89a".utf8) + screen + frame) { path in
      let error = error { _ = try ColorFile(contentsOf: path) }
      #expect(
        error?.message
          == "the GIF is damaged or cut short: it claims 16000×16000 pixels, more than its 35 bytes can hold"
      )
    }
  }

  @Test func `a wrong checksum is an error`() throws {
    var bytes = try Fixture.bytes("images/png-RGB16.png")
    bytes[bytes.count - 20] ^= 1
    try withTemporaryFile(bytes) { path in
      let error = error { _ = try ColorFile(contentsOf: path) }
      #expect(error?.code == .damaged)
      #expect(error?.message.hasPrefix("the PNG is damaged or cut short (libspng: ") == true)
    }
  }

  @Test func `a truncated JPEG is reported as such`() throws {
    let bytes = try Fixture.bytes("images/jpeg-420.jpg")
    try withTemporaryFile(Array(bytes[..<(bytes.count - 20)])) { path in
      let error = error { _ = try ColorFile(contentsOf: path) }
      #expect(
        error?.message
          == "the JPEG is damaged or cut short (libjpeg-turbo: Premature end of JPEG file)")
    }
  }

  @Test(arguments: [
    "focal26.jpg", "jpeg-progressive.jpg", "orientation6.png", "depth.png",
    "webp-orientation6.webp",
    "webp-lossy.webp", "webp-animated.webp", "gif-interlaced.gif", "gif-noise.gif", "bmp-P.bmp",
    "bmp-565.bmp",
  ])
  func `random damage never crashes`(name: String) throws {
    let original = try Fixture.bytes("images/\(name)")
    for bytes in DamagedCopies(of: original) {
      try withTemporaryFile(bytes) { path in
        if let file = try? ColorFile(contentsOf: path) {
          #expect(file.image.pixels.count == 3 * file.image.width * file.image.height)
        }
        _ = try? DepthMap(contentsOf: path, unit: .init(metresPerStep: 0.001))
      }
    }
  }

  /// The checksums of PNG stop nearly every random change to its EXIF chunk; JPEG has none.
  @Test func `damaged EXIF is as good as none`() throws {
    let original = try Fixture.bytes("images/focal26.jpg")
    let name = Array("Exif".utf8)
    let start = try #require(original.indices.first { original[$0...].starts(with: name) })
    let end = start - 2 + Int(original[start - 1])
    for bytes in DamagedCopies(
      of: original, changes: 3...3, in: [(start + 6)..<end], values: [0, 1, 0x7F, 0x80, 0xFF])
    {
      let file = try withTemporaryFile(bytes) { try ColorFile(contentsOf: $0) }
      #expect(file.storedWidth == 21 && file.storedHeight == 13)
    }
  }

  @Test func `bytes too many before a JPEG's end marker change nothing`() throws {
    var bytes = try Fixture.bytes("images/jpeg-444.jpg")
    #expect(bytes.suffix(2) == [0xFF, 0xD9])
    bytes.insert(contentsOf: [0, 0], at: bytes.count - 2)
    let padded = try withTemporaryFile(bytes) { try ColorImage(contentsOf: $0) }
    #expect(padded == (try ColorImage(contentsOf: Fixture.path("images/jpeg-444.jpg"))))
  }
}
