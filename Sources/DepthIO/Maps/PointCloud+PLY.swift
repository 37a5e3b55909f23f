public import Imaging

extension PointCloud {
  /// The points as the bytes of a PLY file, binary and little endian: `x y z` as 32-bit floats, then
  /// `red green blue` where there are colours (Turk, "The PLY Polygon File Format", 1994). Comments in
  /// its header say the frame and the unit. The same points always give the same bytes.
  public func ply() -> [UInt8] {
    let unit = isMetric ? "metres" : "of unknown unit"
    let header = """
      ply
      format binary_little_endian 1.0
      comment camera frame: x right, y down, z forward
      comment lengths \(unit)
      element vertex \(points.count)
      property float x
      property float y
      property float z
      \(colors == nil ? "" : "property uchar red\nproperty uchar green\nproperty uchar blue\n")\
      end_header

      """
    var bytes = Array(header.utf8)
    bytes.reserveCapacity(bytes.count + points.count * (colors == nil ? 12 : 15))
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
