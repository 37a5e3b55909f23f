internal import PoseDocuments

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
