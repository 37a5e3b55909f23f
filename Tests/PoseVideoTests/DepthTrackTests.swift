import DepthIO
import PoseDocuments
import PoseImaging
import TestSupport
import Testing
import PoseVideo

struct DepthTrackTests {
  /// What the fixtures' maps hold: millimetres, with a hole at the top left.
  private static func expectMap(_ map: DepthMap?, number: Int, metresPerStep: Float = 0.001) throws
  {
    let map = try #require(map)
    #expect(map.width == 32 && map.height == 18)
    #expect(map[0, 0].isNaN && map[1, 1].isNaN)
    for column in [2, 31] {
      let expected = Float(1000 + 10 * number + column) * metresPerStep
      #expect(abs(map[column, 17] - expected) < 1e-6)
    }
  }

  @Test func `a depth track in the same file belongs to the frames`() throws {
    let reading = try Reading(Fixture.video("depth-ffv1.mkv")) {
      $0.depth.depthUnit = .millimetres
    }
    #expect(reading.info.depthSize?.width == 32 && reading.info.depthSize?.height == 18)
    #expect(reading.shown == Array(0..<12))
    for frame in reading.frames {
      try Self.expectMap(frame.depth, number: frame.index)
      #expect(frame.depth?.scale == .caller)
    }
    #expect(reading.report.framesWithoutDepth == 0)
  }

  @Test(arguments: ["depth-png.mkv", "depth-ffv1.mkv"])
  func `depth comes from another file, at its frames' times`(name: String) throws {
    let reading = try Reading(
      Fixture.video("variable.mkv"), depth: Fixture.video(name)
    ) { $0.depth.unitOfIntegers = DepthUnit(metresPerStep: 0.002) }
    // Times of 0, 40, 80, 200, 240, 500, … and depth until 440 ms, every 40 ms.
    let near = [0: 0, 1: 1, 2: 2, 3: 5, 4: 6]
    for frame in reading.frames {
      if let number = near[frame.index] {
        try Self.expectMap(frame.depth, number: number, metresPerStep: 0.002)
      } else {
        #expect(frame.depth == nil)
      }
    }
    #expect(reading.report.framesWithoutDepth == 7)
  }

  @Test func `frames that were left out take their depth along`() throws {
    let reading = try Reading(Fixture.video("depth-ffv1.mkv")) {
      $0.depth.depthUnit = .millimetres
      ($0.from, $0.every) = (0.1, 3)
    }
    #expect(reading.indices == [3, 6, 9])
    for frame in reading.frames { try Self.expectMap(frame.depth, number: frame.index) }
  }

  @Test func `an Azure Kinect's recording knows its unit, its tracks and its calibration`() throws {
    let reading = try Reading(Fixture.video("azure.mkv"))
    #expect(reading.info.width == 1280 && reading.info.height == 720)
    #expect(reading.frames.count == 3)
    for frame in reading.frames {
      try Self.expectMap(frame.depth, number: frame.index)
      #expect(frame.depth?.scale == .file)
    }
    // It once was metres, because the rule was evaluated a second time elsewhere.
    #expect(reading.info.depthUnit == .millimetres)
    let camera = try #require(reading.info.calibration)
    #expect(camera.color.width == 1280 && camera.color.height == 720)
    let same = try CameraFile(
      contentsOf: Fixture.path("cameras/azure-kinect.json"),
      options: CameraReadingOptions(colorSize: (1280, 720), depthSize: (32, 18)))
    #expect(camera.color == same.color && camera.depthUnit == same.depthUnit)
    #expect(reading.report.corruptPackets == 0)
  }

  @Test func `integers without a unit are refused`() {
    let path = Fixture.video("depth-ffv1.mkv")
    #expect(
      error { _ = try VideoReader(contentsOf: path) }
        == FileError(
          .unitMissing, path: path,
          "this depth track (FFV1) of 16-bit integers doesn't state its unit",
          remedy: .stateDepthUnit))
  }

  @Test func `a file without depth is refused where depth was expected`() {
    let path = Fixture.video("plain.mp4")
    #expect(
      error { _ = try VideoReader(contentsOf: path, depth: path) }
        == FileError(
          .mismatch, path: path,
          "there is no depth track in this file (MP4): 16-bit grey was expected, as FFV1, PNG or "
            + "b16g, and H.264 of yuv420p was found"))
  }

  @Test func `a file of depth alone is no video`() {
    let path = Fixture.video("depth-png.mkv")
    #expect(
      error { _ = try VideoReader(contentsOf: path) }
        == FileError(
          .unknownFormat, path: path,
          "the file (Matroska) holds depth alone, 16-bit grey", remedy: .giveAsDepth))
  }
}
