import Dispatch
import PoseDocuments
import Foundation
import Synchronization
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
      "this pickle holds more than 200000 values or 16 MiB of text, or values in values in values without end"
    ),
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

  private static func bytes(_ parts: [UInt8]...) -> [UInt8] { [0x80, 4] + parts.flatMap { $0 } }

  private static func repeated(_ part: [UInt8], _ count: Int) -> [UInt8] {
    Array(repeatElement(part, count: count).joined())
  }

  /// What can't be a camera, and would take the stack, minutes or gigabytes.
  private static let excesses: [(what: String, bytes: [UInt8], sentence: String)] = {
    let endless =
      "this pickle holds more than 200000 values or 16 MiB of text, or values in values in values without end"
    // An array of NumPy's from a buffer of no bytes: `_frombuffer(b"", f8, (99999, 0), "C")`.
    let empty =
      Array("cnumpy.core.numeric\n_frombuffer\n(C\0cnumpy\ndtype\n(U\u{2}f8tR".utf8)
      + [UInt8(ascii: "("), UInt8(ascii: "J"), 0x9f, 0x86, 1, 0, UInt8(ascii: "K"), 0]
      + Array("tU\u{1}CtRq\u{1}".utf8)
    return [
      ("40,000 tuples in each other", bytes([0x29], repeated([0x85], 40_000), [0x2e]), endless),
      (
        "40,000 tuples in each other that are dropped",
        bytes([0x29], repeated([0x85], 40_000), [0x30, 0x4e, 0x2e]), ""
      ),
      (
        "100,000 elements added one by one",
        bytes([0x5d], repeated([0x4e, 0x61], 100_000), [0x2e]),
        "this pickle has more than 100000 instructions, and a camera's has some hundred: this must be "
          + "something else"
      ),
      (
        "45,000 elements added one by one",
        bytes([0x5d], repeated([0x4e, 0x61], 45_000), [0x2e]), ""
      ),
      (
        "lists of an array without numbers, again and again",
        bytes([0x28], empty, repeated([0x68, 1], 500), [0x74, 0x2e]),
        endless
      ),
      (
        "a text that is turned into bytes again and again",
        bytes(
          [0x8d, 0, 0, 8, 0, 0, 0, 0, 0], repeated([0x61], 1 << 19), [0x71, 0, 0x5d],
          repeated(Array("c_codecs\nencode\nh\0".utf8) + [0x85, 0x52, 0x61], 40), [0x2e]),
        "this pickle makes more than 4 MiB of text and numbers, and a camera's has some kilobytes: this "
          + "must be something else"
      ),
      (
        "two mebibytes", bytes(repeated([0x4e, 0x30], 1 << 20), [0x2e]),
        "this pickle has more than 1 MiB, and a camera's has some kilobytes: this must be something else"
      ),
    ]
  }()

  @Test(arguments: excesses.indices)
  func `what is too deep, too much or too long is refused at once`(_ place: Int) throws {
    let excess = Self.excesses[place]
    // The stack of a thread is smaller than that of the program.
    let problem = Mutex<String?>(nil)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      do { _ = try PickleTree.value(of: excess.bytes) } catch {
        problem.withLock { $0 = (error as? DocumentNode.Problem)?.message }
      }
      done.signal()
    }
    thread.stackSize = 512 << 10
    let start = ContinuousClock.now
    thread.start()
    done.wait()
    #expect(problem.withLock { $0 ?? "" } == excess.sentence, "\(excess.what)")
    #expect(ContinuousClock.now - start < .seconds(20), "\(excess.what)")
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

  @Test func `pickles that programs write today are distinguished from text`() throws {
    #expect(PickleTree.begins(try Self.bytes("values-1-3.pickle")))
    #expect(!PickleTree.begins(try Self.bytes("values.json")))
    #expect(!PickleTree.begins([0x80]))
  }
}
