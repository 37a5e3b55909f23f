import DepthIO
import PoseDocuments
import Foundation
import PoseImaging
import TestSupport
import Testing

struct TIFFTests {
  static let depthNames = PictureGolden.names(\.depth, ".tif")
  static let colorNames = PictureGolden.names(\.color, ".tif")

  @Test func `the goldens are there`() {
    #expect(Self.depthNames.count == 29)
    #expect(Self.colorNames.count == 17)
  }

  @Test(arguments: depthNames)
  func `a depth map has the very samples that were stored`(name: String) throws {
    let golden = try #require(PictureGolden.files?.depth[name])
    var options = golden.holds == .steps ? PictureGolden.tum : ReadingOptions()
    options.frame = golden.frame
    let file = try DepthFile(contentsOf: PictureGolden.path(name), options: options)
    #expect(file.map.isIdentical(to: try #require(PictureGolden.files).map(golden)))
    #expect(file.storedWidth == 40 && file.storedHeight == 30)
    #expect(file.orientation.rawValue == golden.orientation)
    #expect(file.map.scale == (golden.holds == .steps ? .caller : .assumed))
    #expect(file.details.format == "TIFF")
    let numbers = golden.holds == .steps ? "integers" : "floating-point numbers"
    #expect(["16", "32", "64"].map { "\($0)-bit \(numbers)" }.contains(file.details.encoding))
    #expect(file.details.frameCount == golden.frames)
  }

  @Test(arguments: colorNames)
  func `a picture has the pixels that Pillow finds`(name: String) throws {
    let golden = try #require(PictureGolden.files?.color[name])
    let file = try ColorFile(contentsOf: PictureGolden.path(name))
    expect(file, is: golden)
  }

  static let expected =
    "where one channel of 16-bit integers or of floating-point numbers was expected for a depth map"
  static let refused: [(String, FileError.Code, String)] = [
    (
      "u8.tif", .unsuitable,
      "8-bit integers \(expected); a preview scaled to 8 bits holds no distances"
    ),
    ("rgb16.tif", .unsuitable, "3 channels of 16-bit integers \(expected)"),
    ("two.tif", .unsuitable, "2 channels of 16-bit integers \(expected)"),
    ("palette.tif", .unsuitable, "a palette of colors \(expected)"),
    ("complex.tif", .unsuitable, "64-bit complex numbers \(expected)"),
    ("u64.tif", .unsuitable, "64-bit integers \(expected)"),
    (
      "miniswhite.tif", .unsuitable,
      "integers for which white is 0 (photometric interpretation 0), so that it is open whether they "
        + "are distances: save them with black as 0"
    ),
    (
      "jpeg2000.tif", .unsuitable,
      "the TIFF is compressed by JPEG 2000, which is not read here: save it with deflate or LZW"
    ),
    (
      "empty.tif", .unsuitable,
      "not one of the 40×30 samples holds a depth: all of them are 0"
    ),
    (
      "huge.tif", .tooLarge,
      "1048576×1048576 is more than 256 megapixels, the most that is read: scale it down, or raise the limit of pixels"
    ),
  ]

  @Test(arguments: refused)
  func `a file that is no depth map is refused with its reason`(
    name: String, code: FileError.Code, message: String
  ) {
    let path = PictureGolden.path("bad/\(name)")
    let error = error { _ = try DepthFile(contentsOf: path, options: PictureGolden.tum) }
    #expect(error == FileError(code, path: path, message))
  }

  @Test func `a truncated file is reported as such`() {
    let path = PictureGolden.path("bad/cut.tif")
    let error = error { _ = try DepthFile(contentsOf: path, options: PictureGolden.tum) }
    #expect(
      error
        == FileError(
          .damaged, path: path,
          "the TIFF is damaged or cut short: it claims 40×30 pixels, more than its 1336 bytes can "
            + "hold"))
  }

  static let refusedColors: [(String, String)] = [
    (
      "bad/cmyk.tif",
      "CMYK, the colors of printing, where RGB or grey was expected: save the image as RGB"
    ),
    (
      "bad/two.tif",
      "2 channels of 16 bits (photometric interpretation 1) where RGB, grey, a palette or YCbCr of "
        + "up to 16 bits was expected: save the image as 8-bit RGB"
    ),
    (
      "f32.tif",
      "1 channel of 32-bit floats (photometric interpretation 1) where RGB, grey, a palette or YCbCr "
        + "of up to 16 bits was expected: save the image as 8-bit RGB"
    ),
  ]

  @Test(arguments: refusedColors)
  func `a file that is no picture is refused with its reason`(name: String, message: String) {
    let path = PictureGolden.path(name)
    let error = error { _ = try ColorFile(contentsOf: path) }
    #expect(error == FileError(.unsuitable, path: path, message))
  }

  @Test(arguments: [-1, 3])
  func `a page that isn't there is named`(frame: Int) {
    var options = PictureGolden.tum
    options.frame = frame
    let path = PictureGolden.path("pages.tif")
    let error = error { _ = try DepthFile(contentsOf: path, options: options) }
    #expect(
      error
        == FileError(
          .unsuitable, path: path,
          "page \(frame) was asked for, and the file has 3, numbered from 0"))
  }

  @Test func `integers without a unit are refused`() {
    let path = PictureGolden.path("u16-big.tif")
    let error = error { _ = try DepthFile(contentsOf: path) }
    #expect(
      error
        == FileError(
          .unitMissing, path: path,
          "this TIFF of 16-bit integers doesn't state its unit: state what a step "
            + "of its integers is"))
  }

  @Test func `the caller's limit holds for pictures and for tiles`() {
    var options = PictureGolden.tum
    for (name, limit, size) in [("u16-big.tif", 1199, "40×30"), ("u16-onetile.tif", 4095, "64×64")]
    {
      options.pixelLimit = limit
      let error = error {
        _ = try DepthFile(contentsOf: PictureGolden.path(name), options: options)
      }
      #expect(error?.code == .tooLarge)
      #expect(error?.message.hasPrefix("\(size) is more than ") == true)
      options.pixelLimit = limit + 1
      #expect(throws: Never.self) {
        try DepthFile(contentsOf: PictureGolden.path(name), options: options)
      }
    }
  }

  @Test(arguments: ["u16-lzw.tif", "f32-predictor3.tif", "f32-predictor3-be-tiles.tif", "u32.tif"])
  func `a depth map cut short anywhere is an error`(name: String) throws {
    let golden = try #require(PictureGolden.files?.depth[name])
    let expected = try #require(PictureGolden.files).map(golden)
    let bytes = try Fixture.bytes("depth/pictures/\(name)")
    for length in Array(stride(from: 1, to: bytes.count, by: 1 + bytes.count / 60)) {
      // Only unused parts may be missing: no sample is ever made up.
      if let file = try? DepthFile(
        bytes: Array(bytes[..<length]), name: name, options: PictureGolden.tum)
      {
        #expect(file.map.isIdentical(to: expected), "\(length) of \(bytes.count) bytes")
      }
    }
  }

  @Test func `a JPEG in a TIFF that is cut short is an error`() throws {
    // The scan is filled with 0, which decodes, and libjpeg only warns.
    var bytes = try Fixture.bytes("depth/pictures/jpeg.tif")
    let scan = try #require(bytes.indices.last { bytes[$0...].starts(with: [0xFF, 0xDA]) })
    bytes[scan + 30] = 0xFF
    bytes[scan + 31] = 0xD9
    let error = error { _ = try ColorFile(bytes: bytes, name: "jpeg.tif") }
    #expect(error?.code == .damaged)
    #expect(error?.message.hasPrefix("the TIFF is damaged or cut short (libtiff: ") == true)
  }

  @Test(arguments: [
    "u16-tiles.tif", "u16-lzw-predictor2-be.tif", "f16-predictor3.tif", "f64-predictor3.tif",
    "u16-packbits.tif", "u16-zstd.tif", "u16-lzma.tif", "u16-big-be.tif", "pages.tif",
    "nodata-f32.tif", "palette.tif", "bits.tif", "jpeg.tif", "rgb16-planar-tiles.tif",
    "orientation6-focal26.tif",
  ])
  func `random damage never crashes`(name: String) throws {
    let original = try Fixture.bytes("depth/pictures/\(name)")
    var options = PictureGolden.tum
    options.pixelLimit = 1_000_000
    options.frame = name == "pages.tif" ? 2 : 0
    for bytes in DamagedCopies(of: original, cutsShort: true) {
      expectWholeOrRefused(bytes, name: name, options: options)
    }
  }
}
