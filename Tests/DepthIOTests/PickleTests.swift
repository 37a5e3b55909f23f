import Documents
import TestSupport
import Testing

/// Pickles, of which nothing is run.
struct PickleTests {
  private static let files = ["1", "2"].flatMap { numpy in
    (0...5).map { "values-\(numpy)-\($0).pickle" }
  }

  private static func bytes(_ name: String) throws -> [UInt8] {
    try Fixture.bytes("pickle/\(name)")
  }

  @Test(arguments: files)
  func `every protocol holds what Python put in`(_ name: String) throws {
    let found = DocumentNode(try PickleTree.value(of: try Self.bytes(name)))
    let expected = try DocumentNode(parsing: try Self.bytes("values.json"))
    #expect(Set(found.keys) == Set(expected.keys))
    for key in expected.keys {
      // What is null isn't there.
      #expect((found[key] == nil) == (expected[key] == nil), "\(key)")
      guard let a = found[key], let b = expected[key] else { continue }
      try Self.compare(a, b, key)
    }
  }

  private static func compare(_ a: DocumentNode, _ b: DocumentNode, _ key: String) throws {
    if let list = b.elements {
      let own = try #require(a.elements, "\(key) is a list")
      #expect(own.count == list.count, "\(key)")
      for (x, y) in zip(own, list) { try compare(x, y, key) }
    } else if let text = b.string {
      #expect(a.string == text, "\(key)")
    } else if let bool = b.bool {
      #expect(a.bool == bool, "\(key)")
    } else if b.isMissing {
      #expect(a.isMissing, "\(key)")
    } else {
      let (x, y) = (try a.number(), try b.number())
      #expect(x == y, "\(key)")
    }
  }

  /// A pickle that isn't taken, and the sentence.
  struct Refusal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let sentence: String

    init(_ what: String, _ text: String, _ sentence: String) {
      (testDescription, self.sentence) = (what, sentence)
      bytes = [0x80, 2] + text.unicodeScalars.map { UInt8($0.value) }
    }
  }

  private static let refusals: [Refusal] = [
    Refusal(
      "a call of a function", "cos\nsystem\n(S'true'\ntR.",
      "this pickle asks for \"os.system\" of Python's, which isn't run: numbers, text, lists, "
        + "dictionaries and NumPy's arrays of numbers are read"),
    Refusal(
      "an object of a class", "c__main__\nCamera\n)\u{81}.",
      "this pickle has the instruction 0x81 at byte 20, which isn't known or does more than build data; "
        + "it isn't run"),
    Refusal(
      "a name alone", "cos\nsystem\n.",
      "this pickle holds \"os system\" of Python's, where text, numbers, lists, dictionaries and "
        + "NumPy's arrays of numbers are read"),
    Refusal(
      "an end in the middle of a number", "K",
      "this pickle ends at byte 3 in the middle: the file isn't whole"),
    Refusal(
      "no end", "K\u{1}", "this pickle ends at byte 4 in the middle: the file isn't whole"),
    Refusal(
      "nothing", ".",
      "this pickle isn't sound: an instruction finds nothing on the stack at byte 3"),
    Refusal(
      "a list that holds itself", "]q\u{0}h\u{0}a.",
      "this pickle holds more than 1000000 values, or values in values in values without end"),
    Refusal(
      "an array of objects", "cnumpy\ndtype\nX\u{2}\u{0}\u{0}\u{0}O8\u{85}R.",
      "this pickle has an array of \"O8\" where one of numbers was expected"),
    Refusal(
      "a length beyond the file", "X\u{ff}\u{ff}\u{ff}\u{7f}.",
      "this pickle ends at byte 8 in the middle: the file isn't whole"),
    Refusal(
      "a key that is a list", "}(]K\u{1}u.",
      "this pickle has a dictionary whose keys are no names"),
  ]

  @Test(arguments: refusals)
  func `what is unsound or asks for more than data is refused`(_ refusal: Refusal) {
    let problem = #expect(throws: DocumentNode.Problem.self) {
      try PickleTree.value(of: refusal.bytes)
    }
    #expect(problem?.message == refusal.sentence)
  }

  @Test(arguments: ["values-1-2.pickle", "values-2-5.pickle"])
  func `a file cut anywhere is refused, one damaged anywhere never crashes`(_ name: String) throws {
    let whole = try Self.bytes(name)
    for count in whole.indices {
      #expect(throws: DocumentNode.Problem.self) {
        try PickleTree.value(of: Array(whole[..<count]))
      }
    }
    var values = 0
    for place in whole.indices {
      for flip in [UInt8(1), 0x80, 0xff] {
        var damaged = whole
        damaged[place] ^= flip
        if (try? PickleTree.value(of: damaged)) != nil { values += 1 }
      }
    }
    // A flipped bit of a number is another number.
    #expect(values > 0)
  }

  @Test func `pickles that programs write today are told from text`() throws {
    #expect(PickleTree.begins(try Self.bytes("values-1-3.pickle")))
    #expect(!PickleTree.begins(try Self.bytes("values.json")))
    #expect(!PickleTree.begins([0x80]))
  }
}
