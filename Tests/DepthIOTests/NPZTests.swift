import DepthIO
import PoseDocuments
import PoseImaging
import TestSupport
import Testing

struct NPZTests {
  static let tum = try? DepthUnit(parsing: "tum")

  @Test(arguments: [("depth.npz", nil), ("several.npz", "near")] as [(String, String?)])
  func `the array with a usual name or the named one is the depth map`(
    name: String, channel: String?
  ) throws {
    var options = ReadingOptions()
    options.channel = channel
    if channel != nil { options.depthUnit = Self.tum }
    let golden = try #require(ArrayGolden.all)
    let file = try DepthFile(contentsOf: Fixture.array(name), options: options)
    #expect(same(file.map.metres, golden.frame))
    #expect(file.details.format == "NPZ")
  }

  @Test(arguments: ["deflated.npz", "only.npz", "wrong-k.npz"])
  func `the only array that could be a depth map is the depth map`(name: String) throws {
    let golden = try #require(ArrayGolden.all)
    let map = try DepthMap(contentsOf: Fixture.array(name), unit: Self.tum)
    #expect(map.width == 32 && map.height == 24)
    #expect(same(map.metres, golden.frame))
  }

  @Test(arguments: ["depth.npz", "only.npz"])
  func `a matrix of intrinsics beside the depth is its camera`(name: String) throws {
    let file = try DepthFile(
      contentsOf: Fixture.array(name), options: ReadingOptions(depthUnit: Self.tum))
    let camera = Camera(
      width: 32, height: 24, fx: 26.25, fy: 26.25, cx: 15.5, cy: 11.5, source: .calibration)
    #expect(file.camera?.color == camera)
    #expect(file.camera?.depth == nil)
    #expect(file.details.notes == [])
  }

  @Test func `a matrix that no camera has is noted and left out`() throws {
    let file = try DepthFile(
      contentsOf: Fixture.array("wrong-k.npz"), options: ReadingOptions(depthUnit: Self.tum))
    #expect(file.camera == nil)
    #expect(
      file.details.notes == [
        "the array K is no 3×3 matrix of intrinsics for a map of 32×24 pixels and is not used"
      ])
  }

  static let refused: [(String, FileError.Code, String)] = [
    (
      "several.npz", .unsuitable,
      "several arrays of this NPZ could be the depth map: near, far: name the one that holds the depth"
    ),
    (
      "bad/no-depth.npz", .unsuitable,
      "none of this NPZ's arrays could be a depth map: it has ids (4,), K (3, 3)"
    ),
    (
      "bad/text.zip", .unsuitable,
      "this ZIP archive is neither an NPZ nor a Record3D recording; it holds a.txt"
    ),
    (
      "bad/bzip2.npz", .unsuitable,
      "depth.npy is packed by method 12, where only stored and deflated members are read: pack the "
        + "archive again"
    ),
    (
      "bad/encrypted.npz", .unsuitable,
      "depth.npy is encrypted: pack the archive without a password"
    ),
    (
      "bad/bomb-shape.npz", .tooLarge,
      "30000×30000 is more than 256 megapixels, the most that is read: scale it down, or raise the limit of pixels"
    ),
    (
      "bad/bomb-size.npz", .damaged,
      "depth.npy claims 4294967280 bytes, more than its 576 packed bytes can hold"
    ),
    (
      "bad/checksum.npz", .damaged,
      "the ZIP archive is damaged or cut short (libzip: CRC error)"
    ),
  ]

  @Test(arguments: refused)
  func `an archive without a depth map is refused with its reason`(
    name: String, code: FileError.Code, message: String
  ) {
    let path = Fixture.array(name)
    let error = error { _ = try DepthMap(contentsOf: path, unit: Self.tum) }
    #expect(error == FileError(code, path: path, message))
  }

  @Test func `an array that isn't there is refused with those that are`() {
    var options = ReadingOptions()
    options.channel = "z"
    let error = error {
      _ = try DepthFile(contentsOf: Fixture.array("several.npz"), options: options)
    }
    #expect(
      error
        == FileError(
          .unsuitable, path: Fixture.array("several.npz"),
          "there is no array \"z\" in this NPZ: it has near (24, 32), far (24, 32)"))
  }

  @Test func `an NPZ is no color picture`() {
    let error = error { _ = try ColorFile(contentsOf: Fixture.array("depth.npz")) }
    #expect(
      error
        == FileError(
          .unsuitable, path: Fixture.array("depth.npz"),
          "this ZIP archive is no Record3D recording, the only one that color images are read "
            + "from; it holds depth.npy, K.npy, mask.npy"))
  }

  @Test func `an archive cut short is refused`() throws {
    let bytes = try Fixture.arrayBytes("depth.npz").dropLast(10)
    let error = error { _ = try DepthFile(bytes: Array(bytes), name: "a.npz") }
    #expect(error?.code == .damaged)
    #expect(error?.ownMessage == "the ZIP archive is damaged or cut short (libzip)")
  }
}
