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
