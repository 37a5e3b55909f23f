import PoseDocuments

/// What the metadata of a QuickTime or MP4 file state of the camera. FFmpeg hands on the file's, but not those of a track,
/// where phones write them.
///
/// Boxes are those of ISO/IEC 14496-12. A `meta` box has names in `keys` and values in `ilst` (QuickTime File Format,
/// "Metadata").
struct QuickTimeMetadata: ~Copyable {
  private let file: RegularFile
  private var boxCount = 0

  /// iPhones write it: a text as "50.00mm" (AVFoundation, `quickTimeMetadataCameraFocalLength35mmEquivalent`), or a
  /// number.
  private static let focalLengthKey = Array(
    "com.apple.quicktime.camera.focal_length.35mm_equivalent".utf8)
  /// The focal lengths in millimetres of lenses that there are.
  private static let focalLengths = 5.0...2000.0
  /// In bytes; a longer `meta` box isn't read. Chosen.
  private static let longestMetadata = 1 << 20
  /// Of a file with more boxes no more are read. Chosen.
  private static let mostBoxes = 10_000

  /// `nil` for what is no regular file.
  init?(_ path: String) {
    guard let file = RegularFile(path) else { return nil }
    self.file = file
  }

  /// The focal length in 35 mm film of the camera, in millimetres; `nil` where the file states none.
  consuming func focalLengthIn35mmFilm() -> Double? {
    guard let movie = boxes(in: 0..<file.size).first(where: { $0.type == "moov" }) else {
      return nil
    }
    let parts = boxes(in: movie.content)
    var metadata: [Box] = []
    for track in parts where track.type == "trak" {
      metadata += boxes(in: track.content).filter { $0.type == "meta" }
    }
    metadata += parts.filter { $0.type == "meta" }
    for one in metadata where one.content.count <= Self.longestMetadata {
      guard let bytes = try? file.bytes(one.content.count, from: one.content.lowerBound),
        let value = Self.focalLength(in: bytes), Self.focalLengths.contains(value)
      else { continue }
      return value
    }
    return nil
  }

  // MARK: Boxes

  private struct Box {
    let type: String
    let content: Range<Int>
  }

  /// The boxes in a part of the file, as far as they are whole.
  private mutating func boxes(in part: Range<Int>) -> [Box] {
    var found: [Box] = []
    var start = part.lowerBound
    while start + 8 <= part.upperBound, boxCount < Self.mostBoxes,
      let head = try? file.bytes(min(16, part.upperBound - start), from: start),
      let box = Self.box(head, upTo: part.upperBound - start)
    {
      boxCount += 1
      found.append(
        Box(
          type: box.type,
          content: start + box.content.lowerBound..<start + box.content.upperBound))
      start += box.content.upperBound
    }
    return found
  }

  /// The box at the beginning of some bytes, of which no more may be there than its head; `nil` if it is longer than what it
  /// is in.
  private static func box(_ head: [UInt8], upTo limit: Int) -> Box? {
    guard head.count >= 8, var size = head.bigEndian(at: 0, count: 4) else { return nil }
    var start = 8
    if size == 0 { size = limit }
    if size == 1 {
      guard let long = head.bigEndian(at: 8, count: 8) else { return nil }
      (size, start) = (long, 16)
    }
    guard size >= start, size <= limit else { return nil }
    return Box(type: String(decoding: head[4..<8], as: UTF8.self), content: start..<size)
  }

  /// The boxes in some bytes, as far as they are whole, with the numbers that their types are.
  private static func boxes(
    in bytes: [UInt8]
  ) -> [(type: String, number: Int, content: [UInt8])] {
    var found: [(type: String, number: Int, content: [UInt8])] = []
    var start = 0
    while true {
      let head = Array(bytes[start..<min(start + 16, bytes.count)])
      guard let box = box(head, upTo: bytes.count - start),
        let number = head.bigEndian(at: 4, count: 4)
      else { return found }
      let content = bytes[start + box.content.lowerBound..<start + box.content.upperBound]
      found.append((box.type, number, Array(content)))
      start += box.content.upperBound
    }
  }

  // MARK: Values

  private static func focalLength(in metadata: [UInt8]) -> Double? {
    // ISO's box has four bytes of a version before the others, QuickTime's has none.
    let isPlain = metadata.dropFirst(4).starts(with: "hdlr".utf8)
    let parts = boxes(in: isPlain ? metadata : Array(metadata.dropFirst(4)))
    guard let keys = parts.first(where: { $0.type == "keys" })?.content,
      let list = parts.first(where: { $0.type == "ilst" })?.content,
      let number = keyNumber(in: keys)
    else { return nil }
    // A value's type is the number of its key, from 1.
    let item = boxes(in: list).first { $0.number == number }
    let data = item.flatMap { boxes(in: $0.content).first { $0.type == "data" } }
    return data.flatMap { value($0.content) }
  }

  /// The place of the focal length among the keys, from 1.
  private static func keyNumber(in keys: [UInt8]) -> Int? {
    guard let count = keys.bigEndian(at: 4, count: 4) else { return nil }
    var start = 8
    for number in 0..<count {
      guard let size = keys.bigEndian(at: start, count: 4), size >= 8, size <= keys.count - start
      else { return nil }
      if keys[start + 8..<start + size].elementsEqual(focalLengthKey) { return number + 1 }
      start += size
    }
    return nil
  }

  /// A number, or a text that begins with one.
  private static func value(_ data: [UInt8]) -> Double? {
    guard let type = data.bigEndian(at: 1, count: 3) else { return nil }
    let content = Array(data.dropFirst(8))
    switch type {
    case 1:
      let text = String(decoding: content, as: UTF8.self)
      return Double(text.prefix { $0.isNumber || $0 == "." })
    case 23 where content.count == 4:
      return content.bigEndian(at: 0, count: 4).flatMap(UInt32.init(exactly:))
        .map { Double(Float(bitPattern: $0)) }
    case 24 where content.count == 8:
      return Double(bitPattern: content.reduce(0) { $0 << 8 | UInt64($1) })
    // Signed and unsigned, of any size and of a stated one. Focal lengths are above 0.
    case 21, 22, 65...67, 74...78:
      return content.bigEndian(at: 0, count: content.count).map(Double.init)
    default: return nil
    }
  }
}
