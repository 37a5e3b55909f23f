import DepthIO
import PoseDocuments
import Foundation
import PoseImaging
import TestSupport
import Testing

struct EXRTests {
  static let depthNames = PictureGolden.names(\.depth, ".exr")
  static let metresNames = PictureGolden.names(\.metres, ".exr")
  static let colorNames = PictureGolden.names(\.color, ".exr")

  @Test func `the goldens are there`() {
    #expect(Self.depthNames.count == 23)
    #expect(Self.metresNames.count == 4)
    #expect(Self.colorNames.count == 6)
  }

  @Test(arguments: depthNames)
  func `a depth map has the very samples that were stored`(name: String) throws {
    let golden = try #require(PictureGolden.files?.depth[name])
    let options = golden.holds == .steps ? PictureGolden.tum : ReadingOptions()
    let file = try DepthFile(contentsOf: PictureGolden.path(name), options: options)
    #expect(file.map.isIdentical(to: try #require(PictureGolden.files).map(golden)))
    #expect(file.storedWidth == 40 && file.storedHeight == 30)
    #expect(file.orientation == .up)
    #expect(file.map.scale == (golden.holds == .steps ? .caller : .assumed))
    #expect(file.details.format == "OpenEXR")
    let encoding =
      switch golden.holds {
      case .steps: "32-bit integers"
      case .metres: "32-bit floating-point numbers"
      case .half: "16-bit floating-point numbers"
      }
    #expect(file.details.encoding == encoding)
  }

  @Test(arguments: metresNames)
  func `lossy compression and windows give what OpenEXR's own package finds`(
    name: String
  ) throws {
    let golden = try #require(PictureGolden.files?.metres[name])
    let expected = DepthMap(
      width: golden.width, height: golden.height, metres: golden.values.map { $0 ?? .nan })
    let map = try DepthFile(contentsOf: PictureGolden.path(name)).map
    #expect(map.isIdentical(to: expected))
  }

  @Test(arguments: colorNames)
  func `linear light becomes sRGB`(name: String) throws {
    let golden = try #require(PictureGolden.files?.color[name])
    let image = try ColorFile(contentsOf: PictureGolden.path(name)).image
    #expect(image.width == golden.width && image.height == golden.height)
    #expect(image.pixels == golden.pixels)
  }

  static let channels: [(String, String)] = [
    ("float-zip.exr", "Z"), ("colors-depth.exr", "depth.Z"), ("tiles-colors.exr", "depth.Z"),
    ("layer.exr", "ViewLayer.Depth.Z"), ("luminance.exr", "Y"), ("only.exr", "distance"),
    ("parts.exr", "Z"),
  ]

  @Test(arguments: channels)
  func `the notes say which channel it was when it isn't the usual one, and metres are assumed`(
    name: String, channel: String
  ) throws {
    let path = PictureGolden.path(name)
    let file = try DepthFile(contentsOf: path)
    let isUsual = channel == "Z" || channel == "depth.Z"
    #expect(file.details.notes == (isUsual ? [] : ["depth is the channel \(channel)"]))
    #expect(file.map.scale == .assumed)
    var options = ReadingOptions(depthUnit: .metres)
    #expect(try DepthFile(contentsOf: path, options: options).map.scale == .caller)
    options.channel = channel
    #expect(try DepthFile(contentsOf: path, options: options).map.width == 40)
  }

  @Test(arguments: ["demo/depth.png", "depth/arrays/channel.npy"])
  func `a channel of a file that has none by name is refused`(name: String) throws {
    var options = ReadingOptions(depthUnit: .millimetres)
    options.channel = "Z"
    let error = error {
      _ = try DepthFile(contentsOf: Fixture.path(name), options: options)
    }
    #expect(error?.code == .unsuitable)
    #expect(
      error?.message == "it has no channels to find \"Z\" among, as OpenEXR and NPZ files have: "
        + "leave the channel out")
  }

  @Test func `the channel that the caller names is taken`() throws {
    var options = ReadingOptions()
    options.channel = "right.Z"
    let path = PictureGolden.path("bad/layers.exr")
    let map = try DepthFile(contentsOf: path, options: options).map
    #expect(map.isIdentical(to: try DepthMap(contentsOf: PictureGolden.path("float-zip.exr"))))
    options.channel = "Z"
    let error = error { _ = try DepthFile(contentsOf: path, options: options) }
    #expect(
      error
        == FileError(
          .unsuitable, path: path, "there is no channel Z; there are left.Z, right.Z"))
  }

  static let refused: [(String, FileError.Code, String)] = [
    (
      "layers.exr", .unsuitable,
      "several channels may hold the depth: left.Z, right.Z: name the one that holds the depth"
    ),
    (
      "nodepth.exr", .unsuitable,
      "none of its channels has a usual name of depth (Z, depth.Z, Depth): there are B, G, R: name "
        + "the one that holds the depth"
    ),
    (
      "apart.exr", .unsuitable,
      "not one of the 40×30 samples holds a depth: none is a positive number"
    ),
    (
      "deep.exr", .unsuitable,
      "deep data, several samples a pixel, where one depth a pixel was expected: flatten it first"
    ),
    (
      "huge.exr", .tooLarge,
      "1000001×1000001 is more than 256 megapixels, the most that is read: scale it down, or raise the limit of pixels"
    ),
  ]

  @Test(arguments: refused)
  func `a file that is no depth map is refused with its reason`(
    name: String, code: FileError.Code, message: String
  ) {
    let path = PictureGolden.path("bad/\(name)")
    let error = error { _ = try DepthFile(contentsOf: path) }
    #expect(error == FileError(code, path: path, message))
  }

  @Test func `a truncated file is reported in OpenEXR's words`() {
    let error = error { _ = try DepthFile(contentsOf: PictureGolden.path("bad/cut.exr")) }
    #expect(error?.code == .damaged)
    let message = error?.message ?? ""
    #expect(message.hasPrefix("the OpenEXR is damaged or cut short (OpenEXR: Preparing to read"))
  }

  /// OpenEXRCore 3.1 and 3.2 don't know DWAA; later ones do.
  @Test func `a compression that the library doesn't undo is named`() {
    let path = PictureGolden.path("bad/dwaa.exr")
    do {
      #expect(try DepthFile(contentsOf: path).map.width == 8)
    } catch {
      let message = "the OpenEXR is compressed by DWAA, which is not read here: save it with ZIP"
      #expect(error == FileError(.unsuitable, path: path, message))
    }
  }

  static let refusedColors: [(String, String)] = [
    ("only.exr", "no color: channels R, G and B, or Y, were expected, and there are distance"),
    (
      "bad/uintcolors.exr",
      "color channels of integers or of a lower resolution, where a floating-point number for every "
        + "pixel was expected"
    ),
    (
      "bad/colorlayers.exr",
      "several layers hold colors (diffuse, glossy), and none is the image itself: save one of "
        + "them as R, G, B"
    ),
  ]

  @Test(arguments: refusedColors)
  func `a file that is no picture is refused with its reason`(name: String, message: String) {
    let path = PictureGolden.path(name)
    let error = error { _ = try ColorFile(contentsOf: path) }
    #expect(error == FileError(.unsuitable, path: path, message))
  }

  @Test func `integers without a unit are refused`() {
    let error = error { _ = try DepthFile(contentsOf: PictureGolden.path("uint.exr")) }
    #expect(error?.code == .unitMissing)
    #expect(
      error?.message.hasPrefix("this OpenEXR of 32-bit integers doesn't state its unit") == true)
  }

  @Test(arguments: ["float-zip.exr", "half-piz.exr", "tiles.exr", "parts.exr", "half-no.exr"])
  func `a depth map cut short anywhere is an error`(name: String) throws {
    let golden = try #require(PictureGolden.files?.depth[name])
    let expected = try #require(PictureGolden.files).map(golden)
    let bytes = try Fixture.bytes("depth/pictures/\(name)")
    for length in Array(stride(from: 1, to: bytes.count, by: 1 + bytes.count / 60)) {
      // Only an unused part may be missing: no sample is ever made up.
      if let file = try? DepthFile(bytes: Array(bytes[..<length]), name: name) {
        #expect(file.map.isIdentical(to: expected), "\(length) of \(bytes.count) bytes")
      }
    }
  }

  @Test(arguments: [
    "float-zip.exr", "float-rle.exr", "half-piz.exr", "float-pxr24.exr", "half-b44.exr",
    "half-no.exr", "uint.exr", "tiles-colors.exr", "parts.exr", "windows.exr", "colors-half.exr",
    "bad/deep.exr",
  ])
  func `random damage never crashes`(name: String) throws {
    let original = try Fixture.bytes("depth/pictures/\(name)")
    var options = PictureGolden.tum
    options.pixelLimit = 1_000_000
    // Half of it in the header, where sizes and names are.
    let places = [8..<min(400, original.count), 8..<original.count]
    for bytes in DamagedCopies(of: original, in: places, cutsShort: true) {
      expectWholeOrRefused(bytes, name: name, options: options)
    }
  }
}
