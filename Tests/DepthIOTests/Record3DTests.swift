import DepthIO
import PoseDocuments
import PoseImaging
import TestSupport
import Testing

struct Record3DTests {
  private static func options(frame: Int) -> ReadingOptions {
    var options = ReadingOptions()
    options.frame = frame
    return options
  }

  @Test(arguments: [(0, 1, 50.0), (1, 1.5, 52.0)] as [(Int, Float, Double)])
  func `a frame has its depths, confidences and camera`(
    frame: Int, factor: Float, focal: Double
  ) throws {
    let golden = try #require(ArrayGolden.all)
    let first = try #require(golden.floats("lidar.r3d"))
    let file = try DepthFile(
      contentsOf: Fixture.array("lidar.r3d"), options: Self.options(frame: frame))
    #expect(file.map.width == 24 && file.map.height == 32)
    #expect(same(file.map.metres, first.map { $0 * factor }))
    #expect(file.map.confidence?.map(\.rawValue) == golden.levels)
    #expect(file.map.scale == .file)
    #expect(file.unit == .metres)
    #expect(file.details.format == "Record3D")
    #expect(file.details.frameCount == 2)
    #expect(file.details.notes == [])
    let camera = try #require(file.camera)
    #expect(camera.color.width == 48 && camera.color.height == 64)
    #expect(camera.color.fx == focal && camera.color.fy == focal + 1)
    #expect(camera.color.source == .calibration)
    #expect(camera.depth == camera.color.scaled(toWidth: 24, height: 32))
    #expect(camera.colorFromDepth == nil)
  }

  @Test(arguments: [(0, 40), (1, 140)] as [(Int, UInt8)])
  func `a frame has its picture`(frame: Int, red: UInt8) throws {
    let image = try ColorFile(
      contentsOf: Fixture.array("lidar.r3d"), options: Self.options(frame: frame)
    ).image
    #expect(image.width == 48 && image.height == 64)
    #expect(abs(Int(image.pixels[0]) - Int(red)) <= 2)
  }

  @Test func `a recording without a size has the scanner's`() throws {
    let file = try DepthFile(contentsOf: Fixture.array("old.r3d"))
    #expect(file.map.width == 192 && file.map.height == 256)
    #expect([0, 64, 255].map { file.map[0, $0] } == [1, 2, 4])
    #expect([0, 64, 255].map { file.map[191, $0] } == [1.25, 2.25, 4.25])
    #expect(file.map.confidence == nil)
    #expect(
      file.camera?.color
        == Camera(
          width: 720, height: 960, fx: 700, fy: 700, cx: 360, cy: 480, source: .calibration))
  }

  @Test func `a recording that lies has the scanner's size on its side`() throws {
    let file = try DepthFile(contentsOf: Fixture.array("old-lying.r3d"))
    #expect(file.map.width == 256 && file.map.height == 192)
    #expect([0, 64, 255].map { file.map[$0, 0] } == [1, 2, 4])
    #expect([0, 64, 255].map { file.map[$0, 191] } == [1.25, 2.25, 4.25])
    #expect(file.camera == nil)
    #expect(
      file.details.notes == [
        "the recording's intrinsics make no sense for an image of 960×720 pixels and are not used"
      ])
  }

  static let frames: [(String, Int, String)] = [
    ("lidar.r3d", 2, "there is no frame 2: the recording has 2 frames, 0 to 1"),
    ("lidar.r3d", -1, "there is no frame -1: the recording has 2 frames, 0 to 1"),
    ("old.r3d", 7, "there is no frame 7: the recording has one frame, 0"),
  ]

  @Test(arguments: frames)
  func `a frame that isn't there is refused with those that are`(
    name: String, frame: Int, message: String
  ) {
    let expected = FileError(.unsuitable, path: Fixture.array(name), message)
    let options = Self.options(frame: frame)
    #expect(
      error { _ = try DepthFile(contentsOf: Fixture.array(name), options: options) } == expected)
    #expect(
      error { _ = try ColorFile(contentsOf: Fixture.array(name), options: options) } == expected)
  }

  /// A recording of one stored frame that unpacks to 16 bytes: 1, 2, 3, 4 metres.
  private static func recording(
    _ metadata: String, folder: String = "", extra: [(String, [UInt8])] = []
  ) -> [UInt8] {
    let numbers = [0x3F80_0000, 0x4000_0000, 0x4040_0000, 0x4080_0000] as [UInt32]
    let bytes = numbers.flatMap { number in
      stride(from: 0 as UInt32, to: 32, by: 8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    let depth = Array("bvx-".utf8) + [16, 0, 0, 0] + bytes + Array("bvx$".utf8)
    return StoredZIP.bytes(
      [("\(folder)metadata", Array(metadata.utf8)), ("\(folder)rgbd/0.depth", depth)] + extra)
  }

  static let damaged: [(String, String)] = [
    (
      "{\"dw\": 2",
      "the recording's metadata is damaged: this is not JSON: at its end, a comma or } "
        + "was expected"
    ),
    (
      "{\"dw\": 2, \"dh\": 0}",
      "the recording's metadata is damaged: dh is 0 where a whole number of at least 1 was expected"
    ),
    (
      "{\"dw\": 2, \"dh\": 1}",
      "rgbd/0.depth is damaged: it unpacks to more than the 8 bytes that were expected"
    ),
    (
      "{\"dw\": 2, \"dh\": 3}",
      "rgbd/0.depth unpacks to 16 bytes, where 2×3 32-bit numbers are 24"
    ),
    (
      "{}",
      "the recording doesn't state the size of its depth maps (dw, dh), and 4 samples are neither "
        + "192×256 nor 480×640"
    ),
  ]

  @Test(arguments: damaged)
  func `a recording that contradicts itself is refused`(metadata: String, message: String) {
    let error = error { _ = try DepthFile(bytes: Self.recording(metadata), name: "a.r3d") }
    #expect(error == FileError(.damaged, path: "a.r3d", message))
  }

  @Test func `a map larger than the limit is refused before it is unpacked`() {
    let bytes = Self.recording("{\"dw\": 60000, \"dh\": 60000}")
    let error = error { _ = try DepthFile(bytes: bytes, name: "a.r3d") }
    #expect(error?.code == .tooLarge)
  }

  @Test(arguments: [[0, 1, 2], [0, 1, 2, 3]] as [[UInt8]])
  func `confidences that can't be right are noted and left out`(levels: [UInt8]) throws {
    let packed =
      Array("bvx-".utf8) + [UInt8(levels.count), 0, 0, 0] + levels + Array("bvx$".utf8)
    let file = try DepthFile(
      bytes: Self.recording("{\"dw\": 2, \"dh\": 2}", extra: [("rgbd/0.conf", packed)]),
      name: "a.r3d")
    #expect(file.map.metres == [1, 2, 3, 4])
    #expect(file.map.confidence == nil)
    #expect(
      file.details.notes == [
        "the confidences in rgbd/0.conf are not used: 4 numbers from 0 to 2 were expected"
      ])
  }

  @Test func `a recording that was packed again with its folder`() throws {
    let bytes = Self.recording("{\"dw\": 2, \"dh\": 2}", folder: "2024-05-14--10-30-00/")
    let file = try DepthFile(bytes: bytes, name: "a.zip")
    #expect(file.map.metres == [1, 2, 3, 4])
    #expect(file.camera == nil)
  }

  @Test func `a recording without a picture is reported`() throws {
    let bytes = Self.recording("{\"dw\": 2, \"dh\": 2}")
    let error = error { _ = try ColorFile(bytes: bytes, name: "a.r3d") }
    #expect(
      error
        == FileError(.unsuitable, path: "a.r3d", "the recording has no rgbd/0.jpg"))
  }
}
