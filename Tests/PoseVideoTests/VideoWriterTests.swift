import PoseDocuments
import Foundation
import PoseImaging
import TestSupport
import Testing

@testable import PoseVideo

struct VideoWriterTests {
  /// The fixtures' picture of a frame as cairo's words.
  private static func words(_ number: Int, width: Int, height: Int) -> [UInt32] {
    func word(_ color: [Int]) -> UInt32 { color.reduce(0xFF) { $0 << 8 | UInt32($1) } }
    return (0..<(width * height)).map { place in
      let (x, y) = (place % width, place / width)
      if abs(2 * x + 1 - width) < 16 && abs(2 * y + 1 - height) < 16 {
        return word([Int](repeating: 40 + 16 * number, count: 3))
      }
      return word(y < height / 2 ? (x < width / 2 ? red : green) : (x < width / 2 ? blue : grey))
    }
  }

  private static func write(_ path: String, width: Int = 64, height: Int = 48, times: [Double])
    throws
  {
    let writer = try VideoWriter(path, width: width, height: height, frameRate: 25)
    for (number, time) in times.enumerated() {
      try words(number, width: width, height: height).withUnsafeBufferPointer {
        try writer.append(words: $0, at: time)
      }
    }
    try writer.finish()
  }

  private static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
  }

  static let times = [0, 0.04, 0.08, 0.5, 0.52, 1, 1.041, 2]

  @Test(arguments: ["a.mp4", "a.mov", "a.MKV"])
  func `what is written reads back with its colors and times`(name: String) throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/\(name)"
      try Self.write(path, times: Self.times.map { $0 + 3 })
      let names = try Self.names(in: folder)
      #expect(names == [name])
      let reading = try Reading(path)
      #expect(reading.info.format.hasSuffix("H.264"))
      #expect(reading.times == Self.times.map { Int((1000 * $0).rounded()) })
      #expect(reading.shown == Array(0..<8))
      for frame in reading.frames {
        expectColors(frame.image.quarters, [red, green, blue, grey], within: 6)
      }
      #expect(!reading.report.isTruncated && reading.report.corruptPackets == 0)
    }
  }

  @Test(arguments: ["a.mp4", "a.mov"])
  func `frames closer together than a file's times can be follow each other`(name: String) throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/\(name)"
      try Self.write(path, times: [0, 1e-7, 2e-7, 3e-7, 0.5])
      let reading = try Reading(path)
      #expect(reading.shown == Array(0..<5))
      #expect(reading.times.dropLast().allSatisfy { $0 < 5 } && reading.times.last == 500)
    }
  }

  #if canImport(Glibc)
  /// glibc's `mallopt`: fills memory with a byte when it is asked for, and with its complement when it is
  /// given back.
  private static let setFilling: (@convention(c) (Int32, Int32) -> Int32)? = {
    dlsym(nil, "mallopt").map {
      unsafeBitCast($0, to: (@convention(c) (Int32, Int32) -> Int32).self)
    }
  }()
  private static let filling: Int32 = -6  // M_PERTURB

  @Test(arguments: [(64, 48), (97, 75)])
  func `what memory held before changes neither the file nor the frames read back`(
    width: Int, height: Int
  ) throws {
    let setFilling = try #require(Self.setFilling)
    defer { _ = setFilling(Self.filling, 0) }
    try withTemporaryFolder { folder in
      var outputs: [(bytes: Data, images: [ColorImage])] = []
      for filling: Int32 in [0, 1, 85, 170] {
        #expect(setFilling(Self.filling, filling) == 1)
        let path = "\(folder)/\(filling).mp4"
        try Self.write(path, width: width, height: height, times: Self.times)
        outputs.append(
          (try Data(contentsOf: URL(filePath: path)), try Reading(path).frames.map(\.image)))
      }
      for output in outputs.dropFirst() {
        #expect(output.bytes == outputs[0].bytes)
        #expect(output.images == outputs[0].images)
      }
    }
  }
  #endif

  #if arch(x86_64)
  @Test func `x264 is held to AVX2 on processors that have AVX-512, and on no others`() {
    let (avx2, avx512): (Int32, Int32) = (0x8000, 0x10_0000)
    #expect(X264Parameters.text(cpuFlags: avx2 | avx512 | 1) == "asm=avx2")
    #expect(X264Parameters.text(cpuFlags: avx2) == nil)
    #expect(X264Parameters.text(cpuFlags: avx512) == nil)
    #expect(X264Parameters.text(cpuFlags: 0) == nil)
  }
  #endif

  @Test(arguments: [(63, 48, 64, 48), (64, 47, 64, 48), (33, 21, 34, 22), (1, 1, 2, 2)])
  func `odd sizes are made even with the last pixels`(
    width: Int, height: Int, evenWidth: Int, evenHeight: Int
  ) throws {
    try withTemporaryFolder { folder in
      try Self.write("\(folder)/a.mp4", width: width, height: height, times: [0, 0.04])
      let image = try #require(try Reading("\(folder)/a.mp4").frames.first).image
      #expect(image.width == evenWidth && image.height == evenHeight)
      if width > 8 {
        expectColors([image.pixel(evenWidth - 1, evenHeight - 1)], [grey], within: 6)
      }
    }
  }

  /// Widths around those of FFmpeg's vectors.
  @Test(arguments: [30, 32, 34, 46, 48, 50, 62, 66, 72, 80, 94, 98])
  func `a picture of any width is read to its last column`(width: Int) throws {
    try withTemporaryFolder { folder in
      try Self.write("\(folder)/a.mp4", width: width, height: 48, times: [0])
      let image = try #require(try Reading("\(folder)/a.mp4").frames.first).image
      for y in [0, 47] {
        let expected = y < 24 ? (red, green) : (blue, grey)
        expectColors(
          [image.pixel(0, y), image.pixel(width - 1, y)], [expected.0, expected.1], within: 8)
      }
    }
  }

  @Test func `the same frames give the same bytes`() throws {
    try withTemporaryFolder { folder in
      for name in ["a.mp4", "b.mp4", "a.mkv", "b.mkv"] {
        try Self.write("\(folder)/\(name)", times: Self.times)
      }
      for ending in ["mp4", "mkv"] {
        let files = try ["a", "b"].map {
          try Data(contentsOf: URL(filePath: "\(folder)/\($0).\(ending)"))
        }
        #expect(files[0] == files[1])
      }
    }
  }

  @Test func `what isn't finished leaves nothing, and what was there stays`() throws {
    try withTemporaryFolder(["a.mp4": [1, 2, 3]]) { folder in
      let words = Self.words(0, width: 64, height: 48)
      for cancels in [true, false] {
        let writer = try VideoWriter("\(folder)/a.mp4", width: 64, height: 48, frameRate: 25)
        try words.withUnsafeBufferPointer { try writer.append(words: $0, at: 0) }
        let during = try Self.names(in: folder)
        // Where the file system can, the new one has no name yet.
        #expect(during.allSatisfy { $0 == "a.mp4" || $0.hasPrefix(".pose3d-") })
        guard cancels else { continue }
        writer.cancel()
        let after = try Self.names(in: folder)
        #expect(after == ["a.mp4"])
      }
      let after = try Self.names(in: folder)
      #expect(after == ["a.mp4"])
      let bytes = try Data(contentsOf: URL(filePath: "\(folder)/a.mp4"))
      #expect(bytes == Data([1, 2, 3]))
    }
  }

  @Test func `a video without frames is refused and leaves nothing`() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/a.mp4"
      let writer = try VideoWriter(path, width: 64, height: 48, frameRate: 25)
      #expect(
        error { try writer.finish() }
          == FileError(.unwritable, path: path, "there was no frame to write"))
      let names = try Self.names(in: folder)
      #expect(names == [])
    }
  }

  static let endings: [(String, String)] = [
    ("a.avi", "videos are written as .mp4, .mov or .mkv; this is the ending .avi"),
    (
      "folder.d/video", "videos are written as .mp4, .mov or .mkv; this is a name without an ending"
    ),
  ]

  @Test(arguments: endings)
  func `other endings are refused`(path: String, message: String) {
    #expect(
      error { _ = try VideoWriter(path, width: 64, height: 48, frameRate: 25) }
        == FileError(.unsupported, path: path, message))
  }

  @Test func `a folder that isn't there is named`() {
    #expect(
      error { _ = try VideoWriter("/nowhere/b/a.mp4", width: 64, height: 48, frameRate: 25) }
        == FileError(
          .unwritable, path: "/nowhere/b/a.mp4",
          "no file can be made in the folder /nowhere/b/: no such file or directory"))
  }
}
