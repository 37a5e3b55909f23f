import PoseGeometry
import PoseDocuments
import Foundation
import PoseImaging
import Synchronization
import TestSupport
import Testing
@testable import PoseVideo

/// Everything that comes live.
private struct LiveReading {
  var frames: [LiveReader.Frame] = []
  var events: [LiveReader.Event] = []
  var report = LiveReader.Report()
  var format = ""
  var problem: FileError?

  init(
    _ address: LiveAddress, most: Int = .max,
    isCancelled: @escaping @Sendable () -> Bool = { false },
    _ change: (inout LiveReader.Options) -> Void = { _ in }
  ) {
    var options = LiveReader.Options()
    change(&options)
    var events: [LiveReader.Event] = []
    do throws(FileError) {
      let reader = try LiveReader(address, options: options, isCancelled: isCancelled) {
        events.append($0)
      }
      format = reader.format
      defer { report = reader.report }
      while frames.count < most, let frame = try reader.next() { frames.append(frame) }
    } catch { problem = error }
    self.events = events
  }

  /// What comes of bytes that are sent through a pipe.
  init(piped bytes: [UInt8], _ change: (inout LiveReader.Options) -> Void = { _ in }) throws {
    self = try withTemporaryFolder { folder in
      let path = "\(folder)/pipe"
      guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.EIO) }
      let sender = PipeSender(bytes, into: path)
      defer { sender.wait() }
      return LiveReading(try LiveAddress(path), change)
    }
  }

  /// In whole milliseconds.
  var times: [Int] { frames.map { Int((1000 * $0.time).rounded()) } }
}

/// Writes bytes into a pipe in a thread of its own, as far as a reader takes them.
private final class PipeSender: Sendable {
  private let done = DispatchSemaphore(value: 0)

  init(_ bytes: [UInt8], into path: String) {
    signal(SIGPIPE, SIG_IGN)
    Thread { [done] in
      let descriptor = open(path, O_WRONLY)
      var place = 0
      while place < bytes.count {
        let count = bytes[place...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { break }
        place += count
      }
      close(descriptor)
      done.signal()
    }.start()
  }

  func wait() { done.wait() }
}

struct LiveReaderTests {
  // MARK: Addresses

  @Test(arguments: [
    ("rtsp://camera/stream", "rtsp://camera/stream"),
    ("RTSP://10.0.0.7:554/Streaming/Channels/101", "RTSP://10.0.0.7:554/Streaming/Channels/101"),
    ("rtsp://admin:secret@10.0.0.7:554/live", "rtsp://10.0.0.7:554/live"),
    ("rtsp://admin:se@cret@10.0.0.7/live", "rtsp://10.0.0.7/live"),
    ("rtsp://admin:se/cret@10.0.0.7/live", "rtsp://10.0.0.7/live"),
    ("rtsp://10.0.0.7/live?user=admin&password=secret", "rtsp://10.0.0.7/live…"),
    ("rtsp://10.0.0.7/user=admin_password=secret_channel=1", "rtsp://10.0.0.7/user…"),
    ("rtsp://[fe80::1]:554/live", "rtsp://[fe80::1]:554/live"),
    ("http://user@camera/video.mjpg", "http://camera/video.mjpg"),
    ("https://camera:8443/a#secret", "https://camera:8443/a…"), ("-", "standard input"),
  ])
  func `an address is shown without user names and passwords`(text: String, shown: String) throws {
    let address = try LiveAddress(text)
    #expect(address.description == shown)
    #expect(address.isConnection == (text != "-"))
  }

  @Test func `an invalid address is refused with the reason`() throws {
    #expect(
      error { _ = try LiveAddress("srt://10.0.0.7:9000") }?.description
        == "srt://10.0.0.7:9000: srt:// is not read live: rtsp, rtsps, http and https are")
    #expect(
      error { _ = try LiveAddress("/dev/video63") }?.description.hasPrefix(
        "/dev/video63: there is no such camera; ") == true)
    #expect(error { _ = try LiveAddress("nothing.ts") }?.code == .noSuchFile)
    #expect(
      error { _ = try LiveAddress("/") }?.description
        == "/: this is a folder; a camera, a pipe or a file was expected")
  }

  // MARK: Pipes

  @Test(arguments: [
    "mjpeg.mkv", "groups-open.mkv", "groups-vp9.mkv", "variable.mkv", "untagged.mkv", "late.mkv",
  ])
  func `a pipe gives the pictures and times that the file gives`(name: String) throws {
    let expected = try Reading(Fixture.video(name)) { $0.usesOwnDepth = false }
    let bytes = try Fixture.bytes("video/\(name)")
    for reading in [
      try LiveReading(piped: bytes), LiveReading(try LiveAddress(Fixture.video(name))),
    ] {
      #expect(reading.problem == nil)
      #expect(reading.times == expected.times)
      #expect(reading.frames.map(\.image.pixels) == expected.frames.map(\.image.pixels))
      #expect(reading.frames.map(\.index) == Array(expected.frames.indices))
      #expect(reading.report.pictures == expected.frames.count && reading.events.isEmpty)
    }
  }

  /// Grey pictures of 64×48 with brightness 0, 10, 20 …, as y4m at 25 a second.
  private static func y4m(_ count: Int) -> [UInt8] {
    var bytes = Array("YUV4MPEG2 W64 H48 F25:1 Ip A1:1 Cmono\n".utf8)
    for number in 0..<count {
      bytes += Array("FRAME\n".utf8) + [UInt8](repeating: UInt8(16 + 10 * number), count: 64 * 48)
    }
    return bytes
  }

  @Test func `y4m comes through a pipe`() throws {
    let reading = try LiveReading(piped: Self.y4m(5))
    #expect(reading.format.hasPrefix("y4m"))
    #expect(reading.times == [0, 40, 80, 120, 160])
    #expect(reading.frames.allSatisfy { ($0.image.width, $0.image.height) == (64, 48) })
  }

  @Test func `raw pictures come through a pipe with the given size`() throws {
    let colors: [[UInt8]] = [[250, 10, 10], [10, 250, 10], [10, 10, 250]]
    let bytes = colors.flatMap { Array(repeatElement($0, count: 32 * 24).joined()) }
    let reading = try LiveReading(piped: bytes) {
      $0.size = (32, 24)
      $0.frameRate = 10
    }
    #expect(reading.times == [0, 100, 200])
    #expect(reading.frames.map { $0.image.pixel(16, 12) } == colors.map { $0.map(Int.init) })
    let unknown = try LiveReading(piped: bytes) {
      $0.size = (32, 24)
      $0.pixelFormat = "rainbow"
    }
    #expect(
      unknown.problem?.problem.hasPrefix("there is no pixel format rainbow; rgb24, bgr24") == true)
  }

  @Test func `a truncated stream gives the pictures until there, and is reported or ends`() throws {
    let bytes = Self.y4m(5)
    for end in [bytes.count - 10, bytes.count - 64 * 48, 3 * bytes.count / 5] {
      let reading = try LiveReading(piped: Array(bytes[..<end]))
      #expect(reading.problem == nil)
      #expect((2...4).contains(reading.frames.count), "\(end): \(reading.frames.count)")
    }
    let video = try Fixture.bytes("video/groups-open.mkv")
    let whole = try LiveReading(piped: video).frames.count
    let part = try LiveReading(piped: Array(video[..<(video.count / 2)]))
    #expect(part.problem == nil && (1..<whole).contains(part.frames.count))
  }

  static let refused: [(String, [UInt8], String)] = [
    ("nothing", [], "nothing came through the pipe"),
    ("text", Array("hello, this is nothing\n".utf8), "this is nothing that FFmpeg knows; "),
    (
      "a playlist of addresses",
      Array("#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nhttp://127.0.0.1:1/a.ts\n".utf8),
      "this is a playlist (hls), which only names other files; "
    ),
    (
      "a list of files", Array("ffconcat version 1.0\nfile '/etc/hostname'\n".utf8),
      "this is a playlist (concat), which only names other files; "
    ),
    (
      "a description of a session",
      Array("v=0\r\nm=video 5000 RTP/AVP 96\r\nc=IN IP4 127.0.0.1\r\n".utf8),
      "this is a playlist (sdp), which only names other files; "
    ),
    (
      "a header alone", Array("YUV4MPEG2 W64 H48 F25:1\n".utf8),
      "there is not a single image (y4m / uncompressed): it is empty or cut short"
    ),
  ]

  @Test(arguments: refused)
  func `what is no video is refused with a sentence`(
    name: String, bytes: [UInt8], sentence: String
  ) throws {
    let problem = try #require(try LiveReading(piped: bytes).problem)
    #expect(problem.problem.hasPrefix(sentence), "\(name): \(problem)")
  }

  @Test func `damaged pipes end, with pictures or a sentence`() throws {
    for name in ["groups-open.mkv", "sizes.ts"] {
      let bytes = try Fixture.bytes("video/\(name)")
      for copy in DamagedCopies(of: bytes, count: 25, changes: 1...40, cutsShort: true) {
        let reading = try LiveReading(piped: copy)
        #expect(reading.problem != nil || !reading.frames.isEmpty)
        #expect(zip(reading.times, reading.times.dropFirst()).allSatisfy { $0 <= $1 })
      }
    }
  }

  @Test func `pictures that change their shape end a reading`() throws {
    // A transport stream whose pictures become smaller in the same shape goes on at the first size.
    let reading = LiveReading(try LiveAddress(Fixture.video("sizes.ts")))
    let sizes = Set(reading.frames.map { [$0.image.width, $0.image.height] })
    #expect(sizes.count == 1)
    #expect(reading.problem == nil || reading.problem?.code == .mismatch)
  }

  // MARK: Ends

  @Test func `a pipe without a writer is left when the caller asks to end`() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/pipe"
      guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.EIO) }
      let asked = Atomic(0)
      let reader = try LiveReader(
        try LiveAddress(path),
        isCancelled: { asked.wrappingAdd(1, ordering: .relaxed).newValue > 2 })
      #expect(try reader.next() == nil)
      #expect(try reader.next() == nil)
    }
  }

  @Test func `nothing at an address is an error at once`() throws {
    // Port 1 of this machine: no program listens there.
    for address in ["rtsp://user:secret@127.0.0.1:1/x", "http://user:secret@127.0.0.1:1/x"] {
      let reading = LiveReading(try LiveAddress(address))
      let problem = try #require(reading.problem)
      #expect(problem.code == .noSuchFile)
      #expect(!problem.description.contains("secret"))
      #expect(problem.problem == "the stream can't be opened (FFmpeg: connection refused)")
    }
  }
}

private let hasDevices = (try? LiveReader(pattern("duration=0.1"))) != nil

private func pattern(_ more: String) -> LiveAddress {
  LiveAddress(device: "testsrc2=size=64x48:rate=25:\(more)", driver: "lavfi")
}

/// A camera, of which there is none where tests run: libavdevice's `lavfi` gives pictures in its stead.
@Suite(.enabled(if: hasDevices, "needs FFmpeg's libavdevice"))
struct LiveCameraTests {

  @Test func `a camera's pictures come with its times`() {
    let reading = LiveReading(pattern("duration=60"), most: 10)
    #expect(reading.times == (0..<10).map { 40 * $0 })
    #expect(reading.problem == nil && reading.events.isEmpty)
    #expect(reading.frames.allSatisfy { $0.lag >= 0 })
  }

  @Test func `a camera that is lost and back goes on in time, and is counted`() {
    let reading = LiveReading(pattern("duration=0.2"), most: 12)
    #expect(reading.frames.count == 12)
    #expect(reading.report.reconnections == 2)
    #expect(
      reading.events.map { if case .lost(let reason) = $0 { reason } else { "found" } } == [
        "the stream has ended", "found", "the stream has ended", "found",
      ])
    #expect(zip(reading.frames, reading.frames.dropFirst()).allSatisfy { $0.time < $1.time })
    // The pause is in the times, and within a connection they are the camera's.
    #expect(reading.frames[5].time - reading.frames[4].time >= 0.5)
    #expect(abs(reading.frames[6].time - reading.frames[5].time - 0.04) < 1e-9)
  }

  @Test func `a camera that doesn't come back is an error with the time of its absence`()
    throws
  {
    try withTemporaryFolder { folder in
      let path = "\(folder)/clip.mkv"
      try FileManager.default.copyItem(atPath: Fixture.video("mjpeg.mkv"), toPath: path)
      var options = LiveReader.Options()
      options.longestSearch = 0
      let reader = try LiveReader(
        LiveAddress(device: "movie=\(path)", driver: "lavfi"), options: options)
      _ = try #require(try reader.next())
      try FileManager.default.removeItem(atPath: path)
      let problem = error { while try reader.next() != nil {} }
      #expect(
        problem?.problem.hasPrefix(
          "it was lost (the stream has ended), and didn't come back within 0 s: ") == true)
    }
  }
}

struct LiveTimelineTests {
  @Test func `the first time is 0, and the camera's steps are kept`() {
    var timeline = LiveTimeline()
    let times = [100.5, 100.54, 100.6, 101].map {
      timeline.next($0, interval: 0.04, gap: nil)
    }
    #expect(zip(times, [0, 0.04, 0.1, 0.5]).allSatisfy { abs($0 - $1) < 1e-9 })
  }

  @Test func `times that restart continue a frame later`() {
    var timeline = LiveTimeline()
    let times = [5, 5.04, 0, 0.04, nil, 0.12].map { timeline.next($0, interval: 0.04, gap: nil) }
    #expect(zip(times, [0, 0.04, 0.08, 0.12, 0.16, 0.2]).allSatisfy { abs($0 - $1) < 1e-9 })
  }

  @Test func `after an interruption the wall clock's gap lies between`() {
    var timeline = LiveTimeline()
    _ = timeline.next(7, interval: 0.04, gap: nil)
    timeline.interrupt()
    #expect(timeline.next(1, interval: 0.04, gap: 2.5) == 2.5)
    #expect(abs(timeline.next(1.04, interval: 0.04, gap: nil) - 2.54) < 1e-9)
  }

  @Test(arguments: UInt64(1)...20)
  func `whatever the stream's times, each time is later than the last`(seed: UInt64) {
    var random = RandomNumbers(seed: seed)
    var timeline = LiveTimeline()
    var last = -1.0
    for _ in 0..<500 {
      if random.uniform() < 0.02 { timeline.interrupt() }
      let seconds = random.uniform() < 0.1 ? nil : 1e5 * random.normal()
      let time = timeline.next(
        seconds, interval: 0.033, gap: random.uniform() < 0.5 ? 3 * random.uniform() : nil)
      #expect(time > last && time.isFinite)
      last = time
    }
  }
}
