@testable import DepthIO
import PoseDocuments
import Foundation
import PoseImaging
import TestSupport
import Testing

/// Maps that are read and written in pieces: the pieces make the whole.
struct LargeMapTests {
  /// An array as NumPy writes it.
  private static func array(_ type: String, _ width: Int, _ height: Int, _ bytes: [UInt8])
    -> [UInt8]
  {
    let header = "{'descr': '\(type)', 'fortran_order': False, 'shape': (\(height), \(width)), }"
    let text = header + String(repeating: " ", count: 63 - (10 + header.utf8.count) % 64) + "\n"
    return [0x93] + Array("NUMPY".utf8) + [
      1, 0, UInt8(text.utf8.count & 255), UInt8(text.utf8.count >> 8),
    ]
      + Array(text.utf8) + bytes
  }

  @Test(arguments: ["<f4", ">f4", "<u2", "<i8"], [1, 90, 200, 10_000])
  func `an array in a file is the array in memory`(type: String, pieceSize: Int) throws {
    let (width, height) = (7, 23)
    let size = Int(type.suffix(1)) ?? 0
    let isInteger = !type.contains("f")
    let numbers = (0..<(width * height)).map { 60_000 - 11 * $0 }
    let bytes = numbers.flatMap { number in
      let word = isInteger ? UInt64(number) : UInt64(Float(number).bitPattern)
      let shifts = (0..<size).map { UInt64(8 * $0) }
      return (type.hasPrefix("<") ? shifts : shifts.reversed()).map {
        UInt8(truncatingIfNeeded: word >> $0)
      }
    }
    let whole = Self.array(type, width, height, bytes)
    try withTemporaryFile(whole, named: "depth.npy") { path in
      let options = ReadingOptions(depthUnit: isInteger ? .millimetres : nil)
      let (stored, file) = try #require(
        try NumPy.depth(inPiecesOf: path, options: options, pieceSize: pieceSize))
      let map = try stored.map(for: file)
      #expect(map.metres == numbers.map { isInteger ? Float(Double($0) * 0.001) : Float($0) })
      let memory = try DepthFile(bytes: whole, name: path, options: options)
      let opened = try DepthFile(contentsOf: path, options: options)
      #expect(opened.map.metres == memory.map.metres && memory.map.metres == map.metres)
      #expect(opened.details == memory.details && opened.details == stored.details)
    }
  }

  @Test func `an error in the last piece has its position, and a short file is refused`()
    throws
  {
    let (width, height) = (5, 12)
    var bytes = (0..<(width * height)).flatMap { _ in [1, 0] as [UInt8] }
    bytes[bytes.count - 1] = 0xFF
    let array = Self.array("<i2", width, height, bytes)
    try withTemporaryFile(array, named: "depth.npy") { path in
      let error = #expect(throws: FileError.self) {
        try NumPy.depth(
          inPiecesOf: path, options: ReadingOptions(depthUnit: .millimetres), pieceSize: 20)
      }
      #expect(error?.problem.hasPrefix("-255 in row 11, column 4 is no depth") == true)
    }
    try withTemporaryFile(Array(array.dropLast()), named: "depth.npy") { path in
      let error = #expect(throws: FileError.self) { try DepthFile(contentsOf: path) }
      #expect(error?.code == .damaged)
      #expect(
        error?.problem.hasPrefix("the array is cut short: (12, 5) of <i2 needs 120 bytes") == true)
    }
  }

  @Test func `a point cloud in pieces is the point cloud`() throws {
    let (width, height) = (900, 700)
    let map = DepthMap(
      width: width, height: height,
      metres: (0..<(width * height)).map { $0 % 7 == 0 ? .nan : 1 + Float($0 % 1000) / 500 })
    let image = ColorImage(
      width: 90, height: 70, pixels: (0..<(3 * 90 * 70)).map { UInt8(truncatingIfNeeded: $0) })
    for image in [nil, image] {
      var pieces: [[UInt8]] = []
      PointCloud.writePLY(of: map, camera: PointCloudTests.camera, image: image) {
        pieces.append($0)
      }
      let whole = PointCloud(map, camera: PointCloudTests.camera, image: image).ply()
      #expect(pieces.count > 3 && Array(pieces.joined()) == whole)
    }
  }
}
