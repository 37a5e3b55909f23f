/// Moves a landmark to the centre of gravity of its heatmap near by, as MediaPipe's
/// RefineLandmarksFromHeatmapCalculator does.
struct HeatmapRefinement {
  /// Cells on a side of the map.
  static let size = 64
  /// Maps that are interleaved: one for each landmark.
  static let mapCount = 39
  /// The map must reach this confidence near the landmark, or the landmark stays.
  private static let minimumPeak = 0.5

  /// Cells on each side of the landmark's own that count.
  private let reach: Int

  /// A refinement over `kernelSize` × `kernelSize` cells, an odd number.
  init(kernelSize: Int) {
    precondition(
      kernelSize > 0 && kernelSize % 2 == 1, "a kernel of \(kernelSize) cells has no middle")
    reach = kernelSize / 2
  }

  /// A landmark's place after refinement; the map and the landmark are 1 wide.
  ///
  /// - Parameter logits: all maps, row by row, cell by cell, before the sigmoid.
  func refined(
    _ place: SIMD2<Double>, of landmark: Int, in logits: UnsafeBufferPointer<Float>
  ) -> SIMD2<Double> {
    let size = Double(Self.size)
    let cell = place * size
    // Cells are found by truncation, so that -0.9…0 counts as the first one, as in MediaPipe.
    guard cell.x > -1, cell.y > -1, cell.x < size, cell.y < size else { return place }
    let (column, row) = (Int(cell.x), Int(cell.y))
    let columns = max(0, column - reach)..<min(Self.size, column + reach + 1)
    let rows = max(0, row - reach)..<min(Self.size, row + reach + 1)
    var (total, peak, moment) = (0.0, 0.0, SIMD2<Double>.zero)
    for row in rows {
      for column in columns {
        let weight = sigmoid(Double(logits[(row * Self.size + column) * Self.mapCount + landmark]))
        total += weight
        peak = max(peak, weight)
        moment += SIMD2(Double(column), Double(row)) * weight
      }
    }
    return peak >= Self.minimumPeak ? moment / total / size : place
  }
}
