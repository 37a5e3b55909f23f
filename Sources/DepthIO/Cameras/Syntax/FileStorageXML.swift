/// A parser of the part of XML 1.0 that OpenCV's FileStorage writes, strict within it: a declaration,
/// comments, elements, attributes (which say nothing here) and text with the five named entities.
///
/// An element with elements in it becomes an object, one with several numbers a list, one with a
/// number or a text just that. This exists because Foundation's parser on Linux accepts documents
/// that are cut off and crashes on names that are not UTF-8.
struct FileStorageXML {
  /// Deeper documents are refused; calibrations have three levels.
  private static let depthLimit = 16

  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The root element's value.
  mutating func document() throws(JSONNode.Problem) -> JSONValue {
    take("\u{FEFF}")
    try skipMisc()
    if take("<?xml") {
      guard skip(past: "?>") else { throw problem("?>") }
      try skipMisc()
    }
    guard take("<") else { throw problem("an element") }
    let (_, value) = try element(depth: 1)
    try skipMisc()
    guard position == bytes.count else { throw problem("the end of the document") }
    return value
  }

  /// An element whose opening bracket has been read.
  private mutating func element(
    depth: Int
  ) throws(JSONNode.Problem) -> (name: String, value: JSONValue) {
    guard depth <= Self.depthLimit else {
      throw problem("no more than \(Self.depthLimit) levels of nesting")
    }
    let name = try name()
    guard try !attributes() else { return (name, .string("")) }
    var text: [UInt8] = []
    var members: [String: JSONValue] = [:]
    while true {
      if take("</") {
        guard try self.name() == name else { throw problem("the end of \(name)") }
        skipSpace()
        guard take(">") else { throw problem(">") }
        return (
          name,
          members.isEmpty ? Self.value(of: String(decoding: text, as: UTF8.self)) : .object(members)
        )
      } else if take("<!--") {
        guard skip(past: "-->") else { throw problem("the end of the comment") }
      } else if take("<") {
        let (name, value) = try element(depth: depth + 1)
        members[name] = value
      } else if position < bytes.count {
        text.append(try character())
      } else {
        throw problem("the end of \(name)")
      }
    }
  }

  /// Skips attributes and the closing bracket; whether the element ends with them.
  private mutating func attributes() throws(JSONNode.Problem) -> Bool {
    while true {
      skipSpace()
      if take("/>") { return true }
      if take(">") { return false }
      _ = try name()
      guard take("=") else { throw problem("=") }
      let quote = take("\"") ? "\"" : "'"
      guard quote == "\"" || take("'") else { throw problem("a quotation mark") }
      guard skip(past: quote) else { throw problem("a quotation mark at the end of the text") }
    }
  }

  private mutating func name() throws(JSONNode.Problem) -> String {
    let start = position
    while position < bytes.count, Self.isName(bytes[position]) { position += 1 }
    guard position > start else { throw problem("a name") }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private static func isName(_ byte: UInt8) -> Bool {
    let character = Character(Unicode.Scalar(byte))
    return byte >= 0x80 || character.isLetter || character.isNumber || "_-.:".contains(character)
  }

  /// A byte of text, or the character that an entity stands for.
  private mutating func character() throws(JSONNode.Problem) -> UInt8 {
    let entities: [(StaticString, Character)] = [
      ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"), ("&quot;", "\""), ("&apos;", "'"),
    ]
    for (text, character) in entities where take(text) { return character.asciiValue ?? 0 }
    guard bytes[position] != UInt8(ascii: "&") else {
      throw problem("&lt; &gt; &amp; &quot; or &apos;")
    }
    position += 1
    return bytes[position - 1]
  }

  /// The value of an element's text; OpenCV writes `.Nan` and `.Inf`, and texts in quotes.
  private static func value(of text: String) -> JSONValue {
    let words = text.split { $0.isWhitespace }
    let numbers = words.compactMap { word -> Double? in
      switch word {
      case ".Nan": .nan
      case ".Inf": .infinity
      case "-.Inf": -.infinity
      default: word.first?.isLetter == true ? nil : Double(word)
      }
    }
    guard numbers.count == words.count, !words.isEmpty else {
      let plain = words.joined(separator: " ")
      let isQuoted = plain.count >= 2 && plain.first == "\"" && plain.last == "\""
      return .string(isQuoted ? String(plain.dropFirst().dropLast()) : plain)
    }
    return numbers.count == 1 ? .number(numbers[0]) : .array(numbers.map(JSONValue.number))
  }

  // MARK: Reading on

  /// Skips white space and comments.
  private mutating func skipMisc() throws(JSONNode.Problem) {
    skipSpace()
    while take("<!--") {
      guard skip(past: "-->") else { throw problem("the end of the comment") }
      skipSpace()
    }
    guard !take("<!") else {
      throw JSONNode.Problem("this XML has a document type or entities, which are not read")
    }
  }

  private mutating func skipSpace() {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
      position += 1
    }
  }

  private mutating func skip(past end: String) -> Bool {
    let end = Array(end.utf8)
    while position + end.count <= bytes.count {
      if bytes[position...].starts(with: end) {
        position += end.count
        return true
      }
      position += 1
    }
    position = bytes.count
    return false
  }

  @discardableResult
  private mutating func take(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard position + length <= bytes.count,
      text.withUTF8Buffer({ bytes[position...].starts(with: $0) })
    else { return false }
    position += length
    return true
  }

  private func problem(_ expected: String) -> JSONNode.Problem {
    let before = bytes[..<min(position, bytes.count)]
    let line = before.count { $0 == 0x0A } + 1
    let lineStart = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let column = String(decoding: before[lineStart...], as: UTF8.self).count + 1
    let place = position >= bytes.count ? "at its end" : "at line \(line), column \(column)"
    return JSONNode.Problem("this is not XML: \(place), \(expected) was expected")
  }
}
