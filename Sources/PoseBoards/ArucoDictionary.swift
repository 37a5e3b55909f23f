internal import CAprilTag

/// A predefined dictionary of ArUco markers: OpenCV's names, numbers and cells.
package struct ArucoDictionary: Sendable, Equatable {
  /// The table with the cells.
  private enum Table: UInt32 {
    // In the order of CAprilTag's enumeration.
    case four, five, six, seven, tag16h5, tag25h9, tag36h11, mip36h12
    /// The cells follow from the number.
    case original
  }

  /// OpenCV's name of it, `DICT_5X5_100`.
  package let name: String
  /// The number of markers.
  package let count: Int
  /// Cells along a marker's side, without its black border.
  package let side: Int
  /// Cells that may be wrong in an image.
  let correctedCells: Int
  private let table: Table

  private init(_ name: String, _ count: Int, _ side: Int, _ table: Table, correctedCells: Int = 1) {
    (self.name, self.count, self.side) = ("DICT_" + name, count, side)
    (self.table, self.correctedCells) = (table, correctedCells)
  }

  /// The numbers of markers in OpenCV's dictionaries of one size: each has the first ones of the largest.
  private static let sizes = [50, 100, 250, 1000]

  /// All dictionaries, those of one table by their size.
  ///
  /// One cell is corrected, as for AprilTags, where OpenCV corrects some: markers of `4X4_1000` and
  /// `ARUCO_ORIGINAL` differ too little.
  package static let all: [ArucoDictionary] =
    sizes.map { Self("4X4_\($0)", $0, 4, .four, correctedCells: $0 < 1000 ? 1 : 0) }
    + sizes.map { Self("5X5_\($0)", $0, 5, .five) } + sizes.map { Self("6X6_\($0)", $0, 6, .six) }
    + sizes.map { Self("7X7_\($0)", $0, 7, .seven) }
    + [
      Self("ARUCO_ORIGINAL", 1024, 5, .original, correctedCells: 0),
      Self("APRILTAG_16h5", 30, 4, .tag16h5), Self("APRILTAG_25h9", 35, 5, .tag25h9),
      Self("APRILTAG_36h11", 587, 6, .tag36h11), Self("ARUCO_MIP_36h12", 250, 6, .mip36h12),
    ]

  /// The dictionary of a specification that names none; chosen: hardly any other shape is taken for one of
  /// its markers.
  package static let usual: ArucoDictionary = {
    guard let usual = Self(named: "DICT_5X5_100") else { preconditionFailure("a known name") }
    return usual
  }()

  /// The largest dictionary of each table.
  static var largest: [ArucoDictionary] {
    all.filter { one in !all.contains { $0.table == one.table && $0.count > one.count } }
  }

  /// The dictionary with one of OpenCV's names, in any case, with or without `DICT_`; `nil` for others.
  package init?(named name: String) {
    let wanted = name.uppercased()
    guard
      let found = Self.all.first(where: {
        let own = $0.name.uppercased()
        return own == wanted || own == "DICT_" + wanted
      })
    else { return nil }
    self = found
  }

  /// Whether markers of one number are the same in another dictionary.
  func hasMarkers(of other: ArucoDictionary) -> Bool { table == other.table }

  /// The smallest dictionary with the same markers that has a number.
  func smallest(with number: Int) -> ArucoDictionary {
    Self.all.first { $0.table == table && number < $0.count } ?? self
  }

  /// The cells of a marker inside its border, row by row from the top left, the first one in the highest
  /// bit; 1 is white. `nil` for a number that it doesn't have.
  func code(of marker: Int) -> UInt64? {
    guard (0..<count).contains(marker) else { return nil }
    guard table == .original else {
      return pose3d_aruco_code(.init(rawValue: table.rawValue), Int32(marker))
    }
    // Two bits of the number per row, as one of four words.
    let words: [UInt64] = [0b10000, 0b10111, 0b01001, 0b01110]
    return (0..<5).reduce(0 as UInt64) { code, row -> UInt64 in
      let word = words[(marker >> (8 - 2 * row)) & 3]
      return code << 5 | word
    }
  }

  /// The cells of a marker inside its border, row by row from the top left: true is white. `nil` for a
  /// number that it doesn't have.
  package func cells(of marker: Int) -> [Bool]? {
    code(of: marker).map { code in
      let bits = side * side
      return (0..<bits).map { code >> UInt64(bits - 1 - $0) & 1 == 1 }
    }
  }
}
