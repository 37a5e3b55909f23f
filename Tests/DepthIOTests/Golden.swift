import Foundation
import TestSupport

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

    var pixels: [UInt8] { [UInt8](hexadecimal: rgb) }
  }

  struct Depth: Decodable {
    let width: Int
    let height: Int
    let samples: [UInt16]
  }

  let color: [String: Color]
  let depth: [String: Depth]

  static let images: Golden? = try? Fixture.decode(from: "images/golden.json")
}
