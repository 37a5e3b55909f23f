// XMP is XML, and a depth map may be in it as an attribute of a megabyte. Foundation's parser reads
// that and knows namespaces, entities and encodings; nothing else of DepthIO needs Foundation.
#if canImport(FoundationXML)
  internal import Foundation
  internal import FoundationXML
#else
  internal import Foundation
#endif

/// A node of an XMP packet (ISO 16684-1): an element, or an attribute, which RDF lets stand for an
/// element with text.
struct XMPNode {
  let namespace: String
  let name: String
  /// The text of an element or the value of an attribute, without the space around it.
  fileprivate(set) var text = ""
  /// Attributes, then elements.
  fileprivate(set) var children: [XMPNode] = []

  /// The root of a packet; `nil` for what is no well-formed XML in UTF-8.
  ///
  /// A packet with a document type is none: XMP has no use for one, and its entities could grow
  /// without bound. So nothing is ever expanded but the five entities of XML itself.
  init?(parsing packet: [UInt8]) {
    guard let packet = Self.element(in: packet) else { return nil }
    let builder = TreeBuilder()
    let parser = XMLParser(data: Data(packet))
    parser.shouldProcessNamespaces = true
    parser.shouldReportNamespacePrefixes = true
    parser.shouldResolveExternalEntities = false
    parser.delegate = builder
    guard parser.parse(), let root = builder.root else { return nil }
    self = root
  }

  /// A node that holds others: those of several packets about one picture.
  init(joining nodes: [XMPNode]) {
    (namespace, name) = ("", "")
    children = nodes
  }

  fileprivate init(namespace: String, name: String) {
    self.namespace = namespace
    self.name = name
  }

  /// The first node of this name among all below, in the order of the document.
  func first(_ namespace: String, _ name: String) -> XMPNode? {
    for child in children {
      if child.name == name && child.namespace == namespace { return child }
      if let found = child.first(namespace, name) { return found }
    }
    return nil
  }

  /// All nodes of this name below, in the order of the document.
  func all(_ namespace: String, _ name: String) -> [XMPNode] {
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

  /// The members of the first list below: RDF's `Seq`, `Bag` or `Alt` of `li`.
  var items: [XMPNode] {
    guard let list = children.first(where: { ["Seq", "Bag", "Alt"].contains($0.name) }) else {
      return []
    }
    return list.children.filter { $0.name == "li" }
  }

  /// The packet without an XML declaration, whose encoding could hide a document type, and without
  /// the zeros that pad it.
  private static func element(in packet: [UInt8]) -> ArraySlice<UInt8>? {
    var packet = packet[...]
    while packet.last == 0 { packet.removeLast() }
    if packet.starts(with: [0xEF, 0xBB, 0xBF]) { packet = packet.dropFirst(3) }
    if packet.starts(with: Array("<?xml ".utf8)) {
      guard let end = packet.firstIndex(of: UInt8(ascii: ">")) else { return nil }
      packet = packet[(end + 1)...]
    }
    // A zero byte is UTF-16's or UTF-32's.
    guard !packet.contains(0), !packet.contains(Array("<!DOCTYPE".utf8)) else { return nil }
    return packet
  }
}

/// Builds the tree while the parser reads.
private final class TreeBuilder: NSObject, XMLParserDelegate {
  private(set) var root: XMPNode?
  private var open: [XMPNode] = []
  private var namespaces: [String: [String]] = [:]

  func parser(_ parser: XMLParser, didStartMappingPrefix prefix: String, toURI uri: String) {
    namespaces[prefix, default: []].append(uri)
  }

  func parser(_ parser: XMLParser, didEndMappingPrefix prefix: String) {
    namespaces[prefix]?.removeLast()
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    var node = XMPNode(namespace: namespaceURI ?? "", name: name)
    node.children = attributes.sorted { $0.key < $1.key }.map { key, value in
      let parts = key.split(separator: ":", maxSplits: 1).map(String.init)
      var attribute = XMPNode(
        namespace: parts.count == 2 ? namespaces[parts[0]]?.last ?? "" : "", name: parts.last ?? "")
      attribute.text = value
      return attribute
    }
    open.append(node)
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    guard !open.isEmpty else { return }
    open[open.count - 1].text += string
  }

  func parser(_ parser: XMLParser, foundCDATA block: Data) {
    guard !open.isEmpty else { return }
    open[open.count - 1].text += String(decoding: block, as: UTF8.self)
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    guard var node = open.popLast() else { return }
    node.text = node.text.trimmingCharacters(in: .whitespacesAndNewlines)
    if open.isEmpty { root = node } else { open[open.count - 1].children.append(node) }
  }
}
