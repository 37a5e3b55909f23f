/// A parser of the XML that XMP packets are written in (XML 1.0 and Namespaces, without document
/// types), which may hold a depth map as an attribute of a megabyte.
///
/// Foundation's parser on Linux traps when an attribute is damaged, and a picture must never end the
/// process. A document type is refused: XMP has no use for one, and its entities could grow without
/// bound.
struct XMPParser {
  /// Deeper nesting is refused, so that no file can exhaust the stack.
  private static let depthLimit = 64

  private let bytes: [UInt8]
  private var position = 0
  /// The elements around the current place, with their names as written and the namespaces that
  /// each of them declares.
  private var open: [(node: XMPNode, name: String, namespaces: [String: String])] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    // A byte order mark.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// The root element; `nil` for what is not well-formed. What follows it is not looked at: packets
  /// are padded.
  mutating func document() -> XMPNode? {
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "<") else {
        guard characters() else { return nil }
        continue
      }
      if take("<?") {
        guard skip(past: "?>") else { return nil }
      } else if take("<!--") {
        guard skip(past: "-->") else { return nil }
      } else if take("<![CDATA[") {
        let start = position
        guard !open.isEmpty, skip(past: "]]>") else { return nil }
        open[open.count - 1].node.text += String(
          decoding: bytes[start..<(position - 3)], as: UTF8.self)
      } else if take("</") {
        guard name() == open.last?.name, takeSpace(), take(">") else { return nil }
        if let root = close() { return root }
      } else {
        guard take("<"), let isEmpty = startTag() else { return nil }
        if isEmpty, let root = close() { return root }
      }
    }
    return nil
  }

  /// Text between tags; of an element's, the space around it doesn't count.
  private mutating func characters() -> Bool {
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "<") { position += 1 }
    guard let text = Self.text(bytes[start..<position]) else { return false }
    guard !open.isEmpty else { return text.allSatisfy(\.isWhitespace) }
    open[open.count - 1].node.text += text
    return true
  }

  /// Opens an element after its "<"; whether it ends at once, or `nil` when it is damaged.
  private mutating func startTag() -> Bool? {
    guard open.count < Self.depthLimit, let name = name() else { return nil }
    var attributes: [(name: String, value: String)] = []
    var namespaces: [String: String] = [:]
    while takeSpace(), let attribute = self.name() {
      guard takeSpace(), take("="), takeSpace(), let value = quoted() else { return nil }
      if attribute == "xmlns" {
        namespaces[""] = value
      } else if attribute.hasPrefix("xmlns:") {
        namespaces[String(attribute.dropFirst(6))] = value
      } else {
        attributes.append((attribute, value))
      }
    }
    let isEmpty = take("/")
    guard take(">") else { return nil }
    open.append((XMPNode(namespace: "", name: name), name, namespaces))
    var node = self.node(name)
    node.children = attributes.map { attribute in
      var child = self.node(attribute.name)
      child.text = attribute.value
      return child
    }
    open[open.count - 1].node = node
    return isEmpty
  }

  /// Ends the innermost element; the root comes back when that was it.
  private mutating func close() -> XMPNode? {
    guard var node = open.popLast()?.node else { return nil }
    let isSpace = { (character: Character) in character.isWhitespace }
    node.text = String(node.text.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
    guard !open.isEmpty else { return node }
    open[open.count - 1].node.children.append(node)
    return nil
  }

  /// A node without content whose prefix has been looked up in the elements that are open.
  private func node(_ name: String) -> XMPNode {
    let parts = name.split(separator: ":", maxSplits: 1)
    let prefix = parts.count == 2 ? String(parts[0]) : ""
    let namespace = open.reversed().lazy.compactMap { $0.namespaces[prefix] }.first
    return XMPNode(namespace: namespace ?? "", name: String(parts.last ?? ""))
  }

  private mutating func name() -> String? {
    let start = position
    while position < bytes.count {
      let byte = bytes[position]
      guard byte > 32, !"<>/=\"'&".utf8.contains(byte) else { break }
      position += 1
    }
    return start == position ? nil : String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func quoted() -> String? {
    guard position < bytes.count, bytes[position] == 34 || bytes[position] == 39 else { return nil }
    let quote = bytes[position]
    let start = position + 1
    guard let end = bytes[start...].firstIndex(of: quote) else { return nil }
    position = end + 1
    return Self.text(bytes[start..<end])
  }

  /// Text with its references replaced; `nil` for one that XML itself doesn't have.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
    var text = ""
    var rest = bytes
    while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
      text += String(decoding: rest[..<start], as: UTF8.self)
      guard let end = rest[start...].prefix(12).firstIndex(of: UInt8(ascii: ";")),
        let character = character(String(decoding: rest[(start + 1)..<end], as: UTF8.self))
      else { return nil }
      text.unicodeScalars.append(character)
      rest = rest[(end + 1)...]
    }
    return text + String(decoding: rest, as: UTF8.self)
  }

  private static func character(_ reference: String) -> Unicode.Scalar? {
    switch reference {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default:
      if reference.hasPrefix("#x") {
        return UInt32(reference.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
      }
      guard reference.hasPrefix("#") else { return nil }
      return UInt32(reference.dropFirst()).flatMap(Unicode.Scalar.init)
    }
  }

  private mutating func take(_ token: StaticString) -> Bool {
    let end = position + token.utf8CodeUnitCount
    guard end <= bytes.count,
      token.withUTF8Buffer({ bytes[position..<end].elementsEqual($0) })
    else { return false }
    position = end
    return true
  }

  /// Passes space, of which there may be none; always true, for use in conditions.
  private mutating func takeSpace() -> Bool {
    while position < bytes.count, [9, 10, 13, 32].contains(bytes[position]) { position += 1 }
    return true
  }

  private mutating func skip(past token: StaticString) -> Bool {
    while position < bytes.count {
      if take(token) { return true }
      position += 1
    }
    return false
  }
}
