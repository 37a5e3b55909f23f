internal import PoseDocuments

/// XML as XMP packets use it (ISO 16684-1): RDF lets an attribute stand for an element with text.
extension XMLTree {
  /// The root of a packet, which may be padded; `nil` for what is no well-formed XML in UTF-8.
  init?(xmp packet: [UInt8]) {
    guard let root = try? XMLTree(parsing: packet, isPadded: true) else { return nil }
    self = root
  }

  /// A node that holds others: those of several packets about one picture.
  init(joining nodes: [XMLTree]) {
    self.init()
    elements = nodes
  }

  /// Attributes, then elements.
  private var children: [XMLTree] { attributes + elements }

  /// The first node of this name among all below, in the order of the document.
  func first(_ namespace: String, _ name: String) -> XMLTree? {
    for child in children {
      if child.name == name && child.namespace == namespace { return child }
      if let found = child.first(namespace, name) { return found }
    }
    return nil
  }

  /// All nodes of this name below, in the order of the document.
  func all(_ namespace: String, _ name: String) -> [XMLTree] {
    children.flatMap { child in
      (child.name == name && child.namespace == namespace ? [child] : [])
        + child.all(namespace, name)
    }
  }

  /// The text of the first node of this name below; `nil` for none and for no text.
  func text(_ namespace: String, _ name: String) -> String? {
    guard let text = first(namespace, name)?.text, !text.isEmpty else { return nil }
    return text
  }

  /// The finite number that is the text of the first node of this name below.
  func number(_ namespace: String, _ name: String) -> Double? {
    text(namespace, name).flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
  }

  /// The bytes that the text of the first node of this name below is the base64 of.
  func data(_ namespace: String, _ name: String) -> [UInt8]? {
    text(namespace, name).flatMap { [UInt8](base64: $0) }
  }

  /// The members of the first list below: RDF's `Seq`, `Bag` or `Alt` of `li`.
  var items: [XMLTree] {
    guard let list = elements.first(where: { ["Seq", "Bag", "Alt"].contains($0.name) }) else {
      return []
    }
    return list.elements.filter { $0.name == "li" }
  }
}

extension [UInt8] {
  /// The bytes of a base64 text (RFC 4648, 4), which may be broken into lines; `nil` for anything
  /// else.
  fileprivate init?(base64 text: String) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count / 4 * 3)
    var (bits, count, isEnded) = (UInt32(0), 0, false)
    for character in text.utf8 {
      let value: UInt8
      switch character {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = character - 65
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = character - 71
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = character + 4
      case UInt8(ascii: "+"): value = 62
      case UInt8(ascii: "/"): value = 63
      case UInt8(ascii: "="):
        isEnded = true
        continue
      case 9, 10, 13, 32: continue
      default: return nil
      }
      guard !isEnded else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    // Six bits alone are no byte.
    guard count < 6 else { return nil }
    self = bytes
  }
}
