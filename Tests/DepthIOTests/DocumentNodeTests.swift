import PoseGeometry
import PoseDocuments
import Foundation
import TestSupport
import Testing

/// The tree of a JSON document, which is read from its text when it is asked.
struct DocumentNodeTests {
  private func node(_ text: String) throws -> DocumentNode {
    try DocumentNode(parsing: Array(text.utf8))
  }

  @Test func `values of all kinds are where they stand`() throws {
    let document = try node(
      #" {"a": [1, [2, {"b": "x"}], -0.5e1], "t": true, "f": false, "n": null, "e": {}, "l": [ ]} "#
    )
    #expect(
      document.isObject && !document.isList && document.keys == ["a", "e", "f", "l", "n", "t"])
    let list = try #require(document["a"]?.elements)
    #expect(list.count == 3 && document["a"]?.isList == true)
    #expect(try list[0].number() == 1 && list[2].number() == -5)
    #expect(list[1].elements?[1]["b"]?.string == "x")
    #expect(list[1].elements?[1]["b"]?.path == "a[1][1].b" && list[2].path == "a[2]")
    #expect(list.firstList?.path == "a[1]" && list.firstObject == nil)
    #expect(list[1].elements?.firstObject?.path == "a[1][1]")
    #expect(document["t"]?.bool == true && document["f"]?.bool == false)
    #expect(document["n"] == nil && document.has("n") && !document.has("m"))
    #expect(document["e"]?.isEmpty == true && document["l"]?.isEmpty == true)
    #expect(document["a"]?.isEmpty == false && document["t"]?.isEmpty == false)
    #expect(document["l"]?.elements?.isEmpty == true && document["e"]?.elements == nil)
  }

  @Test func `of two members of a name the last counts`() throws {
    let document = try node(#"{"a": 1, "\u0061": 2, "b": {"c": 1, "c": [3]}}"#)
    #expect(try document["a"]?.number() == 2 && document.keys == ["a", "b"])
    #expect(document["b"]?["c"]?.elements?.count == 1)
  }

  @Test func `an object with many members is searched like one with few`() throws {
    let count = 500
    let members = (0..<count).map { #""k\#($0)": {"v": [\#($0), "\#($0)"]}"# }
    let document = try node("{\(members.joined(separator: ", ")), \"k7\": null, \"k8\": 8}")
    #expect(document.keys.count == count && document.keys == document.keys.sorted())
    for number in 0..<count where number != 7 && number != 8 {
      let value = try #require(document["k\(number)"]?["v"])
      #expect(try value.elements?[0].number() == Double(number))
      #expect(value.path == "k\(number).v")
    }
    #expect(document["k7"] == nil && document.has("k7") && document["none"] == nil)
    #expect(try document["k8"]?.number() == 8)
  }

  @Test(arguments: 0..<20)
  func `numbers are those that Swift reads, to the last bit`(seed: Int) throws {
    var generator = RandomNumbers(seed: UInt64(seed))
    var texts = ["0", "-0", "1.", "00012", "1e5", "1E+05", "-1e-400", "4.9e-324", "1e400", "-.5"]
    for _ in 0..<500 {
      let value = Double(bitPattern: UInt64.random(in: 0..<(2047 << 52), using: &generator))
      texts.append("\(value)")
      let short = Double.random(in: -1000...1000, using: &generator)
      texts.append(String(format: "%.\(Int.random(in: 0...17, using: &generator))f", short))
      texts.append("\(Int.random(in: Int.min...Int.max, using: &generator) >> (seed * 3))")
    }
    let values = try #require(try node("[\(texts.joined(separator: ","))]").elements)
    for (text, value) in zip(texts, values) {
      let expected = try #require(Double(text))
      if expected.isFinite {
        #expect(try value.number().bitPattern == expected.bitPattern, "\(text)")
      } else {
        #expect(value.isMissing)
      }
    }
  }

  @Test func `what other programs write for no number is missing`() throws {
    for text in ["NaN", "Infinity", "-Infinity", "- Infinity", "null", "1e999"] {
      #expect(try node("[\(text)]").elements?[0].isMissing == true, "\(text)")
    }
  }

  @Test(arguments: [
    ("\"a\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "a\"\\/\u{8}\u{C}\n\r\t"),
    ("\"\\u00e9\\u6F22\\uD83D\\ude00\"", "é漢\u{1F600}"),
    ("\"\\uD83Dx\"", "\u{FFFD}x"), ("\"{[1,2]}\"", "{[1,2]}"), ("\"\"", ""), ("\"é\"", "é"),
  ])
  func `texts are read with their escapes`(text: String, value: String) throws {
    #expect(try node(text).string == value)
    #expect(try node("{\(text): [\(text)]}")[value]?.elements?[0].string == value)
  }

  @Test(arguments: [
    ("[1,]", "at line 1, column 4, a value"), ("[1 2]", "at line 1, column 4, a comma or ]"),
    ("{\"a\":1,}", "at line 1, column 8, a name in quotes"),
    ("[1e]", "at line 1, column 2, a number"),
    ("[--1]", "at line 1, column 2, a number"), ("[1.2.3]", "at line 1, column 2, a number"),
    ("\"\\x\"", "at line 1, column 3, an escaped character"),
    ("[nul]", "at line 1, column 2, a value"),
    ("\"\\u12G4\"", "at line 1, column 4, four hexadecimal digits"),
    ("\"\\uD83D\\u-123\"", "at line 1, column 10, four hexadecimal digits"),
    ("\"a\nb\"", "at line 1, column 3, a quotation mark at the end of the text"),
    ("[1]\n x", "at line 2, column 2, the end of the document"), ("\"", "at its end"),
    ("", "at its end"),
  ])
  func `what is no JSON is refused with the place`(text: String, place: String) {
    let problem = #expect(throws: DocumentNode.Problem.self) { try node(text) }
    #expect(problem?.message.contains("this is not JSON: \(place)") == true, "\(problem as Any)")
  }

  @Test func `an object of a million members and more is refused`() {
    var text = Array("{".utf8)
    for _ in 0...(1 << 20) { text += "\"\":0,".utf8 }
    text.removeLast()
    text += "}".utf8
    let problem = #expect(throws: DocumentNode.Problem.self) { try DocumentNode(parsing: text) }
    #expect(problem?.message.contains("no more than 1048576 members of an object") == true)
  }

  @Test func `a document of another syntax has the same content`() throws {
    let document = DocumentNode(
      .object([
        "a\"b": .array([.number(0.1), .number(.nan), .number(-.infinity), .string("\u{1}é")]),
        "n": .null, "o": .object(["t": .bool(true)]),
      ]))
    let list = try #require(document["a\"b"]?.elements)
    #expect(try list[0].number() == 0.1)
    #expect(list[1].isMissing && list[2].isMissing && list[3].string == "\u{1}é")
    #expect(document.has("n") && document["o"]?["t"]?.bool == true)
  }

  /// A value takes eight bytes beside its text: this is what the process grows by.
  @Test func `a list of millions of numbers costs little more than its text`() throws {
    let count = 2_000_000
    let bytes = Array("[".utf8) + (0..<count).flatMap { _ in [0x30, 0x2C] as [UInt8] } + "0]".utf8
    let document = try DocumentNode(parsing: bytes)
    let elements = try #require(document.elements)
    #expect(elements.count == count + 1 && elements.firstList == nil)
    #expect(try elements[count].number() == 0 && elements[count].path == "[\(count)]")
    #expect(MemoryLayout<DocumentNode>.stride <= 32)
  }
}
