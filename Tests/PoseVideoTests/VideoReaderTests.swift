import DepthIO
import PoseImaging
import TestSupport
import Testing
@testable import PoseVideo

struct VideoReaderTests {
  /// Files that show the same, and how far their coding lies from it.
  static let files: [(String, String, Int)] = [
    ("plain.mp4", "MP4 / H.264", 3),
    ("untagged.mkv", "Matroska / H.264", 3),
    ("mjpeg.mkv", "Matroska / Motion JPEG", 3),
  ]

  @Test(arguments: files)
  func `every frame comes with its number, its time and its colors`(
    name: String, format: String, tolerance: Int
  ) throws {
    let reading = try Reading(Fixture.video(name))
    #expect(reading.info.format == format)
    #expect(reading.info.width == 64 && reading.info.height == 48)
    #expect(reading.info.orientation == .up)
    #expect(reading.info.frameRate == 25)
    #expect(reading.info.frameCount == 12)
    #expect(abs((reading.info.duration ?? 0) - 0.48) < 1e-9)
    #expect(reading.info.depthSize == nil && reading.info.calibration == nil)
    #expect(reading.indices == Array(0..<12))
    #expect(reading.shown == Array(0..<12))
    #expect(reading.times == (0..<12).map { 40 * $0 })
    var expected = VideoReport()
    expected.frames = 12
    #expect(reading.report == expected)
    for frame in reading.frames {
      expectColors(frame.image.quarters, [red, green, blue, grey], within: tolerance)
      #expect(frame.depth == nil)
    }
  }

  @Test func `a file whose first frame comes late is whole, and begins with that frame`() throws {
    let reading = try Reading(Fixture.video("late.mkv"))
    #expect(reading.times == (0..<12).map { 40 * $0 })
    var expected = VideoReport()
    expected.frames = 12
    #expect(reading.report == expected)
  }

  /// The factor that is stated, the factor that counts, and the frames' distance in milliseconds.
  static let speeds: [(Double?, Double, Int)] = [
    (nil, 8, 5), (1, 1, 40), (2, 2, 20), (0.5, 0.5, 80),
  ]

  @Test(arguments: speeds)
  func `times are those of the motion in a video of slow motion`(
    stated: Double?, factor: Double, step: Int
  ) throws {
    let reading = try Reading(Fixture.video("slow.mp4")) { $0.slowMotion = stated }
    #expect(reading.info.captureRate == 200 && reading.info.slowMotion == factor)
    #expect(reading.times == (0..<12).map { step * $0 })
    #expect(reading.info.frameRate == 25 * factor && reading.info.frameCount == 12)
    #expect(abs((reading.info.duration ?? 0) - 0.48 / factor) < 1e-9)
    #expect(reading.shown == Array(0..<12))
    // A part is stated in the times that a player shows.
    let part = try Reading(Fixture.video("slow.mp4")) {
      ($0.slowMotion, $0.from, $0.to) = (stated, 0.2, 0.36)
    }
    #expect(part.indices == Array(5...9) && part.times == (5...9).map { step * $0 })
    #expect(part.info.frameCount == 5)
  }

  /// Frames a second that were taken and that are stored, and how many times slower than life the video then plays, or
  /// may play.
  static let rates: [(Double?, Double?, Double, Double?)] = [
    (240, 30, 8, nil), (240, 29.97, 8, nil), (120, 30.045, 4, nil), (960, 30, 32, nil),
    (100, 30, 10.0 / 3, nil), (1, 30, 1.0 / 30, nil), (0.5, 29.97, 1.0 / 60, nil),
    (240, 239.981, 1, nil), (30, 29.4, 1, nil), (30, 24.1, 1, nil), (60, 30, 1, 2),
    (120, 60, 1, 2), (15, 30, 1, nil), (nil, 30, 1, nil), (240, nil, 1, nil), (240, 0, 1, nil),
    (1e300, 30, 1, nil), (1e-300, 30, 1, nil), (.infinity, 30, 1, nil),
  ]

  @Test(arguments: rates)
  func `slow motion is taken from rates that are far apart, and suspected where they aren't`(
    captured: Double?, stored: Double?, factor: Double, possible: Double?
  ) {
    var info = VideoInfo(format: "MP4 / H.264", width: 64, height: 48, frameRate: stored)
    info.captureRate = captured
    #expect(abs(info.statedSlowMotion - factor) < 1e-9)
    #expect(info.possibleSlowMotion == possible)
  }

  @Test func `a variable frame rate is honored`() throws {
    let reading = try Reading(Fixture.video("variable.mkv"))
    #expect(reading.times == [0, 40, 80, 200, 240, 500, 520, 600, 601, 700, 900, 1000])
    #expect(reading.shown == Array(0..<12))
  }

  @Test(arguments: ["plain.mp4", "mjpeg.mkv", "variable.mkv", "sizes.ts"])
  func `threads change nothing`(name: String) throws {
    let alone = try Reading(Fixture.video(name))
    for threads in [2, 5] {
      let together = try Reading(Fixture.video(name)) { $0.threads = threads }
      #expect(together.frames.map(\.image) == alone.frames.map(\.image))
      #expect(together.frames.map(\.time) == alone.frames.map(\.time))
      #expect(together.report == alone.report)
    }
  }

  static let selections: [(Double?, Double?, Int, [Int])] = [
    (nil, nil, 1, Array(0..<12)),
    (0.2, nil, 1, Array(5..<12)),
    (0.21, nil, 1, Array(6..<12)),
    (nil, 0.2, 1, Array(0...5)),
    (0.1, 0.3, 1, Array(3...7)),
    (nil, nil, 5, [0, 5, 10]),
    (nil, nil, .max, [0]),
    (0.1, nil, 4, [4, 8]),
    (0.1, 0.15, 2, []),
    (5, nil, 1, []),
  ]

  @Test(arguments: selections)
  func `a selection keeps the frames' own numbers and times`(
    from: Double?, to: Double?, every: Int, expected: [Int]
  ) throws {
    let reading = try Reading(Fixture.video("plain.mp4")) {
      ($0.from, $0.to, $0.every) = (from, to, every)
    }
    #expect(reading.indices == expected)
    #expect(reading.shown == expected)
    #expect(reading.times == expected.map { 40 * $0 })
    #expect(reading.info.frameCount == expected.count)
    #expect(reading.report.frames == expected.count)
  }

  /// The matrices of the eight orientations (ISO/IEC 14496-12, 8.3.2: a, b, c, d of 16.16), and where
  /// the stored picture's quarters then are.
  static let matrices: [(ImageOrientation, [Int32], [[Int]])] = [
    (.up, [1, 0, 0, 1], [red, green, blue, grey]),
    (.upMirrored, [-1, 0, 0, 1], [green, red, grey, blue]),
    (.down, [-1, 0, 0, -1], [grey, blue, green, red]),
    (.downMirrored, [1, 0, 0, -1], [blue, grey, red, green]),
    (.leftMirrored, [0, 1, 1, 0], [red, blue, green, grey]),
    (.right, [0, 1, -1, 0], [blue, red, grey, green]),
    (.rightMirrored, [0, -1, -1, 0], [grey, green, blue, red]),
    (.left, [0, -1, 1, 0], [green, grey, red, blue]),
  ]

  @Test(arguments: matrices)
  func `the display matrix is applied`(
    orientation: ImageOrientation, matrix: [Int32], quarters: [[Int]]
  ) throws {
    var bytes = try Fixture.bytes("video/plain.mp4")
    let header = try #require(
      bytes.indices.first { bytes[$0...].starts(with: Array("tkhd".utf8)) })
    // The matrix stands 40 bytes into the contents of a `tkhd` box of version 0.
    for (number, offset) in zip(matrix, [0, 4, 12, 16]) {
      for byte in 0..<4 {
        bytes[header + 4 + 40 + offset + byte] =
          UInt8(truncatingIfNeeded: (number << 16) >> (24 - 8 * Int32(byte)))
      }
    }
    let reading = try withTemporaryFile(bytes, named: "turned.mp4") { try Reading($0) }
    #expect(reading.info.orientation == orientation)
    let size = orientation.swapsAxes ? [48, 64] : [64, 48]
    #expect([reading.info.width, reading.info.height] == size)
    #expect(reading.shown == Array(0..<12))
    for frame in reading.frames {
      #expect([frame.image.width, frame.image.height] == size)
      expectColors(frame.image.quarters, quarters, within: 3)
    }
  }

  @Test func `pixels that are not square are made so`() throws {
    let reading = try Reading(Fixture.video("anamorphic.mp4"))
    #expect(reading.info.width == 128 && reading.info.height == 48)
    #expect(reading.shown == [0, 1, 2, 3])
    for frame in reading.frames {
      #expect(frame.image.width == 128 && frame.image.height == 48)
      expectColors(frame.image.quarters, [red, green, blue, grey], within: 4)
    }
    #expect(reading.report.resizedFrames == 0)
  }

  @Test func `frames that change in size are scaled to the first's`() throws {
    let reading = try Reading(Fixture.video("sizes.ts"))
    #expect(reading.report.resizedFrames == 6)
    #expect(reading.shown == [0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5])
    for frame in reading.frames {
      #expect(frame.image.width == 64 && frame.image.height == 48)
      expectColors(frame.image.quarters, [red, green, blue, grey], within: 6)
    }
  }

  @Test func `a name that looks like an address is a file's name`() throws {
    let bytes = try Fixture.bytes("video/plain.mp4")
    try withTemporaryFolder(["http:x.mp4": bytes, "concat:a|b": bytes]) { folder in
      for name in ["http:x.mp4", "concat:a|b"] {
        let reading = try Reading("\(folder)/\(name)")
        #expect(reading.frames.count == 12)
      }
    }
  }

  @Test func `the version is FFmpeg's`() {
    #expect(VideoReader.libraryVersion?.contains(".") == true)
  }
}
