internal import PoseDocuments

extension CalibrationBoard {
  /// The board as a specification: `aprilgrid:6x6:35mm:0.3`, `charuco:5x7:40mm:30mm:DICT_5X5_100` or
  /// `checkerboard:5x4:35mm`.
  package var specification: String {
    let length = Self.millimetres(size)
    return switch pattern {
    case .aprilGrid(let spacing):
      "aprilgrid:\(columns)x\(rows):\(length):\(Self.words(spacing))"
    case .charuco(let marker, let dictionary):
      "charuco:\(columns)x\(rows):\(length):\(Self.millimetres(marker * size)):\(dictionary.name)"
    case .checkerboard: "checkerboard:\(columns)x\(rows):\(length)"
    }
  }

  /// The board in a few words.
  package var words: String {
    switch pattern {
    case .aprilGrid: "an AprilGrid of \(columns)×\(rows) tags"
    case .charuco(_, let dictionary):
      "a ChArUco board of \(columns)×\(rows) squares with \(dictionary.name)"
    case .checkerboard: "a checkerboard of \(columns)×\(rows) inner corners"
    }
  }

  private static func millimetres(_ length: Double) -> String { "\(words(length * 1000))mm" }

  /// A number with at most four decimals and none that are 0.
  static func words(_ value: Double) -> String {
    let rounded = (value * 10_000).rounded() / 10_000
    return rounded.nearestInteger(in: -1_000_000...1_000_000).flatMap {
      Double($0) == rounded ? "\($0)" : nil
    } ?? "\(rounded)"
  }

  /// A board by its specification: the kind, the numbers along a row and a column, a length with its unit
  /// (mm, cm, m). An AprilGrid adds the spacing (default: 0.3), a ChArUco board the side of a marker and
  /// the dictionary (default: `ArucoDictionary.usual`).
  ///
  /// - Throws: `BoardError.badSpecification` with the part that is wrong.
  package init(specification text: String) throws(BoardError) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    func wrong(_ reason: String) -> BoardError { .badSpecification(text, reason: reason) }
    let allowed = ["aprilgrid": 3...4, "charuco": 4...5, "checkerboard": 3...3]
    guard let kind = parts.first?.lowercased(), let counts = allowed[kind] else {
      throw wrong("it begins with aprilgrid:, charuco: or checkerboard:")
    }
    guard counts.contains(parts.count) else {
      throw wrong("it has \(parts.count) parts")
    }
    let numbers = parts[1].lowercased().split(separator: "x").map { Int($0) }
    guard numbers.count == 2, let columns = numbers[0], let rows = numbers[1] else {
      throw wrong("\"\(parts[1])\" is not a number of columns and rows such as 6x6")
    }
    guard let size = Self.length(parts[2]) else {
      throw wrong("\"\(parts[2])\" is not a length with a unit such as 35mm")
    }
    let pattern: Pattern
    switch kind {
    case "aprilgrid":
      guard let spacing = parts.count == 4 ? Double(parts[3]) : 0.3 else {
        throw wrong("\"\(parts[3])\" is not a spacing such as 0.3")
      }
      pattern = .aprilGrid(spacing: spacing)
    case "charuco":
      guard let side = Self.length(parts[3]) else {
        throw wrong("\"\(parts[3])\" is not a length with a unit such as 30mm")
      }
      let name = parts.count == 5 ? parts[4] : ArucoDictionary.usual.name
      guard let dictionary = ArucoDictionary(named: name) else {
        throw wrong("\"\(name)\" is not a dictionary of OpenCV such as DICT_5X5_100")
      }
      // 36 of 40 mm are 0.9, not a little more.
      let marker = (side / size * 1e9).rounded() / 1e9
      guard !Self.sizes.contains(size) || Self.markers.contains(marker) else {
        throw wrong(
          "its squares have \(parts[2]) and its markers \(parts[3]), but markers have 0.3 to 0.9 of a square's side"
        )
      }
      if Self.counts.squares.contains(columns), Self.counts.squares.contains(rows) {
        let count = Self.markerCount(columns, rows)
        guard count <= dictionary.count else {
          throw wrong("it has \(count) markers, and \(dictionary.name) only \(dictionary.count)")
        }
      }
      pattern = .charuco(marker: marker, dictionary: dictionary)
    default: pattern = .checkerboard
    }
    guard let board = CalibrationBoard(pattern, columns: columns, rows: rows, size: size) else {
      throw wrong(Self.limits(of: kind))
    }
    self = board
  }

  /// The numbers that a kind of board may have, in words.
  static func limits(of kind: String) -> String {
    switch kind {
    case "aprilgrid":
      "a grid has 1 to 30 columns and rows and at most 587 tags, of 1 mm to 5 m, with a spacing from 0.05 to 2"
    case "charuco":
      "a ChArUco board has 3 to 41 squares along each side, of 1 mm to 5 m, and at least 8 inner corners"
    default:
      "a checkerboard has 3 to 40 inner corners along each side, and squares of 1 mm to 5 m"
    }
  }

  private static func length(_ text: String) -> Double? {
    for (unit, metres) in [("mm", 0.001), ("cm", 0.01), ("m", 1)] where text.hasSuffix(unit) {
      return Double(text.dropLast(unit.count)).map { $0 * metres }
    }
    return nil
  }
}
