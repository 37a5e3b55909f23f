import Foundation

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

  static let all: ArrayGolden? = try? JSONDecoder().decode(
    ArrayGolden.self, from: Data(Fixture.bytes("depth/arrays/golden.json")))

  var frame: [Float] { Self.floats(metres) }
  var levels: [UInt8] { Self.bytes(confidence) }
  var colorNames: [String] { color.keys.sorted() }

  func pixels(_ name: String) -> [UInt8]? { color[name].map(Self.bytes) }

  func floats(_ name: String) -> [Float]? { float[name].map(Self.floats) }

  private static func bytes(_ text: String) -> [UInt8] {
    let digits = Array(text.utf8)
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<($0 + 2)], as: UTF8.self), radix: 16)
    }
  }

  private static func floats(_ text: String) -> [Float] {
    let bytes = bytes(text)
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
