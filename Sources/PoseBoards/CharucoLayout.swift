internal import PoseGeometry

/// The squares and markers of a ChArUco board, in the board's frame.
///
/// The markers are numbered from 0 at the upper left, row by row. Until OpenCV 4.5 the lower left square
/// was black, since 4.6 it is the upper left one: that differs where the number of rows is even.
package struct CharucoLayout: Sendable, Equatable {
  /// Whether the lower left square is black and not the upper left one, OpenCV's `setLegacyPattern`.
  package let isLegacy: Bool
  /// The side of a marker's black border, in metres.
  package let markerSide: Double
  /// The corners of each marker in metres: lower left, lower right, upper right, upper left.
  package let markers: [[SIMD2<Double>]]
  /// The lower left corners of the black squares, in metres.
  package let blackSquares: [SIMD2<Double>]
  private let columns: Int
  private let rows: Int
  /// The markers' numbers by square, row by row from the top.
  private let numbers: [Int?]

  /// The layout of a board; `nil` for one without ArUco markers.
  ///
  /// - Parameters:
  ///   - board: the board.
  ///   - isLegacy: whether the lower left square is black, as until OpenCV 4.5.
  package init?(_ board: CalibrationBoard, isLegacy: Bool = false) {
    guard case .charuco(let share, _) = board.pattern else { return nil }
    (self.isLegacy, columns, rows) = (isLegacy, board.columns, board.rows)
    let side = share * board.size
    markerSide = side
    var (markers, black): ([[SIMD2<Double>]], [SIMD2<Double>]) = ([], [])
    var numbers: [Int?] = []
    for row in 0..<board.rows {
      for column in 0..<board.columns {
        let corner = SIMD2(Double(column - 1), Double(board.rows - 2 - row)) * board.size
        if Self.isBlack(column, row, rows: board.rows, isLegacy: isLegacy) {
          black.append(corner)
          numbers.append(nil)
        } else {
          numbers.append(markers.count)
          let first = corner + (board.size - side) / 2
          markers.append(
            [SIMD2(0.0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1)].map { first + $0 * side })
        }
      }
    }
    (self.markers, blackSquares, self.numbers) = (markers, black, numbers)
  }

  /// The layouts that a board may have: one, or two where the number of rows is even.
  static func all(of board: CalibrationBoard) -> [CharucoLayout] {
    (board.rows % 2 == 0 ? [false, true] : [false]).compactMap { Self(board, isLegacy: $0) }
  }

  /// Whether a square is black; rows count from the top.
  package func isBlack(column: Int, row: Int) -> Bool {
    Self.isBlack(column, row, rows: rows, isLegacy: isLegacy)
  }

  /// The number of the marker in a square; `nil` for a black one. Rows count from the top.
  package func marker(column: Int, row: Int) -> Int? { numbers[row * columns + column] }

  private static func isBlack(_ column: Int, _ row: Int, rows: Int, isLegacy: Bool) -> Bool {
    (column + row + (isLegacy && rows % 2 == 0 ? 1 : 0)) % 2 == 0
  }
}
