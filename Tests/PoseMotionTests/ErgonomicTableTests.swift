@testable import PoseMotion
import Testing

/// The tables of REBA and RULA against the worksheets, and against what any such table must fulfil.
@Suite("Tables of REBA and RULA")
struct ErgonomicTableTests {
  // MARK: Worksheets, in their own layout

  /// A row for each trunk; in it necks 1 to 3, each with legs 1 to 4.
  private static let rebaA = [
    "1 2 3 4  1 2 3 4  3 3 5 6",
    "2 3 4 5  3 4 5 6  4 5 6 7",
    "2 4 5 6  4 5 6 7  5 6 7 8",
    "3 5 6 7  5 6 7 8  6 7 8 9",
    "4 6 7 8  6 7 8 9  7 8 9 9",
  ]

  /// A row for each upper arm; in it lower arms 1 and 2, each with wrists 1 to 3.
  private static let rebaB = [
    "1 2 2  1 2 3", "1 2 3  2 3 4", "3 4 5  4 5 5", "4 5 5  5 6 7", "6 7 8  7 8 8", "7 8 8  8 9 9",
  ]

  /// A row for each score B: the worksheet's table turned.
  private static let rebaC = [
    "1 1 2 3 4 6 7 8 9 10 11 12", "1 2 3 4 4 6 7 8 9 10 11 12", "1 2 3 4 4 6 7 8 9 10 11 12",
    "2 3 3 4 5 7 8 9 10 11 11 12", "3 4 4 5 6 8 9 10 10 11 12 12",
    "3 4 5 6 7 8 9 10 10 11 12 12", "4 5 6 7 8 9 9 10 11 11 12 12",
    "5 6 7 8 8 9 10 10 11 12 12 12", "6 6 7 8 9 10 10 10 11 12 12 12",
    "7 7 8 9 9 10 11 11 12 12 12 12", "7 7 8 9 9 10 11 11 12 12 12 12",
    "7 8 8 9 9 10 11 11 12 12 12 12",
  ]

  /// A row for each upper arm and lower arm; in it wrists 1 to 4, each with twists 1 and 2.
  private static let rulaA = [
    "1 2 2 2 2 3 3 3", "2 2 2 2 3 3 3 3", "2 3 3 3 3 3 4 4",
    "2 3 3 3 3 4 4 4", "3 3 3 3 3 4 4 4", "3 4 4 4 4 4 5 5",
    "3 3 4 4 4 4 5 5", "3 4 4 4 4 4 5 5", "4 4 4 4 4 5 5 5",
    "4 4 4 4 4 5 5 5", "4 4 4 4 4 5 5 5", "4 4 4 5 5 5 6 6",
    "5 5 5 5 5 6 6 7", "5 6 6 6 6 7 7 7", "6 6 6 7 7 7 7 8",
    "7 7 7 7 7 8 8 9", "8 8 8 8 8 9 9 9", "9 9 9 9 9 9 9 9",
  ]

  /// A row for each neck; in it trunks 1 to 6, each with legs 1 and 2.
  private static let rulaB = [
    "1 3  2 3  3 4  5 5  6 6  7 7", "2 3  2 3  4 5  5 5  6 7  7 7", "3 3  3 4  4 5  5 6  6 7  7 7",
    "5 5  5 6  6 7  7 7  7 7  8 8", "7 7  7 7  7 8  8 8  8 8  8 8", "8 8  8 8  8 8  8 9  9 9  9 9",
  ]

  /// A row for each score of neck, trunk and legs: the worksheet's table turned.
  private static let rulaC = [
    "1 2 3 3 4 4 5 5", "2 2 3 3 4 4 5 5", "3 3 3 3 4 5 6 6", "3 4 4 4 5 6 6 7", "4 4 4 5 6 6 7 7",
    "5 5 5 6 7 7 7 7", "5 5 6 6 7 7 7 7",
  ]

  private static func numbers(_ row: String) -> [Int] {
    row.split(separator: " ").compactMap { Int($0) }
  }

  @Test func `every cell of REBA's tables is the worksheet's`() {
    for (trunk, row) in Self.rebaA.enumerated() {
      let cells = Self.numbers(row)
      #expect(cells.count == 12)
      for (place, cell) in cells.enumerated() {
        #expect(REBATables.a(neck: place / 4 + 1, trunk: trunk + 1, legs: place % 4 + 1) == cell)
      }
    }
    for (upper, row) in Self.rebaB.enumerated() {
      for (place, cell) in Self.numbers(row).enumerated() {
        #expect(
          REBATables.b(upperArm: upper + 1, lowerArm: place / 3 + 1, wrist: place % 3 + 1) == cell)
      }
    }
    for (b, row) in Self.rebaC.enumerated() {
      let cells = Self.numbers(row)
      #expect(cells.count == 12)
      for (a, cell) in cells.enumerated() { #expect(REBATables.c(a: a + 1, b: b + 1) == cell) }
    }
  }

  @Test func `every cell of RULA's tables is the worksheet's`() {
    for (place, row) in Self.rulaA.enumerated() {
      for (column, cell) in Self.numbers(row).enumerated() {
        #expect(
          RULATables.a(
            upperArm: place / 3 + 1, lowerArm: place % 3 + 1, wrist: column / 2 + 1,
            wristTwist: column % 2 + 1) == cell)
      }
    }
    for (neck, row) in Self.rulaB.enumerated() {
      for (column, cell) in Self.numbers(row).enumerated() {
        #expect(
          RULATables.b(neck: neck + 1, trunk: column / 2 + 1, legs: column % 2 + 1) == cell)
      }
    }
    for (body, row) in Self.rulaC.enumerated() {
      for (arm, cell) in Self.numbers(row).enumerated() {
        #expect(RULATables.grand(arm: arm + 1, body: body + 1) == cell)
      }
    }
  }

  // MARK: Laws

  /// A table as a function of its inputs, each from 1 to a limit.
  private struct Table: CustomTestStringConvertible {
    let name: String
    let limits: [Int]
    let range: ClosedRange<Int>
    let value: @Sendable ([Int]) -> Int

    var testDescription: String { name }
  }

  private static let tables = [
    Table(name: "REBA A", limits: [3, 5, 4], range: 1...9) {
      REBATables.a(neck: $0[0], trunk: $0[1], legs: $0[2])
    },
    Table(name: "REBA B", limits: [6, 2, 3], range: 1...9) {
      REBATables.b(upperArm: $0[0], lowerArm: $0[1], wrist: $0[2])
    },
    Table(name: "REBA C", limits: [12, 12], range: 1...12) { REBATables.c(a: $0[0], b: $0[1]) },
    Table(name: "RULA A", limits: [6, 3, 4, 2], range: 1...9) {
      RULATables.a(upperArm: $0[0], lowerArm: $0[1], wrist: $0[2], wristTwist: $0[3])
    },
    Table(name: "RULA B", limits: [6, 6, 2], range: 1...9) {
      RULATables.b(neck: $0[0], trunk: $0[1], legs: $0[2])
    },
    Table(name: "RULA C", limits: [13, 13], range: 1...7) {
      RULATables.grand(arm: $0[0], body: $0[1])
    },
  ]

  private static func inputs(_ limits: [Int]) -> [[Int]] {
    limits.reduce([[]]) { all, limit in all.flatMap { part in (1...limit).map { part + [$0] } } }
  }

  @Test(arguments: tables)
  private func `no input lowers a score, and both ends of the scale are reached`(table: Table) {
    let all = Self.inputs(table.limits)
    for input in all {
      for place in input.indices where input[place] < table.limits[place] {
        var more = input
        more[place] += 1
        #expect(table.value(more) >= table.value(input), "\(input) \(more)")
      }
    }
    #expect(all.map(table.value).min() == table.range.lowerBound)
    #expect(all.map(table.value).max() == table.range.upperBound)
    #expect(table.value(table.limits.map { _ in 1 }) == table.range.lowerBound)
    #expect(table.value(table.limits) == table.range.upperBound)
  }

  @Test(arguments: ErgonomicMethod.allCases)
  func `action levels cover all scores once, in their order`(method: ErgonomicMethod) {
    let scores = method.actionLevels.flatMap { Array($0.scores) }
    #expect(scores == Array(method.scores))
    let level = { (score: Int) in
      method.actionLevels.first { $0.scores.contains(score) }?.number
    }
    #expect(level(7) == (method == .reba ? 2 : 4))
    #expect(level(1) == (method == .reba ? 0 : 1))
  }
}
