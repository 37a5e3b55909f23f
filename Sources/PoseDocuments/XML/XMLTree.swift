internal import CExpat

/// An element of an XML document, or an attribute of one.
package struct XMLTree {
  /// The namespace's address; empty for none.
  package let namespace: String
  /// The name without its prefix.
  package let name: String
  /// The value of an attribute; the text of an element that is in none of its elements, without the
  /// space around it.
  package var text = ""
  package var attributes: [XMLTree] = []
  package var elements: [XMLTree] = []

  package init(namespace: String = "", name: String = "") {
    self.namespace = namespace
    self.name = name
  }

  /// The root element of a document in UTF-8; of a padded one, what follows that is not looked at.
  ///
  /// Throws a problem with line and column for what is not well-formed.
  package init(parsing bytes: [UInt8], isPadded: Bool = false) throws(DocumentNode.Problem) {
    self = try XMLTreeParser(bytes, isPadded: isPadded).document()
  }
}

/// XML 1.0 with namespaces on expat's stream parser, for the two kinds of documents in XML that are
/// read: phones' XMP packets, which may hold a depth map as an attribute of a megabyte, and OpenCV's
/// calibrations.
///
/// Foundation's parser on Linux accepts documents that are cut off, and traps on damaged attributes
/// and on names that are not UTF-8; a file must never end the process. A document type stops the
/// parser before it is read: neither kind has a use for one, and its entities could grow without
/// bound. The whole document is handed over at once: expat up to 2.5 reads a long attribute that
/// comes in pieces again and again (CVE-2023-52425).
final class XMLTreeParser {
  /// Deeper nesting is refused: a tree is walked recursively, and no file may exhaust the stack.
  private static let depthLimit = 64
  /// More tags and attributes are refused: each takes many times the bytes that it has in the file.
  private static let nameLimit = 20_000
  /// The character that expat puts between a namespace and a name; XML does not allow it.
  private static let separator: Unicode.Scalar = "\u{1F}"

  private let parser: XML_Parser
  private let bytes: [UInt8]
  private let isPadded: Bool
  /// The elements around the current place, and the texts read of them.
  private var open: [(tree: XMLTree, text: [UInt8])] = []
  private var root: XMLTree?
  private var nameCount = 0
  /// The problem that stopped the parser.
  private var problem: DocumentNode.Problem?

  init(_ bytes: [UInt8], isPadded: Bool) {
    self.bytes = bytes
    self.isPadded = isPadded
    guard let parser = XML_ParserCreateNS("UTF-8", XML_Char(Self.separator.value)) else {
      preconditionFailure("no memory for an XML parser")
    }
    self.parser = parser
    // The handlers are called while `document` runs only, so that the reference needn't count.
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser, { XMLTreeParser.of($0).begin($1, $2) }, { data, _ in XMLTreeParser.of(data).end() })
    XML_SetCharacterDataHandler(parser) { XMLTreeParser.of($0).append($1, Int($2)) }
    XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in
      XMLTreeParser.of(data).stop(
        DocumentNode.Problem("this XML has a document type or entities, which are not read"))
    }
  }

  deinit { XML_ParserFree(parser) }

  /// The root element.
  func document() throws(DocumentNode.Problem) -> XMLTree {
    guard let size = Int32(exactly: bytes.count) else {
      throw DocumentNode.Problem("this XML is larger than 2 GB")
    }
    let status = bytes.withUnsafeBytes {
      XML_Parse(parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), size, 1)
    }
    if let problem { throw problem }
    guard let root, isPadded || status == XML_STATUS_OK else { throw problem(expected: expected) }
    return root
  }

  /// The input that expat expected.
  private var expected: String {
    let code = XML_GetErrorCode(parser)
    switch code {
    case XML_ERROR_NO_ELEMENTS, XML_ERROR_TAG_MISMATCH:
      return open.last.map { "the end of \($0.tree.name)" } ?? "an element"
    case XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_UNCLOSED_CDATA_SECTION:
      return "the end of what begins here"
    case XML_ERROR_JUNK_AFTER_DOC_ELEMENT: return "the end of the document"
    case XML_ERROR_UNDEFINED_ENTITY, XML_ERROR_BAD_CHAR_REF:
      return "&lt; &gt; &amp; &quot; &apos; or a character's number"
    case XML_ERROR_INVALID_TOKEN: return "another character"
    default:
      let words = XML_ErrorString(code).map { String(cString: $0) } ?? "error \(code.rawValue)"
      return "well-formed XML (expat: \(words))"
    }
  }

  private func problem(expected: String) -> DocumentNode.Problem {
    let place = Int(pose3d_expat_place(parser))
    return DocumentNode.Problem(
      bytes, "XML", at: min(max(place, 0), bytes.count), expected: expected)
  }

  private func stop(_ problem: DocumentNode.Problem) {
    self.problem = self.problem ?? problem
    XML_StopParser(parser, XML_Bool(XML_FALSE))
  }

  // MARK: What expat calls

  private static func of(_ data: UnsafeMutableRawPointer?) -> XMLTreeParser {
    Unmanaged<XMLTreeParser>.fromOpaque(data!).takeUnretainedValue()
  }

  private func begin(
    _ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    var tree = tree(named: name)
    var next = attributes
    while let name = next?[0], let value = next?[1] {
      var attribute = self.tree(named: name)
      attribute.text = String(cString: value)
      tree.attributes.append(attribute)
      next = next.map { $0 + 2 }
    }
    nameCount += 1 + tree.attributes.count
    open.append((tree, []))
    if open.count > Self.depthLimit {
      stop(problem(expected: "no more than \(Self.depthLimit) levels of nesting"))
    } else if nameCount > Self.nameLimit {
      stop(problem(expected: "no more than \(Self.nameLimit) tags and attributes"))
    }
  }

  private func append(_ text: UnsafePointer<CChar>?, _ count: Int) {
    guard !open.isEmpty else { return }
    open[open.count - 1].text += UnsafeRawBufferPointer(start: text, count: count)
  }

  private func end() {
    guard let last = open.popLast() else { return }
    var tree = last.tree
    tree.text = Self.trimmed(String(decoding: last.text, as: UTF8.self))
    if open.isEmpty {
      root = tree
      if isPadded { XML_StopParser(parser, XML_Bool(XML_FALSE)) }
    } else {
      open[open.count - 1].tree.elements.append(tree)
    }
  }

  /// A tree without content; expat has put its namespace before the name.
  private func tree(named name: UnsafePointer<CChar>?) -> XMLTree {
    let parts = name.map { String(cString: $0).split(separator: Character(Self.separator)) } ?? []
    return XMLTree(
      namespace: parts.count == 2 ? String(parts[0]) : "", name: String(parts.last ?? ""))
  }

  private static func trimmed(_ text: String) -> String {
    let isInk = { (character: Character) in !character.isWhitespace }
    guard let first = text.firstIndex(where: isInk), let last = text.lastIndex(where: isInk) else {
      return ""
    }
    return String(text[first...last])
  }
}
