internal import PoseDocuments

/// The boxes of an ISO base media file (ISO/IEC 14496-12, 4.2), every one checked against the bytes
/// there are.
struct HEIFBoxes {
  struct Box {
    let type: String
    let content: Range<Int>
  }

  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The boxes in a range; those that don't fit in it end the list.
  func boxes(in range: Range<Int>) -> [Box] {
    var boxes: [Box] = []
    var position = range.lowerBound
    while let size = bytes.bigEndian(at: position, count: 4), position + 8 <= range.upperBound {
      var header = 8
      var length = size
      if size == 1 {
        header = 16
        length = bytes.bigEndian(at: position + 8, count: 8) ?? 0
      } else if size == 0 {
        length = range.upperBound - position
      }
      guard length >= header, length <= range.upperBound - position else { break }
      boxes.append(
        Box(
          type: String(decoding: bytes[(position + 4)..<(position + 8)], as: UTF8.self),
          content: (position + header)..<(position + length)))
      position += length
    }
    return boxes
  }

  /// The position at which the file's last box should end; `nil` when the file ends there, or when
  /// that box isn't one of picture data.
  var missingEnd: Int? {
    let end = boxes(in: 0..<bytes.count).last?.content.upperBound ?? 0
    guard end + 8 <= bytes.count, bytes[(end + 4)..<(end + 8)].elementsEqual("mdat".utf8),
      var size = bytes.bigEndian(at: end, count: 4)
    else { return nil }
    if size == 1 { size = bytes.bigEndian(at: end + 8, count: 8) ?? 0 }
    let (wanted, overflow) = end.addingReportingOverflow(size)
    return overflow || wanted <= bytes.count ? nil : wanted
  }

  /// The content of the first box of a type in a range.
  func first(_ type: String, in range: Range<Int>) -> Range<Int>? {
    boxes(in: range).first { $0.type == type }?.content
  }

  /// The numbers, from 1, of an item's properties in their order (ISO/IEC 23008-12, 9.3.1: `ipma`).
  func properties(ofItem item: Int, in range: Range<Int>) -> [Int] {
    for box in boxes(in: range) where box.type == "ipma" {
      var position = box.content.lowerBound
      /// The next unsigned integer of `count` bytes, 0 after the end of the box.
      func next(_ count: Int) -> Int {
        defer { position += count }
        return position + count <= box.content.upperBound
          ? bytes.bigEndian(at: position, count: count) ?? 0 : 0
      }
      let (version, flags) = (next(1), next(3))
      let itemSize = version == 0 ? 2 : 4
      let indexSize = flags & 1 == 0 ? 1 : 2
      for _ in 0..<next(4) where position < box.content.upperBound {
        let found = next(itemSize)
        // The highest bit marks a property that a reader has to know.
        let indices = (0..<next(1)).map { _ in next(indexSize) & (indexSize == 1 ? 0x7F : 0x7FFF) }
        if found == item { return indices }
      }
    }
    return []
  }
}
