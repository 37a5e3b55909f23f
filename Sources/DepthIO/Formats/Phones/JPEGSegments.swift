internal import PoseDocuments

/// The marker segments of a JPEG (ITU-T T.81, B.1.1), and where the JPEGs are in a file that holds
/// several. Written for hostile bytes: what doesn't fit ends the list.
struct JPEGSegments {
  static let app1: UInt8 = 0xE1
  static let app2: UInt8 = 0xE2

  /// A segment: its marker and where its content is, after the two bytes of its length.
  struct Segment {
    let marker: UInt8
    let content: Range<Int>
  }

  /// The segments before the first entropy-coded data; its header, SOS, is the last one.
  let header: [Segment]
  private let bytes: [UInt8]

  /// The segments of the JPEG at the start of these bytes.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var header: [Segment] = []
    var position = 2
    while let segment = Self.segment(in: bytes, at: &position) {
      header.append(segment)
      if segment.marker == Self.startOfScan { break }
    }
    self.header = header
  }

  /// The contents, after their name, of the header's segments with this marker and name.
  func contents(of marker: UInt8, starting name: [UInt8]) -> [Range<Int>] {
    header.compactMap { segment in
      guard segment.marker == marker, bytes[segment.content].starts(with: name) else { return nil }
      return (segment.content.lowerBound + name.count)..<segment.content.upperBound
    }
  }

  /// The marker of the frame header, which tells the coding process: 0xC0 baseline, 0xC2
  /// progressive, 0xC3 lossless.
  var process: UInt8? { header.first { Self.isFrame($0.marker) }?.marker }

  /// The first JPEG in these bytes and all that follow it there, each from its start to the start of
  /// the next; thumbnails inside segments are no JPEGs of their own.
  static func images(in bytes: [UInt8]) -> [Range<Int>] {
    var starts: [Int] = []
    var position = 0
    while let start = nextImage(in: bytes, from: position) {
      starts.append(start)
      guard let end = end(ofImageAt: start, in: bytes) else { break }
      position = end
    }
    return zip(starts, starts.dropFirst() + [bytes.count]).map { $0..<$1 }
  }

  /// The byte after the end-of-image marker of the JPEG that starts there; `nil` when it has none.
  static func end(ofImageAt start: Int, in bytes: [UInt8]) -> Int? {
    var position = start + 2
    while true {
      guard let segment = segment(in: bytes, at: &position) else {
        let isEnd = position + 2 <= bytes.count && bytes[position + 1] == endOfImage
        return isEnd ? position + 2 : nil
      }
      guard segment.marker == startOfScan else { continue }
      // Entropy-coded data goes on over stuffed zeros and restart markers.
      while position + 1 < bytes.count {
        let next = bytes[position + 1]
        if bytes[position] == 0xFF, next != 0, next != 0xFF, !(0xD0...0xD7).contains(next) { break }
        position += 1
      }
    }
  }

  private static let startOfScan: UInt8 = 0xDA
  private static let endOfImage: UInt8 = 0xD9

  private static func isFrame(_ marker: UInt8) -> Bool {
    // Among them are the tables of Huffman and arithmetic coding and an extension.
    (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
  }

  /// The segment at a position, which moves behind it; `nil`, and a position at the marker, for
  /// anything but a whole segment.
  private static func segment(in bytes: [UInt8], at position: inout Int) -> Segment? {
    // Fill bytes may stand before a marker.
    while position + 1 < bytes.count, bytes[position] == 0xFF, bytes[position + 1] == 0xFF {
      position += 1
    }
    guard position + 4 <= bytes.count, bytes[position] == 0xFF else { return nil }
    let marker = bytes[position + 1]
    let length = bytes.bigEndian(at: position + 2, count: 2) ?? 0
    guard marker >= 0xC0, !(0xD0...0xD9).contains(marker), length >= 2,
      position + 2 + length <= bytes.count
    else { return nil }
    defer { position += 2 + length }
    return Segment(marker: marker, content: (position + 4)..<(position + 2 + length))
  }

  private static func nextImage(in bytes: [UInt8], from position: Int) -> Int? {
    var position = position
    while position + 2 < bytes.count {
      if bytes[position] == 0xFF, bytes[position + 1] == 0xD8, bytes[position + 2] == 0xFF {
        return position
      }
      position += 1
    }
    return nil
  }
}

/// The positions of the further images in a JPEG that contains several (CIPA DC-007, Multi-Picture
/// Format): iPhones keep depth maps and mattes there.
enum MultiPictureFormat {
  /// The JPEGs after the first, each from its start to the start of the next.
  ///
  /// The index in the APP2 segment counts from its own TIFF header. Where it is missing or one of its
  /// entries points at no JPEG, as after an editor has put a segment in or out, the file is searched
  /// instead. The lengths in the index are not relied on: the first picture's is often wrong.
  static func auxiliaryImages(in bytes: [UInt8], segments: JPEGSegments) -> [Range<Int>] {
    guard let starts = indexedStarts(in: bytes, segments: segments), !starts.isEmpty else {
      return Array(JPEGSegments.images(in: bytes).dropFirst())
    }
    return zip(starts, starts.dropFirst() + [bytes.count]).map { $0..<$1 }
  }

  /// The places of the pictures after the first in ascending order; `nil` when the index can't be
  /// right.
  private static func indexedStarts(in bytes: [UInt8], segments: JPEGSegments) -> [Int]? {
    let name = Array("MPF\0".utf8)
    guard let content = segments.contents(of: JPEGSegments.app2, starting: name).first,
      let tags = TIFFTags(bytes[content]), let directory = tags.firstDirectory,
      let entries = tags.range(ofBytesAt: 0xB002, directory: directory)
    else { return nil }
    var starts: Set<Int> = []
    // 16 bytes a picture: attributes, length, place, and two numbers of dependent pictures. The
    // first picture's place is 0.
    for entry in stride(from: entries.lowerBound + 16, to: entries.upperBound - 15, by: 16) {
      guard let offset = tags.integer(at: entry + 8, count: 4) else { return nil }
      let start = content.lowerBound + offset
      guard start + 3 <= bytes.count, bytes[start..<(start + 3)] == [0xFF, 0xD8, 0xFF] else {
        return nil
      }
      starts.insert(start)
    }
    return starts.sorted()
  }
}
