/// What a PoseNet model says about one picture: four tensors over a grid of cells, row by row, cell by
/// cell.
public struct PoseNetOutput: Sendable {
  /// Rows and columns of the grid.
  public let rows, columns: Int
}
