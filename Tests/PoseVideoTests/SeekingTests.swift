import DepthIO
import PoseDocuments
import Foundation
import PoseImaging
import TestSupport
import Testing
@testable import PoseVideo

struct SeekingTests {
  static let files = [
    "groups-h264.mp4", "groups-open.mkv", "groups-refresh.mkv", "groups-hevc.mp4",
    "groups-vp9.mkv", "groups-mpeg4.mp4", "plain.mp4", "mjpeg.mkv", "variable.mkv", "late.mkv",
    "untagged.mkv", "anamorphic.mp4", "azure.mkv", "squats.mp4",
  ]

  @Test(arguments: files)
  func `a frame that was gone to is the one that reading from the beginning gives`(
    name: String
  ) throws {
    let path = Fixture.video(name)
    let whole = try Reading(path) { $0.depth.depthUnit = .millimetres }
    var options = VideoReader.Options()
    options.depth.depthUnit = .millimetres
    let reader = try VideoReader(contentsOf: path, options: options)
    _ = try #require(reader.chunks(.init(own: 10, lead: 2)))
    #expect(whole.frames.map(\.place) == Array(whole.frames.indices))
    for step in [7, 29, 1] {
      var place = 0
      for _ in 0..<min(25, whole.frames.count) {
        place = (place + step) % whole.frames.count
        try reader.seek(to: place)
        for expected in whole.frames[place...].prefix(2) {
          let frame = try #require(try reader.next())
          #expect(frame.index == expected.index && frame.time == expected.time, "\(place)")
          #expect(frame.image == expected.image, "\(place)")
          #expect(
            frame.depth?.metres.map(\.bitPattern) == expected.depth?.metres.map(\.bitPattern),
            "\(place)")
        }
      }
    }
    #expect(reader.report.corruptPackets == 0 && !reader.report.isTruncated)
  }

  @Test(arguments: ["groups-h264.mp4", "groups-open.mkv", "groups-hevc.mp4", "squats.mp4"], 2...5)
  func `frames that are left out change nothing about those that are read`(
    name: String, every: Int
  ) throws {
    let path = Fixture.video(name)
    let whole = try Reading(path).frames.filter { $0.index % every == 0 }
    let read = try Reading(path) { $0.every = every }
    #expect(read.frames.map(\.index) == whole.map(\.index))
    #expect(read.frames.map(\.time) == whole.map(\.time))
    #expect(read.frames.map(\.image) == whole.map(\.image))
    #expect(read.report.corruptPackets == 0 && read.report.framesOutOfOrder == 0)
    #expect(!read.report.isTruncated)
  }

  @Test(arguments: files, [1, 4])
  func `chunks, read one by one, give every frame of the video once`(
    name: String, every: Int
  ) throws {
    let path = Fixture.video(name)
    let read: (inout VideoReader.Options) -> Void = {
      ($0.every, $0.from, $0.to, $0.depth.depthUnit) = (every, 0.1, 2.5, .millimetres)
    }
    let whole = try Reading(path, read)
    var options = VideoReader.Options()
    read(&options)
    let reader = try VideoReader(contentsOf: path, options: options)
    let chunks = try #require(reader.chunks(.init(own: 10, lead: 2)))
    if whole.frames.count > 25 { #expect(chunks.count > 1) }
    var indices: [Int] = []
    for chunk in chunks.reversed() {
      try reader.seek(to: chunk.first)
      var own: [Int] = []
      var lead = 0
      while let frame = try reader.next(), frame.place < chunk.end {
        if frame.place >= chunk.own { own.append(frame.index) } else { lead += 1 }
      }
      #expect(lead == (chunk.first == chunks[0].first ? 0 : 2))
      indices = own + indices
    }
    #expect(indices == whole.indices)
    #expect(reader.info.frameCount == whole.frames.count)
  }

  /// Seeks to the first frame of a file, which got another time after the file was searched.
  ///
  /// - Parameter changed: the time of the change; the file was last changed at 1,000,000 s before that.
  private static func seekAfterChange(changed: TimeInterval) throws -> String? {
    try withTemporaryFolder { folder in
      let path = "\(folder)/video.mkv"
      try Data(Fixture.bytes("video/untagged.mkv")).write(to: URL(filePath: path))
      func setTime(_ seconds: TimeInterval) throws {
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: path)
      }
      try setTime(1_000_000)
      let index = try VideoReader(contentsOf: path).index
      let bytes = try Data(contentsOf: URL(filePath: path))
      // Of a SimpleBlock the track, the time and the flags (RFC 9559, 10.2).
      let key = try #require(bytes.firstRange(of: [0x81, 0, 0, 0x80]))
      let file = try FileHandle(forWritingTo: URL(filePath: path))
      try file.seek(toOffset: UInt64(key.lowerBound + 2))
      try file.write(contentsOf: [1])
      try file.close()
      try setTime(1_000_000 + changed)
      let reader = try VideoReader(contentsOf: path, index: index)
      do throws(FileError) { try reader.seek(to: 0) } catch { return error.problem }
      return nil
    }
  }

  @Test func `a file that was changed after it was opened is called changed`() throws {
    #expect(
      try Self.seekAfterChange(changed: 1)
        == "the file has changed while it was read: run this again when it is complete")
  }

  @Test func `a frame that can't be found again in an unchanged file is called damaged`() throws {
    let problem = try Self.seekAfterChange(changed: 0)
    #expect(problem?.hasPrefix("the video is damaged: the frame at ") == true)
    #expect(
      problem?.hasSuffix(
        " s was found once and can't be found again; copy the video with FFmpeg (-c copy), or convert "
          + "it to H.264 in MP4") == true)
  }

  @Test func `chunks begin where reading can begin, when there is such a place`() {
    func firsts(_ count: Int, keys: [Int]?, every: Int = 1) -> [Int] {
      let timeline = FrameTimeline(
        times: (0..<count).map(Double.init), positions: Array(0..<count), keys: keys)
      let places = Array(stride(from: 0, to: count, by: every))
      return VideoChunk.chunks(of: places, in: timeline, length: .init(own: 10, lead: 2))
        .map { $0.beginsAnew ? $0.first : -$0.first }
    }
    #expect(firsts(0, keys: [0]) == [])
    #expect(firsts(15, keys: nil) == [0])
    #expect(firsts(16, keys: nil) == [0, 10])
    #expect(firsts(40, keys: nil) == [0, 10, 20, 30])
    #expect(firsts(40, keys: [0, 12, 24, 36]) == [0, 12, 24])
    // Nothing between 10 and 20: the chunk continues to 20, and the next one doesn't restart.
    #expect(firsts(45, keys: [0, 9, 32]) == [0, -20, 32])
    #expect(firsts(60, keys: [0]) == [0, -20, -40])
    // Of every second frame, the one after a place where reading can begin.
    #expect(firsts(60, keys: [0, 21, 45], every: 2) == [0, 22, 46])
  }
}
