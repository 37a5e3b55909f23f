/// The points that a depth map shows, in metres in its camera's frame: x right, y down, z forward.
public struct PointCloud: Sendable {
  /// Their places, row by row of the map from its top; pixels without a reading have none.
  public let points: [SIMD3<Float>]
  /// Red, green, blue of every point, 8-bit sRGB; `nil` without a picture.
  public let colors: [SIMD3<UInt8>]?
  /// Whether the map's unit is known. Otherwise lengths are metres times an unknown factor.
  public let isMetric: Bool

  /// The points of a map, with the lens distortion removed.
  ///
  /// - Parameters:
  ///   - map: the depth map.
  ///   - camera: the map's camera, for its size or another. Pixels whose ray its distortion can't
  ///     tell are left out.
  ///   - image: an upright picture of the same view, in any resolution: every point has the colour
  ///     of the pixel that shows it. `nil` for none.
  public init(_ map: DepthMap, camera: Camera, image: ColorImage? = nil) {
    let camera = camera.scaled(toWidth: map.width, height: map.height)
    var points: [SIMD3<Float>] = []
    var colors: [SIMD3<UInt8>] = []
    points.reserveCapacity(map.metres.count)
    colors.reserveCapacity(image == nil ? 0 : map.metres.count)
    for row in 0..<map.height {
      Self.forEachPoint(ofRow: row, map, scaled: camera) { point, column in
        points.append(point)
        if let image { colors.append(image.pixel(at: column, row, of: map)) }
      }
    }
    self.init(points: points, colors: image == nil ? nil : colors, isMetric: map.isMetric)
  }

  private init(points: [SIMD3<Float>], colors: [SIMD3<UInt8>]?, isMetric: Bool) {
    (self.points, self.colors, self.isMetric) = (points, colors, isMetric)
  }

  /// The same points as `init` gives, some rows of the map at a time, after their number.
  package static func forEachPiece(
    of map: DepthMap, camera: Camera, image: ColorImage? = nil,
    count use: (Int) throws -> Void, _ body: (PointCloud) throws -> Void
  ) rethrows {
    let camera = camera.scaled(toWidth: map.width, height: map.height)
    var count = 0
    for row in 0..<map.height {
      forEachPoint(ofRow: row, map, scaled: camera) { _, _ in count += 1 }
    }
    try use(count)
    let rows = max(1, pieceSize / map.width)
    for first in stride(from: 0, to: map.height, by: rows) {
      var points: [SIMD3<Float>] = []
      var colors: [SIMD3<UInt8>] = []
      for row in first..<min(first + rows, map.height) {
        forEachPoint(ofRow: row, map, scaled: camera) { point, column in
          points.append(point)
          if let image { colors.append(image.pixel(at: column, row, of: map)) }
        }
      }
      try body(
        PointCloud(points: points, colors: image == nil ? nil : colors, isMetric: map.isMetric))
    }
  }

  /// Points at a time.
  private static let pieceSize = 1 << 18

  private static func forEachPoint(
    ofRow row: Int, _ map: DepthMap, scaled camera: Camera, _ body: (SIMD3<Float>, Int) -> Void
  ) {
    for column in 0..<map.width where !map[column, row].isNaN {
      let ray = camera.normalized(SIMD2(Double(column), Double(row)))
      let point = SIMD3<Float>(SIMD3(ray.x, ray.y, 1) * Double(map[column, row]))
      guard point.x.isFinite && point.y.isFinite else { continue }
      body(point, column)
    }
  }
}

extension ColorImage {
  /// The pixel that shows the middle of a pixel of a map of the same view.
  fileprivate func pixel(at column: Int, _ row: Int, of map: DepthMap) -> SIMD3<UInt8> {
    // The pixel in which (column + 0.5)·width/mapWidth lies, in whole numbers.
    let x = (2 * column + 1) * width / (2 * map.width)
    let y = (2 * row + 1) * height / (2 * map.height)
    let index = 3 * (y * width + x)
    return SIMD3(pixels[index], pixels[index + 1], pixels[index + 2])
  }
}
