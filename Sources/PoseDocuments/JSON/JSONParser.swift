/// A JSON parser (RFC 8259) with the positions of errors and of values. Numbers outside JSON's
/// syntax that programs write all the same are taken too.
struct JSONParser {
  /// Deeper nesting is refused, so that no file can exhaust the stack.
  static let depthLimit = 128
  /// The maximum number of values in an object: a search for one by its name takes time for each.
  static let memberLimit = 1 << 20

  private let bytes: [UInt8]
  private let depthLimit: Int
  private var position = 0
  private var depth = 0
  private var entries: [JSONText.Entry] = []

  init(_ bytes: [UInt8], depthLimit: Int) {
    (self.bytes, self.depthLimit) = (bytes, depthLimit)
    // A byte order mark, as Windows editors write it.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// The values of the document that the bytes hold, a container before what is in it, a member's name
  /// before its value.
  mutating func document() throws(DocumentNode.Problem) -> [JSONText.Entry] {
    guard bytes.count <= FileBytes.limit else {
      throw DocumentNode.Problem("this JSON is larger than 1 GiB")
    }
    // Before each value but the first stands one of these.
    let count = bytes.reduce(into: 1) { count, byte in
      switch byte {
      case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "{"): count += 1
      default: break
      }
    }
    entries.reserveCapacity(count)
    try value()
    guard next() == nil else { throw problem("the end of the document") }
    return entries
  }

  /// Reads a value; whether it is a container.
  @discardableResult
  private mutating func value() throws(DocumentNode.Problem) -> Bool {
    guard let byte = next() else { throw problem("a value") }
    switch byte {
    case UInt8(ascii: "{"):
      try object()
      return true
    case UInt8(ascii: "["):
      try array()
      return true
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
    default: try word()
    }
    return false
  }

  private mutating func object() throws(DocumentNode.Problem) {
    let index = try enter()
    var count = 0
    if !take("}") {
      repeat {
        guard next() == UInt8(ascii: "\"") else { throw problem("a name in quotes") }
        count += 1
        guard count <= Self.memberLimit else {
          throw problem("no more than \(Self.memberLimit) members of an object")
        }
        try string()
        guard take(":") else { throw problem("a colon") }
        try value()
      } while take(",")
      guard take("}") else { throw problem("a comma or }") }
    }
    leave(index)
  }

  private mutating func array() throws(DocumentNode.Problem) {
    let index = try enter()
    var isFlat = true
    if !take("]") {
      repeat {
        if try value() { isFlat = false }
      } while take(",")
      guard take("]") else { throw problem("a comma or ]") }
    }
    leave(index, isFlat: isFlat)
  }

  /// Begins a container; its index.
  private mutating func enter() throws(DocumentNode.Problem) -> Int {
    depth += 1
    guard depth <= depthLimit else {
      throw problem("no more than \(depthLimit) levels of nesting")
    }
    entries.append(JSONText.Entry(start: position))
    position += 1
    return entries.count - 1
  }

  private mutating func leave(_ index: Int, isFlat: Bool = false) {
    entries[index].close(at: entries.count, isMarked: isFlat)
    depth -= 1
  }

  /// Adds the value that begins at a position and ends here.
  private mutating func add(from start: Int, isMarked: Bool = false) {
    var entry = JSONText.Entry(start: start)
    entry.close(at: position, isMarked: isMarked)
    entries.append(entry)
  }

  private mutating func number() throws(DocumentNode.Problem) {
    let start = position
    if let end = JSONNumber.end(bytes, from: start),
      end == bytes.count || !Self.isInNumber(bytes[end])
    {
      position = end
      add(from: start)
      return
    }
    while position < bytes.count, Self.isInNumber(bytes[position]) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if text == "-", take("Infinity") {
      add(from: start)
      return
    }
    guard Double(text) != nil else {
      position = start
      throw problem("a number")
    }
    add(from: start)
  }

  /// The characters +-.0123456789eE.
  private static func isInNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x45, 0x65: true
    default: false
    }
  }

  private mutating func word() throws(DocumentNode.Problem) {
    let start = position
    for word in ["null", "true", "false", "NaN", "Infinity"] as [StaticString] where take(word) {
      add(from: start)
      return
    }
    throw problem("a value")
  }
}

// MARK: - Strings

extension JSONParser {
  private mutating func string() throws(DocumentNode.Problem) {
    let start = position
    var hasEscapes = false
    position += 1
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        add(from: start, isMarked: hasEscapes)
        return
      case UInt8(ascii: "\\"):
        hasEscapes = true
        guard let (_, end) = Self.escaped(bytes[position...]) else { throw escapeProblem() }
        position = end
      case 0..<0x20: throw problem("a quotation mark at the end of the text")
      default: position += 1
      }
    }
    throw problem("a quotation mark at the end of the text")
  }

  /// Returns the problem with the escape sequence here, which stands for no character.
  private mutating func escapeProblem() -> DocumentNode.Problem {
    position += 1
    guard position < bytes.count, bytes[position] == UInt8(ascii: "u") else {
      return problem("an escaped character")
    }
    position += 1
    if Self.codeUnit(bytes[position...]) != nil { position += 6 }  // the second of a pair
    return problem("four hexadecimal digits")
  }

  /// A text's bytes with its escapes replaced by what they stand for.
  static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var rest = text
    while let byte = rest.first {
      if byte == UInt8(ascii: "\\"), let (bytes, end) = escaped(rest) {
        result += bytes
        rest = rest[end...]
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  /// Returns the bytes that an escape sequence stands for, and the position behind it; `nil` if it
  /// stands for nothing.
  private static func escaped(_ text: ArraySlice<UInt8>) -> (bytes: [UInt8], end: Int)? {
    let rest = text.dropFirst()
    let plain: UInt8
    switch rest.first {
    case UInt8(ascii: "b"): plain = 0x08
    case UInt8(ascii: "f"): plain = 0x0C
    case UInt8(ascii: "n"): plain = 0x0A
    case UInt8(ascii: "r"): plain = 0x0D
    case UInt8(ascii: "t"): plain = 0x09
    case UInt8(ascii: "u"): return escapedUnits(rest.dropFirst())
    case let byte? where [UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/")].contains(byte):
      plain = byte
    default: return nil
    }
    return ([plain], rest.startIndex + 1)
  }

  /// A character from its code unit after a `\u`, or from two of them.
  private static func escapedUnits(_ text: ArraySlice<UInt8>) -> (bytes: [UInt8], end: Int)? {
    guard let unit = codeUnit(text) else { return nil }
    var (units, rest) = ([unit], text.dropFirst(4))
    // The first half of a surrogate pair: the second half has to follow.
    if UTF16.isLeadSurrogate(unit), rest.starts(with: "\\u".utf8) {
      rest = rest.dropFirst(2)
      guard let second = codeUnit(rest) else { return nil }
      units.append(second)
      rest = rest.dropFirst(4)
    }
    return (Array(String(decoding: units, as: UTF16.self).utf8), rest.startIndex)
  }

  /// The four hexadecimal digits that a text begins with.
  private static func codeUnit(_ text: ArraySlice<UInt8>) -> UInt16? {
    let digits = text.prefix(4)
    guard digits.count == 4, !digits.contains(UInt8(ascii: "+")),
      !digits.contains(UInt8(ascii: "-"))
    else { return nil }
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}

// MARK: - Reading on

extension JSONParser {
  /// The next byte that is no white space; `nil` at the end.
  private mutating func next() -> UInt8? {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return bytes[position]
      }
    }
    return nil
  }

  /// Skips white space, and the text if it stands there.
  private mutating func take(_ text: StaticString) -> Bool {
    guard next() != nil, text.utf8CodeUnitCount <= bytes.count - position else { return false }
    let isThere = text.withUTF8Buffer { text in
      text.indices.allSatisfy { bytes[position + $0] == text[$0] }
    }
    if isThere { position += text.utf8CodeUnitCount }
    return isThere
  }

  private func problem(_ expected: String) -> DocumentNode.Problem {
    DocumentNode.Problem(bytes, "JSON", at: position, expected: expected)
  }
}
