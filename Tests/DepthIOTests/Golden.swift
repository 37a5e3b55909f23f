import Foundation

/// What Pillow and NumPy find in the files of `fixtures/images` (`make.py` there).
struct Golden: Decodable {
  struct Color: Decodable {
    let width: Int
    let height: Int
    let storedWidth: Int
    let storedHeight: Int
    let orientation: Int
    let focal: Double?
    let rgb: String

    var pixels: [UInt8] {
      let digits = Array(rgb.utf8)
      return stride(from: 0, to: digits.count, by: 2).compactMap {
        UInt8(String(decoding: digits[$0..<($0 + 2)], as: UTF8.self), radix: 16)
      }
    }
  }

  struct Depth: Decodable {
    let width: Int
    let height: Int
    let samples: [UInt16]
  }

  let color: [String: Color]
  let depth: [String: Depth]

  static let images: Golden? = try? JSONDecoder().decode(
    Golden.self, from: Data(Fixture.bytes("images/golden.json")))
}
