internal import Geometry

extension LensDistortion {
  /// Where a point of the ideal picture is seen; pixels of a picture of this size.
  func distortedPixel(_ ideal: SIMD2<Double>, width: Int, height: Int) -> SIMD2<Double> {
    moved(ideal, by: table, width: width, height: height)
  }

  /// The point of the ideal picture that is seen at a pixel; NaN when the table folds the picture
  /// over and no inverse table is given.
  func undistortedPixel(_ pixel: SIMD2<Double>, width: Int, height: Int) -> SIMD2<Double> {
    if let inverseTable { return moved(pixel, by: inverseTable, width: width, height: height) }
    guard let center else { return pixel }
    let offset = pixel - center
    let seen = offset.length
    guard seen > 1e-9 else { return pixel }
    // r(1 + m(r)) is sought at `seen`; with sound tables it grows all the way.
    let corner = cornerDistance(width: width, height: height)
    let table = self.table
    let radius = Self.solve(for: seen, upTo: 4 * max(seen, corner)) {
      $0 * (1 + Self.magnification(table, at: $0 / corner))
    }
    guard let radius else { return SIMD2(repeating: .nan) }
    return center + offset * (radius / seen)
  }

  private func moved(
    _ point: SIMD2<Double>, by table: [Double], width: Int, height: Int
  ) -> SIMD2<Double> {
    guard let center else { return point }
    let offset = point - center
    let share = offset.length / cornerDistance(width: width, height: height)
    return center + offset * (1 + Self.magnification(table, at: share))
  }

  /// The distance from the centre to the farthest corner of the picture, which is half a pixel
  /// beyond the centre of its last pixel.
  private func cornerDistance(width: Int, height: Int) -> Double {
    guard let center else { return 1 }
    let x = max(center.x + 0.5, Double(width) - 0.5 - center.x)
    let y = max(center.y + 0.5, Double(height) - 0.5 - center.y)
    return SIMD2(x, y).length
  }

  /// A table's value between its entries, and its last value beyond the corner.
  private static func magnification(_ table: [Double], at share: Double) -> Double {
    let position = share * Double(table.count - 1)
    guard position < Double(table.count - 1) else { return table[table.count - 1] }
    let index = Int(position)
    return table[index] + (position - Double(index)) * (table[index + 1] - table[index])
  }
}
