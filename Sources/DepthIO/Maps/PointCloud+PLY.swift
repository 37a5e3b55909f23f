public import PoseImaging

extension PointCloud {
  /// The points as the bytes of a PLY file, binary and little endian: `x y z` as 32-bit floats, then
  /// `red green blue` where there are colours (Turk, "The PLY Polygon File Format", 1994). Comments in
  /// its header say the frame and the unit. The same points always give the same bytes.
  public func ply() -> [UInt8] {
    Self.header(count: points.count, hasColors: colors != nil, isMetric: isMetric) + vertices
  }

  /// Writes what `ply()` of a map's points gives, in pieces, so that they need not all be in
  /// memory.
  package static func writePLY(
    of map: DepthMap, camera: Camera, image: ColorImage?, to piece: ([UInt8]) throws -> Void
  ) rethrows {
    try forEachPiece(of: map, camera: camera, image: image) { count in
      try piece(header(count: count, hasColors: image != nil, isMetric: map.isMetric))
    } _: { points in
      try piece(points.vertices)
    }
  }

  private static func header(count: Int, hasColors: Bool, isMetric: Bool) -> [UInt8] {
    let unit = isMetric ? "metres" : "of unknown unit"
    let header = """
      ply
      format binary_little_endian 1.0
      comment camera frame: x right, y down, z forward
      comment lengths \(unit)
      element vertex \(count)
      property float x
      property float y
      property float z
      \(hasColors ? "property uchar red\nproperty uchar green\nproperty uchar blue\n" : "")\
      end_header

      """
    return Array(header.utf8)
  }

  private var vertices: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(points.count * (colors == nil ? 12 : 15))
    for (index, point) in points.enumerated() {
      for coordinate in 0..<3 {
        let bits = point[coordinate].bitPattern
        for shift in [0, 8, 16, 24] as [UInt32] {
          bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
        }
      }
      guard let color = colors?[index] else { continue }
      bytes.append(color.x)
      bytes.append(color.y)
      bytes.append(color.z)
    }
    return bytes
  }
}
