import DepthIO
import Foundation
import PoseImaging
import Testing

struct PointCloudTests {
  static let camera = Camera(
    width: 8, height: 6, fx: 7, fy: 7.5, cx: 3.6, cy: 2.4,
    distortion: LensDistortion(coefficients: [0.1, -0.05, 0.001, 0.002]), source: .file)
  static let map = DepthMap(
    width: 4, height: 3, metres: [1, 1.5, .nan, 2, 2.5, 3, 3.5, 0, 4, 4.5, 5, 5.5])

  /// Four times as fine as the map; red is the column, green the row.
  static let image = ColorImage(
    width: 16, height: 12,
    pixels: (0..<192).flatMap { place -> [UInt8] in [UInt8(place % 16), UInt8(place / 16), 200] })

  /// The contents of a PLY file, read line by line and then number by number.
  struct PLY {
    var header: [String] = []
    var points: [SIMD3<Float>] = []
    var colors: [SIMD3<UInt8>] = []

    init(_ bytes: [UInt8]) throws {
      var start = 0
      while header.last != "end_header" {
        let end = try #require(bytes[start...].firstIndex(of: 10))
        header.append(String(decoding: bytes[start..<end], as: UTF8.self))
        start = end + 1
      }
      let hasColors = header.contains("property uchar red")
      let step = hasColors ? 15 : 12
      try #require((bytes.count - start) % step == 0)
      while start < bytes.count {
        func float(_ index: Int) -> Float {
          Float(
            bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[start + 4 * index + $1]) << (8 * $1) }
          )
        }
        points.append(SIMD3(float(0), float(1), float(2)))
        if hasColors {
          colors.append(SIMD3(bytes[start + 12], bytes[start + 13], bytes[start + 14]))
        }
        start += step
      }
    }
  }

  @Test func `a file read back holds the points and their colors`() throws {
    let cloud = PointCloud(Self.map, camera: Self.camera, image: Self.image)
    let ply = try PLY(cloud.ply())
    #expect(
      ply.header == [
        "ply", "format binary_little_endian 1.0",
        "comment camera frame: x right, y down, z forward", "comment lengths metres",
        "element vertex 10", "property float x", "property float y", "property float z",
        "property uchar red", "property uchar green", "property uchar blue", "end_header",
      ])
    #expect(ply.points == cloud.points && ply.colors == cloud.colors)
    #expect(ply.points.map(\.z) == [1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5])
  }

  @Test func `every point is seen at its own pixel, and has that pixel's color`() throws {
    let cloud = PointCloud(Self.map, camera: Self.camera, image: Self.image)
    let colors = try #require(cloud.colors)
    let camera = Self.camera.scaled(toWidth: 4, height: 3)
    let measured = Self.map.metres.indices.filter { !Self.map.metres[$0].isNaN }
    #expect(measured.count == cloud.points.count)
    for (index, (point, color)) in zip(measured, zip(cloud.points, colors)) {
      let pixel = try #require(camera.pixel(of: SIMD3<Double>(point)))
      #expect(abs(pixel.x - Double(index % 4)) < 1e-5 && abs(pixel.y - Double(index / 4)) < 1e-5)
      #expect(Int(color.x) == 4 * (index % 4) + 2 && Int(color.y) == 4 * (index / 4) + 2)
    }
  }

  @Test func `a map without a unit is marked, and one without a picture has no colors`() throws {
    let map = DepthMap(width: 4, height: 3, metres: Self.map.metres, scale: .unknown)
    let cloud = PointCloud(map, camera: Self.camera)
    let ply = try PLY(cloud.ply())
    #expect(cloud.colors == nil && ply.header.count == 9)
    #expect(ply.header[3] == "comment lengths of unknown unit")
    #expect(ply.points == cloud.points)
  }

  @Test func `the range of a map is that of what was measured`() {
    #expect(Self.map.range == 1...5.5)
    #expect(DepthMap(width: 1, height: 1, metres: [0]).range == nil)
  }
}
