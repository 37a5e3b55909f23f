/// The name of a picture or a keypoint file, and the number of a frame in it.
struct PictureName {
  /// Without folders, without an ending that has a letter (`.0030` is none) and without the
  /// `_keypoints` that OpenPose appends.
  let stem: String

  init(_ path: String) {
    var name = path.split(separator: "/").last ?? ""
    if let dot = name.lastIndex(of: "."), dot > name.startIndex,
      name[dot...].contains(where: \.isLetter)
    {
      name = name[..<dot]
    }
    if name.hasSuffix("_keypoints") { name = name.dropLast("_keypoints".count) }
    stem = String(name)
  }

  /// The last number in the name; `nil` when it has none.
  var number: Int? {
    guard let end = stem.utf8.lastIndex(where: Self.isDigit) else { return nil }
    let digits = stem.utf8[...end].reversed().prefix(while: Self.isDigit).reversed()
    return Int(String(decoding: Array(digits), as: UTF8.self))
  }

  /// The name as a number, when it is nothing else.
  var wholeNumber: Int? {
    stem.utf8.allSatisfy(Self.isDigit) ? Int(stem) : nil
  }

  /// Whether a name comes before another: numbers in them by their values, the rest by its bytes.
  static func precedes(_ a: String, _ b: String) -> Bool {
    let (first, second) = (parts(of: a), parts(of: b))
    for (x, y) in zip(first, second) where x != y {
      guard let digit = x.first, let other = y.first, isDigit(digit), isDigit(other) else {
        return x.lexicographicallyPrecedes(y)
      }
      let (m, n) = (x.drop { $0 == 0x30 }, y.drop { $0 == 0x30 })
      if m.count != n.count { return m.count < n.count }
      if !m.elementsEqual(n) { return m.lexicographicallyPrecedes(n) }
      // The same number, written with more zeros.
      return x.count < y.count
    }
    return first.count < second.count
  }

  /// The name in pieces that are digits throughout or have none.
  private static func parts(of name: String) -> [[UInt8]] {
    var parts: [[UInt8]] = []
    for byte in name.utf8 {
      if let last = parts.last?.last, isDigit(last) == isDigit(byte) {
        parts[parts.count - 1].append(byte)
      } else {
        parts.append([byte])
      }
    }
    return parts
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
