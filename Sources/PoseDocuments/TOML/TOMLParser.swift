/// A parser of the part of TOML 1.0 that calibrations are written in, strict within it: comments,
/// tables, bare and quoted and dotted names, strings, numbers, booleans, and arrays over several lines.
///
/// Multi-line strings, dates, inline tables and arrays of tables are refused by name. This exists
/// because the Swift wrapper of toml++ crashes on names of a hundred thousand parts.
package struct TOMLParser {
  /// Deeper names and arrays are refused, so that no file can exhaust the stack.
  private static let depthLimit = 16

  private let characters: [Character]
  private var position = 0
  private var root = Table()
  /// The names of the tables in the order of their headings.
  package private(set) var headings: [[String]] = []

  /// A table while the document is being read; a class would be shared, and this tree isn't.
  private struct Table {
    var values: [String: DocumentValue] = [:]
    var tables: [String: Table] = [:]
    /// Whether a heading has opened it: a second one is an error.
    var isHeaded = false

    var value: DocumentValue {
      .object(values.merging(tables.mapValues(\.value)) { first, _ in first })
    }
  }

  package init(_ text: String) {
    // A line break of Windows is one character; carriage returns are no use here.
    characters = text.map { $0 == "\r\n" ? "\n" : $0 }
    if characters.first == "\u{FEFF}" { position = 1 }
  }

  /// The document's tables.
  package mutating func document() throws(DocumentNode.Problem) -> DocumentValue {
    var table: [String] = []
    while true {
      skipBlank(overLines: true)
      guard let character = peek() else { return root.value }
      if character == "[" {
        position += 1
        guard peek() != "[" else { throw refused("an array of tables") }
        table = try name()
        try expect("]")
        try open(table)
      } else {
        let path = try table + name()
        try expect("=")
        try set(try value(depth: 0), at: path)
      }
      skipBlank(overLines: false)
      guard peek() == nil || peek() == "\n" else { throw problem("the end of the line") }
    }
  }

  // MARK: The tree

  private mutating func open(_ path: [String]) throws(DocumentNode.Problem) {
    let isNew = Self.change(&root, path[...]) { table in
      guard !table.isHeaded else { return false }
      table.isHeaded = true
      return true
    }
    guard isNew else {
      throw DocumentNode.Problem("the table \(path.joined(separator: ".")) occurs twice")
    }
    headings.append(path)
  }

  private mutating func set(_ value: DocumentValue, at path: [String]) throws(DocumentNode.Problem)
  {
    let (name, table) = (path[path.count - 1], path.dropLast())
    let isNew = Self.change(&root, table) { table in
      guard table.values[name] == nil, table.tables[name] == nil else { return false }
      table.values[name] = value
      return true
    }
    guard isNew else {
      throw DocumentNode.Problem("the name \(path.joined(separator: ".")) occurs twice")
    }
  }

  private static func change(
    _ table: inout Table, _ path: ArraySlice<String>, _ body: (inout Table) -> Bool
  ) -> Bool {
    guard let name = path.first else { return body(&table) }
    guard table.values[name] == nil else { return false }
    return change(&table.tables[name, default: Table()], path.dropFirst(), body)
  }

  // MARK: Names and values

  private mutating func name() throws(DocumentNode.Problem) -> [String] {
    var parts: [String] = []
    repeat {
      guard parts.count < Self.depthLimit else {
        throw problem("a name of at most \(Self.depthLimit) parts")
      }
      skipBlank(overLines: false)
      if peek() == "\"" || peek() == "'" {
        parts.append(try string())
      } else {
        let text = take { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }
        guard !text.isEmpty else { throw problem("a name") }
        parts.append(text)
      }
      skipBlank(overLines: false)
    } while takeOne(".")
    return parts
  }

  private mutating func value(depth: Int) throws(DocumentNode.Problem) -> DocumentValue {
    skipBlank(overLines: false)
    switch peek() {
    case "[": return try array(depth: depth)
    case "\"", "'": return .string(try string())
    case "{": throw refused("an inline table")
    default:
      let start = position
      let word = take { $0.isASCII && ($0.isLetter || $0.isNumber || "+-._:".contains($0)) }
      switch word {
      case "true": return .bool(true)
      case "false": return .bool(false)
      case "nan", "+nan", "-nan": return .number(.nan)
      case "inf", "+inf": return .number(.infinity)
      case "-inf": return .number(-.infinity)
      default:
        guard word.first?.isLetter == false, word.first != ".", !word.hasSuffix("."),
          let number = Double(word.filter { $0 != "_" })
        else {
          position = start
          throw problem("a value")
        }
        return .number(number)
      }
    }
  }

  private mutating func array(depth: Int) throws(DocumentNode.Problem) -> DocumentValue {
    guard depth < Self.depthLimit else {
      throw problem("no more than \(Self.depthLimit) levels of nesting")
    }
    position += 1
    var elements: [DocumentValue] = []
    while true {
      skipBlank(overLines: true)
      if takeOne("]") { return .array(elements) }
      elements.append(try value(depth: depth + 1))
      skipBlank(overLines: true)
      guard takeOne(",") || peek() == "]" else { throw problem("a comma or ]") }
    }
  }

  private mutating func string() throws(DocumentNode.Problem) -> String {
    let quote = characters[position]
    guard !characters[position...].starts(with: [quote, quote, quote]) else {
      throw refused("a string of several lines")
    }
    position += 1
    var text = ""
    while let character = peek(), character != "\n" {
      position += 1
      if character == quote { return text }
      guard character == "\\", quote == "\"" else {
        text.append(character)
        continue
      }
      let escapes: [Character: Character] = ["\"": "\"", "\\": "\\", "n": "\n", "t": "\t"]
      guard let next = peek(), let meant = escapes[next] else {
        throw problem("an escaped character")
      }
      text.append(meant)
      position += 1
    }
    throw problem("a quotation mark at the end of the text")
  }

  // MARK: Reading on

  private func peek() -> Character? { position < characters.count ? characters[position] : nil }

  private mutating func take(while isWanted: (Character) -> Bool) -> String {
    let start = position
    while position < characters.count, isWanted(characters[position]) { position += 1 }
    return String(characters[start..<position])
  }

  private mutating func takeOne(_ character: Character) -> Bool {
    guard peek() == character else { return false }
    position += 1
    return true
  }

  /// Skips spaces, and comments and line breaks where they may stand.
  private mutating func skipBlank(overLines: Bool) {
    while let character = peek() {
      if character == "#" {
        _ = take { $0 != "\n" }
      } else if character == " " || character == "\t" || character == "\n" && overLines {
        position += 1
      } else {
        return
      }
    }
  }

  private mutating func expect(_ character: Character) throws(DocumentNode.Problem) {
    skipBlank(overLines: false)
    guard takeOne(character) else { throw problem("\"\(character)\"") }
  }

  private var place: String {
    let before = characters[..<min(position, characters.count)]
    let lineStart = before.lastIndex(of: "\n").map { $0 + 1 } ?? 0
    let line = before.count { $0 == "\n" } + 1
    return position >= characters.count
      ? "at its end" : "at line \(line), column \(position - lineStart + 1)"
  }

  private func problem(_ expected: String) -> DocumentNode.Problem {
    DocumentNode.Problem("this is not TOML: \(place), \(expected) was expected")
  }

  private func refused(_ what: String) -> DocumentNode.Problem {
    DocumentNode.Problem("\(place) there is \(what), which no calibration needs and is not read")
  }
}
