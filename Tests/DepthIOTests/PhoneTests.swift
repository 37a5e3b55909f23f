import DepthIO
import PoseDocuments
import Foundation
import PoseImaging
import TestSupport
import Testing

/// What Pillow, pillow-heif and the specifications' formulas find in the files of
/// `fixtures/depth/phones` (`make.py` there).
struct PhoneGolden: Decodable {
  struct Depth: Decodable {
    let width: Int
    let height: Int
    let orientation: Int
    let scale: String
    let encoding: String
    let notes: [String]
    /// Width, height, fx, fy, cx, cy of the raster's camera.
    let camera: [Double]?
    let accuracy: String?
    let quality: String?
    let isFiltered: Bool?
    let confidence: [UInt8]?
    /// Upright; `nil` where nothing was measured.
    let metres: [Float?]
  }

  /// Every fourth pixel of every fourth row, upright.
  struct Color: Decodable {
    let width: Int
    let height: Int
    let orientation: Int
    let rgb: [UInt8]
  }

  let depth: [String: Depth]
  let color: [String: Color]

  static let all: PhoneGolden? = try? JSONDecoder().decode(
    PhoneGolden.self, from: Data(Fixture.bytes("depth/phones/golden.json")))
}

struct PhoneTests {
  static let depths = (PhoneGolden.all?.depth.keys).map { $0.sorted() } ?? []
  static let colors = (PhoneGolden.all?.color.keys).map { $0.sorted() } ?? []

  @Test func `the goldens are there`() {
    #expect(Self.depths.count == 35)
    #expect(Self.colors.count == 9)
  }

  static func path(_ name: String) -> String { Fixture.path("depth/phones/\(name)") }

  static func options(_ name: String) throws -> ReadingOptions {
    try ReadingOptions(depthUnit: name.hasPrefix("lossless") ? DepthUnit(parsing: "tum") : nil)
  }

  @Test(arguments: depths)
  func `a phone's depth map matches its specification`(name: String) throws {
    let golden = try #require(PhoneGolden.all?.depth[name])
    let file: DepthFile
    do {
      file = try DepthFile(contentsOf: Self.path(name), options: Self.options(name))
    } catch let error as FileError where name == "heic-two-masters.heic" {
      // libheif before 1.18 can't; the sentence states it and the remedy.
      #expect(
        error.message.wholeMatch(
          of:
            /newer iPhones' pictures need libheif 1.19 or later, and this is libheif 1\.1[0-7]\.\d+: scripts\/setup installs it where the system offers it/
        ) != nil)
      return
    }
    let isTurned = golden.orientation >= 5
    #expect(file.storedWidth == (isTurned ? golden.height : golden.width))
    #expect(file.storedHeight == (isTurned ? golden.width : golden.height))
    #expect(file.orientation.rawValue == golden.orientation)
    #expect(file.map.scale.rawValue == golden.scale)
    #expect(file.details.encoding == golden.encoding)
    #expect(file.details.notes == golden.notes)
    #expect(file.details.accuracy?.rawValue == golden.accuracy)
    #expect(file.details.quality == golden.quality)
    #expect(file.details.isFiltered == golden.isFiltered)
    #expect(file.map.confidence?.map(\.rawValue) == golden.confidence)
    expectCamera(file, golden.camera, path: Self.path(name))
    try #require(file.map.width == golden.width && file.map.height == golden.height)
    for (found, expected) in zip(file.map.metres, golden.metres) {
      guard let expected else {
        #expect(found.isNaN)
        continue
      }
      #expect(abs(found - expected) <= 2e-6 * expected)
    }
  }

  private func expectCamera(_ file: DepthFile, _ numbers: [Double]?, path: String) {
    #expect((file.camera == nil) == (numbers == nil))
    guard let numbers, let camera = file.camera else { return }
    let stored = Camera(
      width: Int(numbers[0]), height: Int(numbers[1]), fx: numbers[2], fy: numbers[3],
      cx: numbers[4], cy: numbers[5], source: .calibration)
    #expect(camera.color.with(distortion: nil) == stored.oriented(file.orientation))
    #expect(camera.path == path)
    #expect(camera.depth == nil && camera.colorFromDepth == nil && camera.depthUnit == nil)
  }

  @Test(arguments: colors)
  func `a HEIC's colours are those that pillow-heif finds`(name: String) throws {
    let golden = try #require(PhoneGolden.all?.color[name])
    let file = try ColorFile(contentsOf: Self.path(name))
    let isTurned = golden.orientation >= 5
    #expect(file.image.width == golden.width && file.image.height == golden.height)
    #expect(file.storedWidth == (isTurned ? golden.height : golden.width))
    #expect(file.storedHeight == (isTurned ? golden.width : golden.height))
    #expect(file.orientation.rawValue == golden.orientation)
    #expect(file.focalLengthIn35mmFilm == (name == "heic-6.heic" ? 28 : nil))
    var found: [UInt8] = []
    for row in stride(from: 0, to: file.image.height, by: 4) {
      for column in stride(from: 0, to: file.image.width, by: 4) {
        let start = 3 * (row * file.image.width + column)
        found += file.image.pixels[start..<(start + 3)]
      }
    }
    #expect(found.count == golden.rgb.count)
    // Versions of libheif round differently.
    #expect(zip(found, golden.rgb).allSatisfy { abs(Int($0) - Int($1)) <= 2 })
  }

  @Test(arguments: depths)
  func `a phone's colour file holds the depth map itself`(name: String) throws {
    guard !name.hasPrefix("lossless"), name != "heic-two-masters.heic" else { return }
    let embedded = try #require(try DepthFile.embedded(in: Self.path(name)))
    let file = try DepthFile(contentsOf: Self.path(name))
    #expect(embedded.map.metres.map(\.bitPattern) == file.map.metres.map(\.bitPattern))
    #expect(embedded.camera == file.camera)
    #expect(embedded.details == file.details)
  }

  @Test(arguments: [
    "images/jpeg-444.jpg", "images/orientation6.png", "images/depth.png",
    "depth/phones/heic-no-depth.heic", "depth/phones/heic-matte.heic",
    "depth/phones/iphone-matte.jpg", "depth/phones/gdepth-entities.jpg",
    "depth/phones/lossless-1.jpg",
  ])
  func `a picture without depth holds none`(name: String) throws {
    #expect(try DepthFile.embedded(in: Fixture.path(name)) == nil)
  }

  static let noJPEG =
    "this JPEG holds no depth map: neither an iPhone's (portrait mode) nor an Android phone's "
    + "(Dynamic Depth or GDepth); apps that send or edit images leave it out"
  static let noHEIC =
    "this HEIC holds no depth map: iPhones write one in portrait mode, and apps that send or edit "
    + "images leave it out"

  static let refused: [(String, FileError.Code, String)] = [
    ("images/jpeg-444.jpg", .unsuitable, noJPEG),
    ("depth/phones/iphone-matte.jpg", .unsuitable, noJPEG),
    ("depth/phones/gdepth-entities.jpg", .unsuitable, noJPEG),
    ("depth/phones/heic-no-depth.heic", .unsuitable, noHEIC),
    ("depth/phones/heic-matte.heic", .unsuitable, noHEIC),
    (
      "depth/phones/heic-no-range.heic", .unsuitable,
      "the depth map in this HEIC doesn't say which distances its numbers stand for "
        + "(depth_representation_info)"
    ),
    (
      "depth/phones/iphone-no-range.jpg", .unsuitable,
      "the depth map in this JPEG doesn't say which distances its numbers stand for "
        + "(apdi:FloatMinValue and FloatMaxValue): export the image from the phone again"
    ),
    (
      "depth/phones/gdepth-no-range.jpg", .unsuitable,
      "the depth map in this JPEG doesn't say which distances its numbers stand for (GDepth:Near "
        + "and Far, more than 0)"
    ),
    (
      "depth/phones/gdepth-no-data.jpg", .damaged,
      "the JPEG's XMP announces a depth map (GDepth), and its data is missing or damaged: an "
        + "editor may have dropped it; take the phone's original file"
    ),
    (
      "depth/phones/lossless-8bit.jpg", .unsuitable,
      "8-bit grey where 16-bit grey was expected for a depth map; a preview scaled to 8 bits holds "
        + "no distances"
    ),
    (
      "depth/phones/lossless-1.jpg", .unitMissing,
      "this lossless JPEG of 16-bit integers doesn't state its unit: state what a step "
        + "of its integers is"
    ),
    (
      "images/bad/lossless.jpg", .unsuitable,
      "a lossless JPEG of 3 components where grey was expected"
    ),
  ]

  @Test(arguments: refused)
  func `a file without a usable depth map is refused with its reason`(
    name: String, code: FileError.Code, message: String
  ) {
    let error = error { _ = try DepthFile(contentsOf: Fixture.path(name)) }
    #expect(error == FileError(code, path: Fixture.path(name), message))
  }

  @Test func `a video is distinguished from a picture`() {
    let bytes: [UInt8] = [0, 0, 0, 20] + Array("ftypisom\0\0\0\0mp42".utf8)
    let expected = FileError(
      .unknownFormat, path: "video.mp4", "this is a video, and a single image was expected",
      remedy: .measureVideo)
    #expect(error { _ = try ColorFile(bytes: bytes, name: "video.mp4") } == expected)
    #expect(error { _ = try DepthFile(bytes: bytes, name: "video.mp4") } == expected)
  }

  @Test func `a truncated HEIC is reported as such`() throws {
    let bytes = try Fixture.bytes("depth/phones/heic-1.heic")
    for missing in [1, 20, 500] {
      let error = error {
        _ = try DepthFile(bytes: Array(bytes.dropLast(missing)), name: "x")
      }
      #expect(
        error
          == FileError(
            .damaged, path: "x",
            "the HEIC is cut short: it should have \(bytes.count) bytes, and has "
              + "\(bytes.count - missing)"))
    }
  }

  @Test func `a damaged HEIC is reported as such`() throws {
    var bytes = try Fixture.bytes("depth/phones/heic-1.heic")
    let meta = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("meta".utf8)) })
    bytes[meta] = UInt8(ascii: "x")
    let error = error { _ = try ColorFile(bytes: bytes, name: "x") }
    #expect(error?.code == .damaged)
    #expect(error?.message.hasPrefix("the HEIC is damaged or cut short (libheif: ") == true)
  }

  @Test func `a truncated lossless JPEG is reported as such`() throws {
    let bytes = try Array(Fixture.bytes("depth/phones/lossless-1.jpg").dropLast(20))
    let error = error { _ = try DepthFile(bytes: bytes, name: "x") }
    #expect(
      error == FileError(.damaged, path: "x", "the lossless JPEG is damaged or cut short"))
  }

  @Test func `a caller who knows the unit makes a relative map metric`() throws {
    let options = ReadingOptions(depthUnit: .metres)
    let file = try DepthFile(contentsOf: Self.path("iphone.jpg"), options: options)
    #expect(file.map.scale == .caller)
    let relative = try DepthFile(contentsOf: Self.path("iphone.jpg"))
    #expect(file.map.metres == relative.map.metres)
  }

  @Test func `a depth map of more pixels than the limit is refused`() {
    var options = ReadingOptions(depthUnit: nil)
    options.pixelLimit = 100
    for name in ["iphone.jpg", "lossless-1.jpg", "gdepth.jpg", "heic-disparity.heic"] {
      let error = error { _ = try DepthFile(contentsOf: Self.path(name), options: options) }
      #expect(error?.code == .tooLarge)
      #expect(
        error?.message.hasSuffix(
          "the most that is read: scale it down, or raise the limit of pixels")
          == true)
    }
    let error = error { _ = try ColorFile(contentsOf: Self.path("heic-1.heic"), options: options) }
    #expect(error?.code == .tooLarge)
  }

  static let whole = [
    "iphone.jpg", "iphone-index-wrong.jpg", "iphone-lossless.jpg", "lossless-restarts.jpg",
    "lossless-shifted.jpg", "dynamic-depth-rays.jpg", "gdepth.jpg", "gdepth-mm.jpg", "heic-6.heic",
    "heic-disparity.heic",
  ]

  @Test(arguments: whole)
  func `random damage never crashes`(name: String) throws {
    let original = try Fixture.bytes("depth/phones/\(name)")
    let options = try Self.options(name)
    for bytes in DamagedCopies(of: original, cutsShort: true) {
      expectWholeOrRefused(bytes, name: name, options: options)
    }
  }

  /// A picture's depth may well come before its colours: then it is whole although the file isn't.
  @Test(arguments: whole)
  func `of a file cut short comes the whole depth map or an error`(name: String) throws {
    let bytes = try Fixture.bytes("depth/phones/\(name)")
    let options = try Self.options(name)
    let whole = try DepthFile(bytes: bytes, name: name, options: options)
    var refusals = 0
    for length in stride(from: 20, to: bytes.count - 4, by: 1 + bytes.count / 60) {
      do throws(FileError) {
        let file = try DepthFile(bytes: Array(bytes[..<length]), name: name, options: options)
        #expect(file.map.metres.map(\.bitPattern) == whole.map.metres.map(\.bitPattern))
      } catch {
        // What ends before its depth map is an ordinary picture.
        #expect(error.code == .damaged || error.code == .unsuitable)
        refusals += 1
      }
    }
    #expect(refusals > 10)
  }
}
