/// Videos with the metadata that phones write: `plain.mp4`, its index at the end and with more boxes in it.
package enum PhoneVideo {
  /// A name and its value: the type of its number and the bytes.
  package struct Item: Sendable {
    let key: String
    let type: UInt32
    let bytes: [UInt8]

    package init(_ key: String, type: UInt32, _ bytes: [UInt8]) {
      (self.key, self.type, self.bytes) = (key, type, bytes)
    }

    package init(_ key: String, _ text: String) { self.init(key, type: 1, Array(text.utf8)) }

    /// The focal length in 35 mm film.
    package static func focalLength(type: UInt32, _ bytes: [UInt8]) -> Item {
      Item("com.apple.quicktime.camera.focal_length.35mm_equivalent", type: type, bytes)
    }

    /// The same as a text.
    package static func focalLength(_ text: String) -> Item {
      focalLength(type: 1, Array(text.utf8))
    }
  }

  /// The bytes of the file.
  ///
  /// - Parameters:
  ///   - track: the items of the picture's track.
  ///   - file: the items of the file.
  ///   - isISO: whether the boxes have a version, as ISO's have and QuickTime's don't.
  package static func bytes(
    track: [Item] = [], file: [Item] = [], isISO: Bool = false
  ) throws -> [UInt8] {
    let plain = try Fixture.bytes("video/plain.mp4")
    guard let name = plain.indices.first(where: { plain[$0...].starts(with: "moov".utf8) }) else {
      preconditionFailure("the fixture has an index")
    }
    let size = Int(bigEndian: plain[(name - 4)..<name])
    var movie = Array(plain[(name - 4)..<(name - 4 + size)])
    if !track.isEmpty {
      guard let trak = movie.indices.first(where: { movie[$0...].starts(with: "trak".utf8) })
      else { preconditionFailure("the fixture has a track") }
      let metadata = metadata(track, isISO: isISO)
      let length = Int(bigEndian: movie[(trak - 4)..<trak])
      movie.insert(contentsOf: metadata, at: trak - 4 + length)
      movie.replaceSubrange((trak - 4)..<trak, with: bigEndian(length + metadata.count))
    }
    if !file.isEmpty { movie += metadata(file, isISO: isISO) }
    movie.replaceSubrange(0..<4, with: bigEndian(movie.count))
    // Pictures stay where they are.
    var bytes = plain
    bytes.replaceSubrange(name..<(name + 4), with: "free".utf8)
    return bytes + movie
  }

  private static func metadata(_ items: [Item], isISO: Bool) -> [UInt8] {
    let handler = box(
      "hdlr", Array(repeating: 0, count: 8) + Array("mdta".utf8) + [UInt8](repeating: 0, count: 13))
    let keys = items.map { box("mdta", Array($0.key.utf8)) }
    let values = items.enumerated().map { number, item in
      box(
        String(decoding: bigEndian(number + 1), as: UTF8.self),
        box("data", bigEndian(Int(item.type)) + bigEndian(0) + item.bytes))
    }
    return box(
      "meta",
      (isISO ? bigEndian(0) : []) + handler
        + box("keys", bigEndian(0) + bigEndian(items.count) + keys.joined())
        + box("ilst", Array(values.joined())))
  }

  private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    bigEndian(content.count + 8) + Array(type.utf8) + content
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) }
  }
}

extension Int {
  fileprivate init(bigEndian bytes: ArraySlice<UInt8>) {
    self = bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}
