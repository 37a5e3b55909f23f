/// The stack machine of pickles, as far as it builds data.
///
/// Instructions and their arguments are those of Python's `pickletools.py`.
struct PickleMachine {
  typealias Problem = DocumentNode.Problem

  private let bytes: [UInt8]
  private var position = 0
  private var stack: [PickleObject] = []
  /// The positions of the marks on the stack.
  private var marks: [Int] = []
  private var memo: [Int: PickleObject] = [:]
  /// All objects that were made, so that none is freed while another is: deep nesting would overflow the
  /// stack.
  private var objects: [PickleObject] = []
  /// Bytes of text, names and numbers that were made.
  private var contentBytes = 0

  /// Instructions in a pickle, and bytes of what they make. Files of cameras have a few hundred and some
  /// kilobytes.
  private static let limits = (instructions: 100_000, contentBytes: 4 << 20)

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Runs it to its end: the object that is left.
  mutating func run() throws(Problem) -> PickleObject {
    for _ in 0..<Self.limits.instructions {
      let start = position
      guard let code = next() else { throw ended() }
      if code == UInt8(ascii: ".") { return try pop() }
      if try build(code) { continue }
      if try number(code) { continue }
      if try text(code) { continue }
      if try gather(code) { continue }
      guard try remember(code) else {
        throw Problem(
          "this pickle has the instruction \(Self.name(code)) at byte \(start), which isn't known or "
            + "does more than build data; it isn't run")
      }
    }
    throw Problem(
      "this pickle has more than \(Self.limits.instructions) instructions, and a camera's has some "
        + "hundred: this must be something else")
  }

  private static func name(_ code: UInt8) -> String {
    (33...126).contains(code)
      ? "\"\(Character(UnicodeScalar(code)))\"" : "0x\(String(code, radix: 16))"
  }

  /// Frees the content of all objects, which may hold themselves, one after another.
  func forget() { for object in objects { object.content = .none } }

  // MARK: Reading

  private func ended() -> Problem {
    Problem("this pickle ends at byte \(bytes.count) in the middle: the file isn't whole")
  }

  private mutating func next() -> UInt8? {
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  private mutating func take(_ count: Int) throws(Problem) -> [UInt8] {
    guard count >= 0, count <= bytes.count - position else { throw ended() }
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  /// An unsigned number of so many bytes, the lowest first.
  private mutating func unsigned(_ count: Int) throws(Problem) -> Int {
    var value: UInt64 = 0
    for byte in try take(count).reversed() { value = value << 8 | UInt64(byte) }
    guard let number = Int(exactly: value) else { throw ended() }
    return number
  }

  private mutating func line() throws(Problem) -> String {
    guard let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) else { throw ended() }
    defer { position = end + 1 }
    // Latin-1, of which ASCII is a part.
    return String(String.UnicodeScalarView(bytes[position..<end].map { UnicodeScalar($0) }))
  }

  private func unsound(_ what: String) -> Problem {
    Problem("this pickle isn't sound: \(what) at byte \(position)")
  }

  // MARK: The stack

  private mutating func push(_ content: PickleObject.Content) {
    let object = PickleObject(content)
    objects.append(object)
    stack.append(object)
  }

  /// Counts bytes that are about to be made; the memo can ask for the same ones again and again.
  private mutating func charge(_ count: Int) throws(Problem) {
    contentBytes += count
    guard contentBytes <= Self.limits.contentBytes else {
      throw Problem(
        "this pickle makes more than \(Self.limits.contentBytes >> 20) MiB of text and numbers, and a "
          + "camera's has some kilobytes: this must be something else")
    }
  }

  private mutating func pop() throws(Problem) -> PickleObject {
    guard stack.count > marks.last ?? 0, let last = stack.popLast() else {
      throw unsound("an instruction finds nothing on the stack")
    }
    return last
  }

  private func top() throws(Problem) -> PickleObject {
    guard stack.count > marks.last ?? 0, let last = stack.last else {
      throw unsound("an instruction finds nothing on the stack")
    }
    return last
  }

  /// Everything above the last mark, which goes, too.
  private mutating func popMark() throws(Problem) -> [PickleObject] {
    guard let mark = marks.popLast() else { throw unsound("a mark is missing") }
    defer { stack.removeSubrange(mark...) }
    return Array(stack[mark...])
  }

  private mutating func pop(_ count: Int) throws(Problem) -> [PickleObject] {
    var items: [PickleObject] = []
    for _ in 0..<count { items.append(try pop()) }
    return items.reversed()
  }

  // MARK: Instructions

  /// Those that begin, mark and forget.
  private mutating func gather(_ code: UInt8) throws(Problem) -> Bool {
    switch code {
    case 0x80: _ = try take(1)
    case 0x95: _ = try take(8)
    case UInt8(ascii: "("): marks.append(stack.count)
    case UInt8(ascii: "0"):
      if stack.count == marks.last { marks.removeLast() } else { _ = try pop() }
    case UInt8(ascii: "1"): _ = try popMark()
    case UInt8(ascii: "]"), UInt8(ascii: ")"): push(.list([]))
    case UInt8(ascii: "l"), UInt8(ascii: "t"): push(.list(try popMark()))
    case 0x85, 0x86, 0x87: push(.list(try pop(Int(code) - 0x84)))
    case UInt8(ascii: "a"):
      let items = try [pop()]
      try append(items)
    case UInt8(ascii: "e"):
      let items = try popMark()
      try append(items)
    case UInt8(ascii: "}"): push(.dictionary([]))
    case UInt8(ascii: "d"):
      let items = try popMark()
      push(.dictionary([]))
      try set(items)
    case UInt8(ascii: "s"):
      let items = try pop(2)
      try set(items)
    case UInt8(ascii: "u"):
      let items = try popMark()
      try set(items)
    default: return false
    }
    return true
  }

  private func append(_ new: [PickleObject]) throws(Problem) {
    let list = try top()
    guard case .list(var items) = list.content else {
      throw unsound("something is added to no list")
    }
    // Held once, the items are not copied.
    list.content = .none
    items.append(contentsOf: new)
    list.content = .list(items)
  }

  private func set(_ items: [PickleObject]) throws(Problem) {
    let dictionary = try top()
    guard case .dictionary(var pairs) = dictionary.content, items.count % 2 == 0 else {
      throw unsound("something is put into no dictionary")
    }
    dictionary.content = .none
    for place in stride(from: 0, to: items.count, by: 2) {
      pairs.append((key: items[place], value: items[place + 1]))
    }
    dictionary.content = .dictionary(pairs)
  }

  private mutating func number(_ code: UInt8) throws(Problem) -> Bool {
    switch code {
    case UInt8(ascii: "N"): push(.none)
    case 0x88: push(.bool(true))
    case 0x89: push(.bool(false))
    case UInt8(ascii: "I"), UInt8(ascii: "L"), UInt8(ascii: "F"):
      let text = try line()
      if code == UInt8(ascii: "I"), text == "00" || text == "01" {
        push(.bool(text == "01"))
      } else {
        guard let value = Double(text.hasSuffix("L") ? String(text.dropLast()) : text) else {
          throw unsound("\"\(text)\" is not a number")
        }
        push(.number(value))
      }
    case UInt8(ascii: "K"): push(.number(Double(try unsigned(1))))
    case UInt8(ascii: "M"): push(.number(Double(try unsigned(2))))
    case UInt8(ascii: "J"):
      push(.number(Double(Int32(truncatingIfNeeded: try unsigned(4)))))
    case 0x8a: push(.number(Self.integer(try take(unsigned(1)))))
    case 0x8b: push(.number(Self.integer(try take(unsigned(4)))))
    case UInt8(ascii: "G"):
      let bits = try take(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      push(.number(Double(bitPattern: bits)))
    default: return false
    }
    return true
  }

  /// Two's complement, the lowest byte first.
  private static func integer(_ bytes: [UInt8]) -> Double {
    var value = bytes.reversed().reduce(0.0) { $0 * 256 + Double($1) }
    if bytes.last ?? 0 > 127 {
      value -= Double(sign: .plus, exponent: 8 * bytes.count, significand: 1)
    }
    return value
  }

  private mutating func text(_ code: UInt8) throws(Problem) -> Bool {
    func decoded(_ bytes: [UInt8]) -> PickleObject.Content {
      .text(String(decoding: bytes, as: UTF8.self))
    }
    switch code {
    case UInt8(ascii: "X"): push(decoded(try take(unsigned(4))))
    case 0x8c: push(decoded(try take(unsigned(1))))
    case 0x8d: push(decoded(try take(unsigned(8))))
    case UInt8(ascii: "V"): push(.text(Self.unescaped(try line())))
    case UInt8(ascii: "S"):
      let text = try line()
      guard text.count > 1, let quote = text.first, "'\"".contains(quote), text.last == quote else {
        throw unsound("text without quotes")
      }
      push(.text(String(text.dropFirst().dropLast())))
    // Text of Python 2's.
    case UInt8(ascii: "T"): push(decoded(try take(unsigned(4))))
    case UInt8(ascii: "U"): push(decoded(try take(unsigned(1))))
    case UInt8(ascii: "B"): push(.bytes(try take(unsigned(4))))
    case UInt8(ascii: "C"): push(.bytes(try take(unsigned(1))))
    case 0x8e, 0x96: push(.bytes(try take(unsigned(8))))
    default: return false
    }
    return true
  }

  /// Python's raw-unicode-escape: `\u` and `\U` with four and eight digits.
  private static func unescaped(_ text: String) -> String {
    var result = ""
    var rest = Substring(text)
    while let mark = rest.firstIndex(of: "\\") {
      result += rest[..<mark]
      rest = rest[mark...].dropFirst()
      let length = rest.first == "u" ? 4 : rest.first == "U" ? 8 : 0
      let digits = rest.dropFirst().prefix(length)
      if length > 0, digits.count == length, let code = UInt32(digits, radix: 16),
        let scalar = UnicodeScalar(code)
      {
        result.unicodeScalars.append(scalar)
        rest = rest.dropFirst(1 + length)
      } else {
        result += "\\"
      }
    }
    return result + rest
  }

  private mutating func remember(_ code: UInt8) throws(Problem) -> Bool {
    func index(_ text: String) throws(Problem) -> Int {
      guard let value = Int(text) else { throw unsound("\"\(text)\" is no place in the memo") }
      return value
    }
    let place: Int
    switch code {
    case UInt8(ascii: "p"), UInt8(ascii: "g"): place = try index(line())
    case UInt8(ascii: "q"), UInt8(ascii: "h"): place = try unsigned(1)
    case UInt8(ascii: "r"), UInt8(ascii: "j"): place = try unsigned(4)
    case 0x94: place = memo.count
    default: return false
    }
    if [UInt8(ascii: "g"), UInt8(ascii: "h"), UInt8(ascii: "j")].contains(code) {
      guard let object = memo[place] else { throw unsound("nothing was remembered as \(place)") }
      stack.append(object)
    } else {
      memo[place] = try top()
    }
    return true
  }

  // MARK: NumPy

  /// The kind of value that is rebuilt, by its name in NumPy 1 and 2.
  private enum Maker {
    case blankArray, arrayOfBuffer, type, scalar, bytesOfText, noBytes

    init?(_ name: String) {
      switch name {
      case "numpy.core.multiarray _reconstruct", "numpy._core.multiarray _reconstruct":
        self = .blankArray
      case "numpy.core.numeric _frombuffer", "numpy._core.numeric _frombuffer":
        self = .arrayOfBuffer
      case "numpy dtype": self = .type
      case "numpy.core.multiarray scalar", "numpy._core.multiarray scalar": self = .scalar
      case "_codecs encode": self = .bytesOfText
      case "__builtin__ bytes", "builtins bytes": self = .noBytes
      default: return nil
      }
    }
  }

  private mutating func build(_ code: UInt8) throws(Problem) -> Bool {
    switch code {
    case UInt8(ascii: "c"):
      let module = try line()
      let name = try line()
      push(.name("\(module) \(name)"))
    case 0x93:
      let parts = try pop(2)
      guard let module = parts[0].text, let name = parts[1].text else {
        throw unsound("a name that is no text")
      }
      try charge(module.utf8.count + name.utf8.count)
      push(.name("\(module) \(name)"))
    case UInt8(ascii: "R"):
      let parts = try pop(2)
      guard case .name(let name) = parts[0].content, let arguments = parts[1].items else {
        throw unsound("something is called that has no name")
      }
      push(try made(name, arguments))
    case UInt8(ascii: "b"):
      let state = try pop()
      let object = try top()
      try give(state, to: object)
    default: return false
    }
    return true
  }

  private mutating func made(
    _ name: String, _ arguments: [PickleObject]
  ) throws(Problem) -> PickleObject.Content {
    guard let maker = Maker(name) else {
      throw Problem(
        "this pickle asks for \"\(name.prefix(80).replacing(" ", with: "."))\" of Python's, which isn't run: numbers, "
          + "text, lists, dictionaries and NumPy's arrays of numbers are read")
    }
    switch maker {
    case .blankArray: return .blank
    case .arrayOfBuffer:
      // bytes, type, shape, order
      guard arguments.count == 4, let bytes = arguments[0].bytes, let type = arguments[1].type,
        let shape = Self.shape(arguments[2]), let order = arguments[3].text
      else { throw unsound("an array that isn't one of numbers") }
      try charge(bytes.count)
      guard
        let array = PickleArray(bytes, shape: shape, element: type, isFortran: order == "F")
      else { throw unsound("an array that isn't one of numbers") }
      return .array(array)
    case .type:
      guard let code = arguments.first?.text else { throw unsound("a type without a name") }
      guard let type = PickleArray.Element(code: code) else {
        throw Problem("this pickle has an array of \"\(code)\" where one of numbers was expected")
      }
      return .type(type)
    case .scalar:
      guard arguments.count == 2, let type = arguments[0].type, let bytes = arguments[1].bytes,
        let array = PickleArray(bytes, shape: [], element: type, isFortran: false)
      else { throw unsound("a number of NumPy's without its bytes") }
      return .array(array)
    case .noBytes:
      guard arguments.isEmpty else { throw unsound("bytes that are no such") }
      return .bytes([])
    case .bytesOfText:
      // How protocols before 3 write bytes: text of the first 256 characters.
      let text = arguments.first?.text
      try charge(text?.utf8.count ?? 0)
      guard let text,
        case let codes = text.unicodeScalars.map(\.value), codes.allSatisfy({ $0 < 256 })
      else { throw unsound("bytes that are no such") }
      return .bytes(codes.map { UInt8($0) })
    }
  }

  /// Sets the remaining state of a type or an array that was made.
  private mutating func give(_ state: PickleObject, to object: PickleObject) throws(Problem) {
    switch object.content {
    case .type(var type):
      // version, byte order, …
      guard let items = state.items, items.count > 1, let order = items[1].text else {
        throw unsound("a type without its order of bytes")
      }
      type.isBigEndian = order == ">"
      object.content = .type(type)
    case .blank:
      // version, shape, type, whether in Fortran's order, bytes
      guard let items = state.items, items.count == 5, let shape = Self.shape(items[1]),
        let type = items[2].type, let bytes = items[4].bytes
      else { throw unsound("an array that isn't one of numbers") }
      try charge(bytes.count)
      guard
        let array = PickleArray(bytes, shape: shape, element: type, isFortran: items[3].isTrue)
      else { throw unsound("an array that isn't one of numbers") }
      object.content = .array(array)
    default: throw unsound("a state is given to \(object.words)")
    }
  }

  private static func shape(_ object: PickleObject) -> [Int]? {
    var shape: [Int] = []
    for side in object.items ?? [object] {
      guard let number = side.number, let length = Int(exactly: number), length >= 0 else {
        return nil
      }
      shape.append(length)
    }
    return shape
  }
}
