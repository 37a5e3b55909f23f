internal import PoseDocuments
internal import PoseGeometry

/// The header and the rows of a TRC file.
struct TRCTable {
  /// A frame; the points are in the order of `markers`, as far as its line goes, `nil` where a marker
  /// wasn't seen.
  struct Row {
    let line: Int
    let index: Int
    let time: Double
    let points: [Vector3?]

    /// The point of a marker; `nil` where it wasn't seen.
    func point(_ marker: Int) -> Vector3? { marker < points.count ? points[marker] : nil }
  }

  /// `nil` when the header names none.
  private(set) var unit: LengthUnit?
  /// The number of frames in the header; `nil` if it states none.
  private(set) var frameCount: Int?
  /// The number of markers in the header; `nil` if it states none.
  private var markerCount: Int?
  private(set) var markers: [String] = []
  private(set) var rows: [Row] = []

  /// Throws a problem that names the line.
  init(_ bytes: [UInt8]) throws(DocumentNode.Problem) {
    // The header's five lines, the last of which is sometimes a row, and the rest.
    let lines = bytes.split(separator: 0x0A, maxSplits: 5, omittingEmptySubsequences: false)
      .map(Self.withoutReturn)
    guard lines.count >= 5 else {
      throw DocumentNode.Problem("TRC has five lines of header, the file has \(lines.count) lines")
    }
    try readHeader(names: Self.cells(lines[1]), values: Self.cells(lines[2]))
    try readMarkers(lines[3])
    try addRow(lines[4], line: 5)
    for (number, line) in TextLines(bytes, from: lines[4].endIndex, number: 4) where number > 4 {
      try addRow(Self.withoutReturn(line), line: number + 1)
    }
  }

  private static func withoutReturn(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.last == 0x0D ? line.dropLast() : line
  }

  private mutating func addRow(
    _ text: ArraySlice<UInt8>, line: Int
  ) throws(DocumentNode.Problem) {
    let cells = Self.cells(text)
    guard let first = cells.first(where: { !$0.isEmpty }) else { return }
    // The names of the columns, X1 Y1 Z1 ….
    if line == 5 && first.hasPrefix("X") { return }
    rows.append(try row(cells, line: line))
  }

  private mutating func readHeader(
    names: [String], values: [String]
  ) throws(DocumentNode.Problem) {
    let header = zip(names.filter { !$0.isEmpty }, values.filter { !$0.isEmpty })
    for (name, value) in header {
      switch name.lowercased() {
      case "units":
        unit = LengthUnit(written: value)
        guard unit != nil else {
          throw DocumentNode.Problem("line 3: Units is \"\(value)\" where m, cm or mm was expected")
        }
      case "numframes": frameCount = Int(value)
      case "nummarkers": markerCount = Int(value).flatMap { $0 > 0 ? $0 : nil }
      default: break
      }
    }
  }

  private mutating func readMarkers(_ line: ArraySlice<UInt8>) throws(DocumentNode.Problem) {
    let cells = Self.cells(line).filter { !$0.isEmpty }
    guard cells.count >= 2, cells[0].lowercased().hasPrefix("frame"),
      cells[1].lowercased().hasPrefix("time")
    else {
      throw DocumentNode.Problem(
        "line 4 doesn't begin with Frame# and Time, as TRC's fourth line does")
    }
    let names = Array(cells.dropFirst(2))
    if let markerCount, markerCount != names.count {
      throw DocumentNode.Problem(
        "line 4 has \(names.count) markers, NumMarkers in line 3 is \(markerCount)")
    }
    markers = names
  }

  private func row(_ cells: [String], line: Int) throws(DocumentNode.Problem) -> Row {
    let end = (cells.lastIndex { !$0.isEmpty } ?? 0) + 1
    let count = max(0, end - 2)
    guard count <= 3 * markers.count else {
      throw DocumentNode.Problem(
        "line \(line) has \(count) coordinates where \(markers.count) markers have "
          + "\(3 * markers.count)")
    }
    guard let index = Int(cells[0]) else {
      throw DocumentNode.Problem(
        "line \(line) begins with \"\(cells[0])\", not with a frame's number")
    }
    guard end >= 2, let time = Double(cells[1]), time.isFinite else {
      throw DocumentNode.Problem("line \(line) has no time in its second column")
    }
    guard count.isMultiple(of: 3) else {
      throw DocumentNode.Problem("line \(line) ends within a marker's three coordinates")
    }
    var points: [Vector3?] = []
    // Not those beyond the line's end: many markers in many short lines would become gigabytes.
    for (column, name) in markers.prefix(count / 3).enumerated() {
      var values: [Double] = []
      for cell in cells.dropFirst(2 + 3 * column).prefix(3) where !cell.isEmpty {
        guard let value = Double(cell), abs(value) <= BodyCodec.document.farthest || !value.isFinite
        else {
          throw DocumentNode.Problem(
            "line \(line), marker \(name): \"\(cell)\" where a coordinate was expected")
        }
        if value.isFinite { values.append(value) }
      }
      points.append(values.count == 3 ? Vector3(values[0], values[1], values[2]) : nil)
    }
    return Row(line: line, index: index, time: time, points: points)
  }

  /// The cells of a line without the spaces around them: between tabs, some of them empty, or, in a
  /// line without tabs, between spaces.
  private static func cells(_ line: ArraySlice<UInt8>) -> [String] {
    let hasTabs = line.contains(0x09)
    return line.split(separator: hasTabs ? 0x09 : 0x20, omittingEmptySubsequences: !hasTabs).map {
      var cell = $0
      while cell.first == 0x20 { cell.removeFirst() }
      while cell.last == 0x20 { cell.removeLast() }
      return String(decoding: cell, as: UTF8.self)
    }
  }
}
