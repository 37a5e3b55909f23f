internal import Foundation
internal import simd

// The parts of observations and points in an archive: JSON in the bytes of a key, for each part a key. Bytes instead of
// objects, for Foundation ends the program for an object whose class wasn't expected.
extension NSCoder {
  /// Archives a part under a key.
  func encode(part: some Encodable, forKey key: String) {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: NonFinite.infinity, negativeInfinity: NonFinite.negativeInfinity,
      nan: NonFinite.nan)
    // Numbers, words and lists of them always have a JSON.
    guard let json = try? encoder.encode(part) else { return }
    json.withUnsafeBytes { bytes in
      encodeBytes(
        bytes.bindMemory(to: UInt8.self).baseAddress, length: bytes.count, forKey: key)
    }
  }

  /// The part under a key; `nil` where there is none, or one of another type.
  func part<Part: Decodable>(_ type: Part.Type = Part.self, forKey key: String) -> Part? {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: NonFinite.infinity, negativeInfinity: NonFinite.negativeInfinity,
      nan: NonFinite.nan)
    let json = withDecodedUnsafeBytes(forKey: key) { $0.map { Data($0) } }
    return json.flatMap { try? decoder.decode(type, from: $0) }
  }

  /// Archives a matrix under a key.
  func encode(matrix: simd_float4x4, forKey key: String) {
    encode(part: matrix.numbers, forKey: key)
  }

  /// The matrix under a key; `nil` where there is none.
  func matrix(forKey key: String) -> simd_float4x4? {
    guard let numbers: [Float] = part(forKey: key), numbers.count == 16 else { return nil }
    return simd_float4x4(numbers: numbers)
  }
}

/// Numbers that JSON doesn't have, as words: the initialisers of points take them.
private enum NonFinite {
  static let (infinity, negativeInfinity, nan) = ("inf", "-inf", "nan")
}
