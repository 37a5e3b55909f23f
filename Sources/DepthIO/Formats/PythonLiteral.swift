/// The dictionary in an array's header, a Python literal of three known keys. NumPy evaluates it as
/// Python; here anything but texts, truth values and tuples of whole numbers is a problem.
struct PythonLiteral {
  struct Problem: Error {
    let message: String
  }

  struct Header {
    var descr: String
    var isFortranOrder: Bool
    var shape: [Int]
  }

  private let bytes: ArraySlice<UInt8>
  private var position: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// The three entries, in any order, each once.
  mutating func header() throws(Problem) -> Header {
    var (descr, isFortranOrder, shape): (String?, Bool?, [Int]?) = (nil, nil, nil)
    try expect("{")
    while !take("}") {
      let key = try text()
      try expect(":")
      switch key {
      case "descr" where descr == nil: descr = try type()
      case "fortran_order" where isFortranOrder == nil: isFortranOrder = try truth()
      case "shape" where shape == nil: shape = try tuple()
      default: throw Problem(message: "the entry '\(key.prefix(20))' was not expected")
      }
      guard take(",") else {
        try expect("}")
        break
      }
    }
    guard let descr, let isFortranOrder, let shape else {
      throw Problem(message: "'descr', 'fortran_order' and 'shape' were expected")
    }
    skipSpace()
    guard position == bytes.endIndex else { throw problem("its end") }
    return Header(descr: descr, isFortranOrder: isFortranOrder, shape: shape)
  }

  /// The name of a type. Structures are lists of names; they are passed on as one word.
  private mutating func type() throws(Problem) -> String {
    skipSpace()
    guard position < bytes.endIndex, bytes[position] == UInt8(ascii: "[") else { return try text() }
    var depth = 0
    repeat {
      guard position < bytes.endIndex else { throw problem("the end of a list") }
      if bytes[position] == UInt8(ascii: "[") { depth += 1 }
      if bytes[position] == UInt8(ascii: "]") { depth -= 1 }
      position += 1
    } while depth > 0
    return "structure"
  }

  private mutating func text() throws(Problem) -> String {
    skipSpace()
    guard position < bytes.endIndex,
      [UInt8(ascii: "'"), UInt8(ascii: "\"")].contains(bytes[position])
    else { throw problem("a text in quotes") }
    let start = position + 1
    guard let end = bytes[start...].firstIndex(of: bytes[position]) else {
      throw problem("a text in quotes")
    }
    position = end + 1
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  private mutating func truth() throws(Problem) -> Bool {
    if take("True") { return true }
    try expect("False")
    return false
  }

  private mutating func tuple() throws(Problem) -> [Int] {
    var sides: [Int] = []
    try expect("(")
    while !take(")") {
      sides.append(try number())
      guard take(",") else {
        try expect(")")
        break
      }
    }
    return sides
  }

  private mutating func number() throws(Problem) -> Int {
    skipSpace()
    let digits = bytes[position...].prefix { (0x30...0x39).contains($0) }
    guard let number = Int(String(decoding: digits, as: UTF8.self)) else {
      throw problem("a whole number")
    }
    position = digits.endIndex
    // Python 2 marks long integers.
    _ = take("L")
    return number
  }

  private mutating func skipSpace() {
    while position < bytes.endIndex, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
      position += 1
    }
  }

  private mutating func take(_ word: String) -> Bool {
    skipSpace()
    guard bytes[position...].starts(with: word.utf8) else { return false }
    position += word.utf8.count
    return true
  }

  private mutating func expect(_ word: String) throws(Problem) {
    guard take(word) else { throw problem(word) }
  }

  private func problem(_ expected: String) -> Problem {
    Problem(message: "\(expected) was expected at byte \(position)")
  }
}
