import DepthIO
import PoseDocuments
import PoseImaging
import TestSupport
import Testing

struct NumPyTests {
  static let tum = try? DepthUnit(parsing: "tum")

  static let integers = [
    "u2", "u2-big", "u4", "i2", "i4", "i8", "u8", "channel", "frame", "frame-fortran", "version2",
    "version3",
  ]

  @Test(arguments: integers)
  func `the integers of an array are those that were stored`(name: String) throws {
    let golden = try #require(ArrayGolden.all)
    let map = try DepthMap(contentsOf: Fixture.array("\(name).npy"), unit: Self.tum)
    #expect(map.width == 32 && map.height == 24)
    #expect(same(map.metres, golden.frame))
  }

  @Test(arguments: ["f4", "f8", "f4-big", "f8-fortran"])
  func `the floating-point numbers of an array are metres`(name: String) throws {
    let golden = try #require(ArrayGolden.all)
    let file = try DepthFile(contentsOf: Fixture.array("\(name).npy"))
    #expect(file.map.width == 32 && file.map.height == 24)
    #expect(same(file.map.metres, golden.frame))
    #expect(file.map.scale == .assumed)
    let bits = name.hasPrefix("f8") ? 64 : 32
    #expect(
      file.details
        == DepthDetails(format: "NPY", encoding: "\(bits)-bit floating-point numbers"))
  }

  @Test func `half floats keep their rounding and nothing else`() throws {
    let golden = try #require(ArrayGolden.all?.floats("f2.npy"))
    #expect(same(try DepthMap(contentsOf: Fixture.array("f2.npy")).metres, golden))
  }

  @Test func `a map is written as NumPy writes it`() throws {
    let map = try DepthMap(contentsOf: Fixture.array("f4.npy"))
    #expect(try map.encoded(as: .npy, path: "") == Fixture.arrayBytes("f4.npy"))
  }

  @Test(arguments: [(1, 1), (123_456, 1), (1, 54321)])
  func `the header of every size ends at a multiple of 64 bytes`(width: Int, height: Int) throws {
    let map = DepthMap(
      width: width, height: height, metres: Array(repeating: 2.5, count: width * height))
    let bytes = try map.encoded(as: .npy, path: "")
    #expect((bytes.count - 4 * width * height) % 64 == 0)
    let read = try DepthFile(bytes: bytes, name: "a.npy").map
    #expect(read.width == width && read.height == height && same(read.metres, map.metres))
  }

  static let refused: [(String, String)] = [
    (
      "u1",
      "an array of type |u1 where floating-point numbers or integers of 16 bits and more were "
        + "expected for a depth map; a preview scaled to 8 bits holds no distances"
    ),
    (
      "c8",
      "an array of type <c8 where floating-point numbers or integers of 16 bits and more were "
        + "expected for a depth map"
    ),
    (
      "structure",
      "an array of type structure where floating-point numbers or integers of 16 bits and more "
        + "were expected for a depth map"
    ),
    (
      "flat",
      "an array of shape (6,) where (height, width) was expected for a depth map: save one frame of "
        + "one channel"
    ),
    (
      "frames",
      "an array of shape (3, 2, 2) where (height, width) was expected for a depth map: save one "
        + "frame of one channel"
    ),
    (
      "none",
      "an array of shape (0, 4) where (height, width) was expected for a depth map: save one frame "
        + "of one channel"
    ),
    (
      "negative",
      "-4 in row 1, column 1 is no depth: whole numbers from 0 to 65535 were expected, 0 for "
        + "nothing measured"
    ),
    (
      "large",
      "4294967296 in row 0, column 1 is no depth: whole numbers from 0 to 4294967295 were "
        + "expected, 0 for nothing measured"
    ),
  ]

  @Test(arguments: refused)
  func `an array that is no depth map is refused with its reason`(name: String, message: String) {
    let path = Fixture.array("bad/\(name).npy")
    let error = error { _ = try DepthMap(contentsOf: path, unit: Self.tum) }
    #expect(error == FileError(.unsuitable, path: path, message))
  }

  /// An array of version 1.0 with this header and four bytes of numbers.
  private static func array(_ header: String) -> [UInt8] {
    [0x93] + Array("NUMPY".utf8) + [1, 0, UInt8(header.utf8.count), 0] + Array(header.utf8)
      + [0, 0, 0x80, 0x3F]
  }

  @Test(arguments: [
    "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1), }",
    "{\"shape\":(1L,1L),\"fortran_order\":True,\"descr\":\"<f4\"}\n",
    "  {'descr':'=f4','fortran_order':False,'shape':(1,1,1,)}   ",
  ])
  func `a header may be written in several ways`(header: String) throws {
    let map = try DepthFile(bytes: Self.array(header), name: "a.npy").map
    #expect(map.metres == [1])
  }

  static let headers: [(String, String)] = [
    ("", "12 bytes of header were expected"),
    (
      "{'descr': __import__('os'), 'fortran_order': False, 'shape': (1, 1)}",
      "a text in quotes was expected at byte 20"
    ),
    ("{'descr': '<f4', 'shape': (1, 1)}", "'descr', 'fortran_order' and 'shape' were expected"),
    (
      "{'descr': '<f4', 'descr': '<f4', 'shape': (1, 1)}", "the entry 'descr' was not expected"
    ),
    ("{'extra': 3}", "the entry 'extra' was not expected"),
    ("{'shape': (1, -1)}", "a whole number was expected at byte 24"),
    ("{'shape': (1, 99999999999999999999)}", "a whole number was expected at byte 24"),
    ("{'shape': (1; 1)}", ") was expected at byte 22"),
    ("{'fortran_order': 0}", "False was expected at byte 28"),
    ("{'descr': '<f4}", "a text in quotes was expected at byte 20"),
    ("{'descr': [('z', '<f4')", "the end of a list was expected at byte 33"),
    ("{'descr' '<f4'}", ": was expected at byte 19"),
    (
      "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1)} x",
      "its end was expected at byte 68"
    ),
  ]

  @Test(arguments: headers)
  func `a header that is no plain dictionary is refused`(header: String, reason: String) {
    var bytes = Self.array(header)
    if header.isEmpty { bytes.removeLast(3) }
    let error = error { _ = try DepthFile(bytes: bytes, name: "a.npy") }
    #expect(
      error
        == FileError(
          .damaged, path: "a.npy", "the NPY header is damaged or cut short: \(reason)"))
  }

  static let cutShort: [(String, FileError.Code, String)] = [
    (
      "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1)}", .damaged,
      "the array is cut short: (1, 1) of <f8 needs 8 bytes, and 4 are there"
    ),
    (
      "{'descr': '<f4', 'fortran_order': False, 'shape': (99999, 99999)}", .tooLarge,
      "99999×99999 is more than 256 megapixels, the most that is read: scale it down, or raise the limit of pixels"
    ),
    (
      "{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775807, 4)}", .tooLarge,
      "4×9223372036854775807 is more than 256 megapixels, the most that is read: scale it down, or raise the limit of pixels"
    ),
  ]

  @Test(arguments: cutShort)
  func `an array that claims too much is refused`(
    header: String, code: FileError.Code, message: String
  ) {
    let error = error { _ = try DepthFile(bytes: Self.array(header), name: "a.npy") }
    #expect(error == FileError(code, path: "a.npy", message))
  }

  @Test func `a later version is refused`() {
    var bytes = Self.array("{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1)}")
    bytes[6] = 4
    let error = error { _ = try DepthFile(bytes: bytes, name: "a.npy") }
    #expect(
      error
        == FileError(
          .unsuitable, path: "a.npy", "NPY of version 4.0 where 1.0, 2.0 or 3.0 was expected"))
  }

  @Test func `a header that claims more than there is is refused`() {
    let bytes = [0x93] + Array("NUMPY".utf8) + [2, 0, 0xFF, 0xFF, 0xFF, 0xFF]
    let error = error { _ = try DepthFile(bytes: bytes, name: "a.npy") }
    #expect(
      error?.message
        == "the NPY header is damaged or cut short: the header claims 4294967295 bytes")
  }
}
