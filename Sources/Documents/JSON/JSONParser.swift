/// A JSON parser (RFC 8259) that says where a document goes wrong. Duplicate names: the last wins.
struct JSONParser {
  /// Deeper nesting is refused, so that no file can exhaust the stack.
  static let depthLimit = 128

  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // A byte order mark, as Windows editors write it.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// The one value that the bytes hold.
  mutating func document() throws(DocumentNode.Problem) -> DocumentValue {
    let value = try value()
    guard next() == nil else { throw problem("the end of the document") }
    return value
  }

  private mutating func value() throws(DocumentNode.Problem) -> DocumentValue {
    guard let byte = next() else { throw problem("a value") }
    switch byte {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: return try word()
    }
  }

  private mutating func object() throws(DocumentNode.Problem) -> DocumentValue {
    try enter()
    var members: [String: DocumentValue] = [:]
    if !take("}") {
      repeat {
        guard next() == UInt8(ascii: "\"") else { throw problem("a name in quotes") }
        let name = try string()
        guard take(":") else { throw problem("a colon") }
        members[name] = try value()
      } while take(",")
      guard take("}") else { throw problem("a comma or }") }
    }
    depth -= 1
    return .object(members)
  }

  private mutating func array() throws(DocumentNode.Problem) -> DocumentValue {
    try enter()
    var elements: [DocumentValue] = []
    if !take("]") {
      repeat { elements.append(try value()) } while take(",")
      guard take("]") else { throw problem("a comma or ]") }
    }
    depth -= 1
    return .array(elements)
  }

  private mutating func enter() throws(DocumentNode.Problem) {
    depth += 1
    guard depth <= Self.depthLimit else {
      throw problem("no more than \(Self.depthLimit) levels of nesting")
    }
    position += 1
  }

  private mutating func number() throws(DocumentNode.Problem) -> DocumentValue {
    let start = position
    while position < bytes.count, Self.isInNumber(bytes[position]) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if text == "-", take("Infinity") { return .number(-.infinity) }
    guard let number = Double(text) else {
      position = start
      throw problem("a number")
    }
    return .number(number)
  }

  /// The characters +-.0123456789eE.
  private static func isInNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x45, 0x65: true
    default: false
    }
  }

  private mutating func word() throws(DocumentNode.Problem) -> DocumentValue {
    if take("null") { return .null }
    if take("true") { return .bool(true) }
    if take("false") { return .bool(false) }
    if take("NaN") { return .number(.nan) }
    if take("Infinity") { return .number(.infinity) }
    throw problem("a value")
  }
}

// MARK: - Strings

extension JSONParser {
  private mutating func string() throws(DocumentNode.Problem) -> String {
    position += 1
    var text: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += try escape()
      case 0..<0x20: throw problem("a quotation mark at the end of the text")
      default:
        text.append(byte)
        position += 1
      }
    }
    throw problem("a quotation mark at the end of the text")
  }

  private mutating func escape() throws(DocumentNode.Problem) -> [UInt8] {
    position += 1
    let plain: [UInt8: UInt8] = [
      UInt8(ascii: "\""): 0x22, UInt8(ascii: "\\"): 0x5C, UInt8(ascii: "/"): 0x2F,
      UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): 0x0A,
      UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
    ]
    guard position < bytes.count else { throw problem("an escaped character") }
    if let byte = plain[bytes[position]] {
      position += 1
      return [byte]
    }
    guard bytes[position] == UInt8(ascii: "u") else { throw problem("an escaped character") }
    var units = [try codeUnit()]
    // The first half of a surrogate pair: the second half has to follow.
    if UTF16.isLeadSurrogate(units[0]), bytes[position...].starts(with: Array("\\u".utf8)) {
      position += 1
      units.append(try codeUnit())
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// The four hexadecimal digits after a `u`.
  private mutating func codeUnit() throws(DocumentNode.Problem) -> UInt16 {
    position += 1
    let digits = bytes[position...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ $0 != UInt8(ascii: "+") }),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw problem("four hexadecimal digits") }
    position += 4
    return unit
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
    guard next() != nil,
      text.withUTF8Buffer({ bytes[position...].starts(with: $0) })
    else { return false }
    position += text.utf8CodeUnitCount
    return true
  }

  private func problem(_ expected: String) -> DocumentNode.Problem {
    DocumentNode.Problem(bytes, "JSON", at: position, expected: expected)
  }
}
