import PoseGeometry
import DepthIO
import PoseDocuments
import Foundation
import PoseImaging
import TestSupport
import Testing

struct DepthMapTests {
  static let millimetres = DepthUnit(metresPerStep: 0.001)

  @Test(arguments: [
    "depth.png", "depth-gamma.png", "depth-srgb.png", "depth-orientation6.png",
  ])
  func `the samples are those that were stored`(name: String) throws {
    let golden = try #require(Golden.images?.depth[name])
    let map = try DepthMap(contentsOf: Fixture.path("images/\(name)"), unit: Self.millimetres)
    #expect(map.width == golden.width && map.height == golden.height)
    for (metres, sample) in zip(map.metres, golden.samples) {
      #expect(sample == 0 ? metres.isNaN : metres == Float(Double(sample) * 0.001))
    }
  }

  @Test func `SUN RGB-D's samples are rotated back`() throws {
    let golden = try #require(Golden.images?.depth["depth-sunrgbd.png"])
    let map = try DepthMap(
      contentsOf: Fixture.path("images/depth-sunrgbd.png"), unit: DepthUnit(parsing: "sunrgbd"))
    let samples = map.metres.map { $0.isNaN ? 0 : UInt16(($0 * 1000).rounded()) }
    #expect(samples == golden.samples)
  }

  @Test func `the share and the median of what was measured`() throws {
    let map = DepthMap(width: 3, height: 2, metres: [0, 2, 1, .nan, 5, -1])
    #expect(map.validShare == 0.5)
    #expect(map.median == 2)
    let empty = DepthMap(width: 1, height: 1, metres: [0])
    #expect(empty.validShare == 0)
    #expect(empty.median == nil)
  }

  @Test(arguments: [1, 2, 7, 100, 4096])
  func `a quantile is the reading at its rank`(count: Int) {
    var random = RandomNumbers(seed: UInt64(count))
    let metres = (0..<count).map { _ in
      Float.random(in: 0...1, using: &random) < 0.2 ? 0 : Float.random(in: 0.1...9, using: &random)
    }
    let map = DepthMap(width: count, height: 1, metres: metres)
    let sorted = metres.filter { $0 > 0 }.sorted()
    for share in [0, 0.01, 0.5, 0.99, 1] {
      let rank = min(Int(share * Double(sorted.count)), sorted.count - 1)
      #expect(map.quantile(share) == (sorted.isEmpty ? nil : Double(sorted[rank])))
    }
  }

  @Test func `numbers that no camera measures are holes`() throws {
    var layout = RawDepthLayout(width: 4, height: 1, sample: .float32)
    layout.unit = .metres
    let numbers: [Float] = [1e30, 2, 1e-30, 3]
    let bytes = numbers.withUnsafeBytes { Array($0) }
    let map = try DepthFile(raw: bytes, layout: layout).map
    #expect(map.metres[0].isNaN && map.metres[2].isNaN)
    #expect(map.metres[1] == 2 && map.metres[3] == 3)
  }

  static let refused: [(String, FileError.Code, String)] = [
    (
      "images/orientation1.png", .unsuitable,
      "8-bit color where 16-bit grey was expected for a depth map"
    ),
    (
      "images/png-RGB16.png", .unsuitable,
      "16-bit color where 16-bit grey was expected for a depth map"
    ),
    (
      "images/png-P.png", .unsuitable,
      "8-bit palette where 16-bit grey was expected for a depth map"
    ),
    (
      "images/png-LA.png", .unsuitable,
      "8-bit grey with alpha where 16-bit grey was expected for a depth map"
    ),
    (
      "images/png-L.png", .unsuitable,
      "8-bit grey where 16-bit grey was expected for a depth map; a preview scaled to 8 bits holds "
        + "no distances"
    ),
    (
      "images/depth-empty.png", .unsuitable,
      "not one of the 21×13 samples holds a depth: all of them are 0"
    ),
    (
      "images/jpeg-444.jpg", .unsuitable,
      "this JPEG holds no depth map: neither an iPhone's (portrait mode) nor an Android phone's "
        + "(Dynamic Depth or GDepth); apps that send or edit images leave it out"
    ),
    (
      "images/bad/bomb.png", .tooLarge,
      "60000×60000 is more than 256 megapixels, the most that is read: scale it down, or raise the limit of pixels"
    ),
    ("images/bad/nothing.png", .noSuchFile, "there is no such file"),
  ]

  @Test(arguments: refused)
  func `a file that is no depth map is refused with its reason`(
    name: String, code: FileError.Code, message: String
  ) {
    let error = error {
      _ = try DepthMap(contentsOf: Fixture.path(name), unit: Self.millimetres)
    }
    #expect(error == FileError(code, path: Fixture.path(name), message))
  }

  @Test func `a PNG without a unit is refused`() {
    let path = Fixture.path("images/depth.png")
    let error = error { _ = try DepthMap(contentsOf: path, unit: nil) }
    #expect(
      error
        == FileError(
          .unitMissing, path: path,
          "this PNG of 16-bit integers doesn't state its unit: state what a step "
            + "of its integers is"))
  }
}

struct DepthUnitTests {
  static let units: [(String, Double)] = [
    ("mm", 0.001), ("TUM", 1.0 / 5000), ("realsense", 0.001), ("rgbd-scenes", 0.0001),
    ("0.0002", 0.0002), ("1/5000", 1.0 / 5000), ("5000", 1.0 / 5000), ("1000", 0.001),
    ("1e-3", 0.001), ("0.1", 0.1), ("1", 1),
  ]

  @Test(arguments: units)
  func `a name, metres a step or steps a metre`(text: String, metres: Double) throws {
    #expect(abs(try #require(DepthUnit(parsing: text).metresPerStep) - metres) < 1e-15)
  }

  @Test(arguments: [
    ("kinect", "mm"), ("1000", "realsense"), ("0.001", "1/1000"), ("icl", "tum"), ("1", "m"),
  ])
  func `units are equal when a step means the same, and keep their names`(
    first: String, second: String
  ) throws {
    let (a, b) = try (DepthUnit(parsing: first), DepthUnit(parsing: second))
    #expect(a == b && a.isMetric && b.isMetric)
    #expect((a.name, b.name) == (first, second))
  }

  @Test(arguments: ["mm", "sunrgbd", "nyu", "tum"])
  func `a step of unknown length is equal to none that is known`(text: String) throws {
    let unit = try DepthUnit(parsing: text)
    #expect(unit != .relative && unit.isMetric)
    #expect(!DepthUnit.relative.isMetric && DepthUnit.relative.metresPerStep == nil)
    #expect(try DepthUnit(parsing: "relative") == .relative)
  }

  @Test(arguments: ["0.5", "1/2", "5000/1"])
  func `a number that could be either is not guessed at`(text: String) {
    let error = #expect(throws: DepthUnit.ParsingError.self) { try DepthUnit(parsing: text) }
    #expect(
      error?.description
        == "\(text) is no unit of depth: metres a step are at most 0.1 (0.001 is millimetres), "
        + "steps a metre at least 1 (1000 is millimetres)")
  }

  @Test(arguments: ["", "metre", "-1", "0", "nan", "inf", "1/0", "1/", "1/2/3", "1e999"])
  func `anything else is refused with the names that there are`(text: String) {
    let error = #expect(throws: DepthUnit.ParsingError.self) { try DepthUnit(parsing: text) }
    #expect(
      error?.description
        == "\"\(text)\" is no unit of depth: give one of azure, icl, kinect, m, mm, nyu, realsense, "
        + "redwood, relative, rgbd-scenes, scannet, sunrgbd, tum; or metres a step, such as 0.001 "
        + "or 1/5000; or steps a metre, such as 1000 or 5000")
  }

  @Test func `units are equal when a step means the same, whatever they are called`() throws {
    let millimetres = ["mm", "kinect", "azure", "realsense", "0.001", "1000", "1/1000"]
    for name in millimetres {
      let unit = try DepthUnit(parsing: name)
      #expect(unit == .millimetres && unit.isMetric && unit.name == name)
    }
    #expect(try DepthUnit(parsing: "tum") == DepthUnit(parsing: "5000"))
    // Steps of the same size whose bits are rotated, or whose length is unknown, are others.
    for name in ["sunrgbd", "nyu", "relative", "tum", "m"] {
      #expect(try DepthUnit(parsing: name) != .millimetres)
    }
    #expect(!DepthUnit.relative.isMetric)
  }
}
