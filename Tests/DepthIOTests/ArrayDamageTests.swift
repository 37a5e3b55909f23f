import DepthIO
import PoseDocuments
import PoseImaging
import TestSupport
import Testing

/// Bytes changed at random, the same ones at every run, in a file of every format of
/// `fixtures/depth/arrays`.
struct ArrayDamageTests {
  static let names = [
    "tum.pgm", "plain.pgm", "tum.pfm", "color-10.ppm", "plain-8.ppm", "f4.npy", "f8-fortran.npy",
    "i4.npy", "version2.npy", "depth.npz", "deflated.npz", "only.npz", "lidar.r3d",
  ]

  private static let options = ReadingOptions(depthUnit: DepthUnit(metresPerStep: 0.001))

  @Test(arguments: names)
  func `random damage never crashes`(name: String) throws {
    let original = try Fixture.arrayBytes(name)
    // Headers at the front and, in archives, the directory at the end.
    let places = [
      0..<min(150, original.count), max(0, original.count - 250)..<original.count,
      original.indices,
    ]
    for bytes in DamagedCopies(
      of: original, changes: 1...6, in: places, values: [0, 0x20, 0x39, 0x7F, 0xFF])
    {
      expectWholeOrRefused(bytes, name: "damaged", options: Self.options)
    }
  }

  @Test(arguments: names)
  func `a file cut short is refused`(name: String) throws {
    let bytes = try Fixture.arrayBytes(name)
    for length in stride(from: 1, to: bytes.count - 1, by: 1 + bytes.count / 60) {
      let error = error {
        _ = try DepthFile(bytes: Array(bytes[..<length]), name: "cut", options: Self.options)
      }
      let isColor = name.hasSuffix("ppm")
      #expect(
        error?.code == .damaged || (error?.code == .unknownFormat && length < 8)
          || (error?.code == .unsuitable && isColor))
    }
  }
}
