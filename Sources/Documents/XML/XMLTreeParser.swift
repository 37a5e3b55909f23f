/// A parser of XML 1.0 with namespaces, without document types, for the two kinds of documents in XML
/// that are read: phones' XMP packets, which may hold a depth map as an attribute of a megabyte, and
/// OpenCV's calibrations.
///
/// Foundation's parser on Linux accepts documents that are cut off, and traps on damaged attributes
/// and on names that are not UTF-8; a file must never end the process. A document type is refused:
/// neither kind has a use for one, and its entities could grow without bound.
struct XMLTreeParser {
  /// Deeper nesting is refused, so that no file can exhaust the stack.
  private static let depthLimit = 64
  /// More tags and attributes are refused: each takes many times the bytes that it has in the file.
  private static let nameLimit = 20_000

  private let bytes: [UInt8]
  private var position = 0
  private var nameCount = 0
  /// The namespaces by prefix that each of the elements around the current place declares.
  private var scopes: [[String: String]] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // A byte order mark.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// The root element.
  mutating func document(isPadded: Bool) throws(DocumentNode.Problem) -> XMLTree {
    try skipMisc()
    guard take("<") else { throw problem("an element") }
    let root = try element(depth: 1)
    guard !isPadded else { return root }
    try skipMisc()
    guard position == bytes.count else { throw problem("the end of the document") }
    return root
  }

  /// An element whose opening bracket has been read.
  private mutating func element(depth: Int) throws(DocumentNode.Problem) -> XMLTree {
    guard depth <= Self.depthLimit else {
      throw problem("no more than \(Self.depthLimit) levels of nesting")
    }
    let name = try name()
    let attributes = try attributes()
    defer { scopes.removeLast() }
    var tree = tree(named: name)
    tree.attributes = attributes.map { attribute in
      var tree = self.tree(named: attribute.name)
      tree.text = attribute.value
      return tree
    }
    guard !take("/>") else { return tree }
    guard take(">") else { throw problem(">") }
    while true {
      if take("</") {
        guard try self.name() == name else { throw problem("the end of \(name)") }
        skipSpace()
        guard take(">") else { throw problem(">") }
        tree.text = Self.trimmed(tree.text)
        return tree
      } else if take("<![CDATA[") {
        let start = position
        try skip(past: "]]>")
        tree.text += String(decoding: bytes[start..<(position - 3)], as: UTF8.self)
      } else if try !skipMark(), take("<") {
        tree.elements.append(try element(depth: depth + 1))
      } else if position < bytes.count {
        tree.text += try text(until: UInt8(ascii: "<"))
      } else {
        throw problem("the end of \(name)")
      }
    }
  }

  /// The attributes of an element; the namespaces that it declares open a scope.
  private mutating func attributes() throws(DocumentNode.Problem) -> [(name: String, value: String)]
  {
    var attributes: [(name: String, value: String)] = []
    var namespaces: [String: String] = [:]
    skipSpace()
    while let byte = peek(), byte != UInt8(ascii: "/"), byte != UInt8(ascii: ">") {
      let name = try name()
      skipSpace()
      guard take("=") else { throw problem("=") }
      skipSpace()
      guard let quote = peek(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
        throw problem("a quotation mark")
      }
      position += 1
      let value = try text(until: quote)
      guard peek() == quote else { throw problem("a quotation mark at the end of the text") }
      position += 1
      skipSpace()
      if name == "xmlns" {
        namespaces[""] = value
      } else if name.hasPrefix("xmlns:") {
        namespaces[String(name.dropFirst(6))] = value
      } else {
        attributes.append((name, value))
      }
    }
    scopes.append(namespaces)
    return attributes
  }

  /// A tree without content whose prefix has been looked up in the scopes.
  private func tree(named name: String) -> XMLTree {
    let parts = name.split(separator: ":", maxSplits: 1)
    let prefix = parts.count == 2 ? String(parts[0]) : ""
    let namespace = scopes.reversed().lazy.compactMap { $0[prefix] }.first
    return XMLTree(namespace: namespace ?? "", name: String(parts.last ?? ""))
  }
}

// MARK: - Names and text

extension XMLTreeParser {
  private mutating func name() throws(DocumentNode.Problem) -> String {
    let start = position
    while let byte = peek(), Self.isInName(byte) { position += 1 }
    guard position > start else { throw problem("a name") }
    nameCount += 1
    guard nameCount <= Self.nameLimit else {
      throw problem("no more than \(Self.nameLimit) tags and attributes")
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private static func isInName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x80...: true
    default: "_-.:".utf8.contains(byte)
    }
  }

  /// Text up to a byte, or to the end, with its references replaced.
  private mutating func text(until end: UInt8) throws(DocumentNode.Problem) -> String {
    let stop = bytes[position...].firstIndex(of: end) ?? bytes.count
    var text = ""
    while let reference = bytes[position..<stop].firstIndex(of: UInt8(ascii: "&")) {
      text += String(decoding: bytes[position..<reference], as: UTF8.self)
      position = reference
      // No reference of XML is longer, nor holds what ends the text.
      guard let end = bytes[position..<stop].prefix(12).firstIndex(of: UInt8(ascii: ";")),
        let character = Self.character(
          String(decoding: bytes[(position + 1)..<end], as: UTF8.self))
      else { throw problem("&lt; &gt; &amp; &quot; &apos; or a character's number") }
      text.unicodeScalars.append(character)
      position = end + 1
    }
    text += String(decoding: bytes[position..<stop], as: UTF8.self)
    position = stop
    return text
  }

  private static func character(_ reference: String) -> Unicode.Scalar? {
    switch reference {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default:
      let isHexadecimal = reference.hasPrefix("#x")
      let digits = reference.dropFirst(isHexadecimal ? 2 : 1)
      guard reference.hasPrefix("#"), digits.first?.isHexDigit == true else { return nil }
      return UInt32(digits, radix: isHexadecimal ? 16 : 10).flatMap(Unicode.Scalar.init)
    }
  }

  private static func trimmed(_ text: String) -> String {
    let isSpace = { (character: Character) in character.isWhitespace }
    return String(text.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }
}

// MARK: - Reading on

extension XMLTreeParser {
  private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Skips space, comments and instructions, the declaration among them.
  private mutating func skipMisc() throws(DocumentNode.Problem) {
    repeat { skipSpace() } while try skipMark()
    guard !take("<!") else {
      throw DocumentNode.Problem("this XML has a document type or entities, which are not read")
    }
  }

  /// Skips a comment or an instruction; whether there was one.
  private mutating func skipMark() throws(DocumentNode.Problem) -> Bool {
    if take("<!--") {
      try skip(past: "-->")
    } else if take("<?") {
      try skip(past: "?>")
    } else {
      return false
    }
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek(), [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
  }

  private mutating func skip(past end: StaticString) throws(DocumentNode.Problem) {
    while !take(end) {
      guard position < bytes.count else { throw problem("\(end)") }
      position += 1
    }
  }

  private mutating func take(_ text: StaticString) -> Bool {
    let end = position + text.utf8CodeUnitCount
    guard end <= bytes.count,
      text.withUTF8Buffer({ bytes[position..<end].elementsEqual($0) })
    else { return false }
    position = end
    return true
  }

  private func problem(_ expected: String) -> DocumentNode.Problem {
    DocumentNode.Problem(bytes, "XML", at: position, expected: expected)
  }
}
