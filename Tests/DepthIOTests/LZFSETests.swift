import TestSupport
import Testing

@testable import DepthIO

struct LZFSETests {
  static let names = (ArrayGolden.all?.lzfse.keys).map { $0.sorted() } ?? []

  @Test func `the goldens are there`() { #expect(Self.names.count == 12) }

  @Test(arguments: names)
  func `a stream unpacks to what Apple's implementation packed`(name: String) throws {
    let golden = try #require(ArrayGolden.all?.lzfse[name])
    let packed = try Fixture.arrayBytes("\(name).lzfse")
    let bytes = try LZFSE.decoded(packed, limit: golden.count)
    #expect(bytes.count == golden.count)
    // Fowler, Noll, Vo: FNV-1a of 64 bits.
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    #expect("\(hash)" == golden.hash)
  }

  @Test(arguments: names.filter { $0 != "empty" })
  func `no stream unpacks to more than is allowed`(name: String) throws {
    let golden = try #require(ArrayGolden.all?.lzfse[name])
    let packed = try Fixture.arrayBytes("\(name).lzfse")
    #expect(
      throws: LZFSE.Problem(
        message: "it unpacks to more than the \(golden.count - 1) bytes that were expected")
    ) {
      try LZFSE.decoded(packed, limit: golden.count - 1)
    }
  }

  @Test(arguments: names)
  func `a stream cut short anywhere is refused`(name: String) throws {
    let packed = try Fixture.arrayBytes("\(name).lzfse")
    for length in stride(from: 0, to: packed.count, by: 1 + packed.count / 50) {
      #expect(throws: LZFSE.Problem.cutShort) {
        try LZFSE.decoded(Array(packed[..<length]), limit: 1 << 20)
      }
    }
  }

  @Test(arguments: names.filter { $0 != "empty" })
  func `random damage never crashes nor writes beyond the limit`(name: String) throws {
    let golden = try #require(ArrayGolden.all?.lzfse[name])
    let original = try Fixture.arrayBytes("\(name).lzfse")
    // Mostly the headers, where damage reaches furthest.
    let places = [0..<min(original.count, 180), original.indices]
    let count: UInt64 = original.count > 10_000 ? 40 : 300
    for bytes in DamagedCopies(of: original, count: count, changes: 1...4, in: places) {
      let unpacked = try? LZFSE.decoded(bytes, limit: golden.count)
      #expect((unpacked?.count ?? 0) <= golden.count)
    }
  }

  static let contradictions: [(String, [UInt8])] = [
    ("a match before the beginning", lzvn([0x40, 2, 7], count: 4)),
    ("a match from distance 0", lzvn([0x40, 0, 7], count: 4)),
    ("an opcode that means nothing", lzvn([0x1E], count: 0)),
    ("more than the block claims", lzvn([0xE2, 1, 2], count: 1)),
    ("less than the block claims", lzvn([0xE2, 1, 2], count: 3)),
    ("bytes after the end mark", lzvn([0xE1, 1, 6, 0, 0, 0, 0, 0, 0, 0], count: 1)),
  ]

  @Test(arguments: contradictions)
  func `a block that contradicts itself is refused`(what: String, stream: [UInt8]) {
    #expect(throws: LZFSE.Problem.contradictory) { try LZFSE.decoded(stream, limit: 100) }
  }

  @Test func `other bytes are no stream`() {
    #expect(throws: LZFSE.Problem(message: "it is no LZFSE stream")) {
      try LZFSE.decoded(Array("PK\u{3}\u{4}".utf8), limit: 100)
    }
  }

  @Test func `a match may overlap what it writes`() throws {
    // One literal, three bytes from distance 1, two more from the same distance.
    let stream = Self.lzvn([0x40, 1, 7, 0xF2], count: 6)
    #expect(try LZFSE.decoded(stream, limit: 6) == [7, 7, 7, 7, 7, 7])
  }

  /// A stream of one LZVN block with these instructions and the end mark.
  private static func lzvn(_ instructions: [UInt8], count: UInt8) -> [UInt8] {
    let payload = instructions + [6, 0, 0, 0, 0, 0, 0, 0]
    return Array("bvxn".utf8) + [count, 0, 0, 0, UInt8(payload.count), 0, 0, 0] + payload
      + Array("bvx$".utf8)
  }
}
