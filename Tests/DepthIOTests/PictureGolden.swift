import DepthIO
import Foundation
import PoseImaging
import TestSupport

/// What NumPy, Pillow and OpenEXR's own package find in the files of `fixtures/depth/pictures`
/// (`make.py` there).
struct PictureGolden: Decodable {
  /// A file that holds the samples of `tum.png`, and how.
  struct Depth: Decodable {
    enum Numbers: String, Decodable {
      /// The integers themselves.
      case steps
      /// Metres, exactly as the unit makes them from the integers.
      case metres
      /// Metres in half precision.
      case half
    }

    let holds: Numbers
    let orientation: Int
    let frame: Int
    let frames: Int
  }

  /// A file of metres of its own.
  struct Metres: Decodable {
    let width: Int
    let height: Int
    let values: [Float?]
  }

  /// The bits of `tum.png` in half precision.
  let half: [UInt16]
  let depth: [String: Depth]
  let metres: [String: Metres]
  let color: [String: Golden.Color]

  static let files: PictureGolden? = try? Fixture.decode(from: "depth/pictures/golden.json")

  /// The names of some of the files, sorted.
  static func names<Value>(
    _ kind: KeyPath<PictureGolden, [String: Value]>, _ suffix: String
  ) -> [String] {
    (files?[keyPath: kind].keys).map { $0.filter { $0.hasSuffix(suffix) }.sorted() } ?? []
  }

  static func path(_ name: String) -> String { Fixture.path("depth/pictures/\(name)") }

  static let tum = ReadingOptions(depthUnit: try? DepthUnit(parsing: "tum"))

  /// The map that a file ought to hold.
  func map(_ depth: Depth) throws -> DepthMap {
    let png = try DepthFile(contentsOf: Self.path("tum.png"), options: Self.tum).map
    let metres =
      switch depth.holds {
      case .steps, .metres: png.metres
      case .half: half.map(Self.value)
      }
    return DepthMap(width: png.width, height: png.height, metres: metres)
      .oriented(ImageOrientation(rawValue: depth.orientation) ?? .up)
  }

  /// IEEE 754 binary16, by its definition.
  private static func value(ofHalf bits: UInt16) -> Float {
    let (exponent, fraction) = (Int(bits >> 10) & 31, Float(bits & 1023))
    if exponent == 31 { return .nan }
    return exponent == 0
      ? fraction * 0x1p-24
      : Float(sign: .plus, exponent: exponent - 15, significand: 1 + fraction / 1024)
  }
}

extension DepthMap {
  /// Whether two maps are the same to the last bit, where NaN is NaN.
  func isIdentical(to other: DepthMap) -> Bool {
    width == other.width && height == other.height
      && zip(metres, other.metres).allSatisfy { $0 == $1 || ($0.isNaN && $1.isNaN) }
  }
}
