import DepthIO
import Documents
import Imaging
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
    for seed in 1...300 as ClosedRange<UInt64> {
      var random = SplitMix64(seed: seed)
      var bytes = original
      // Headers at the front and, in archives, the directory at the end.
      let ranges = [
        0..<min(150, bytes.count), max(0, bytes.count - 250)..<bytes.count, bytes.indices,
      ]
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let range = ranges[Int.random(in: 0..<3, using: &random)]
        let value: UInt8 =
          [0, 0x20, 0x39, 0x7F, 0xFF, .random(in: 0...255, using: &random)]
          .randomElement(using: &random) ?? 0
        bytes[.random(in: range, using: &random)] = value
      }
      Self.read(bytes)
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

  private static func read(_ bytes: [UInt8]) {
    if let file = try? DepthFile(bytes: bytes, name: "damaged", options: options) {
      #expect(file.map.metres.count == file.map.width * file.map.height)
    }
    if let file = try? ColorFile(bytes: bytes, name: "damaged", options: options) {
      #expect(file.image.pixels.count == 3 * file.image.width * file.image.height)
    }
  }
}
