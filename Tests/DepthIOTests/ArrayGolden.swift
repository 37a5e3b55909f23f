import Foundation
import TestSupport

/// What NumPy, Pillow and liblzfse find in the files of `fixtures/depth/arrays` (`make.py` there).
struct ArrayGolden: Decodable {
  struct Stream: Decodable {
    let count: Int
    let hash: String
  }

  /// The kept corner of the TUM frame in its steps of 1/5000 m, 32×24.
  let steps: [UInt16]
  /// The same in metres, as hexadecimal digits of little-endian floats.
  private let metres: String
  private let confidence: String
  private let color: [String: String]
  let lzfse: [String: Stream]
  private let float: [String: String]

  static let all: ArrayGolden? = try? Fixture.decode(from: "depth/arrays/golden.json")

  var frame: [Float] { Self.floats(metres) }
  var levels: [UInt8] { [UInt8](hexadecimal: confidence) }
  var colorNames: [String] { color.keys.sorted() }

  func pixels(_ name: String) -> [UInt8]? { color[name].map([UInt8].init(hexadecimal:)) }

  func floats(_ name: String) -> [Float]? { float[name].map(Self.floats) }

  private static func floats(_ text: String) -> [Float] {
    let bytes = [UInt8](hexadecimal: text)
    return stride(from: 0, to: bytes.count, by: 4).map { start in
      Float(bitPattern: bytes[start..<(start + 4)].reversed().reduce(0) { $0 << 8 | UInt32($1) })
    }
  }
}

extension Fixture {
  /// The path of a file in the folder of arrays.
  static func array(_ name: String) -> String { path("depth/arrays/\(name)") }

  /// Its bytes.
  static func arrayBytes(_ name: String) throws -> [UInt8] { try bytes("depth/arrays/\(name)") }
}

/// Whether two maps are the same bit for bit, NaN being like NaN.
func same(_ a: [Float], _ b: [Float]) -> Bool {
  a.count == b.count && zip(a, b).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN }
}
