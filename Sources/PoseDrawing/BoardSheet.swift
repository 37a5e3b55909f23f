package import PoseBoards
internal import PoseDocuments

/// A sheet of paper with a calibration board to scale, a ruler that checks the printer, and the board's
/// description.
package struct BoardSheet: Sendable {
  /// A size of paper.
  package enum Paper: String, Sendable, CaseIterable {
    /// 210 × 297 mm.
    case a4
    /// 297 × 420 mm.
    case a3

    /// Width and height upright, in metres.
    var size: SIMD2<Double> {
      switch self {
      case .a4: SIMD2(0.210, 0.297)
      case .a3: SIMD2(0.297, 0.420)
      }
    }
  }

  /// The board.
  package let board: CalibrationBoard
  /// The sheet in metres, upright or across.
  private let sheet: SIMD2<Double>

  /// White around the board, in metres: printers leave out an edge, and detection requires a margin.
  private static let margin = 0.010
  /// The strip below the board with the ruler and the description, in metres.
  private static let footer = 0.024
  private static let pointsPerMetre = 72 / 0.0254

  /// A sheet for a board.
  ///
  /// - Throws: `BoardError.tooLarge` if it fits neither upright nor across.
  package init(_ board: CalibrationBoard, on paper: Paper) throws(BoardError) {
    let extent = Self.printedExtent(of: board)
    let needed = SIMD2(extent.x + 2 * Self.margin, extent.y + 2 * Self.margin + Self.footer)
    let upright = paper.size
    let across = SIMD2(upright.y, upright.x)
    guard let sheet = [upright, across].first(where: { all(needed .<= $0 + 1e-9) }) else {
      throw .tooLarge(
        board: board.specification, width: needed.x, height: needed.y,
        paper: paper.rawValue.uppercased())
    }
    (self.board, self.sheet) = (board, sheet)
  }

  /// The largest board of so many columns and rows that fits, its size in whole millimetres; `nil` if none
  /// does.
  package static func largest(
    _ pattern: CalibrationBoard.Pattern, columns: Int, rows: Int, on paper: Paper
  ) -> CalibrationBoard? {
    for millimetres in (1...400).reversed() {
      guard
        let board = CalibrationBoard(
          pattern, columns: columns, rows: rows, size: Double(millimetres) / 1000),
        (try? BoardSheet(board, on: paper)) != nil
      else { continue }
      return board
    }
    return nil
  }

  /// What is printed of a board, in metres: with the squares around the tags, or with the outer squares.
  private static func printedExtent(of board: CalibrationBoard) -> SIMD2<Double> {
    switch board.pattern {
    case .aprilGrid(let spacing): board.extent + 2 * spacing * board.size
    case .charuco, .checkerboard: board.extent + 2 * board.size
    }
  }

  /// The sheet as a PDF document with shapes, not pixels.
  ///
  /// - Throws: `BoardError.noDetector` if AprilTag's library, which has the tags, can't be loaded;
  ///   `DrawingError` of cairo.
  package func pdf() throws -> [UInt8] {
    let canvas = try Canvas(on: Surface(pageOf: sheet * Self.pointsPerMetre))
    canvas.fill(canvas.bounds, Color(0xFFFFFF))
    let extent = Self.printedExtent(of: board)
    let corner = SIMD2(
      (sheet.x - extent.x) / 2, (sheet.y - Self.footer - extent.y) / 2)
    let black = try blackRectangles()
    canvas.fill(black.map { page($0, corner, extent) }, Color(0x000000))
    canvas.fill(try whiteRectangles().map { page($0, corner, extent) }, Color(0xFFFFFF))
    drawFooter(on: canvas, below: corner.y + extent.y)
    return try canvas.document()
  }

  /// A rectangle on the board, x right and y up from the printed part's lower left, on the page.
  private func page(
    _ frame: Rectangle, _ corner: SIMD2<Double>, _ extent: SIMD2<Double>
  ) -> Rectangle {
    let origin = SIMD2(
      corner.x + frame.origin.x, corner.y + extent.y - frame.origin.y - frame.size.y)
    return Rectangle(
      origin: origin * Self.pointsPerMetre, size: frame.size * Self.pointsPerMetre)
  }

  private func blackRectangles() throws -> [Rectangle] {
    let size = board.size
    switch board.pattern {
    case .checkerboard:
      return (0...board.rows).flatMap { row in
        (0...board.columns).filter { ($0 + row) % 2 == 0 }.map { column in
          Rectangle(
            origin: SIMD2(Double(column), Double(row)) * size, size: SIMD2(repeating: size))
        }
      }
    case .charuco:
      guard let layout = CharucoLayout(board) else { return [] }
      let squares = layout.blackSquares.map {
        Rectangle(origin: $0 + size, size: SIMD2(repeating: size))
      }
      let markers = layout.markers.map {
        Rectangle(origin: $0[0] + size, size: SIMD2(repeating: layout.markerSide))
      }
      return squares + markers
    case .aprilGrid(let spacing):
      let (gap, pitch) = (spacing * size, (1 + spacing) * size)
      let squares = (0...board.rows).flatMap { row in
        (0...board.columns).map { column in
          Rectangle(
            origin: SIMD2(Double(column), Double(row)) * pitch, size: SIMD2(repeating: gap))
        }
      }
      let tags = (0..<board.columns * board.rows).map { tag in
        Rectangle(origin: origin(of: tag, gap, pitch), size: SIMD2(repeating: size))
      }
      return squares + tags
    }
  }

  private func origin(of tag: Int, _ gap: Double, _ pitch: Double) -> SIMD2<Double> {
    SIMD2(Double(tag % board.columns), Double(tag / board.columns)) * pitch + gap
  }

  /// The white cells of all tags. The border has two cells, as Kalibr's: with one, blur at the corners
  /// reaches the code. That of ArUco markers has one.
  private func whiteRectangles() throws -> [Rectangle] {
    switch board.pattern {
    case .checkerboard: return []
    case .charuco(_, let dictionary):
      guard let layout = CharucoLayout(board) else { return [] }
      return layout.markers.enumerated().flatMap { marker, corners in
        Self.whiteCells(
          dictionary.cells(of: marker) ?? [], side: dictionary.side, border: 1,
          at: corners[0] + board.size, size: layout.markerSide)
      }
    case .aprilGrid(let spacing):
      let (gap, pitch) = (spacing * board.size, (1 + spacing) * board.size)
      return try (0..<board.columns * board.rows).flatMap { tag in
        Self.whiteCells(
          try AprilTags.cells(of: tag) ?? [], side: 6, border: 2, at: origin(of: tag, gap, pitch),
          size: board.size)
      }
    }
  }

  /// The white cells of a marker.
  ///
  /// - Parameters:
  ///   - cells: the cells inside its border, row by row from the top left.
  ///   - side: the number of cells along a side, without the border.
  ///   - border: the width of the border in cells.
  ///   - origin: the lower left corner of the border, in metres.
  ///   - size: the side of the border, in metres.
  private static func whiteCells(
    _ cells: [Bool], side: Int, border: Int, at origin: SIMD2<Double>, size: Double
  ) -> [Rectangle] {
    let cell = size / Double(side + 2 * border)
    return cells.indices.filter { cells[$0] }.map { index in
      let (column, row) = (index % side, side - 1 - index / side)
      return Rectangle(
        origin: origin + cell * SIMD2(Double(column + border), Double(row + border)),
        size: SIMD2(repeating: cell))
    }
  }

  private func drawFooter(on canvas: Canvas, below bottom: Double) {
    let unit = Self.pointsPerMetre
    let ink = Color(0x000000)
    let left = Self.margin
    // A ruler of 100 mm, or 50 on a narrow sheet.
    let length = sheet.x > 0.15 ? 10 : 5
    let top = max(bottom + 0.006, sheet.y - Self.margin - Self.footer + 0.006)
    for step in 0...length {
      let x = left + 0.01 * Double(step)
      let height = step % 5 == 0 ? 0.004 : 0.0025
      canvas.fill(
        Rectangle(
          origin: SIMD2(x - 0.0001, top) * unit, size: SIMD2(0.0002, height) * unit), ink)
    }
    canvas.fill(
      Rectangle(
        origin: SIMD2(left, top - 0.0001) * unit,
        size: SIMD2(0.01 * Double(length), 0.0002) * unit), ink)
    let small = 0.0032 * unit
    func text(_ words: String, _ x: Double, _ y: Double) {
      canvas.text(TextRun(text: words, size: small), at: SIMD2(x, y) * unit, ink)
    }
    text("\(length * 10) mm", left + 0.01 * Double(length) + 0.002, top + 0.003)
    text(board.specification + "   " + description, left, top + 0.010)
    text(
      "Print at 100 %, not fitted to the page. Measure the ruler: it must be \(length * 10) mm long.",
      left, top + 0.015)
  }

  /// The board's numbers, as calibration programs call them.
  private var description: String {
    func millimetres(_ value: Double) -> String {
      let rounded = (value * 10_000_000).rounded() / 10_000
      return rounded == rounded.rounded() ? rounded.wholeWords : "\(rounded)"
    }
    switch board.pattern {
    case .aprilGrid(let spacing):
      return
        "tag36h11, \(board.columns) columns, \(board.rows) rows, tag \(millimetres(board.size)) mm, "
        + "gap \(millimetres(board.size * spacing)) mm"
    case .charuco(let marker, _):
      return
        "\(board.columns) columns, \(board.rows) rows, square \(millimetres(board.size)) mm, "
        + "marker \(millimetres(board.size * marker)) mm"
    case .checkerboard:
      return "\(board.columns)×\(board.rows) inner corners, square \(millimetres(board.size)) mm"
    }
  }
}
