import PoseGeometry
import DepthIO
import Foundation
import PoseImaging
import TestSupport
import Testing

struct DepthWritingTests {
  static func tum() throws -> DepthMap {
    try DepthFile(contentsOf: PictureGolden.path("tum.png"), options: PictureGolden.tum).map
  }

  /// Widths that are no multiple of anything, and one row and column.
  static let sizes = [(1, 1), (1, 300), (301, 1), (33, 17), (20000, 3)]

  static func map(_ width: Int, _ height: Int) -> DepthMap {
    var random = RandomNumbers(seed: UInt64(width))
    let metres = (0..<(width * height)).map { _ in
      Int.random(in: 0..<5, using: &random) == 0
        ? Float.nan : Float.random(in: 0.001...60, using: &random)
    }
    return DepthMap(width: width, height: height, metres: [1] + metres.dropFirst())
  }

  @Test(arguments: [DepthFileType.tiff, .exr])
  func `what is written in metres is read back to the last bit`(type: DepthFileType) throws {
    for map in [try Self.tum()] + Self.sizes.map({ Self.map($0.0, $0.1) }) {
      let bytes = try map.encoded(as: type, path: "out")
      let file = try DepthFile(bytes: bytes, name: "out")
      #expect(file.map.isIdentical(to: map))
      #expect(file.details.encoding == "32-bit floating-point numbers")
    }
  }

  @Test func `PNG holds whole millimetres`() throws {
    for map in [try Self.tum()] + Self.sizes.map({ Self.map($0.0, $0.1) }) {
      let bytes = try map.encoded(as: .png16, path: "out")
      let options = ReadingOptions(depthUnit: try DepthUnit(parsing: "mm"))
      let read = try DepthFile(bytes: bytes, name: "out", options: options).map
      let rounded = map.metres.map { metres in
        metres.isNaN ? Float.nan : Float((Double(metres) * 1000).rounded() * 0.001)
      }
      #expect(
        read.isIdentical(to: DepthMap(width: map.width, height: map.height, metres: rounded)))
    }
  }

  @Test func `PNG rounds to the nearest, keeps what is near and gives up what is far`() throws {
    let map = DepthMap(
      width: 8, height: 1, metres: [0.0001, 0.00149, 0.0015, 1.2344, 65.535, 65.536, .nan, 1e9])
    let bytes = try map.encoded(as: .png16, path: "out")
    let read = try DepthFile(
      bytes: bytes, name: "out", options: ReadingOptions(depthUnit: DepthUnit(parsing: "mm"))
    ).map
    let millimetres = read.metres.map { $0.isNaN ? 0 : Int(($0 * 1000).rounded()) }
    #expect(millimetres == [1, 1, 2, 1234, 65535, 0, 0, 0])
  }

  @Test(arguments: [DepthFileType.png16, .tiff, .exr])
  func `the same map gives the same bytes`(type: DepthFileType) throws {
    let map = try Self.tum()
    #expect(try map.encoded(as: type, path: "a") == map.encoded(as: type, path: "b"))
  }
}
