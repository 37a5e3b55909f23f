/// A JSON value whose objects keep the order in which their members were written, so that a
/// document reads from the general to the particular and comes out the same every time. Not API:
/// shared by the modules that write JSON.
package enum JSONValue {
  case null
  case bool(Bool)
  case integer(Int)
  /// Written to 1e-6; what is not finite as `null`.
  case number(Double)
  /// Written with all its digits; it has to be finite.
  case exact(Double)
  case string(String)
  case array([JSONValue])
  case object([(String, JSONValue)])

  /// Numbers, `null` for those that JSON can't say.
  package static func numbers(_ values: [Double]) -> JSONValue {
    .array(values.map(JSONValue.number))
  }

  /// The value, or `null`.
  package static func optional(_ value: JSONValue?) -> JSONValue { value ?? .null }
}

extension JSONValue {
  /// The text: two spaces of indentation, arrays of plain values on one line, a newline at the end.
  package var text: String { text(atDepth: 0) + "\n" }

  /// The text without a newline at its end, as it stands so many levels deep in another document.
  package func text(atDepth depth: Int) -> String {
    var writer = JSONWriter(isCompact: false)
    writer.write(self, depth: depth)
    return writer.text
  }

  /// The text on one line, without spaces or a newline.
  package var compactText: String {
    var writer = JSONWriter(isCompact: true)
    writer.write(self, depth: 0)
    return writer.text
  }

  /// The shortest digits of the number rounded to 1e-6, never `-0` nor an exponent; its own digits
  /// from 9e9 on; `nil` for what is not finite.
  package static func digits(of value: Double) -> String? {
    guard value.isFinite else { return nil }
    var writer = JSONWriter(isCompact: true)
    writer.write(digitsOf: value)
    return writer.text
  }
}

/// Builds a document's text as bytes: documents of videos have millions of numbers.
private struct JSONWriter {
  private let isCompact: Bool
  private var bytes: [UInt8] = []

  init(isCompact: Bool) { self.isCompact = isCompact }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func write(_ value: JSONValue, depth: Int) {
    switch value {
    case .null: write("null")
    case .bool(let value): write(value ? "true" : "false")
    case .integer(let value):
      if value < 0 { bytes.append(UInt8(ascii: "-")) }
      write(digitsOf: value.magnitude)
    case .number(let value):
      if value.isFinite { write(digitsOf: value) } else { write("null") }
    case .exact(let value): bytes.append(contentsOf: "\(value)".utf8)
    case .string(let value): write(quoted: value)
    case .array(let elements):
      let isFlat = elements.allSatisfy(\.isPlain)
      begin("[", isFlat: isFlat, depth: depth)
      for index in elements.indices {
        if index > 0 { separate(isFlat: isFlat, depth: depth) }
        write(elements[index], depth: depth + 1)
      }
      end("]", isFlat: isFlat, depth: depth)
    case .object(let members):
      let isFlat = members.count <= 4 && members.allSatisfy { $0.1.isPlain }
      begin("{", isFlat: isFlat, depth: depth)
      if isFlat && !isCompact { write(" ") }
      for index in members.indices {
        if index > 0 { separate(isFlat: isFlat, depth: depth) }
        write(quoted: members[index].0)
        write(isCompact ? ":" : ": ")
        write(members[index].1, depth: depth + 1)
      }
      if isFlat && !isCompact { write(" ") }
      end("}", isFlat: isFlat, depth: depth)
    }
  }

  // MARK: Layout

  private mutating func begin(_ bracket: StaticString, isFlat: Bool, depth: Int) {
    write(bracket)
    if !isFlat { breakLine(depth: depth + 1) }
  }

  private mutating func separate(isFlat: Bool, depth: Int) {
    write(",")
    if !isFlat { breakLine(depth: depth + 1) } else if !isCompact { write(" ") }
  }

  private mutating func end(_ bracket: StaticString, isFlat: Bool, depth: Int) {
    if !isFlat { breakLine(depth: depth) }
    write(bracket)
  }

  private mutating func breakLine(depth: Int) {
    guard !isCompact else { return }
    bytes.append(UInt8(ascii: "\n"))
    for _ in 0..<depth { write("  ") }
  }

  // MARK: Plain values

  private mutating func write(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private mutating func write(digitsOf number: UInt) {
    // The last digit comes first: 20 hold any number of 64 bits.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var (rest, start) = (number, 20)
      repeat {
        start -= 1
        digits.initializeElement(at: start, to: UInt8(ascii: "0") + UInt8(rest % 10))
        rest /= 10
      } while rest > 0
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
    }
  }

  /// A finite number, as `JSONValue.digits(of:)` has it.
  mutating func write(digitsOf value: Double) {
    guard abs(value) < 9e9 else {
      bytes.append(contentsOf: "\(value)".utf8)
      return
    }
    let millionths = Int((value * 1e6).rounded())
    if millionths < 0 { bytes.append(UInt8(ascii: "-")) }
    let (whole, rest) = millionths.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    write(digitsOf: whole)
    guard rest > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    var (digits, place) = (rest, 100_000 as UInt)
    while digits > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(digits / place))
      digits %= place
      place /= 10
    }
  }

  private mutating func write(quoted string: String) {
    if string.utf8.contains(where: { $0 == 0x7F || $0 == 0xC2 || $0 == 0xF4 }) {
      write(quotedScalars: string)
      return
    }
    bytes.append(UInt8(ascii: "\""))
    append(quoted: string)
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func append(quoted string: String) {
    // Every byte of a character beyond ASCII is above those that have to be escaped.
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""): write("\\\"")
      case UInt8(ascii: "\\"): write("\\\\")
      case UInt8(ascii: "\n"): write("\\n")
      case UInt8(ascii: "\r"): write("\\r")
      case UInt8(ascii: "\t"): write("\\t")
      case 0..<0x10:
        write("\\u000")
        bytes.append(contentsOf: String(byte, radix: 16).utf8)
      case 0x10..<0x20:
        write("\\u00")
        bytes.append(contentsOf: String(byte, radix: 16).utf8)
      default: bytes.append(byte)
      }
    }
  }
}

extension JSONWriter {
  /// Writes a text that may hold controls beyond those that JSON forbids, which a terminal obeys too,
  /// and bytes of a file's name that are none: no JSON can say those.
  private mutating func write(quotedScalars string: String) {
    var plain = ""
    var rest = string.unicodeScalars[...]
    bytes.append(UInt8(ascii: "\""))
    while let scalar = rest.popFirst() {
      if (0x7F..<0xA0).contains(scalar.value) {
        append(quoted: plain)
        plain = ""
        bytes.append(contentsOf: "\\u00\(String(scalar.value, radix: 16))".utf8)
      } else {
        plain.unicodeScalars.append(String.byte(standingAs: scalar) == nil ? scalar : "\u{FFFD}")
      }
    }
    append(quoted: plain)
    bytes.append(UInt8(ascii: "\""))
  }
}

extension JSONValue {
  fileprivate var isPlain: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }
}
