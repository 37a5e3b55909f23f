import DepthIO
import PoseDocuments
import PoseImaging
import TestSupport
import Testing

struct PortableAnymapTests {
  static let tum = try? DepthUnit(parsing: "tum")

  @Test(arguments: ["tum.pgm", "plain.pgm"])
  func `the samples of a PGM are those that were stored`(name: String) throws {
    let golden = try #require(ArrayGolden.all)
    let file = try DepthFile(
      contentsOf: Fixture.array(name), options: ReadingOptions(depthUnit: Self.tum))
    #expect(file.map.width == 32 && file.map.height == 24)
    #expect(same(file.map.metres, golden.frame))
    #expect(file.map.scale == .caller)
    #expect(file.details == DepthDetails(format: "PGM", encoding: "16-bit integers"))
  }

  @Test(arguments: ["tum.pfm", "big-endian.pfm", "scaled.pfm"])
  func `the numbers of a PFM are those that were stored`(name: String) throws {
    let golden = try #require(ArrayGolden.all)
    let file = try DepthFile(contentsOf: Fixture.array(name))
    #expect(file.map.width == 32 && file.map.height == 24)
    #expect(same(file.map.metres, golden.frame))
    #expect(file.map.scale == .assumed)
    #expect(file.details.format == "PFM")
    #expect(file.details.encoding == "32-bit floating-point numbers")
    let note =
      "the header states a scale of 0.25, on whose meaning programs disagree: the numbers are taken "
      + "as they are"
    #expect(file.details.notes == (name == "scaled.pfm" ? [note] : []))
  }

  @Test(arguments: ["tum.pgm", "tum.pfm"])
  func `Windows' line breaks in the header change no number`(name: String) throws {
    let bytes = try Fixture.bytes("depth/arrays/\(name)")
    // Three lines, and the numbers after them.
    let breaks = bytes.indices.filter { bytes[$0] == 0x0A }.prefix(3)
    let end = try #require(breaks.last)
    var header: [UInt8] = []
    for byte in bytes[...end] { header += byte == 0x0A ? [0x0D, 0x0A] : [byte] }
    let options = ReadingOptions(depthUnit: name == "tum.pgm" ? Self.tum : nil)
    let plain = try DepthFile(bytes: bytes, name: name, options: options)
    let windows = try DepthFile(
      bytes: header + bytes[(end + 1)...], name: name, options: options)
    #expect(same(windows.map.metres, plain.map.metres))
  }

  @Test func `NYU's raw disparity becomes metres as Open3D has it`() throws {
    let golden = try #require(ArrayGolden.all?.floats("nyu.pgm"))
    let map = try DepthMap(
      contentsOf: Fixture.array("nyu.pgm"), unit: DepthUnit(parsing: "nyu"))
    #expect(same(map.metres, golden))
  }

  static let names = ArrayGolden.all?.colorNames ?? []

  @Test func `the goldens are there`() { #expect(Self.names.count == 10) }

  @Test(arguments: names)
  func `a picture has the pixels that Pillow finds`(name: String) throws {
    let image = try ColorImage(contentsOf: Fixture.array(name))
    #expect(image.width == 7 && image.height == 5)
    #expect(image.pixels == ArrayGolden.all?.pixels(name))
  }

  @Test func `a sample beyond the stated maximum is white`() throws {
    let image = try withTemporaryFile(Array("P2 2 1 10\n10 4000 ".utf8)) {
      try ColorImage(contentsOf: $0)
    }
    #expect(image.pixels == [255, 255, 255, 255, 255, 255])
  }

  @Test func `a map is written as the oracle wrote it`() throws {
    let map = try DepthMap(contentsOf: Fixture.array("tum.pfm"))
    #expect(
      try map.encoded(as: .pfm, path: "") == Fixture.arrayBytes("tum.pfm"))
  }

  static let refused: [(String, FileError.Code, String)] = [
    (
      "P5 1 1 255\n.", .unsuitable,
      "8-bit grey where 16-bit grey was expected for a depth map; a preview scaled to 8 bits holds "
        + "no distances"
    ),
    (
      "P6 1 1 255\n...", .unsuitable,
      "8-bit color where 16-bit grey was expected for a depth map"
    ),
    (
      "P3 1 1 1000\n1 2 3", .unsuitable,
      "16-bit color where 16-bit grey was expected for a depth map"
    ),
    (
      "P5 2 2 65535\n......", .damaged,
      "the PGM is cut short: 2×2 samples need 8 bytes, and 6 are there"
    ),
    (
      "P2 2 2 65535\n1 2 3", .damaged,
      "the PGM is cut short: 2×2 samples need at least 7 bytes, and 5 are there"
    ),
    (
      "P2 2 2 65535\n1 2 x 4444", .damaged,
      "the PGM is damaged: a number from 0 to 65535 was expected at byte 17"
    ),
    (
      "P2 2 2 65535\n1 2 65536 4", .damaged,
      "the PGM is damaged: a number from 0 to 65535 was expected at byte 17"
    ),
    ("P5 ", .damaged, "the PGM's header is damaged: its width was expected at byte 3"),
    ("P5 4 -4 9", .damaged, "the PGM's header is damaged: its height was expected at byte 5"),
    (
      "P5 4 4 65536\n", .damaged,
      "the PGM's header is damaged: its largest value, 1 to 65535, was expected at byte 7"
    ),
    (
      "P5 99999999999999999999 4 255\n", .damaged,
      "the PGM's header is damaged: its width was expected at byte 3"
    ),
    (
      "P5 9223372036854775807 9 65535\n", .tooLarge,
      "9223372036854775807×9 is more than 256 megapixels, the most that is read: scale it down, or raise the limit of pixels"
    ),
    (
      "PF\n1 1\n-1\n............", .unsuitable,
      "a color PFM (PF) where a grey one (Pf) was expected for a depth map: save the one channel "
        + "that holds the depth"
    ),
    (
      "Pf\n2 1\n-1\n....", .damaged,
      "the PFM is cut short: 2×1 samples need 8 bytes, and 4 are there"
    ),
    (
      "Pf\n2 1\n0\n........", .damaged,
      "the PFM's header is damaged: a width, a height and a scale that isn't 0 were expected after "
        + "\"Pf\""
    ),
    (
      "Pf\n60000 60000\n1\n", .tooLarge,
      "60000×60000 is more than 256 megapixels, the most that is read: scale it down, or raise the limit of pixels"
    ),
  ]

  @Test(arguments: refused)
  func `a file that is no depth map is refused with its reason`(
    text: String, code: FileError.Code, message: String
  ) {
    let error = error {
      _ = try DepthFile(
        bytes: Array(text.utf8), name: "a.pgm", options: ReadingOptions(depthUnit: Self.tum))
    }
    #expect(error == FileError(code, path: "a.pgm", message))
  }

  @Test func `a float map is no color picture`() {
    for name in ["tum.pfm", "color.pfm"] {
      let error = error { _ = try ColorFile(contentsOf: Fixture.array(name)) }
      #expect(
        error
          == FileError(
            .unsuitable, path: Fixture.array(name),
            "this is a PFM, a map of floating-point numbers, where a color image was expected: "
              + "give a PPM, PNG or JPEG"))
    }
  }

  @Test func `a PGM without a unit is refused`() {
    let error = error { _ = try DepthFile(contentsOf: Fixture.array("tum.pgm")) }
    #expect(
      error?.message
        == "this PGM of 16-bit integers doesn't state its unit: state what a step "
        + "of its integers is")
  }
}
