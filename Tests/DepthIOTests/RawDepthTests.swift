import DepthIO
import PoseDocuments
import Foundation
import PoseImaging
import TestSupport
import Testing

struct RawDepthTests {
  @Test(arguments: ["arkit.bin", "arkit.json"])
  func `raw numbers and their JSON are read by either name`(name: String) throws {
    let golden = try #require(ArrayGolden.all)
    let file = try DepthFile(contentsOf: Fixture.array(name))
    #expect(file.map.width == 32 && file.map.height == 24)
    #expect(same(file.map.metres, golden.frame))
    #expect(file.map.confidence?.map { Int($0.rawValue) } == (0..<768).map { $0 % 3 })
    #expect(file.map.scale == .file)
    #expect(
      file.details
        == DepthDetails(format: "raw file", encoding: "32-bit floating-point numbers"))
    #expect(
      file.camera?.color
        == Camera(
          width: 32, height: 24, fx: 26.25, fy: 26.25, cx: 15.5, cy: 11.5, source: .calibration))
  }

  @Test func `padding, an offset, high bytes first and a unit`() throws {
    let golden = try #require(ArrayGolden.all)
    let file = try DepthFile(contentsOf: Fixture.array("padded.raw"))
    #expect(same(file.map.metres, golden.frame))
    #expect(file.unit?.metresPerStep == 1.0 / 5000)
    #expect(
      file.camera?.color
        == Camera(width: 32, height: 24, fx: 52.5, fy: 52.5, cx: 31, cy: 23, source: .calibration))
  }

  @Test func `a JSON may name its data and the picture of its intrinsics`() throws {
    let golden = try #require(ArrayGolden.all)
    let file = try DepthFile(contentsOf: Fixture.array("names-its-data.json"))
    #expect(same(file.map.metres, golden.frame))
    #expect(file.map.scale == .assumed)
    #expect(
      file.camera?.color
        == Camera(
          width: 64, height: 48, fx: 52.5, fy: 52.5, cx: 31.5, cy: 23.5, source: .calibration))
  }

  @Test func `raw numbers in memory`() throws {
    var layout = RawDepthLayout(width: 2, height: 2, sample: .uint16)
    layout.unit = DepthUnit(metresPerStep: 0.5)
    layout.rowStride = 5
    let file = try DepthFile(
      raw: [2, 0, 0, 0, 9, 1, 0, 0, 1], layout: layout, confidence: [2, 0, 1, 2])
    #expect(same(file.map.metres, [1, .nan, 0.5, 128]))
    #expect(file.map.confidence == [.high, .low, .medium, .high])
    layout.isBigEndian = true
    let swapped = try DepthFile(raw: [2, 0, 0, 0, 9, 1, 0, 0, 1, 9], layout: layout)
    #expect(same(swapped.map.metres, [256, .nan, 128, 0.5]))
  }

  static let types: [(RawDepthLayout.Sample, [UInt8], Float)] = [
    (.float16, [0, 0x3E], 1.5), (.float32, [0, 0, 0xC0, 0x3F], 1.5),
    (.float64, [0, 0, 0, 0, 0, 0, 0xF8, 0x3F], 1.5), (.uint16, [3, 0], 1.5),
    (.uint32, [3, 0, 0, 0], 1.5),
  ]

  @Test(arguments: types)
  func `every type of number`(sample: RawDepthLayout.Sample, bytes: [UInt8], metres: Float) throws {
    var layout = RawDepthLayout(width: 1, height: 1, sample: sample)
    if sample == .uint16 || sample == .uint32 { layout.unit = DepthUnit(metresPerStep: 0.5) }
    #expect(sample.size == bytes.count)
    #expect(try DepthFile(raw: bytes, layout: layout).map.metres == [metres])
    layout.isBigEndian = true
    #expect(try DepthFile(raw: bytes.reversed(), layout: layout).map.metres == [metres])
  }

  static let layouts: [(RawDepthLayout, Int, FileError.Code, String)] = [
    (
      layout(4, 3), 47, .mismatch, "47 bytes, where 4×3 float32 numbers are 48"
    ),
    (
      layout(4, 3, stride: 20, offset: 7), 99, .mismatch,
      "99 bytes, where 4×3 float32 numbers, rows 20 bytes apart, after 7 bytes are 67"
    ),
    (
      layout(4, 3, stride: .max), 48, .mismatch,
      "48 bytes, where 4×3 float32 numbers, rows 9223372036854775807 bytes apart are more than any "
        + "file holds"
    ),
    (
      layout(4, 3, offset: .max), 48, .mismatch,
      "48 bytes, where 4×3 float32 numbers, after 9223372036854775807 bytes are more than any file "
        + "holds"
    ),
    (
      layout(4, 3, stride: 15), 48, .unsuitable,
      "rows of 4 float32 numbers are 16 bytes, and the row stride is only 15"
    ),
    (layout(4, 3, offset: -1), 48, .unsuitable, "the offset of raw depths is -1, less than 0"),
    (layout(0, 3), 48, .unsuitable, "a raw depth map of 0×3 pixels has no samples"),
    (
      layout(60000, 60000), 48, .tooLarge,
      "60000×60000 is more than 256 megapixels, the most that is read: scale it down, or raise the limit of pixels"
    ),
  ]

  private static func layout(
    _ width: Int, _ height: Int, stride: Int? = nil, offset: Int = 0
  ) -> RawDepthLayout {
    var layout = RawDepthLayout(width: width, height: height, sample: .float32)
    layout.rowStride = stride
    layout.offset = offset
    return layout
  }

  @Test(arguments: layouts)
  func `a layout that doesn't fit the bytes is refused`(
    layout: RawDepthLayout, count: Int, code: FileError.Code, message: String
  ) {
    let error = error {
      _ = try DepthFile(raw: Array(repeating: 1, count: count), layout: layout, name: "frame")
    }
    #expect(error == FileError(code, path: "frame", message))
  }

  static let confidences: [([UInt8], FileError.Code, String)] = [
    ([1], .mismatch, "1 bytes, where the confidences of 2×1 samples are 2, one byte each"),
    ([1, 3], .unsuitable, "a confidence of 3, where 0, 1 or 2 was expected (ARKit's levels)"),
  ]

  @Test(arguments: confidences)
  func `confidences that don't fit are refused`(
    levels: [UInt8], code: FileError.Code, message: String
  ) {
    let error = error {
      _ = try DepthFile(
        raw: [0, 0, 0, 0x40, 0, 0, 0, 0x40], layout: Self.layout(2, 1), confidence: levels)
    }
    #expect(error == FileError(code, path: "raw depths", message))
  }

  @Test func `integers without a unit are refused`() {
    let layout = RawDepthLayout(width: 1, height: 1, sample: .uint16)
    let error = error { _ = try DepthFile(raw: [1, 2], layout: layout) }
    #expect(
      error?.message
        == "this raw file of 16-bit integers doesn't state its unit: state what a step "
        + "of its integers is")
  }
}

struct RawDepthSidecarTests {
  /// Reads raw numbers, 1.5 twice, with a document beside them; the paths of both.
  private static func read(
    _ document: String, data: [UInt8] = [0, 0, 0xC0, 0x3F, 0, 0, 0xC0, 0x3F],
    dataName: String = "a.bin", named: KeyPath<Names, String> = \.data
  ) throws -> (file: DepthFile?, error: FileError?, names: Names) {
    let folder = try TemporaryFolder()
    let names = Names(
      document: try folder.file("a.json", document), data: try folder.file(dataName, data))
    do throws(FileError) {
      return (try DepthFile(contentsOf: names[keyPath: named]), nil, names)
    } catch {
      return (nil, error, names)
    }
  }

  private struct Names {
    let document: String
    let data: String
  }

  static let documents: [(String, [Float])] = [
    (#"{"width": 2, "height": 1, "type": "float32"}"#, [1.5, 1.5]),
    (#"{"w": 2, "h": 1, "dtype": "<f4", "units": "metres"}"#, [1.5, 1.5]),
    (#"{"cols": 2, "rows": 1, "type": "float", "unit": "mm"}"#, [0.0015, 0.0015]),
    (#"{"columns": 1, "rows": 1, "dtype": "float64", "unit": 0.1}"#, [0.0125]),
    (#"{"width": 2, "height": 2, "type": "uint16", "unit": "mm"}"#, [.nan, 16.32, .nan, 16.32]),
    (
      #"{"width": 2, "height": 2, "type": "u2", "byteOrder": "big", "unit": "mm"}"#,
      [.nan, 49.215, .nan, 49.215]
    ),
    (#"{"width": 2, "height": 1, "type": "uint32", "unit": 1000}"#, [1_069_547.5, 1_069_547.5]),
    (#"{"width": 1, "height": 1, "type": "f4", "offset": 4}"#, [1.5]),
  ]

  @Test(arguments: documents)
  func `a document describes the layout of the numbers`(document: String, metres: [Float]) throws {
    let map = try #require(try Self.read(document).file?.map)
    #expect(map.metres.count == metres.count)
    for (found, expected) in zip(map.metres, metres) {
      #expect(found.isNaN ? expected.isNaN : abs(found - expected) <= 1e-5 * expected)
    }
  }

  static let refused: [(String, String)] = [
    (
      #"{"width": 2}"#,
      "the document has no \"height\", \"type\": the layout of raw depths needs \"width\", "
        + "\"height\" and \"type\""
    ),
    ("[1]", "the document is a list of 1 where an object was expected"),
    ("{", "this is not JSON: at its end, a name in quotes was expected"),
    (
      #"{"width": 2, "height": 1, "type": "int8"}"#,
      "type is the text \"int8\" where float16, float32, float64, uint16 or uint32 was expected"
    ),
    (
      #"{"width": 2.5, "height": 1, "type": "float32"}"#,
      "width is 2.5 where a whole number of at least 1 was expected"
    ),
    (
      #"{"width": 2, "height": 1, "type": "float32", "endian": "middle"}"#,
      "endian is the text \"middle\" where \"little\" or \"big\" was expected"
    ),
    (
      #"{"width": 2, "height": 1, "type": "float32", "unit": 0.5}"#,
      "unit: 0.5 is no unit of depth: metres a step are at most 0.1 (0.001 is millimetres), steps a "
        + "metre at least 1 (1000 is millimetres)"
    ),
    (
      #"{"width": 2, "height": 1, "type": "float32", "K": [2, 2]}"#,
      "K is no camera for an image of 2×1 pixels: fx, fy, cx, cy in pixels or a 3×3 matrix of them "
        + "were expected"
    ),
    (
      #"{"width": 2, "height": 1, "type": "float32", "K": {"fx": 2}}"#,
      "K has no \"fy\": fx, fy, cx, cy were expected"
    ),
    (
      #"{"width": 2, "height": 1, "type": "float32", "confidence": "../c.bin"}"#,
      "confidence is the text \"../c.bin\" where the name of a file beside this one was expected"
    ),
    (
      #"{"width": 2, "height": 1, "type": "float32", "confidence": {"file": "c", "type": "f4"}}"#,
      "confidence.type is the text \"f4\" where uint8 was expected"
    ),
    (
      #"{"width": 2, "height": 1, "type": "float32", "file": "/etc/passwd"}"#,
      "file is the text \"/etc/passwd\" where the name of a file beside this one was expected"
    ),
  ]

  @Test(arguments: refused)
  func `a document that makes no sense is refused with its reason`(
    document: String, message: String
  ) throws {
    let result = try Self.read(document)
    #expect(result.error == FileError(.unsuitable, path: result.names.document, message))
  }

  @Test func `numbers may start like a document`() throws {
    let document = #"{"width": 2, "height": 1, "type": "uint16", "unit": "mm"}"#
    let file = try Self.read(document, data: [0x7B, 0, 0x7B, 0]).file
    #expect(file?.map.metres == [0.123, 0.123])
  }

  @Test func `a size mismatch names the raw file`() throws {
    let result = try Self.read(
      #"{"width": 3, "height": 1, "type": "float32"}"#, named: \.document)
    #expect(
      result.error
        == FileError(
          .mismatch, path: result.names.data, "8 bytes, where 3×1 float32 numbers are 12"))
  }

  @Test func `confidences that aren't there are missed`() throws {
    let result = try Self.read(
      #"{"width": 2, "height": 1, "type": "float32", "confidence": "c.bin"}"#)
    #expect(result.error?.code == .noSuchFile)
    #expect(result.error?.path.hasSuffix("/c.bin") == true)
  }

  @Test func `a document without its data is refused`() throws {
    let result = try Self.read(
      #"{"width": 2, "height": 1, "type": "float32"}"#, dataName: "b.bin", named: \.document)
    #expect(
      result.error
        == FileError(
          .noSuchFile, path: result.names.document,
          "the raw file that this JSON is about isn't beside it: name it in \"file\", or call it by "
            + "the JSON's name with .bin"))
  }

  @Test func `the error about an unknown file without a document names what is missing`() throws {
    let result = try Self.read("{}", dataName: "b.bin")
    #expect(result.error?.code == .unknownFormat)
    #expect(
      result.error?.message
        == "this is not an image (it starts with 00 00 c0 3f); depth maps are read from 16-bit PNG "
        + "and PGM, TIFF, OpenEXR, PFM, NPY, NPZ, raw numbers with a JSON file beside them, "
        + "Record3D, and phones' HEIC and JPEG; raw numbers need a JSON file of the same name beside "
        + "them, with \"width\", \"height\" and \"type\" (float16, float32, float64, uint16, "
        + "uint32), and \"unit\" for integers")
  }
}
