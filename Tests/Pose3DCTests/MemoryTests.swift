import CPose3D
import DepthIO
import Foundation
import PoseImaging
import Pose3DC
import TestSupport
import Testing
import PoseVideo

/// Pictures and depth maps in the caller's memory.
@Suite(
  .enabled(if: Checkout.hasDetection, "scripts/setup installs the detection runtime"))
struct MemoryTests {
  private static let estimator = Result {
    try OpenEstimator(#"{"effort": "fast", "models": "\#(Checkout.path(".deps/models"))"}"#)
  }
  private static let picture = Result { try ColorFile(contentsOf: InterfaceTests.color).image }
  /// A document without what only files have.
  private static func people(_ found: FoundResult) -> Substring? {
    found.json.flatMap { json in json.range(of: #""people""#).map { json[$0.lowerBound...] } }
  }

  private static func found(
    _ bytes: [UInt8], _ pixels: Int, stride: Int, from start: Int = 0
  ) throws -> FoundResult {
    let size = try picture.get()
    return try bytes.withUnsafeBufferPointer { buffer in
      try estimator.get().analyze(
        p3_image(
          data: buffer.baseAddress.map { $0 + start }, width: Int32(size.width),
          height: Int32(size.height), stride: stride, pixels: p3_pixels(pixels)))
    }
  }

  @Test func `however its rows lie a picture has the same people`() throws {
    let picture = try Self.picture.get()
    let (width, height, pixels) = (picture.width, picture.height, picture.pixels)
    let plain = try Self.found(pixels, 3, stride: 3 * width)
    #expect(plain.rows == 1)
    let people = try #require(Self.people(plain))
    var wide: [UInt8] = []
    var turned: [UInt8] = []
    var four: [UInt8] = []
    for row in 0..<height {
      let line = Array(pixels[3 * width * row..<3 * width * (row + 1)])
      wide.append(contentsOf: line)
      wide.append(contentsOf: [1, 2, 3, 4, 5])
      turned.insert(contentsOf: line, at: 0)
      for column in 0..<width {
        let start = 3 * (row * width + column)
        four.append(contentsOf: pixels[start..<start + 3])
        four.append(77)
      }
    }
    let lastRow = 3 * width * (height - 1)
    let others: [(bytes: [UInt8], kind: Int, stride: Int, start: Int)] = [
      (wide, P3_RGB, 3 * width + 5, 0), (four, P3_RGBA, 4 * width, 0),
      (turned, P3_RGB, -3 * width, lastRow),
    ]
    for (bytes, kind, stride, start) in others {
      let other = try Self.found(bytes, kind, stride: stride, from: start)
      #expect(Self.people(other) == people, "pixels \(kind), stride \(stride)")
    }
    let grey = pixels.indices.filter { $0.isMultiple(of: 3) }.map { pixels[$0] }
    let colors = grey.flatMap { [$0, $0, $0] }
    #expect(
      Self.people(try Self.found(grey, Int(P3_GREY), stride: width))
        == Self.people(try Self.found(colors, Int(P3_RGB), stride: 3 * width)))
  }

  @Test func `arrays have the people of the files that they are from`() throws {
    let picture = try Self.picture.get()
    var reading = ReadingOptions()
    reading.depthUnit = .millimetres
    let map = try DepthFile(contentsOf: InterfaceTests.depth, options: reading).map
    let steps = map.metres.map { $0.isNaN ? 0 : UInt16(($0 * 1000).rounded()) }
    let estimator = try Self.estimator.get()
    let file = try estimator.analyze(
      InterfaceTests.color,
      #"{"depth": "\#(InterfaceTests.depth)", "depth_unit": "mm", "camera": "\#(InterfaceTests.camera)"}"#
    )
    func found(_ data: UnsafeRawPointer?, _ size: Int, _ options: String) throws -> FoundResult {
      try picture.pixels.withUnsafeBufferPointer { pixels in
        try estimator.analyze(
          p3_image(
            data: pixels.baseAddress, width: Int32(picture.width), height: Int32(picture.height),
            stride: 3 * picture.width, pixels: p3_pixels(P3_RGB)),
          depth: p3_depth(
            data: data, width: Int32(map.width), height: Int32(map.height),
            stride: size * map.width, samples: p3_samples(size)), options)
      }
    }
    let camera = #""camera": "\#(InterfaceTests.camera)""#
    let text = try String(contentsOfFile: InterfaceTests.camera, encoding: .utf8)
    let quoted = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    for camera in [camera, #""camera_text": \#(quoted)"#] {
      let integers = try steps.withUnsafeBytes {
        try found($0.baseAddress, 2, #"{"depth_unit": "mm", \#(camera)}"#)
      }
      #expect(Self.people(integers) == Self.people(file))
      let floats = try map.metres.withUnsafeBytes { try found($0.baseAddress, 4, "{\(camera)}") }
      #expect(Self.people(floats) == Self.people(file))
    }
    #expect(throws: CallFailure.self) {
      try steps.withUnsafeBytes { try found($0.baseAddress, 2, "{}") }
    }
  }

  @Test func `a raster that can't be one is refused`() throws {
    let estimator = try Self.estimator.get()
    let pixels = [UInt8](repeating: 0, count: 3 * 64 * 64)
    try pixels.withUnsafeBufferPointer { pixels in
      let good = p3_image(
        data: pixels.baseAddress, width: 64, height: 64, stride: 192, pixels: p3_pixels(P3_RGB))
      let nobody = try estimator.analyze(good)
      #expect(nobody.rows == 0)
      let changes: [@Sendable (inout p3_image) -> Void] = [
        { $0.data = nil }, { $0.width = 0 }, { $0.height = -1 }, { $0.stride = 191 },
        { $0.pixels = 2 }, { $0.width = 15 },
      ]
      for change in changes {
        var image = good
        change(&image)
        #expect(throws: CallFailure.self) { try estimator.analyze(image) }
      }
    }
  }

  @Test func `a video's documents are the program's, and it can be ended`() async throws {
    let video = Fixture.path("video/squats.mp4")
    let estimator = try OpenEstimator(#"{"models": "\#(Checkout.path(".deps/models"))"}"#)
    let options = #"{"to": 0.5, "exercise": "squat", "detail": "full"}"#
    var frames: Int64 = 0
    let found = try FoundResult { result in
      withUnsafeMutablePointer(to: &frames) { count in
        p3_video_file(
          estimator.handle, video, options,
          { context, frames in
            context?.storeBytes(of: frames, as: Int64.self)
            return 0
          }, count, result)
      }
    }
    #expect(frames == 16 && found.rows == 16)
    let arguments = ["video", video, "--to", "0.5", "--exercise", "squat"]
    #expect(
      try await Products.program(arguments + ["--detail", "full", "-o", "-"]) == found.json)
    #expect(try await Products.program(arguments + ["--csv", "-"]) == found.text(Int(P3_CSV)))
    #expect(found.text(Int(P3_JSON_LINES))?.split(separator: "\n").count == 18)
    let times = try found.numbers(Int(P3_TIME), count: 16)
    #expect(times == times.sorted() && times[0] == 0)
    let ended = try FoundResult { result in
      p3_video_file(
        estimator.handle, video, options, { _, frames in frames >= 3 ? 1 : 0 }, nil, result)
    }
    #expect((3..<16).contains(ended.rows))
    #expect(ended.json?.contains(#""complete": false"#) == true)
  }

  @Test func `drawing a video tells how far it is, and its end loses nothing`() throws {
    let video = Fixture.path("video/squats.mp4")
    let estimator = try OpenEstimator(#"{"models": "\#(Checkout.path(".deps/models"))"}"#)
    let folder = try TemporaryFolder()
    let drawn = folder.path("drawn.mp4")
    // Calls after the last frame was measured.
    var calls: Int64 = 0
    let found = try FoundResult { result in
      withUnsafeMutablePointer(to: &calls) { count in
        p3_video_file(
          estimator.handle, video, #"{"to": 0.5, "annotate": "\#(drawn)"}"#,
          { context, frames in
            guard frames == 16, let context else { return 0 }
            let calls = context.load(as: Int64.self) + 1
            context.storeBytes(of: calls, as: Int64.self)
            return calls > 6 ? 1 : 0
          }, count, result)
      }
    }
    #expect(
      calls == 7 && found.rows == 16 && found.warnings.allSatisfy { !$0.contains("annotated") })
    let reader = try VideoReader(contentsOf: drawn)
    var shown = 0
    while try reader.next() != nil { shown += 1 }
    #expect((1..<16).contains(shown))
    // A report of it, in which faces are hidden, is made from the frames; it can be ended, too.
    let document = try folder.file("squats.json", try #require(found.json))
    for isWanted in [true, false] {
      let report = Result {
        try FoundResult { result in
          withUnsafePointer(to: isWanted) { isWanted in
            document.withCString { path in
              p3_report_files(
                [path], 1, #"{"video": "\#(video)", "blur_faces": true}"#,
                { context, _ in context?.load(as: Bool.self) == true ? 0 : 1 },
                UnsafeMutableRawPointer(mutating: isWanted), result)
            }
          }
        }
      }
      switch report {
      case .success(let report):
        #expect(isWanted && report.text(Int(P3_PAGE))?.contains("id=\"media-0-0\"") == true)
      case .failure(let failure): #expect(!isWanted && (failure as? CallFailure)?.code == "ended")
      }
    }
    let refused = #expect(throws: CallFailure.self) {
      try FoundResult {
        p3_video_file(estimator.handle, video, #"{"annotate": "a.txt"}"#, nil, nil, $0)
      }
    }
    #expect(
      refused?.message == "annotate is a.txt: a video is written; name it .mp4, .mov or .mkv")
  }

  /// Frames of a file, given one after another.
  private final class Frames {
    let reader: VideoReader
    private var pixels: UnsafeMutableBufferPointer<UInt8>?
    private let end: Int
    /// What it answers instead of a frame after the last one.
    private let answer: Int32

    init(_ path: String, end: Int, answer: Int32 = 0) throws {
      (reader, self.end, self.answer) = (try VideoReader(contentsOf: path), end, answer)
    }

    deinit { pixels?.deallocate() }

    /// What p3_video_frames calls.
    func next(_ frame: UnsafeMutablePointer<p3_frame>) -> Int32 {
      guard let read = try? reader.next(), read.index < end else { return answer }
      pixels?.deallocate()
      let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: read.image.pixels.count)
      _ = copy.initialize(from: read.image.pixels)
      pixels = copy
      let (width, height) = (read.image.width, read.image.height)
      frame.pointee.time = 100 + read.time
      frame.pointee.image = p3_image(
        data: UnsafePointer(copy.baseAddress), width: Int32(width), height: Int32(height),
        stride: 3 * width, pixels: p3_pixels(P3_RGB))
      return 1
    }
  }

  private func videoOf(_ frames: Frames, _ options: String) throws -> FoundResult {
    let estimator = try OpenEstimator(#"{"models": "\#(Checkout.path(".deps/models"))"}"#)
    return try FoundResult { result in
      withExtendedLifetime(frames) {
        p3_video_frames(
          estimator.handle,
          { context, frame in
            guard let context, let frame else { return -1 }
            return Unmanaged<Frames>.fromOpaque(context).takeUnretainedValue().next(frame)
          }, options, nil, Unmanaged.passUnretained(frames).toOpaque(), result)
      }
    }
  }

  @Test func `frames in memory have the people of their file`() throws {
    let video = Fixture.path("video/squats.mp4")
    let estimator = try OpenEstimator(#"{"models": "\#(Checkout.path(".deps/models"))"}"#)
    let file = try FoundResult {
      p3_video_file(estimator.handle, video, #"{"to": 0.5}"#, nil, nil, $0)
    }
    let found = try videoOf(try Frames(video, end: 16), "{}")
    #expect(found.rows == 16)
    // All but the times' last digits: they are counted from the first frame's.
    let quantities = [(P3_JOINTS, 51), (P3_SIGMAS, 17), (P3_FRAME, 1), (P3_HEIGHT, 1)]
    for (quantity, width) in quantities {
      let (one, other) = (
        try file.numbers(Int(quantity), count: 16 * width),
        try found.numbers(Int(quantity), count: 16 * width)
      )
      #expect(zip(one, other).allSatisfy { abs($0 - $1) < 1e-5 })
    }
  }

  @Test func `frames in memory that can't be used`() throws {
    let video = Fixture.path("video/squats.mp4")
    let none = #expect(throws: CallFailure.self) { try videoOf(try Frames(video, end: 0), "{}") }
    #expect(none?.message == "frames: there is not a single frame")
    let option = #expect(throws: CallFailure.self) {
      try videoOf(try Frames(video, end: 1), #"{"annotate": "a.mp4"}"#)
    }
    #expect(option?.message.contains("annotate") == true)
    // Before anything is analysed, and while a thread reads ahead of another that analyses.
    for end in [0, 12] {
      let gaveUp = #expect(throws: CallFailure.self) {
        try videoOf(try Frames(video, end: end, answer: -1), #"{"jobs": 2}"#)
      }
      #expect(gaveUp?.message == "frames: who gives the frames gave up")
    }
  }
}
