import PoseDocuments
import TestSupport
import Testing

@testable import PoseVideo

/// Metadata in which phones state their lens and their name.
struct PhoneVideoTests {
  typealias Item = PhoneVideo.Item

  private static func float(_ bits: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: bits.bigEndian) { Array($0) }
  }

  static let values: [(Item, Double?)] = [
    (.focalLength("50.00mm"), 50), (.focalLength("27"), 27), (.focalLength("13.5 mm"), 13.5),
    (.focalLength(type: 21, [27]), 27), (.focalLength(type: 21, [0, 0, 0, 26]), 26),
    (.focalLength(type: 22, [0, 28]), 28), (.focalLength(type: 67, [0, 0, 0, 77]), 77),
    (.focalLength(type: 76, [1, 44]), 300),
    (.focalLength(type: 23, float(Float(27.5).bitPattern)), 27.5),
    (.focalLength(type: 24, float(27.25.bitPattern)), 27.25),
    // What no lens has, and what isn't a number.
    (.focalLength("0"), nil), (.focalLength("-27"), nil), (.focalLength("mm"), nil),
    (.focalLength(""), nil), (.focalLength(type: 21, []), nil),
    (.focalLength(type: 23, float(Float.nan.bitPattern)), nil),
    (.focalLength(type: 24, float(Double.infinity.bitPattern)), nil),
    (.focalLength(type: 24, [1, 2, 3]), nil), (.focalLength(type: 13, [27]), nil),
    (.focalLength(type: 22, [255, 255, 255, 255, 255, 255, 255, 255]), nil),
    (Item("com.apple.quicktime.camera.lens_model", "iPhone 13 back camera 5.1mm f/1.6"), nil),
  ]

  @Test(arguments: values, [false, true])
  func `the focal length is that of the track's metadata`(
    value: (item: Item, millimetres: Double?), isISO: Bool
  ) throws {
    let other = Item("com.apple.quicktime.camera.lens_model", "back camera")
    let bytes = try PhoneVideo.bytes(track: [other, value.item], isISO: isISO)
    try withTemporaryFile(bytes, named: "a.mov") { path in
      let reading = try Reading(path)
      #expect(reading.info.focalLengthIn35mmFilm == value.millimetres)
      #expect(reading.info.phone == nil && reading.shown == Array(0..<12))
    }
  }

  @Test func `the track's focal length goes before the file's`() throws {
    let file = Item.focalLength("26")
    for (track, expected) in [
      ([], 26.0), ([Item.focalLength("52")], 52), ([.focalLength("?")], 26),
    ] {
      let bytes = try PhoneVideo.bytes(track: track, file: [file])
      try withTemporaryFile(bytes, named: "a.mov") { path in
        let reading = try Reading(path)
        #expect(reading.info.focalLengthIn35mmFilm == expected)
      }
    }
    #expect(try Reading(Fixture.video("plain.mp4")).info.focalLengthIn35mmFilm == nil)
    #expect(try Reading(Fixture.video("mjpeg.mkv")).info.focalLengthIn35mmFilm == nil)
  }

  static let names: [([Item], String?)] = [
    ([Item("com.apple.quicktime.model", "iPhone 13")], "iPhone 13"),
    ([Item("com.apple.quicktime.model", "iPad Pro (11-inch)")], "iPad Pro (11-inch)"),
    ([Item("com.apple.quicktime.model", "EOS R5")], nil),
    ([Item("com.apple.quicktime.make", "Apple")], nil),
    ([Item("com.android.version", "14")], "an Android phone"),
    ([Item("com.android.version", "14"), Item("com.android.model", "Pixel 8")], "Pixel 8"),
    ([Item("com.android.capture.fps", "30")], nil),
  ]

  @Test(arguments: names)
  func `a phone is known by the file's metadata`(items: [Item], name: String?) throws {
    let bytes = try PhoneVideo.bytes(file: items)
    try withTemporaryFile(bytes, named: "a.mov") { path in
      let reading = try Reading(path)
      #expect(reading.info.phone == name)
    }
  }

  /// Half a megabyte of empty boxes: before the names, in their place, and among the values.
  @Test func `metadata of very many boxes state nothing`() throws {
    func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
      withUnsafeBytes(of: UInt32(content.count + 8).bigEndian) { Array($0) } + Array(type.utf8)
        + content
    }
    let many = (0..<1 << 16).flatMap { _ in box("free", []) }
    let name = Array("com.apple.quicktime.camera.focal_length.35mm_equivalent".utf8)
    let most: [UInt8] = [0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF]
    for parts in [
      many, box("keys", most + many) + box("ilst", []),
      box("keys", most + box("mdta", name)) + box("ilst", many),
    ] {
      let file = box("moov", box("meta", box("hdlr", []) + parts))
      try withTemporaryFile(file, named: "a.mov") { path in
        #expect(QuickTimeMetadata(path)?.focalLengthIn35mmFilm() == nil)
      }
    }
  }

  /// Lengths and counts in the metadata that can't be are passed over; the pictures are there all the same.
  @Test func `broken metadata state nothing, and end nothing`() throws {
    let whole = try PhoneVideo.bytes(track: [.focalLength("27")])
    let start = try #require(
      whole.indices.last { whole[$0...].starts(with: "meta".utf8) }, "the metadata are there")
    for place in (start - 4)..<(whole.count) {
      for value: UInt8 in [0, 1, 0x7F, 0xFF] where whole[place] != value {
        var bytes = whole
        bytes[place] = value
        try withTemporaryFile(bytes, named: "a.mov") { path in
          guard let metadata = QuickTimeMetadata(path) else {
            Issue.record("the file is there")
            return
          }
          let found = metadata.focalLengthIn35mmFilm()
          #expect(found.map { (5...2000).contains($0) } ?? true)
        }
      }
    }
    for length in stride(from: 0, to: whole.count, by: 7) {
      try withTemporaryFile(Array(whole.prefix(length)), named: "a.mov") { path in
        if let metadata = QuickTimeMetadata(path) { _ = metadata.focalLengthIn35mmFilm() }
      }
    }
  }
}
