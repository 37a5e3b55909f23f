import PoseGeometry
import DepthIO
import PoseDocuments
import Foundation
import PoseImaging
import TestSupport
import Testing
import PoseVideo

struct VideoDamageTests {
  /// The packets of a Matroska file: what its SimpleBlocks hold after the track's number, the time
  /// and the flags (RFC 9559, 10.2). The file has one track.
  private static func packets(in bytes: [UInt8]) -> [Range<Int>] {
    var packets: [Range<Int>] = []
    var place = 0
    while place < bytes.count - 12 {
      let idLength = bytes[place].leadingZeroBitCount + 1
      let id = bytes[place..<(place + idLength)].reduce(0) { $0 << 8 | Int($1) }
      place += idLength
      let sizeLength = bytes[place].leadingZeroBitCount + 1
      let marked = bytes[place..<(place + sizeLength)].reduce(0) { $0 << 8 | Int($1) }
      let size = marked & ~(1 << (7 * sizeLength))
      place += sizeLength
      // Segments and clusters are gone into.
      if id == 0x1853_8067 || id == 0x1F43_B675 { continue }
      if id == 0xA3 { packets.append((place + 4)..<(place + size)) }
      place += size
    }
    return packets
  }

  @Test(arguments: [
    ("plain.mp4", 0.8), ("plain.mp4", 0.95), ("mjpeg.mkv", 0.55), ("mjpeg.mkv", 0.7),
    ("mjpeg.mkv", 0.9), ("untagged.mkv", 0.8), ("untagged.mkv", 0.9),
  ])
  func `a file that was cut short gives what it had`(name: String, share: Double) throws {
    let bytes = try Fixture.bytes("video/\(name)")
    let cut = Array(bytes.prefix(Int(share * Double(bytes.count))))
    let reading = try withTemporaryFile(cut, named: name) { try Reading($0) }
    #expect(reading.report.isTruncated)
    #expect((1..<12).contains(reading.frames.count))
    #expect(reading.shown == reading.indices)
    #expect(reading.times == reading.indices.map { 40 * $0 })
  }

  @Test(arguments: [1, 2, 5, 8, 11])
  func `a packet of H.264 that can't be decoded costs no more than what it is needed for`(
    number: Int
  ) throws {
    var bytes = try Fixture.bytes("video/untagged.mkv")
    let packets = Self.packets(in: bytes)
    try #require(packets.count == 12)
    for place in packets[number] { bytes[place] = 0xFF }
    let (alone, reading) = try withTemporaryFile(bytes, named: "a.mkv") { path in
      (try Reading(path), try Reading(path) { $0.threads = 4 })
    }
    #expect(reading.report.corruptPackets > 0)
    #expect((6...11).contains(reading.frames.count))
    #expect(reading.times == reading.indices.map { 40 * $0 })
    #expect(reading.frames.map(\.image) == alone.frames.map(\.image))
    #expect(reading.indices == alone.indices && reading.report == alone.report)
  }

  @Test func `damage in frames that are not read and that no other needs is not reported`()
    throws
  {
    var bytes = try Fixture.bytes("video/untagged.mkv")
    // After a unit's length its header, whose bits 5 and 6 are 0 where no picture refers to it (H.264, 7.3.1).
    let unreferenced = Self.packets(in: bytes).filter { bytes[$0.lowerBound + 4] & 0x7F == 1 }
    try #require(unreferenced.count > 2)
    // Frame 0 begins the file, and frame 7 is one that others are predicted from.
    let clean = try withTemporaryFile(bytes, named: "a.mkv") { try Reading($0) { $0.every = 7 } }
    for packet in unreferenced { for place in packet.dropFirst(6) { bytes[place] ^= 0xFF } }
    let (whole, some) = try withTemporaryFile(bytes, named: "a.mkv") { path in
      (try Reading(path), try Reading(path) { $0.every = 7 })
    }
    #expect(whole.report.corruptPackets > 0)
    #expect(some.report == clean.report && some.report.corruptPackets == 0)
    #expect(some.frames.map(\.image) == clean.frames.map(\.image))
  }

  /// The squats with 20 bits of their packets flipped.
  private static func damagedSquats(_ seed: UInt64) throws -> [UInt8] {
    var bytes = try Fixture.bytes("video/squats.mp4")
    let media = try #require(bytes.firstRange(of: Array("mdat".utf8)))
    var generator = RandomNumbers(seed: seed)
    for _ in 0..<20 {
      let place = Int.random(in: media.upperBound..<bytes.count * 9 / 10, using: &generator)
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    }
    return bytes
  }

  @Test(arguments: [0, 3, 4] as [UInt64])
  func `damaged H.264 comes out the same every time, whatever the number of threads`(
    seed: UInt64
  ) throws {
    try withTemporaryFile(try Self.damagedSquats(seed), named: "a.mp4") { path in
      let alone = try Reading(path)
      #expect(alone.report.corruptPackets > 0)
      #expect(alone.frames.count + alone.report.corruptPackets == 76)
      for _ in 0..<3 {
        let together = try Reading(path) { $0.threads = 4 }
        #expect(together.report == alone.report)
        #expect(together.frames.map(\.image) == alone.frames.map(\.image))
      }
    }
  }

  @Test(arguments: [0, 3, 4] as [UInt64], [1, 3])
  func `damaged H.264 gives the same frames in parts as in one piece`(seed: UInt64, every: Int)
    throws
  {
    try withTemporaryFile(try Self.damagedSquats(seed), named: "a.mp4") { path in
      let whole = try Reading(path) { $0.every = every }.frames.dropFirst(5)
      var options = VideoReader.Options()
      options.every = every
      let reader = try VideoReader(contentsOf: path, options: options)
      for expected in whole {
        try reader.seek(to: expected.place)
        let frame = try #require(try reader.next())
        #expect(frame.index == expected.index && frame.image == expected.image)
      }
    }
  }

  /// A packet whose loss leaves pictures that decode without an error, within what is a break anyway, is
  /// not noticed; those are few.
  @Test func `missing parts of a transport stream are reported`() throws {
    let bytes = try Fixture.bytes("video/sizes.ts")
    // Each packet has 188 bytes; tables and the first pictures are before these.
    let packets = 12..<bytes.count / 188 - 1
    let silent = try packets.filter { packet in
      let cut = Array(bytes[..<(188 * packet)] + bytes[(188 * (packet + 1))...])
      let reading = try withTemporaryFile(cut, named: "a.ts") { try Reading($0) }
      let report = reading.report
      // The file was put together of two, which is reported, too.
      return report.corruptPackets == 0 && report.interruptions <= 1 && !report.isTruncated
    }
    #expect(2 * silent.count <= packets.count, "\(silent) of \(packets) are lost without a word")
  }

  @Test func `a packet that can't be decoded leaves its number out`() throws {
    var bytes = try Fixture.bytes("video/mjpeg.mkv")
    let packets = Self.packets(in: bytes)
    try #require(packets.count == 12)
    // Without its markers there is no JPEG.
    for place in packets[4] { bytes[place] = 0 }
    let reading = try withTemporaryFile(bytes, named: "a.mkv") { try Reading($0) }
    #expect(reading.indices == [0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11])
    #expect(reading.shown == reading.indices)
    #expect(reading.times == reading.indices.map { 40 * $0 })
    #expect(reading.report.corruptPackets == 1)
    #expect(!reading.report.isTruncated)
  }

  @Test func `a first packet that can't be decoded doesn't move the times`() throws {
    var bytes = try Fixture.bytes("video/mjpeg.mkv")
    for place in Self.packets(in: bytes)[0] { bytes[place] = 0 }
    let reading = try withTemporaryFile(bytes, named: "a.mkv") { try Reading($0) }
    #expect(reading.indices == Array(1..<12))
    #expect(reading.shown == reading.indices)
    #expect(reading.times == reading.indices.map { 40 * $0 })
  }

  @Test func `times that go backwards cost the frame, counted`() throws {
    var bytes = try Fixture.bytes("video/mjpeg.mkv")
    // The block's time within its cluster, two bytes, in milliseconds: 240 becomes 100.
    let start = Self.packets(in: bytes)[6].lowerBound
    (bytes[start - 3], bytes[start - 2]) = (0, 100)
    let reading = try withTemporaryFile(bytes, named: "a.mkv") { try Reading($0) }
    #expect(reading.indices == [0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11])
    #expect(reading.shown == reading.indices)
    #expect(reading.times == reading.indices.map { 40 * $0 })
    #expect(reading.report.framesOutOfOrder == 1)
    #expect(reading.report.corruptPackets == 0)
  }

  @Test func `a file of which nothing can be decoded is refused`() throws {
    var bytes = try Fixture.bytes("video/mjpeg.mkv")
    for packet in Self.packets(in: bytes) { for place in packet { bytes[place] = 0 } }
    try withTemporaryFile(bytes, named: "a.mkv") { path in
      #expect(
        error { _ = try VideoReader(contentsOf: path) }
          == FileError(
            .damaged, path: path,
            "not one frame of the video (Matroska, Motion JPEG) can be decoded: 12 packets are "
              + "damaged"))
    }
  }

  @Test func `a file without its index is damaged`() throws {
    var bytes = try Fixture.bytes("video/plain.mp4")
    try withTemporaryFile(Array(bytes.prefix(200)), named: "a.mp4") { path in
      #expect(
        error { _ = try VideoReader(contentsOf: path) }
          == FileError(
            .damaged, path: path,
            "no track of this file (MP4) can be read: it is damaged or cut short"))
    }
    let index = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("moov".utf8)) })
    bytes.replaceSubrange(index..<(index + 4), with: Array("junk".utf8))
    try withTemporaryFile(bytes, named: "a.mp4") { path in
      #expect(
        error { _ = try VideoReader(contentsOf: path) }
          == FileError(
            .damaged, path: path,
            "this file of the kind QuickTime / MOV is damaged or cut short: it can't be opened "
              + "(FFmpeg: invalid data found when processing input)"))
    }
  }

  /// A second of silence: WAVE, 8 bits, 8 kHz.
  private static let sound: [UInt8] = {
    func integer(_ value: UInt32, _ bytes: UInt32) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let format = integer(1, 2) + integer(1, 2) + integer(8000, 4) + integer(8000, 4)
    return Array("RIFF".utf8) + integer(8036, 4) + Array("WAVEfmt ".utf8) + integer(16, 4) + format
      + integer(1, 2) + integer(8, 2) + Array("data".utf8) + integer(8000, 4)
      + [UInt8](repeating: 128, count: 8000)
  }()

  private static let expected =
    "a video file, a folder of numbered frames or a Record3D recording was expected"

  static let refused: [(String, [UInt8], String)] = [
    ("empty.mp4", [], "the file is empty"),
    ("text.mp4", Array("Squats, Tuesday:\n3 × 12\n".utf8), "this is text; \(expected)"),
    (
      "text.txt", Array(String(repeating: "Kniebeugen für Anfänger. ", count: 60).utf8),
      "this is text; \(expected)"
    ),
    (
      "noise.mp4", (0..<3000).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 31) },
      "this is nothing that FFmpeg knows; \(expected)"
    ),
    (
      "sound.wav", sound,
      "there is sound in this file (WAV / WAVE (Waveform Audio)), but no video; \(expected)"
    ),
    (
      "list.m3u8", Array("#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\nplain.mp4\n".utf8),
      "this is a playlist (hls), which only names other files: give the video itself"
    ),
    (
      "list.ffconcat", Array("ffconcat version 1.0\nfile plain.mp4\n".utf8),
      "this is a playlist (concat), which only names other files: give the video itself"
    ),
  ]

  @Test(arguments: refused)
  func `what is no video is refused with what it is`(
    name: String, bytes: [UInt8], message: String
  ) throws {
    try withTemporaryFile(bytes, named: name) { path in
      #expect(
        error { _ = try VideoReader(contentsOf: path) }
          == FileError(.unknownFormat, path: path, message))
    }
  }

  @Test(arguments: ["png-RGB.png", "jpeg-420.jpg"])
  func `a picture is refused with where it is read`(name: String) {
    let path = Fixture.path("images/\(name)")
    #expect(
      error { _ = try VideoReader(contentsOf: path) }
        == FileError(
          .unknownFormat, path: path,
          "this is an image, not a video; \(Self.expected)", remedy: .measurePicture))
  }

  static let absent: [(String, String)] = [
    ("/nowhere/a.mp4", "there is no such file"),
    ("-", "videos are not read from it, because it can't be wound back: give a file"),
    (
      "/dev/null",
      "this is a pipe or a device; videos are read from files, which can be wound back"
    ),
  ]

  @Test(arguments: absent)
  func `what can't be opened is refused with the reason`(path: String, message: String) {
    #expect(
      error { _ = try VideoReader(contentsOf: path) }
        == FileError(.noSuchFile, path: path, message))
  }

  @Test func `pictures beyond the limit are refused before they are decoded`() {
    var options = VideoReader.Options()
    options.depth.pixelLimit = 3000
    let error = error {
      _ = try VideoReader(contentsOf: Fixture.video("plain.mp4"), options: options)
    }
    #expect(error?.code == .damaged)
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `whatever bytes are changed, there are frames or an error`(seed: UInt64) throws {
    for name in ["plain.mp4", "mjpeg.mkv", "depth-ffv1.mkv", "sizes.ts"] {
      let bytes = try Fixture.bytes("video/\(name)")
      var state = seed
      for _ in 0..<8 {
        var damaged = bytes
        for _ in 0..<10 {
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          damaged[Int((state >> 33) % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: state >> 25)
        }
        try withTemporaryFile(damaged, named: name) { path in
          do {
            let reading = try Reading(path) { $0.depth.unitOfIntegers = .millimetres }
            #expect(zip(reading.times, reading.times.dropFirst()).allSatisfy { $0 <= $1 })
            #expect(reading.report.frames == reading.frames.count)
          } catch let error as FileError {
            #expect(error.path == path)
          }
        }
      }
    }
  }
}
