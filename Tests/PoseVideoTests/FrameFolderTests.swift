import DepthIO
import PoseDocuments
import PoseImaging
import TestSupport
import Testing
import PoseVideo

struct FrameFolderTests {
  /// A PPM of 8×6 pixels of one grey.
  private static func picture(_ grey: UInt8, width: Int = 8, height: Int = 6) -> [UInt8] {
    Array("P6 \(width) \(height) 255\n".utf8)
      + [UInt8](repeating: grey, count: 3 * width * height)
  }

  /// A PGM of 4×3 samples of so many steps.
  private static func depth(_ steps: Int) -> [UInt8] {
    Array("P5 4 3 65535\n".utf8)
      + (0..<12).flatMap { _ in [UInt8(steps >> 8), UInt8(steps & 255)] }
  }

  /// Ways to name three frames, numbered 4, 5 and 7.
  static let namings: [(String, String)] = [
    ("000N_color.ppm", "000N_depth.pgm"),
    ("color_000N.ppm", "depth_000N.pgm"),
    ("color/000N.ppm", "depth/000N.pgm"),
    ("rgb/frame-N.ppm", "depth/frame-N.pgm"),
    ("cam01_000N.ppm", "cam01_000N_depth.pgm"),
    ("N.ppm", "N-depth.pgm"),
  ]

  private static func files(_ color: String, _ depth: String) -> [String: [UInt8]] {
    var files = ["notes.txt": Array("a".utf8), "camera.json": Array("{}".utf8)]
    for number in [4, 5, 7] {
      files[color.replacing("N", with: "\(number)")] = picture(UInt8(10 * number))
      files[depth.replacing("N", with: "\(number)")] = self.depth(1000 + number)
    }
    return files
  }

  @Test func `a number that is none is an error, and no frame is lost`() throws {
    let files = Dictionary(
      uniqueKeysWithValues: ["1", "2", "9223372036854775808"].map {
        ("frame_\($0).ppm", Self.picture(10))
      })
    try withTemporaryFolder(files) { folder in
      let error = #expect(throws: FileError.self) { try Reading(folder) { $0.frameRate = 10 } }
      #expect(
        error?.problem == "the number of frame_9223372036854775808.ppm is larger than "
          + "9223372036854775807, the largest of a frame")
    }
  }

  @Test(arguments: namings)
  func `frames are found by their numbers, however they are named`(
    color: String, depth: String
  ) throws {
    let reading = try withTemporaryFolder(Self.files(color, depth)) { folder in
      try Reading(folder) {
        $0.frameRate = 10
        $0.depth.depthUnit = .millimetres
      }
    }
    #expect(reading.info.format == "folder of frames")
    #expect(reading.info.width == 8 && reading.info.height == 6)
    #expect(reading.info.frameRate == 10 && reading.info.frameCount == 3)
    #expect(reading.info.depthSize?.width == 4 && reading.info.depthSize?.height == 3)
    #expect(reading.indices == [4, 5, 7])
    // The frame that is missing keeps its time.
    #expect(reading.times == [0, 100, 300])
    #expect(reading.frames.map { $0.image.pixels[0] } == [40, 50, 70])
    #expect(reading.frames.map { $0.depth?[0, 0] } == [1.004, 1.005, 1.007])
  }

  /// Names with several numbers that differ, and the numbers of their frames.
  static let numberings: [([String], [Int])] = [
    (["0001_1629384756123", "0002_1629384756156", "0003_1629384756190"], [1, 2, 3]),
    (["1629384756123_0001", "1629384756156_0002", "1629384756190_0003"], [1, 2, 3]),
    // A date and the time of day, and a countdown beside the frame.
    (["20260101_000004", "20260102_000005", "20260103_000007"], [4, 5, 7]),
    (["left9_frame_10", "left8_frame_20", "left7_frame_30"], [10, 20, 30]),
    // A time alone is all there is to go by.
    (["a1629384756123", "a1629384756156"], [1_629_384_756_123, 1_629_384_756_156]),
  ]

  @Test(arguments: numberings)
  func `of several numbers the last counts that is no time since 1970`(
    names: [String], numbers: [Int]
  ) throws {
    let files = Dictionary(
      uniqueKeysWithValues: names.map { ("frame_\($0).ppm", Self.picture(10)) })
    let reading = try withTemporaryFolder(files) { folder in
      try Reading(folder) { $0.frameRate = 10 }
    }
    #expect(reading.indices == numbers)
  }

  @Test func `frames that are closer together than a microsecond are one`() throws {
    let files = [
      "1.000000001.ppm": Self.picture(1), "1.000000002.ppm": Self.picture(2),
      "1.500000000.ppm": Self.picture(3),
    ]
    let reading = try withTemporaryFolder(files) { folder in try Reading(folder) { _ in } }
    #expect(reading.frames.map { $0.image.pixels[0] } == [1, 3])
    #expect(reading.report.framesOutOfOrder == 1 && reading.info.frameCount == 2)
  }

  @Test func `depth of a folder of its own belongs to images by the times in both names`() throws {
    let files = [
      "rgb/1000.000000.ppm": Self.picture(1), "rgb/1000.100000.ppm": Self.picture(2),
      "rgb/1000.200000.ppm": Self.picture(3), "depth/1000.110000.pgm": Self.depth(1500),
      "depth/1000.210000.pgm": Self.depth(1600), "other/9000.000000.pgm": Self.depth(1700),
      "other/9000.100000.pgm": Self.depth(1800),
    ]
    try withTemporaryFolder(files) { folder in
      for (name, expected) in [
        ("depth", [nil, 1.5, 1.6]), ("other", [1.7, 1.8, nil]),
      ] as [(String, [Float?])] {
        let reading = try Reading("\(folder)/rgb", depth: "\(folder)/\(name)") {
          $0.depth.depthUnit = .millimetres
        }
        #expect(reading.frames.map { $0.depth?[0, 0] } == expected, "\(name)")
      }
    }
  }

  @Test func `every n-th counts numbers, not files`() throws {
    let reading = try withTemporaryFolder(Self.files("N.ppm", "N_depth.pgm")) { folder in
      try Reading(folder) {
        ($0.frameRate, $0.every) = (10, 3)
        $0.depth.depthUnit = .millimetres
      }
    }
    #expect(reading.indices == [4, 7])
  }

  @Test func `names that are times are the frames' times`() throws {
    let files = [
      "rgb/1305031102.175304.ppm": Self.picture(1), "rgb/1305031102.211214.ppm": Self.picture(2),
      "rgb/1305031102.275326.ppm": Self.picture(3), "depth/1305031102.160407.pgm": Self.depth(5000),
      "depth/1305031102.226738.pgm": Self.depth(10000),
    ]
    let reading = try withTemporaryFolder(files) { folder in
      try Reading(folder) { $0.depth.depthUnit = try? DepthUnit(parsing: "tum") }
    }
    #expect(reading.indices == [0, 1, 2])
    #expect(reading.times == [0, 36, 100])
    #expect(reading.frames.map { $0.depth?[0, 0] } == [1, 2, nil])
    #expect(reading.report.framesWithoutDepth == 1)
  }

  @Test func `depth comes from a folder of its own`() throws {
    let files = [
      "a/1.ppm": Self.picture(1), "a/2.ppm": Self.picture(2), "b/map1.pgm": Self.depth(1500),
    ]
    let reading = try withTemporaryFolder(files) { folder in
      try Reading("\(folder)/a", depth: "\(folder)/b") {
        $0.frameRate = 5
        $0.depth.depthUnit = .millimetres
      }
    }
    #expect(reading.frames.map { $0.depth?[0, 0] } == [1.5, nil])
    #expect(reading.report.framesWithoutDepth == 1)
  }

  @Test(arguments: [(0, 12, [0, 1, 11]), (1, 12, [1, 2, 12]), (1, 11, [-1, 1, 11])])
  func `maps numbered from one to the number of a video's frames begin with the first`(
    first: Int, last: Int, expected: [Int]
  ) throws {
    var files: [String: [UInt8]] = [:]
    for number in first...(last - (first == 0 ? 1 : 0)) {
      files["\(number)_depth.pgm"] = Self.depth(1000 + number)
    }
    let reading = try withTemporaryFolder(files) { folder in
      try Reading(Fixture.video("plain.mp4"), depth: folder) {
        $0.depth.depthUnit = .millimetres
      }
    }
    try #require(reading.frames.count == 12)
    let found = [0, 1, 11].map {
      reading.frames[$0].depth.map { Int(($0[0, 0] * 1000).rounded()) - 1000 }
    }
    #expect(found.map { $0 ?? -1 } == expected)
  }

  @Test func `damaged and empty files are counted and left out, and sizes made one`() throws {
    let files = [
      "0_color.ppm": Self.picture(1), "1_color.ppm": Array("P6 8 6 255\nshort".utf8),
      "2_color.ppm": Self.picture(9, width: 16, height: 12), "0_depth.pgm": Self.depth(1000),
      "1_depth.pgm": Self.depth(1000), "2_depth.pgm": Self.depth(0),
    ]
    let reading = try withTemporaryFolder(files) { folder in
      try Reading(folder) {
        $0.frameRate = 5
        $0.depth.depthUnit = .millimetres
      }
    }
    #expect(reading.indices == [0, 2])
    #expect(
      reading.frames[1].image
        == ColorImage(
          width: 8, height: 6, pixels: [UInt8](repeating: 9, count: 144)))
    #expect(reading.report.corruptPackets == 1)
    #expect(reading.report.resizedFrames == 1)
    #expect(reading.report.framesWithoutDepth == 1)
  }

  static let refused: [([String], Double?, FileError.Code, String)] = [
    (
      [], 5, .unknownFormat,
      "there are no numbered images in this folder, which is empty: frames are named by their "
        + "number, such as 0000_color.jpg with 0000_depth.png"
    ),
    (
      ["a.txt", "b.txt", "c.txt", "photo.ppm"], 5, .unknownFormat,
      "there are no numbered images in this folder, which holds a.txt, b.txt, c.txt, …: frames "
        + "are named by their number, such as 0000_color.jpg with 0000_depth.png"
    ),
    (
      ["1.ppm", "2.ppm"], nil, .timesMissing,
      "a folder of numbered frames doesn't say how many there are a second: give the number of frames a second"
    ),
    (
      ["cam1_01.ppm", "cam1_02.ppm", "cam2_01.ppm", "cam2_02.ppm"], 5, .mismatch,
      "two files have the number 1: cam1_01.ppm and cam2_01.ppm; a folder holds the frames of one "
        + "camera"
    ),
  ]

  @Test(arguments: refused)
  func `a folder that can't be read as frames is refused`(
    names: [String], frameRate: Double?, code: FileError.Code, message: String
  ) throws {
    let files = Dictionary(uniqueKeysWithValues: names.map { ($0, Self.picture(1)) })
    try withTemporaryFolder(files) { folder in
      #expect(
        error { _ = try Reading(folder) { $0.frameRate = frameRate } }
          == FileError(code, path: folder, message))
    }
  }

  @Test func `depth without a unit is refused`() throws {
    try withTemporaryFolder(["0.ppm": Self.picture(1), "0_depth.pgm": Self.depth(1000)]) { folder in
      let error = error { _ = try Reading(folder) { $0.frameRate = 5 } }
      #expect(error?.code == .unitMissing)
      #expect(error?.remedy == .stateDepthUnit)
    }
  }

  @Test func `a Record3D recording has its times, pictures, depth and calibration`() throws {
    let path = Fixture.path("depth/arrays/lidar.r3d")
    let reading = try Reading(path)
    #expect(reading.info.format == "Record3D")
    #expect(reading.info.width == 48 && reading.info.height == 64)
    #expect(reading.indices == [0, 1])
    #expect(reading.info.calibration?.color.fx == 50)
    for frame in reading.frames {
      var options = ReadingOptions()
      options.frame = frame.index
      let (color, depth) = (
        try ColorFile(contentsOf: path, options: options),
        try DepthFile(contentsOf: path, options: options)
      )
      #expect(frame.image == color.image)
      #expect(frame.depth?.metres.map(\.bitPattern) == depth.map.metres.map(\.bitPattern))
    }
  }
}
