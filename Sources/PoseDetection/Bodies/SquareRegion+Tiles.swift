extension SquareRegion {
  /// Overlapping upright squares that cover a picture, row by row from the top left. The person
  /// detector sees a person at least 7/4 times as large in one of them as in the whole picture.
  ///
  /// A square is as wide as the short side, but at most 4/7 of the long side: an image of 16:9 has
  /// three in a row, one of 4:3 six, one of 1:1 nine. Neighbours are at most half a side apart, so
  /// that a person half as large as a square is whole in one. In an elongated image a square is at
  /// least an eighth of the long side and reaches over the edges.
  ///
  /// - Parameter scale: a factor on the side, for smaller squares and more of them.
  static func tiles(of width: Int, _ height: Int, scale: Double = 1) -> [SquareRegion] {
    let extent = SIMD2(Double(width), Double(height))
    let long = extent.max()
    let side = max(min(extent.min(), long * 4 / 7), long / 8) * scale
    func centers(_ length: Double) -> [Double] {
      let steps = Int(((length / side - 1) * 2).rounded(.up))
      guard steps > 0 else { return [length / 2] }
      return (0...steps).map { side / 2 + (length - side) * Double($0) / Double(steps) }
    }
    let columns = centers(extent.x)
    return centers(extent.y).flatMap { y in
      columns.map { SquareRegion(center: SIMD2($0, y), side: side, rotation: 0) }
    }
  }
}
