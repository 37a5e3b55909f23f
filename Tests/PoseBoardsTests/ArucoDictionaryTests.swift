import PoseBoards
import TestSupport
import Testing

/// The markers' cells against OpenCV's drawings of them.
struct ArucoDictionaryTests {
  /// What `fixtures/boards/make_codes.py` found in drawn markers.
  private struct Golden: Decodable {
    var count: Int
    var side: Int
    var first: String
    var last: String
    var fnv1a: String
  }

  private static let goldens =
    (try? Fixture.decode([String: Golden].self, from: "boards/markers.json")) ?? [:]

  private func words(_ cells: [Bool]) -> String {
    String(cells.map { $0 ? "1" : "0" })
  }

  @Test func `all dictionaries have OpenCV's names and no others`() {
    #expect(Set(ArucoDictionary.all.map(\.name)) == Set(Self.goldens.keys))
    #expect(ArucoDictionary.all.count == 21)
  }

  @Test(arguments: ArucoDictionary.all)
  func `cells are those that OpenCV draws`(dictionary: ArucoDictionary) throws {
    let golden = try #require(Self.goldens[dictionary.name])
    #expect(dictionary.count == golden.count)
    #expect(dictionary.side == golden.side)
    let markers = try (0..<golden.count).map { words(try #require(dictionary.cells(of: $0))) }
    #expect(markers.first == golden.first)
    #expect(markers.last == golden.last)
    // FNV-1a of all markers' cells.
    let hash = markers.joined().utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    let digits = String(hash, radix: 16)
    #expect(String(repeating: "0", count: 16 - digits.count) + digits == golden.fnv1a)
  }

  @Test(arguments: [-1, 100, Int.max, Int.min])
  func `a number beyond the dictionary has no cells`(number: Int) {
    #expect(ArucoDictionary.usual.cells(of: number) == nil)
  }

  @Test(arguments: [
    ("DICT_5X5_100", "DICT_5X5_100"), ("dict_4x4_50", "DICT_4X4_50"), ("6x6_250", "DICT_6X6_250"),
    ("DICT_APRILTAG_36H11", "DICT_APRILTAG_36h11"), ("aruco_original", "DICT_ARUCO_ORIGINAL"),
  ])
  func `dictionaries are named as in OpenCV, in any case`(text: String, name: String) {
    #expect(ArucoDictionary(named: text)?.name == name)
  }

  @Test(arguments: ["", "DICT_", "DICT_8X8_50", "DICT_5X5_60", "5X5", "DICT_DICT_5X5_50"])
  func `other names are none`(text: String) {
    #expect(ArucoDictionary(named: text) == nil)
  }
}
