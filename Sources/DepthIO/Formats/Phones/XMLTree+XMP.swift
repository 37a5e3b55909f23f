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

extension XMLTree {
  /// The XMP of a JPEG: its packet and, if that names one, its extended packet, whose pieces are
  /// spread over many segments (XMP Specification Part 3, 1.1.3.1). `nil` if there is none that can
  /// be read; a damaged extended packet is left out.
  init?(jpeg bytes: [UInt8], segments: JPEGSegments) {
    let name = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    guard let range = segments.contents(of: JPEGSegments.app1, starting: name).first,
      let main = XMLTree(xmp: Array(bytes[range]))
    else { return nil }
    var nodes = [main]
    if let identifier = main.text("http://ns.adobe.com/xmp/note/", "HasExtendedXMP"),
      let packet = Self.extendedPacket(identifier, in: bytes, segments: segments),
      let extended = XMLTree(xmp: packet)
    {
      nodes.append(extended)
    }
    self.init(joining: nodes)
  }

  /// The pieces with this identifier in the order of their offsets; `nil` unless they make up the
  /// whole without a gap. The length that they announce is checked, not trusted.
  private static func extendedPacket(
    _ identifier: String, in bytes: [UInt8], segments: JPEGSegments
  ) -> [UInt8]? {
    let name = Array("http://ns.adobe.com/xmp/extension/\0".utf8) + Array(identifier.utf8)
    guard identifier.utf8.count == 32 else { return nil }
    var pieces: [(offset: Int, content: Range<Int>)] = []
    var total: Int?
    for range in segments.contents(of: JPEGSegments.app1, starting: name) {
      guard range.count > 8, let length = bytes.bigEndian(at: range.lowerBound, count: 4),
        let offset = bytes.bigEndian(at: range.lowerBound + 4, count: 4)
      else { return nil }
      total = length
      pieces.append((offset, (range.lowerBound + 8)..<range.upperBound))
    }
    var packet: [UInt8] = []
    for piece in pieces.sorted(by: { $0.offset < $1.offset }) {
      guard piece.offset == packet.count else { return nil }
      packet += bytes[piece.content]
    }
    return packet.count == total ? packet : nil
  }
}
